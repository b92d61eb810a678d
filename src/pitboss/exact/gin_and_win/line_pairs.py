"""Two seats at once: how often the hands of two seats make each pair of bonus lines.

The lines ask for a score, for cards of one rank or suit, and for left-over ranks up to a highest,
so they do not change when ranks up to it, or above it, are swapped.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pitboss.exact.gin_and_win.bonus import LINES, LOSE, pattern_lines
from pitboss.exact.gin_and_win.dealer_counts import hand_types
from pitboss.exact.gin_and_win.decision_groups import dot
from pitboss.exact.gin_and_win.lattice import avoiding, containing, sizes, within
from pitboss.exact.gin_and_win.parameters import CardPool
from pitboss.invariants import check

OTHER = "other"
"""Hands of the last paid line and of none, where ranks are asked for from below."""

LinePairs = Mapping[tuple[str, str], int]
"""Ordered pairs of disjoint hands by the lines they make."""


def kind_of(line: str, *, lowest: int) -> str:
    """The kind under which pairs count a line.

    A range of ranks that does not begin with the lowest is no matter of groups: the house way
    leaves the lowest ranks it can, from the highest down. Then the last line and none are one.
    """
    return OTHER if lowest > 1 and line in (LINES[-1], LOSE) else line


def line_pairs(pool: CardPool, *, lowest: int, highest: int) -> LinePairs:
    """Every ordered pair of disjoint hands once."""
    types = hand_types(pool)
    split = highest if lowest == 1 else pool.ranks
    groups = np.array([[split], [pool.ranks - split]])
    hands = sizes(types.lattice.levels[-1], suits=pool.suits, labels=2).at(groups)
    line = pattern_lines(types.example)
    line[(line == len(LINES)) & (types.score == 2) & ~types.high_left] -= 1
    kinds = [kind_of(name, lowest=lowest) for name in (*LINES, LOSE)]
    names = tuple(dict.fromkeys(kinds))
    kind = np.array([names.index(one) for one in kinds])[line]
    family = np.where(kind[:, None] == np.arange(len(names)), hands, 0)
    beside = avoiding(
        types.lattice, containing(types.lattice, within(types.lattice, family), groups)
    )
    found = {
        (one, two): dot(family[:, first], beside[:, second])
        for first, one in enumerate(names)
        for second, two in enumerate(names)
    }
    check(sum(found.values()) == pool.deals, "every pair of hands makes one pair of lines")
    return found
