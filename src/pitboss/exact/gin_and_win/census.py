"""The census: every hand up to the names of suits, with its dealer hands by outcome.

In full 6,009,159 classes: a pattern and the ranks it stands on. From it any pays are decided and
counted without a shortcut, and the table of all values is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.bonus import LINES, LOSE, pattern_lines
from pitboss.exact.gin_and_win.dealer_counts import count_dealers, hand_types, split_index
from pitboss.exact.gin_and_win.integer_pays import Values, whole_pays
from pitboss.exact.gin_and_win.parameters import CardPool, GinParameters
from pitboss.exact.gin_and_win.patterns import Patterns, patterns_of, ranks_in
from pitboss.exact.gin_and_win.score_ranking import rank_scores
from pitboss.exact.gin_and_win.solution import DealCounts, Solution
from pitboss.exact.gin_and_win.ties import masks_of_score
from pitboss.exact.gin_and_win.types import Counts
from pitboss.invariants import check

METHOD = "Every hand up to the names of suits against every dealer hand; no sampling."

Small = NDArray[np.int32]
"""Counts of dealer hands: at most C(45,7) = 45,379,620."""


@dataclass(frozen=True, slots=True, eq=False)
class Census:
    """Equally long arrays over all classes, pattern by pattern, rank sets in order."""

    parameters: GinParameters
    starts: Counts
    """Where each pattern of `patterns_of` begins, and the end."""
    no_qualify: Small
    win: Small
    lose: Small
    tie: Small

    @property
    def images(self) -> Counts:
        """Hands in each class."""
        return np.repeat(patterns_of(self.parameters.pool).images, np.diff(self.starts))

    @property
    def score(self) -> Counts:
        return np.repeat(patterns_of(self.parameters.pool).score, np.diff(self.starts))

    def play_values(self) -> Values:
        """What playing nets against all dealer hands, in units of `whole_pays`."""
        pays = whole_pays(self.parameters)
        values = pays.times(pays.no_qualify, self.no_qualify)
        for pay, counts in ((pays.win, self.win), (pays.tie, self.tie), (pays.lose, self.lose)):
            if pay:
                values += pays.times(pay, counts)
        patterns = patterns_of(self.parameters.pool)
        zero = np.flatnonzero(np.repeat(patterns.score == 0, np.diff(self.starts)))
        values[zero] += pays.times(pays.zero_win - pays.win, self.win[zero])
        values[zero] += pays.times(pays.zero_tie - pays.tie, self.tie[zero])
        return values

    def folds(self) -> NDArray[np.bool_]:
        """Whether each class is better folded; where both are equal it is played."""
        return np.asarray(self.play_values() < whole_pays(self.parameters).fold, dtype=np.bool_)

    def place(self, suit_masks: tuple[int, ...]) -> int:
        """The index of a hand's class."""
        pool, ranks = self.parameters.pool, ranks_in(suit_masks)
        at = patterns_of(pool).find(suit_masks)
        return int(self.starts[at]) + rank_sets(pool.ranks, len(ranks)).index(ranks)


@dataclass(frozen=True, slots=True, eq=False)
class RankSets:
    """All sets of so many ranks, in lexical order."""

    rows: NDArray[np.int64]

    def index(self, ranks: list[int]) -> int:
        return int(np.flatnonzero((self.rows == ranks).all(axis=1))[0])

    def below(self, rank: int) -> Counts:
        """How many ranks of each set lie below a rank."""
        result: Counts = (self.rows < rank).sum(axis=1)
        return result


@cache
def rank_sets(deck_ranks: int, ranks: int) -> RankSets:
    rows = np.array(list(combinations(range(deck_ranks), ranks)), dtype=np.int64)
    return RankSets(rows.reshape(comb(deck_ranks, ranks), ranks))


@cache
def _columns(deck_ranks: int, ranks: int, left_over: int) -> NDArray[np.intp]:
    """For each rank set, which left-over mask the pattern's left-over places come to."""
    rows = rank_sets(deck_ranks, ranks).rows
    places = [place for place in range(ranks) if left_over >> place & 1]
    masks = (1 << rows[:, places]).sum(axis=1)
    known = masks_of_score(len(places), ranks=deck_ranks)
    columns: NDArray[np.intp] = np.searchsorted(known, masks)
    return columns


def take_census(parameters: GinParameters) -> Census:
    """The census for one qualifier; the pays do not matter yet."""
    pool = parameters.pool
    patterns = patterns_of(pool)
    classes = np.array([comb(pool.ranks, int(ranks)) for ranks in patterns.ranks])
    starts = np.concatenate([[0], np.cumsum(classes)])
    arrays = [np.empty(int(starts[-1]), dtype=np.int32) for _ in range(4)]
    places = _places_in_score(patterns)
    for ranks in np.unique(patterns.ranks).tolist():
        # Patterns on equally many ranks stand together: one row each, one column a rank set.
        alike = np.flatnonzero(patterns.ranks == ranks)
        part = slice(starts[alike[0]], starts[alike[-1] + 1])
        blocks = [array[part].reshape(alike.size, -1) for array in arrays]
        left_overs = patterns.left_over[alike]
        for left_over in np.unique(left_overs).tolist():
            rows = np.flatnonzero(left_overs == left_over)
            some = patterns.take(alike[rows])
            for block, values in zip(
                blocks, _outcomes(parameters, some, places[alike[rows]]), strict=True
            ):
                block[rows] = values
    check(pool.dealer_hands < 2**31, "counts of dealer hands fit in 32 bits")
    return Census(parameters, starts, *arrays)


