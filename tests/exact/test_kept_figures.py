"""Figures of an edition are worked out once, however many ask for them at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.exact import kept_figures
from pitboss.exact.figures import GameFigures
from pitboss.exact.kept_figures import keep_figures
from pitboss.exact.solvers import game_figures
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.refusals import unwrap
from tests.table.kit import registry


def test_two_who_ask_at_once_are_given_what_was_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def count(game: AnyGame, edition: HasHead) -> GameFigures:
        asked.append(edition.head.key)
        return game_figures(game, edition)

    monkeypatch.setattr(kept_figures, "game_figures", count)
    monkeypatch.setattr(kept_figures, "_kept", {})
    folder = unwrap(registry().find("spin-n-win"))
    edition = unwrap(folder.edition())
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: keep_figures(folder.game, edition), range(2))
    assert one is other and asked == [edition.head.key]
    assert one == game_figures(folder.game, edition)
