"""Rounds that are looked up are the rounds that the rules play, whatever was seen before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from pitboss.simulate import positions
from pitboss.simulate.by_rules import RulesModel
from pitboss.simulate.model import SimulatedGame
from tests.contract.conftest import CLASSICS


@pytest.mark.parametrize(
    ("game", "strategy", "rounds"),
    [("craps", "best", 130), ("casino-war", "best", 700), ("casino-war", "always-surrender", 300)],
)
def test_looking_up_changes_no_tally(
    game: str, strategy: str, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = Registry((CLASSICS,)).games[game]
    subject = SimulatedGame(entry.game, unwrap(entry.edition()), strategy)

    def made() -> RulesModel:
        return RulesModel.of(subject.game, subject.edition, strategy)

    def tally(model: RulesModel, chunk: int = 0) -> object:
        return model.tally(subject.state(seed=9, chunk=chunk), rounds)

    by_rules = tally(replace(made(), positions=None))
    model = made()
    assert tally(model) == by_rules
    tally(model, chunk=1)
    assert tally(model) == by_rules
    monkeypatch.setattr(positions, "KEPT_MAX", 3)
    assert tally(made()) == by_rules
