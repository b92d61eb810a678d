"""Score ranking: for hands of one score, the dealer hands of that score below and level with them.

Rows are the patterns of the score, columns the left-over masks. Where left-over sets are fair the
sums of `qualifying_hands` serve, otherwise the compiled tables of `subset_tables`, one hand per
type.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.lattice import avoiding, sizes
from pitboss.exact.gin_and_win.parameters import FULL_RANKS, CardPool
from pitboss.exact.gin_and_win.patterns import patterns_of
from pitboss.exact.gin_and_win.qualifying_hands import score_level
from pitboss.exact.gin_and_win.ties import gap_codes, gap_sizes, rivals
from pitboss.exact.gin_and_win.types import Counts, canonical, unpack

MASKS_AT_ONCE = 200
"""Left-over masks whose tables are in memory together; one byte must tell them apart."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreRanking:
    """(patterns, masks) counts; without meaning where no hand has the pattern and the mask."""

    lower: Counts
    equal: Counts


@cache
def rank_scores(pool: CardPool, highest_score: int) -> tuple[ScoreRanking, ...]:
    """For every score up to the highest, by the shorter way that holds for it."""
    scores = range(min(highest_score, pool.hand) + 1)
    by_tables = tuple(score for score in scores if _needs_tables(pool, score))
    lower_by_score = dict(zip(by_tables, count_lower(pool, by_tables), strict=True))
    return tuple(
        _by_types(pool, score, lower_by_score.get(score)) or _by_sums(pool, score)
        for score in scores
    )


def _needs_tables(pool: CardPool, score: int) -> bool:
    """Whether lower left-over ranks need tables because `qualifying_hands` cannot sum them."""
    occurs = bool((patterns_of(pool).score == score).any())
    return score > 0 and occurs and score_level(pool, score) is None


def _by_types(pool: CardPool, score: int, lower: Counts | None) -> ScoreRanking | None:
    """From a hand of each type: for scores that count_lower, and for zero, where none is lower."""
    if lower is None and score > 0:
        return None
    table, kind = rivals(pool, score), type_of_patterns(pool, score)
    equal = avoiding(table.lattice, table.contained)
    return ScoreRanking(np.zeros_like(equal[kind]) if lower is None else lower[kind], equal[kind])


def _by_sums(pool: CardPool, score: int) -> ScoreRanking:
    fair = score_level(pool, score)
    if fair is None:
        none = np.zeros((0, 0), dtype=np.int64)
        return ScoreRanking(none, none)
    return ScoreRanking(fair.lower, np.broadcast_to(fair.equal[:, None], fair.lower.shape))


@cache
def possible_hands(pool: CardPool, score: int) -> NDArray[np.bool_]:
    """(types, masks): whether any hand has the type and leaves the mask."""
    table = rivals(pool, score)
    groups = gap_sizes(table.left_overs, score=score, ranks=pool.ranks)
    keys = table.lattice.levels[-1]
    return sizes(keys, suits=pool.suits, labels=groups.shape[0]).at(groups) > 0


@cache
def type_of_patterns(pool: CardPool, score: int) -> NDArray[np.intp]:
    """The type of each pattern of the score, in the order of `patterns_of`."""
    patterns = patterns_of(pool)
    patterns = patterns.take(patterns.score == score)
    codes = gap_codes(patterns.nibbles(), patterns.left_over)
    keys, index = canonical(codes, suits=pool.suits)
    return np.searchsorted(rivals(pool, score).lattice.levels[-1], keys)[index]


def first_hands(pool: CardPool, score: int) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """One hand for each possible pair of type and mask, and the flat index of the pair.

    The codes of a gap take its lowest ranks. Cards are numbered rank times suits plus suit.
    """
    table = rivals(pool, score)
    groups = gap_sizes(table.left_overs, score=score, ranks=pool.ranks)
    begin = np.cumsum(groups, axis=0) - groups
    codes = unpack(table.lattice.levels[-1])
    label = (codes >> 4).astype(np.intp)
    same = (label[:, :, None] == label[:, None, :]) & (codes[:, None, :] != 0)
    ordinal = np.tril(same, -1).sum(axis=2)
    pair = np.flatnonzero(possible_hands(pool, score))
    kind, mask = np.divmod(pair, table.left_overs.size)
    rank = begin[label[kind], mask[:, None]] + ordinal[kind]
    taken = codes[kind, :, None] >> np.arange(pool.suits) & 1
    number = np.where(taken, rank[:, :, None] * pool.suits + np.arange(pool.suits), 255)
    cards = np.sort(number.reshape(pair.size, -1), axis=1)[:, : pool.hand]
    return cards.astype(np.uint8), pair


def count_lower(pool: CardPool, scores: tuple[int, ...]) -> tuple[Counts, ...]:
    """Dealer hands with lower left-over ranks by the compiled tables: one array a score."""
    results = tuple(np.zeros(possible_hands(pool, s).shape, dtype=np.int64) for s in scores)
    if not scores:
        return results
    # numba is imported only where compiled code is used: it takes half a second.
    from pitboss.exact.gin_and_win.subset_tables import make_subset_tables

    hands, strengths = [], []
    for score in scores:
        cards, pair = first_hands(pool, score)
        masks = rivals(pool, score).left_overs
        hands.append(cards)
        strengths.append(score << FULL_RANKS | masks[pair % masks.size])
    lower = make_subset_tables(pool).lower(
        np.concatenate(hands), np.concatenate(strengths), at_once=MASKS_AT_ONCE
    )
    ends = np.cumsum([cards.shape[0] for cards in hands])
    for score, result, part in zip(scores, results, np.split(lower, ends[:-1]), strict=True):
        result[possible_hands(pool, score)] = part
    return results
