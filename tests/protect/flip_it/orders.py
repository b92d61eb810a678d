"""Direct enumeration of small shoes: every order, judged by the rules of the row alone.

Independent of the kernel and of the exact solvers: Python integers and fractions, one card at a
time. Used by the tests of counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.equipment.cards import Card
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import RowKind, made_hand, next_row, row_kind

Left = Counter[Card]


@dataclass(slots=True)
class Earned:
    """What all orders together earned, and how many flips they had, weighed by chance."""

    gains: dict[str, Fraction] = field(default_factory=dict)
    flips: Fraction = Fraction(0)

    def per_round(self, bet: str) -> Fraction:
        return self.gains.get(bet, Fraction(0)) / self.flips


def inside_wins(name: str) -> Callable[[Card], bool]:
    tests: dict[str, Callable[[Card], bool]] = {
        "red": lambda card: card.suit in (1, 2),
        "black": lambda card: card.suit in (0, 3),
        "odd": lambda card: card.rank in (3, 5, 7, 9, 11, 13),
        "even": lambda card: card.rank in (2, 4, 6, 8, 10, 12),
        "high": lambda card: 8 <= card.rank <= 13,
        "low": lambda card: 2 <= card.rank <= 7,
    }
    return lambda card: not card.is_joker and tests[name](card)


def values(edition: Edition, left: Left, row: tuple[Card, ...]) -> Iterator[tuple[str, Fraction]]:
    """What every bet is worth before the next flip."""
    total = sum(left.values())
    for name in ("red", "black", "odd", "even", "high", "low"):
        won = sum(held for card, held in left.items() if inside_wins(name)(card))
        yield f"inside:{name}", (edition.inside.to_one + 1) * Fraction(won, total) - 1
    calls = [
        (edition.call_it.to_one + 1)
        * Fraction(sum(held for card, held in left.items() if card.rank == rank), total)
        - 1
        for rank in range(2, 14)
    ]
    yield "call-it", max(calls)
    yield "call-all", sum((call for call in calls if call > 0), Fraction(0))
    if row_kind(row) is not RowKind.NOTHING:
        bonus = Fraction(-1)
        for card, held in left.items():
            made = None if card.is_joker else made_hand(row, card)
            if made is not None:
                bonus += (edition.bonus_odds(made[0]).to_one + 1) * Fraction(held, total)
        yield "bonus", bonus


def enumerate_orders(edition: Edition, *, undealt: int) -> Earned:
    """Every order of the shoe down to the cut card."""
    earned = Earned()
    left = Counter(dict(edition.deck.counts()))
    _walk(edition, undealt, left, (), Fraction(1), earned, flipped=False)
    return earned


def _walk(  # noqa: PLR0917 - a plain recursion
    edition: Edition,
    undealt: int,
    left: Left,
    row: tuple[Card, ...],
    chance: Fraction,
    earned: Earned,
    *,
    flipped: bool,
) -> None:
    total = sum(left.values())
    is_flip = len(row) == 4
    if is_flip:
        if total == 0 or (flipped and total <= undealt):
            return
        earned.flips += chance
        for bet, value in values(edition, left, row):
            if value > 0:
                earned.gains[bet] = earned.gains.get(bet, Fraction(0)) + chance * value
    for card in [card for card, held in left.items() if held]:
        part = chance * Fraction(left[card], total)
        left[card] -= 1
        if is_flip:
            after = next_row(row, card)
        else:
            after = row if card.is_joker else (*row, card)
        _walk(edition, undealt, left, after, part, earned, flipped=is_flip)
        left[card] += 1
