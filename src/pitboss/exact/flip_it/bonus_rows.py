"""The rows that offer the bonus: how often each occurs, and how many cards make each hand.

Counted by ranks from a fresh shoe. With n cards of each of R ranks among N plain cards there are
C(N, 4) rows; the formulas below count those of each kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from pitboss.games.flip_it.edition import ROW_SIZE, Edition
from pitboss.games.flip_it.row import ROYAL_RANKS, BonusHand, RowKind


@dataclass(frozen=True, slots=True)
class BonusRow:
    """A kind of row, its probability, and for each hand how many cards of the shoe make it."""

    kind: str
    probability: Fraction
    makes: tuple[tuple[BonusHand, int], ...]


def bonus_rows(edition: Edition) -> tuple[BonusRow, ...]:
    """Every kind of row that offers the bonus and can occur, in the order of the rules."""
    deck = edition.deck
    ranks, each = len(deck.ranks), deck.copies * len(deck.suits)
    rows = comb(ranks * each, ROW_SIZE)
    kinds = (
        (
            RowKind.PAIR,
            ranks * comb(each, 2) * comb(ranks - 1, 2) * each**2,
            ((BonusHand.THREE_OF_A_KIND, each - 2), (BonusHand.TWO_PAIR, 2 * (each - 1))),
        ),
        (
            RowKind.TWO_PAIR,
            comb(ranks, 2) * comb(each, 2) ** 2,
            ((BonusHand.FULL_HOUSE, 2 * (each - 2)),),
        ),
        (
            RowKind.THREE,
            ranks * comb(each, 3) * (ranks - 1) * each,
            ((BonusHand.FOUR_OF_A_KIND, each - 3), (BonusHand.FULL_HOUSE, each - 1)),
        ),
        (RowKind.FOUR, ranks * comb(each, 4), ((BonusHand.FIVE_OF_A_KIND, each - 4),)),
        _royal_draws(edition),
    )
    return tuple(
        BonusRow(kind.value, Fraction(count, rows), makes) for kind, count, makes in kinds if count
    )


def _royal_draws(edition: Edition) -> tuple[RowKind, int, tuple[tuple[BonusHand, int], ...]]:
    """Four different royal ranks of one suit; one rank of that suit completes them.

    All royal draws of a deck miss a rank the deck holds, or none does: with all five royal ranks
    in the deck each draw misses one of them, with four the missing rank does not exist.
    """
    deck = edition.deck
    royal = [rank for rank in deck.ranks if rank in ROYAL_RANKS]
    draws = sum(1 for _ in combinations(royal, ROW_SIZE)) * len(deck.suits)
    completes = deck.copies if len(royal) == len(ROYAL_RANKS) else 0
    makes = ((BonusHand.ROYAL_FLUSH, completes),)
    return RowKind.ROYAL_DRAW, draws * deck.copies**ROW_SIZE, makes