def _places_in_score(patterns: Patterns) -> NDArray[np.intp]:
    """The place of each pattern among those of its score."""
    places = np.zeros(patterns.ranks.size, dtype=np.intp)
    for score in np.unique(patterns.score).tolist():
        of_score = np.flatnonzero(patterns.score == score)
        places[of_score] = np.arange(of_score.size)
    return places


def _outcomes(
    parameters: GinParameters, patterns: Patterns, places: NDArray[np.intp]
) -> tuple[Counts, ...]:
    """Not qualifying, win, lose, tie: a row a pattern, a column a rank set.

    The patterns stand on equally many ranks and leave the same places over.
    """
    pool, table = parameters.pool, count_dealers(parameters)
    tables = rank_scores(pool, parameters.worst_qualifying)
    ranks, score = int(patterns.ranks[0]), int(patterns.score[0])
    low = rank_sets(pool.ranks, ranks).below(parameters.qualifier_rank)
    split = _splits(parameters, patterns, ranks)
    failing = table.failing[split][:, low]
    # A hand that fails loses to every dealer who qualifies with its score or a lower one.
    fails_lose = table.beside[split, : score + 1].sum(axis=2)[:, low]
    if score >= len(tables):
        none = np.zeros_like(failing)
        return failing, none, fails_lose, none
    at = np.ix_(places, _columns(pool.ranks, ranks, int(patterns.left_over[0])))
    better = table.beside[split, :score].sum(axis=2)[:, low] + tables[score].lower[at]
    qualifies = table.qualifies[split][:, low]
    lose = np.where(qualifies, better, fails_lose)
    tie = np.where(qualifies, tables[score].equal[at], 0)
    return failing, pool.dealer_hands - failing - lose - tie, lose, tie


def _splits(parameters: GinParameters, patterns: Patterns, ranks: int) -> NDArray[np.intp]:
    """(patterns, 0 to ranks): the type with so many of the ranks up to the qualifier."""
    size = patterns.ranks.size
    types = hand_types(parameters.pool)
    row = np.repeat(np.arange(size), ranks + 1)
    low = np.tile(np.arange(ranks + 1), size)
    return split_index(types, patterns.take(row), low).reshape(size, ranks + 1)


def lines_by_census(
    parameters: GinParameters, *, lowest: int, highest: int
) -> dict[str, DealCounts]:
    """Every class of hands decided by its own value, and its deals counted by bonus line."""
    census, patterns = take_census(parameters), patterns_of(parameters.pool)
    folds, lines = census.folds(), pattern_lines(patterns)
    totals = {name: np.zeros(7, dtype=object) for name in (*LINES, LOSE)}
    for at in range(patterns.ranks.size):
        part = slice(int(census.starts[at]), int(census.starts[at + 1]))
        for name, chosen in _split(parameters.pool, at, int(lines[at]), lowest, highest):
            played = chosen & ~folds[part]
            fails, win, lose, tie = (
                int(counts[part][played].sum(dtype=np.int64))
                for counts in (census.no_qualify, census.win, census.lose, census.tie)
            )
            zero = patterns.score[at] == 0
            ends = [fails, 0, win, lose, 0, tie] if zero else [fails, win, 0, lose, tie, 0]
            folded = int((chosen & folds[part]).sum()) * parameters.pool.dealer_hands
            totals[name] += int(patterns.images[at]) * np.array([folded, *ends], dtype=object)
    return {name: DealCounts(*(int(one) for one in sums)) for name, sums in totals.items()}


def _split(
    pool: CardPool, at: int, line: int, lowest: int, highest: int
) -> list[tuple[str, NDArray[np.bool_]]]:
    """The lines that the classes of one pattern make: two where a pair's ranks decide."""
    patterns = patterns_of(pool)
    ranks, left_over = int(patterns.ranks[at]), int(patterns.left_over[at])
    rows = rank_sets(pool.ranks, ranks).rows + 1
    everyone = np.ones(rows.shape[0], dtype=np.bool_)
    if line < len(LINES):
        return [(LINES[line], everyone)]
    if patterns.score[at] != 2:
        return [(LOSE, everyone)]
    left = rows[:, (left_over >> np.arange(ranks) & 1) == 1]
    pays = np.logical_and.reduce((left >= lowest) & (left <= highest), axis=1)
    return [(LINES[-1], pays), (LOSE, ~pays)]


def solve_by_census(parameters: GinParameters) -> Solution:
    """Every class decided by its own value, and counted."""
    lines = lines_by_census(parameters, lowest=1, highest=parameters.pool.ranks)
    counts = DealCounts.total_of(lines.values())
    return Solution(parameters, counts, counts.fold // parameters.pool.dealer_hands, METHOD)
