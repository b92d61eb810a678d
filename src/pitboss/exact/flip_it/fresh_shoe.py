"""A fresh shoe before any card is seen: how likely the fifth card is a joker, or any other card.

At a cut-card table the jokers that fell among the opening cards are unseen by the sheet and
averaged over. Jokers lie at random among the gaps between other cards, so the gap behind the fourth
other card holds a joker with probability jokers / all cards: the fifth card is a joker exactly as
often as any unseen card. A continuous shuffler takes every joker back, so its fifth card comes from
all cards but the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.equipment.cards import RANKS
from pitboss.games.flip_it.edition import ROW_SIZE, Edition, ShoeMode

ODD = frozenset({3, 5, 7, 9, 11, 13})
EVEN = frozenset({2, 4, 6, 8, 10, 12})
HIGH = frozenset(range(8, 14))
LOW = frozenset(range(2, 8))
RED, BLACK = frozenset({1, 2}), frozenset({0, 3})


@dataclass(frozen=True, slots=True)
class FreshShoe:
    """How many cards are plain and how many jokers, and where the fifth card comes from."""

    plain: int
    jokers: int
    continuous: bool

    @classmethod
    def of(cls, edition: Edition) -> FreshShoe:
        plain = edition.deck.size - edition.deck.jokers
        return cls(plain, edition.deck.jokers, edition.shoe is ShoeMode.CONTINUOUS)

    @property
    def cases_unseen(self) -> int:
        """The equally likely cards the fifth may be."""
        return self.plain + self.jokers - (ROW_SIZE if self.continuous else 0)

    @property
    def plain_chance(self) -> Fraction:
        """How often the fifth card is not a joker."""
        return 1 - Fraction(self.jokers, self.cases_unseen)

    @property
    def method(self) -> str:
        kept = "continuous shuffler" if self.continuous else "first round of a fresh shoe"
        return (
            f"Every fifth card counted before a card is seen ({kept}): a joker with probability"
            f" {self.jokers}/{self.cases_unseen}, every other card equally likely; the bonus from"
            " every row that offers it. Nothing is sampled or rounded."
        )


def simple_wins(edition: Edition) -> dict[str, tuple[int, Fraction]]:
    """For each inside and Call It bet: how many cards of a fresh shoe win it, and its odds."""
    ranks, suits, copies = edition.deck.ranks, edition.deck.suits, edition.deck.copies
    inside = edition.inside.to_one
    wins = {
        "inside:red": (copies * len(RED & set(suits)) * len(ranks), inside),
        "inside:black": (copies * len(BLACK & set(suits)) * len(ranks), inside),
    }
    for name, group in (("odd", ODD), ("even", EVEN), ("high", HIGH), ("low", LOW)):
        wins[f"inside:{name}"] = (copies * len(suits) * len(group & set(ranks)), inside)
    for rank in range(2, 14):
        held = copies * len(suits) if rank in ranks else 0
        wins[f"call:{RANKS[rank - 1]}"] = (held, edition.call_it.to_one)
    return wins
