"""The best play of Gin & Win as a plan for the kernel, from the exact value of every hand.

Hands are taken up to the names of suits. Nearly all hands of one strength are best played alike;
where they are not, the fewer are listed one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.census import Census, rank_sets, take_census
from pitboss.exact.gin_and_win.edition import parameters_of
from pitboss.exact.gin_and_win.patterns import patterns_of
from pitboss.exact.gin_and_win.scoring import SCORE_SHIFT
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.simulate.kernels.gin_and_win import (
    FOLD,
    FOLD_UNLESS_LISTED,
    PLAY,
    PLAY_UNLESS_LISTED,
    Plan,
    plan_by_strength,
)

Numbers = NDArray[np.int64]
_RANKS = 13


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """Classes of hands: how strong it is, its key, and whether it is best folded."""

    strengths: Numbers
    keys: Numbers
    folds: NDArray[np.bool_]


def best_plan(edition: GinEdition) -> Plan:
    """Every hand played or folded as is best for it; where both are equal it is played."""
    return plan_of(classes_of(take_census(parameters_of(edition))))


def classes_of(census: Census) -> Classes:
    """The classes of every score at which some hands are folded and some might be played.

    Below the lowest score with a fold every hand is played, above the highest with a play
    every hand is folded, and a plan says so without a look at them.
    """
    pool = census.parameters.pool
    patterns = patterns_of(pool)
    folds = census.folds()
    score = census.score
    low, high = int(score[folds].min(initial=pool.hand)), int(score[~folds].max(initial=0))
    strengths, keys, kept = [], [], []
    for at in np.flatnonzero((patterns.score >= low) & (patterns.score <= max(low, high))):
        rows = rank_sets(pool.ranks, int(patterns.ranks[at])).rows
        left_over = _spread(int(patterns.left_over[at]), rows)
        strengths.append((int(patterns.score[at]) << SCORE_SHIFT) | left_over)
        # Suits of a pattern fall from the highest, which is the order of a key.
        key = np.zeros(len(rows), dtype=np.int64)
        for mask in patterns.suit_masks[at]:
            key = key << _RANKS | _spread(int(mask), rows)
        keys.append(key)
        kept.append(folds[int(census.starts[at]) : int(census.starts[at + 1])])
    return Classes(np.concatenate(strengths), np.concatenate(keys), np.concatenate(kept))


def _spread(mask: int, rows: Numbers) -> Numbers:
    """A mask of places as masks of ranks, for each rank set."""
    places = [place for place in range(rows.shape[1]) if mask >> place & 1]
    result: Numbers = (1 << rows[:, places]).sum(axis=1)
    return result


def plan_of(classes: Classes) -> Plan:
    """The plan that folds exactly the classes that are folded."""
    size = int(classes.strengths.max()) + 2
    folded = np.bincount(classes.strengths[classes.folds], minlength=size)
    played = np.bincount(classes.strengths[~classes.folds], minlength=size)
    if not folded.any():
        return plan_by_strength(play_below=size)
    first = int(np.flatnonzero(folded)[0])
    end = max(first, int(np.flatnonzero(played)[-1]) + 1 if played.any() else first)
    fold, play = folded[first:end], played[first:end]
    rules = np.full(end - first, PLAY, dtype=np.uint8)
    rules[(fold > 0) & (play == 0)] = FOLD
    mixed = (fold > 0) & (play > 0)
    rules[mixed & (play <= fold)] = FOLD_UNLESS_LISTED
    rules[mixed & (play > fold)] = PLAY_UNLESS_LISTED
    return _listed(classes, first, rules)


def _listed(classes: Classes, first: int, rules: NDArray[np.uint8]) -> Plan:
    """The plan with the hands that its mixed strengths name."""
    at = classes.strengths - first
    inside = np.flatnonzero((at >= 0) & (at < len(rules)))
    rule = rules[at[inside]]
    named = ((rule == FOLD_UNLESS_LISTED) & ~classes.folds[inside]) | (
        (rule == PLAY_UNLESS_LISTED) & classes.folds[inside]
    )
    chosen = inside[named]
    order = chosen[np.lexsort((classes.keys[chosen], at[chosen]))]
    starts = np.searchsorted(at[order], np.arange(len(rules) + 1))
    return Plan(first, rules, starts.astype(np.int64), classes.keys[order].astype(np.uint64))
