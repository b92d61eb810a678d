"""Rounds in batches: each deal is settled as the rules settle that very deal."""

from __future__ import annotations

import dataclasses
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from pitboss.simulate.cells import Numbers
from pitboss.simulate.deals import PACKET_ROUNDS, DealModel, Deals, Known, deal_cards
from pitboss.simulate.generator import chunk_state
from pitboss.simulate.model import SimulatedGame, model_of
from tests.contract.conftest import CLASSICS

REGISTRY = Registry((CLASSICS,))
PLAYED = [
    *(("baccarat", edition, "best") for edition in ("commission", "six-pays-half")),
    *(("casino-war", "bonus", strategy) for strategy in ("best", "always-surrender")),
    *(("three-card", "flush-pays-3", strategy) for strategy in ("best", "always-play")),
    *(("let-it-ride", "standard", strategy) for strategy in ("best", "always-ride", "never-ride")),
]
FEWER = {
    "baccarat": {"cards.ranks": "A369K", "cards.decks": "1", "options.cut_undealt": "6"},
    "casino-war": {"cards.ranks": "A359", "cards.decks": "1"},
    "three-card": {"cards.ranks": "A2TQK"},
    "let-it-ride": {"cards.ranks": "A9TJQK"},
}
"""Less equipment, on which rare rounds are common."""


def subject_of(
    game: str, edition: str, strategy: str, changes: dict[str, str] | None = None
) -> SimulatedGame:
    entry = REGISTRY.games[game]
    return SimulatedGame(entry.game, unwrap(entry.edition(edition, changes=changes)), strategy)


def deal_model_of(subject: SimulatedGame) -> DealModel:
    model = model_of(subject)
    assert isinstance(model, DealModel)
    return model


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "edition", "strategy"), PLAYED)
@pytest.mark.parametrize("is_whole", [True, False], ids=["whole", "fewer"])
def test_a_deal_is_settled_as_the_rules_settle_it(
    game: str, edition: str, strategy: str, *, is_whole: bool
) -> None:
    model = deal_model_of(subject_of(game, edition, strategy, None if is_whole else FEWER[game]))
    state = chunk_state(seed=3, game=game, edition=edition, chunk=0)
    deals = deal_cards(state, model.deck, rows=700, count=model.cards)
    first: dict[int, Known] = {}
    for kind, deal in zip(model.kinds(deals).tolist(), deals, strict=True):
        # What the first deal of a kind came to is what every later one comes to.
        right = model.settle(deal)
        assert first.setdefault(kind, right) == right, deal
    assert 2 < len(first) < 700


@pytest.mark.untraced
def test_every_order_of_cards_is_equally_likely() -> None:
    state = chunk_state(seed=1, game="deal", edition="", chunk=0)
    deck = np.array([7, 9, 20, 51], dtype=np.uint8)
    dealt = deal_cards(state, deck, rows=24_000, count=3)
    counts = Counter(map(tuple, dealt.tolist()))
    assert counts.keys() == set(permutations(deck.tolist(), 3))
    # A thousand of each are expected: six standard deviations either way.
    assert all(abs(count - 1000) < 6 * 1000**0.5 for count in counts.values())


def test_a_shoe_is_dealt_to_its_cut_card_and_no_card_twice() -> None:
    """The rounds of one table, card for card, beside the rules that keep the shoe."""
    changes = {"cards.decks": "1", "options.cut_undealt": "20"}
    subject = subject_of("baccarat", "commission", "best", changes)
    model = deal_model_of(subject)
    seen: list[Deals] = []

    def watch(deals: Deals) -> Numbers:
        seen.append(deals)
        return model.kinds(deals)

    dataclasses.replace(model, kinds=watch).tally(subject.state(seed=2, chunk=0), 40)
    assert model.dealt == 52 - 20 and not model.is_independent
    game: Any = subject.game
    edition = subject.edition
    carry, shoes = game.first_carry(edition), 0
    for (deal,) in seen[:40]:
        assert carry.undealt.total > 20
        used = model.settle(deal).cards
        cards = [f"{'A23456789TJQK'[n // 4]}{'cdhs'[n % 4]}" for n in deal[:used].tolist()]
        left = Counter({str(card): held for card, held in carry.undealt.entries})
        assert all(left[card] for card in cards), "a card that is gone is not dealt again"
        after = carry.undealt.without([c for c in carry.undealt.counts if str(c) in cards])
        is_kept = game.keeps_shoe(edition, unwrap(after))
        shoes += not is_kept
        carry = replace(carry, undealt=unwrap(after)) if is_kept else game.first_carry(edition)
    assert shoes > 3


@pytest.mark.parametrize("rounds", [1, PACKET_ROUNDS, PACKET_ROUNDS + 1, 1000])
@pytest.mark.parametrize("game", ["baccarat", "casino-war"])
def test_a_tally_counts_its_rounds(game: str, rounds: int) -> None:
    subject = subject_of(game, REGISTRY.games[game].game.default_edition, "best")
    model = deal_model_of(subject)
    tally = model.tally(subject.state(seed=4, chunk=0), rounds)
    assert tally.rounds == rounds and tally == model.tally(subject.state(seed=4, chunk=0), rounds)
    column = model.table.exposure_column(0)
    assert tally.sums[column] == rounds
    assert tally.packets == (rounds if model.is_independent else -(-rounds // PACKET_ROUNDS))


@pytest.mark.untraced
@pytest.mark.parametrize("game", ["baccarat", "three-card"])
def test_a_trace_is_of_the_rounds_that_a_tally_counts(game: str) -> None:
    subject = subject_of(game, REGISTRY.games[game].game.default_edition, "best")
    model = deal_model_of(subject)
    traced = model.trace(subject.state(seed=4, chunk=0), trips=1, rounds=PACKET_ROUNDS)
    counts = np.bincount(traced.cells.reshape(-1), minlength=traced.table.cells)
    tally = model.tally(subject.state(seed=4, chunk=0), PACKET_ROUNDS)
    assert tuple((traced.table.columns @ counts).tolist()) == tally.sums
    assert traced.table.wagers.min() >= 0 and traced.table.bets == model.table.bets


def test_half_of_a_stake_is_counted_as_a_half() -> None:
    """A surrender takes half: whole numbers over a scale that can hold it."""
    subject = subject_of("casino-war", "no-bonus", "always-surrender")
    tie = np.array([48, 49, 0, 1, 2, 4, 5], dtype=np.uint8)
    model = deal_model_of(subject)
    assert model.table.scale == 2
    assert model.rules.row(model.settle(tie).settled)[:2] == [-1, 20]


def test_a_line_is_what_the_live_table_settles() -> None:
    """The first round of a kind goes through the rules: nets are those of its lines."""
    subject = subject_of("baccarat", "commission", "best")
    model = deal_model_of(subject)
    deal = np.array([32, 36, 0, 4, 8, 12], dtype=np.uint8)  # 9 and 10: nine points, a natural.
    known = model.settle(deal)
    assert known.cards == 4
    assert [net > 0 for net in known.settled.nets] == [True, False, False, False, False]
