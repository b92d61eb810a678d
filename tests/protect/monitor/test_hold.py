"""Bands of the hold over seeded houses: they hold what they say, whatever hangs together."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from pitboss.equipment.cards import JOKER, Card
from pitboss.equipment.shoe import Composition
from pitboss.exact.distributions import Distribution
from pitboss.games.flip_it.carry import Carry, write_carry
from pitboss.games.registry import Registry
from pitboss.games.steps import CloseBets
from pitboss.players.gin_and_win import strategy_figures
from pitboss.protect.flip_it.hold import hold_entries
from pitboss.protect.gin_and_win.monitor import hold_entries as gin_entries
from pitboss.protect.monitor.hold import bound, hold_rows, law_entry
from pitboss.protect.monitor.records import WatchedRound
from pitboss.refusals import Refusal
from pitboss.simulate.by_rules import RulesModel
from pitboss.simulate.generator import chunk_state
from tests.protect.houses import edition_of, generator_of

HOUSES = 40
FLIPS = 60
RED_SUITS = (1, 2)


def shoe_rounds(seed: int) -> list[WatchedRound]:
    """Flips of one shoe with two seats on Red: one flat, one that doubles after each loss."""
    edition = edition_of("flip-it")
    deck = [card for card, held in edition.deck.counts().items() for _ in range(held)]
    order = [deck[at] for at in generator_of(seed).permutation(len(deck))]
    plain = [at for at, card in enumerate(order) if card != JOKER]
    begin = plain[3] + 1
    doubled, rounds = 100, []
    for at in range(begin, begin + FLIPS):
        row = tuple([card for card in order[:at] if card != JOKER][-4:])
        out: dict[Card, int] = {}
        for card in order[:at]:
            out[card] = out.get(card, 0) + 1
        start = write_carry(Carry(row, Composition.of(out)))
        is_red = order[at] != JOKER and order[at].suit in RED_SUITS
        end = "win 1/1 {0:.2f}" if is_red else "lose - 0.00"
        lines = tuple(
            f"= {seat} inside:red {stake / 100:.2f} {end.format(stake / 100)} FLP-3.1"
            for seat, stake in ((1, 500), (2, doubled))
        )
        doubled = 100 if is_red else min(2 * doubled, 6400)
        rounds.append(WatchedRound(f"{seed}-{at}", "flip-it", start, {}, (CloseBets(),), lines))
    return rounds


@pytest.mark.untraced
def test_the_hold_of_a_shoe_follows_the_cards_that_are_left() -> None:
    """Forty shoes: all inside a band of 99.9%, and the deviation neither too wide nor narrow."""
    edition = edition_of("flip-it")
    far = []
    for seed in range(HOUSES):
        entries = hold_entries(edition, shoe_rounds(seed))
        assert not isinstance(entries, Refusal) and len(entries) == FLIPS
        (row,) = hold_rows(entries)
        assert row.bets == 2 * FLIPS and not row.is_exact
        assert row.low <= row.won <= row.high
        far.append(row.deviations)
    # Of forty squares of standard deviations the mean lies in here but once in some thousands.
    assert 0.4 < float(np.mean(np.square(far))) < 2.0


def test_two_seats_on_one_flip_are_one_stake() -> None:
    edition = edition_of("flip-it")
    rounds = shoe_rounds(1)[:1]
    entries = hold_entries(edition, rounds)
    assert not isinstance(entries, Refusal)
    (entry,) = entries
    assert entry.staked == 600 and entry.bets == 2
    assert entry.variance == pytest.approx(600**2, rel=0.02)


@pytest.mark.untraced
def test_seats_that_meet_one_dealer_s_hand_stay_inside_a_wider_band() -> None:
    """Six seats by the rules of the table: never outside, and wider than they need."""
    edition = edition_of("gin-and-win")
    folder = Registry().games["gin-and-win"]
    model = RulesModel.of(folder.game, edition, "simple", seats=6)
    law = strategy_figures(edition, "simple")[0].distribution
    scale = model.table.scale
    far = []
    for seed in range(12):
        state = chunk_state(seed=seed, game="hold", edition=edition.head.hash, chunk=0)
        nets = [Fraction(model.tally(state, 1).sums[0], scale) for _ in range(15)]
        entries = [
            law_entry("ante-play", [(100, int(100 * net)), *[(100, 0)] * 5], law, alike=False)
            for net in nets
        ]
        (row,) = hold_rows(entries)
        assert row.low <= row.won <= row.high and not row.is_exact
        far.append(row.deviations)
    assert float(np.mean(np.square(far))) < 1.0


def test_a_seat_alone_and_seats_together() -> None:
    law = Distribution.of_counts({Fraction(-1): 1, Fraction(1): 1})
    alone = ("= 1 ante 1.00 lose - 0.00 G-1", "= 1 play 1.00 lose - 0.00 G-1")
    both = (*alone, "= 2 ante 1.00 win 1/1 1.00 G-1")
    first, second = gin_entries(
        [WatchedRound("r", "", {}, {}, (), lines) for lines in (alone, both)], {"ante-play": law}
    )
    assert (first.staked, first.won, first.law) == (100, 200, law)
    assert (second.staked, second.won, second.law) == (200, 100, None)
    assert second.variance == 4 * first.variance


def test_the_bound_is_wider_than_any_normal_band() -> None:
    """Rare large wins: what a normal band would call impossible happens, the bound allows it."""
    chance, net, bets = 0.001, 500.0, 200
    variance = bets * net**2 * chance * (1 - chance)
    reach = bound(variance, net)
    assert reach > 3.29 * variance**0.5
    generator = generator_of(3)
    strays = np.abs(generator.binomial(bets, chance, 20_000) * net - bets * chance * net)
    assert (strays > reach).mean() <= 0.001
    wide = [bound(variance, step) for step in (0.0, 100.0, 500.0)]
    assert all(low < high for low, high in pairwise(wide))
