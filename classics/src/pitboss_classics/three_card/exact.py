"""The exact figures: every player's hand, up to suits, beside every dealer's hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from pitboss.gamekit import RANKS, Card
from pitboss.gamekit.proof import BetFigures, Distribution, GameFigures
from pitboss_classics.three_card import Edition
from pitboss_classics.three_card.hands import ACE, Strength, qualifies, strength

Law = Counter[Fraction]
Hand = tuple[Card, ...]
LOST = Fraction(-1)
REDUCED = {"cards.ranks": "TJQ"}
"""Few enough cards for the oracle, to compare the solver with it."""


def figures(edition: Edition) -> GameFigures:
    base, lowest = _base_game(edition)
    names = "-".join(RANKS[0 if rank == ACE else rank - 1] for rank in lowest[1])
    return GameFigures(
        (base, _pair_plus(edition)),
        "Every hand of the player up to an exchange of suits, beside every hand of the dealer.",
        strategy=(f"Play {names} or better, and fold what is lower.",),
    )


def lowest_played(edition: Edition) -> Strength:
    """The lowest hand that is better played than folded."""
    return _base_game(edition)[1]


def _pair_plus(edition: Edition) -> BetFigures:
    pays, law = dict(edition.pair_plus), Law()
    for hand in _hands(edition):
        odds = pays.get(strength(hand)[0])
        law[LOST if odds is None else odds.to_one] += 1
    return BetFigures("pair-plus", "stake", Distribution.of_counts(law))


@cache
def _base_game(edition: Edition) -> tuple[BetFigures, Strength]:
    """Ante and Play by best play, and the lowest hand that is played."""
    hands = _hands(edition)
    strengths = [strength(hand) for hand in hands]
    order = {one: at for at, one in enumerate(sorted(set(strengths)))}
    levels = np.array([order[one] for one in strengths])
    does_qualify = np.array([qualifies(one) for one in strengths])
    bits = [sum(1 << (4 * card.rank + card.suit) for card in hand) for hand in hands]
    masks = np.array(bits, np.uint64)
    law, bonus = Law(), dict(edition.bonus)
    played: dict[Strength, int] = {}
    for at, copies in _classes(hands):
        is_free = (masks & masks[at]) == 0
        seen = levels[is_free & does_qualify]
        cases, wins, loses = (
            int(is_free.sum()),
            _count(seen < levels[at]),
            _count(seen > levels[at]),
        )
        nets = {1: cases - len(seen), 2: wins, -2: loses, 0: len(seen) - wins - loses}
        extra = bonus.get(strengths[at][0], 0)
        if sum((net + extra) * count for net, count in nets.items()) < -cases:
            law[LOST] += copies * cases
            continue
        played[strengths[at]] = played.get(strengths[at], 0) + copies * cases
        for net, count in nets.items():
            law[Fraction(net + extra)] += copies * count
    dealt = Distribution.of_counts(law)
    wager = 1 + Fraction(sum(played.values()), dealt.total)
    return BetFigures("ante-play", "Ante", dealt, average_wager=wager), min(played)


def _count(found: np.ndarray) -> int:
    return int(found.sum())


def _hands(edition: Edition) -> list[Hand]:
    cards = [Card(rank=rank, suit=suit) for rank in edition.ranks for suit in range(4)]
    return list(combinations(cards, 3))


def _classes(hands: list[Hand]) -> Iterator[tuple[int, int]]:
    """One hand of all that differ only by an exchange of suits, and how many they are."""
    found: dict[object, list[int]] = {}
    for at, hand in enumerate(hands):
        # Three cards are told apart, but for suits, by which of their ranks are of one suit.
        key = sorted((one.rank, sorted(c.rank for c in hand if c.suit == one.suit)) for one in hand)
        found.setdefault(str(key), []).append(at)
    return ((same[0], len(same)) for same in found.values())
