"""The house way: the one arrangement in which a hand is shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations, product

from pitboss.equipment.cards import Card
from pitboss.games.gin_and_win.bonus import BonusLine, zero_line
from pitboss.games.gin_and_win.combinations import (
    FLUSH_MIN,
    RANK_SET_MIN,
    Arrangement,
    Heights,
    highest_first,
    in_show_order,
)

_LINE_ORDER = {line: position for position, line in enumerate(BonusLine)}

HANDS_KEPT = 4096
"""A hand is shown many times: to its player, at the settlement, and by every walk of the oracle."""

Chosen = tuple[tuple[Card, ...], ...]
"""The cards of each suit that go into a flush; empty where the suit makes none."""
HANDS_KEPT = 1_024
"""A hand is arranged again for every viewer of it and in every view until the next round."""


@lru_cache(HANDS_KEPT)
def house_way(cards: tuple[Card, ...], heights: Heights) -> Arrangement:
    """The lowest score, then the lowest left-over cards, then the tie order (GNW-2.1, GNW-2.3).

    Once the cards in flushes are chosen, the rest follows: every rank of which two or more
    remain is a rank set, and any other use of those cards leaves more of them over. So it is
    enough to try every choice of flushes. Splitting a flush or a rank set in two never helps.
    """
    best: tuple[int, ...] = ()
    tied: list[Chosen] = []
    for chosen in _flush_choices(cards):
        key = _left_over_key(cards, chosen, heights)
        if not tied or key < best:
            best, tied = key, [chosen]
        elif key == best:
            tied.append(chosen)
    laid_out = [_laid_out(cards, chosen, heights) for chosen in tied]
    return laid_out[0] if len(laid_out) == 1 else min(laid_out, key=_tie_order)


def _flush_choices(cards: tuple[Card, ...]) -> Iterator[Chosen]:
    by_suit: dict[int, list[Card]] = {}
    for card in cards:
        by_suit.setdefault(card.suit, []).append(card)
    long_suits = [suited for suited in by_suit.values() if len(suited) >= FLUSH_MIN]
    return product(*([(), *_flushes(suited)] for suited in long_suits))


def _flushes(suited: list[Card]) -> Iterator[tuple[Card, ...]]:
    sizes = range(FLUSH_MIN, len(suited) + 1)
    return chain.from_iterable(combinations(suited, size) for size in sizes)


def _left_over_key(cards: tuple[Card, ...], chosen: Chosen, heights: Heights) -> tuple[int, ...]:
    """Score, then the heights of the left-over cards from the highest down: lower is better."""
    in_flush = set(chain.from_iterable(chosen))
    ranks = [card.rank for card in cards if card not in in_flush]
    left = sorted((heights[rank] for rank in ranks if ranks.count(rank) == 1), reverse=True)
    return (len(left), *left)


def _laid_out(cards: tuple[Card, ...], chosen: Chosen, heights: Heights) -> Arrangement:
    by_rank: dict[int, tuple[Card, ...]] = {}
    in_flush = set(chain.from_iterable(chosen))
    for card in cards:
        if card not in in_flush:
            by_rank[card.rank] = (*by_rank.get(card.rank, ()), card)
    rank_sets = [same for same in by_rank.values() if len(same) >= RANK_SET_MIN]
    single = tuple(same[0] for same in by_rank.values() if len(same) < RANK_SET_MIN)
    return Arrangement(
        combinations=in_show_order((*rank_sets, *filter(None, chosen))),
        left_over=highest_first(single, heights),
    )


def _tie_order(arrangement: Arrangement) -> tuple[int, int, int, Chosen]:
    """Higher bonus line, more cards in rank sets, fewer combinations, card order (GNW-2.3).

    Arrangements that tie have the same left-over ranks; only a score of zero has several lines.
    """
    line = 0 if arrangement.left_over else _LINE_ORDER[zero_line(arrangement)]
    return (
        line,
        -arrangement.cards_in_rank_sets,
        len(arrangement.combinations),
        arrangement.combinations,
    )
