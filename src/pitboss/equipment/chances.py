"""Chances: everything that a draw can show, with how many of the equally likely cases show it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import combinations, product
from math import comb, prod
from typing import Any, TypeVar

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Composition

T = TypeVar("T")


def card_sets(undealt: Composition, count: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Every set of `count` cards, with the number of ways to deal it."""
    left = [(card, held) for card, held in undealt.entries if held]
    if all(held == 1 for _, held in left):
        return ((1, cards) for cards in combinations([card for card, _ in left], count))
    return _sets(left, count)


def alike_sets(
    undealt: Composition, count: int, alike: Callable[[Card], Hashable]
) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Sets of `count` cards, one for all that differ only in cards that are alike."""
    classes: dict[Hashable, list[tuple[Card, int]]] = {}
    for card, held in undealt.entries:
        if held:
            classes.setdefault(alike(card), []).append((card, held))
    groups = list(classes.values())
    sizes = [(at, sum(held for _, held in group)) for at, group in enumerate(groups)]
    for ways, chosen in _sets(sizes, count):
        cards: list[Card] = []
        for at in dict.fromkeys(chosen):
            cards += _first_of(groups[at], chosen.count(at))
        yield ways, tuple(cards)


def suit_sets(undealt: Composition, count: int) -> Iterable[tuple[int, tuple[Card, ...]]]:
    """Sets of `count` cards, one for all that differ only by an exchange of suits.

    Every set, where the suits are not held alike any more.
    """
    if not _has_equal_suits(undealt):
        return card_sets(undealt, count)
    found: dict[Hashable, tuple[int, tuple[Card, ...]]] = {}
    for ways, cards in card_sets(undealt, count):
        by_suit: dict[int | None, tuple[int, ...]] = {}
        for card in cards:
            suit = None if card.is_joker else card.suit
            by_suit[suit] = (*by_suit.get(suit, ()), card.rank)
        key = tuple(sorted(by_suit.values()))
        before, first = found.get(key, (0, cards))
        found[key] = (before + ways, first)
    return found.values()


def _has_equal_suits(undealt: Composition) -> bool:
    held: dict[int, list[tuple[int, int]]] = {}
    for card, count in undealt.entries:
        if not card.is_joker:
            held.setdefault(card.suit, []).append((card.rank, count))
    first, *others = held.values() or [[]]
    return all(one == first for one in others)


def _first_of(group: list[tuple[Card, int]], count: int) -> list[Card]:
    found: list[Card] = []
    for card, held in group:
        found += [card] * min(held, count - len(found))
    return found


def _sets(left: list[tuple[T, int]], count: int) -> Iterator[tuple[int, tuple[T, ...]]]:
    if count == 0:
        yield 1, ()
        return
    total = sum(held for _, held in left)
    for at, (card, held) in enumerate(left):
        if total < count:
            return  # Too few are left for a whole set.
        total -= held
        for copies in range(max(1, count - total), min(held, count) + 1):
            for ways, rest in _sets(left[at + 1 :], count - copies):
                yield comb(held, copies) * ways, (card,) * copies + rest


def stop_rows(parts: tuple[Mapping[T, int], ...]) -> Iterator[tuple[int, tuple[T, ...]]]:
    """Every row of what several things show, one each, with the number of stops that give it."""
    for row in product(*(part.items() for part in parts)):
        shown, ways = zip(*row, strict=True)
        yield prod(ways), shown


Row = tuple[Any, ...]


def unordered_rows(rows: Iterable[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
    """Rows that differ in their order alone as one, for equal things that nobody tells apart."""
    found: dict[Row, int] = {}
    for ways, row in rows:
        in_order = tuple(sorted(row))
        found[in_order] = found.get(in_order, 0) + ways
    return ((ways, row) for row, ways in found.items())
