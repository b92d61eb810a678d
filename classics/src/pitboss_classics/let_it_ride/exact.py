"""The exact figures: every four cards, up to suits, with each fifth card.

A bet rides when it wins on average. What the first bet is worth depends on three cards alone and
what the second is worth on four, so each is decided by itself; a bet that is worth nothing either
way rides, which is the option that is offered first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.gamekit import Card
from pitboss.gamekit.proof import BetFigures, Distribution, GameFigures
from pitboss_classics.let_it_ride import Edition
from pitboss_classics.let_it_ride.hands import KINDS, high_rank

Numbers = NDArray[np.int64]

RANKS = 13
"""Ranks of an ordinary deck, two to ace; those of one suit are a number of so many bits."""
_BITS = np.array([number.bit_count() for number in range(1 << RANKS)])
_ROWS = [0b11111 << low for low in range(9)] + [0b1000000001111]
_HIGH = 0b11111 << 8
"""Tens to aces."""
REDUCED = {"cards.ranks": "9TJ"}
"""Few enough cards for the oracle, to compare the solver with it."""
FIRST_RIDES = (
    "Let the first bet ride with a hand that pays, three suited cards of a royal flush, or three"
    " suited cards that are part of three straight flushes, of two with a ten or higher among them,"
    " or of one with two such cards."
)
SECOND_RIDES = (
    "Let the second bet ride with a hand that pays, four suited cards, four cards of a straight"
    " that two ranks complete, or four of the ranks ten to ace."
)


@dataclass(frozen=True, slots=True)
class Play:
    """What each set of four cards comes to, and which of three and of four cards ride."""

    copies: Numbers
    """How many sets of four cards differ only by an exchange of suits."""
    fifths: Numbers
    """[set, kind]: fifth cards that make each kind, those that make nothing last."""
    second_rides: NDArray[np.bool_]
    first_rides: Numbers
    """Of the four ways to leave one card out, how many ride on what is left."""
    riding: frozenset[int]
    """Three and four cards that ride, by what `shapes_of` calls them."""


def figures(edition: Edition) -> GameFigures:
    return GameFigures(
        (_bet(edition),),
        "Every four cards up to an exchange of suits, with every fifth card; of plays that are"
        " worth the same, the bet rides.",
        strategy=(FIRST_RIDES, SECOND_RIDES),
    )


def riding_hands(edition: Edition) -> frozenset[int]:
    """The shapes of three and four cards on which a bet rides by best play."""
    return _solve(edition).riding


def shape_of(cards: Sequence[Card]) -> int:
    """What `shapes_of` calls these cards."""
    suits = [0] * 4
    for card in cards:
        suits[card.suit] |= 1 << (high_rank(card) - 2)
    return sum(ranks << (RANKS * at) for at, ranks in enumerate(sorted(suits)))


def _bet(edition: Edition) -> BetFigures:
    play, odds = _solve(edition), _odds(edition)
    law: dict[Fraction, int] = {}
    wagered = 0
    for rode in (False, True):
        ways = play.copies * (play.first_rides if rode else 4 - play.first_rides)
        for second in (False, True):
            bets = 1 + rode + second
            counts = (ways[:, None] * play.fifths)[play.second_rides == second].sum(axis=0)
            wagered += bets * int(counts.sum())
            for net, count in zip(odds, counts.tolist(), strict=True):
                law[bets * net] = law.get(bets * net, 0) + count
    dealt = Distribution.of_counts(law)
    wager = Fraction(wagered, sum(law.values()))
    return BetFigures("base-first-second", "Bet", dealt, average_wager=wager)


def _odds(edition: Edition) -> tuple[Fraction, ...]:
    """What each kind of hand nets to one, and a lost bet last."""
    return (*(odds.to_one for _, odds in edition.pays), Fraction(-1))


@cache
def _solve(edition: Edition) -> Play:
    odds = _odds(edition)
    scale = int(np.lcm.reduce([net.denominator for net in odds]))
    nets = np.array([int(net * scale) for net in odds])
    fours = _suit_sets(edition, 4)
    shapes, first, copies = np.unique(shapes_of(fours), return_index=True, return_counts=True)
    fours = fours[first]
    fifths = _fifth_cards(edition, fours)
    worth = fifths @ nets
    # Each four cards with one left out: what three cards are worth, summed over what may follow.
    threes = shapes_of(np.stack([fours - one for one in _members(fours)], axis=1).reshape(-1, 4))
    names, at = np.unique(threes, return_inverse=True)
    total = np.zeros(len(names), np.int64)
    np.add.at(total, at, np.repeat(copies * worth, 4))
    first_rides = (total >= 0)[at].reshape(-1, 4).sum(axis=1)
    riding = frozenset([*names[total >= 0].tolist(), *shapes[worth >= 0].tolist()])
    return Play(copies, fifths, worth >= 0, first_rides, riding)


def _deck(edition: Edition) -> Numbers:
    """[card, suit]: the bit of each card among those of its suit."""
    bits = [1 << (12 if rank == 1 else rank - 2) for rank in edition.ranks]
    return np.array([[bit * (suit == at) for at in range(4)] for bit in bits for suit in range(4)])


def _suit_sets(edition: Edition, count: int) -> Numbers:
    """[hand, suit]: every set of so many cards as the ranks of each suit."""
    deck = _deck(edition)
    found: Numbers = deck[list(combinations(range(len(deck)), count))].sum(axis=1)
    return found


def shapes_of(hands: Numbers) -> Numbers:
    """A number for each hand that is the same whatever its suits are called."""
    in_order = np.sort(hands, axis=1)
    shape: Numbers = (in_order << (RANKS * np.arange(4))).sum(axis=1)
    return shape


def _members(hands: Numbers) -> list[Numbers]:
    """The first card of each hand of four, the second and so on."""
    left, found = hands.copy(), []
    for _ in range(4):
        lowest = left & -left
        one = np.where((np.cumsum(left > 0, axis=1) == 1) & (left > 0), lowest, 0)
        found.append(one)
        left = left - one
    return found


def _fifth_cards(edition: Edition, fours: Numbers) -> Numbers:
    counts = np.zeros((len(fours), len(KINDS) + 1), np.int64)
    for card in _deck(edition):
        is_left = ((fours & card) == 0).all(axis=1)
        np.add.at(counts, (np.flatnonzero(is_left), kinds_of(fours[is_left] | card)), 1)
    return counts


def kinds_of(hands: Numbers) -> Numbers:
    """The place of each hand of five cards among the kinds that pay, from its ranks by suit."""
    a, b, c, d = hands.T
    ranks = a | b | c | d
    two = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d)
    three = (a & b & c) | (a & b & d) | (a & c & d) | (b & c & d)
    four = a & b & c & d
    is_flush = (_BITS[hands] == 5).any(axis=1)
    is_row = np.isin(ranks, _ROWS)
    cases = [
        is_flush & (ranks == _HIGH),
        is_flush & is_row,
        four > 0,
        (three > 0) & (_BITS[two] == 2),
        is_flush,
        is_row,
        three > 0,
        _BITS[two] == 2,
        (two & _HIGH) > 0,
    ]
    return np.select(cases, range(len(cases)), len(cases))
