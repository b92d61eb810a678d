"""Cells: every way a round can end, and what each bet nets in it, in whole numbers.

A cell is a joint outcome on which all bets depend; a trace is a list of cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.invariants import check

Numbers = NDArray[np.int64]
Cells = NDArray[np.uint16]
Draws = NDArray[np.uint8]
"""Draws as a user hands them in, one row a round."""


@dataclass(frozen=True, slots=True, eq=False)
class CellTable:
    """Nets of one unit on each bet by cell, over a common denominator."""

    bets: tuple[str, ...]
    scale: int
    """Nets are whole numbers of one over `scale` of a unit."""
    nets: Numbers
    """[bet, cell]: what a unit nets, times `scale`; zero where the bet is not offered."""
    wagers: Numbers
    """[bet, cell]: units at stake in the end, raises included; zero where not offered."""
    exposures: Numbers
    """[exposure, cell]: one where a bet of this exposure was offered."""
    exposure_of: tuple[int, ...]
    """For each bet, its row of `exposures`."""
    largest_wager: tuple[int, ...]
    """For each bet, the most units a round can put at stake."""

    def __post_init__(self) -> None:
        bets, cells = len(self.bets), self.cells
        check(self.nets.shape == self.wagers.shape == (bets, cells), "one net a bet and cell")
        check(self.exposures.shape[1] == cells, "one exposure a cell")
        check(len(self.exposure_of) == len(self.largest_wager) == bets, "one exposure a bet")

    @property
    def cells(self) -> int:
        return int(self.nets.shape[1])

    @property
    def columns(self) -> Numbers:
        """[column, cell]: nets, then exposures."""
        return np.concatenate([self.nets, self.exposures])

    def exposure_column(self, bet: int) -> int:
        return len(self.bets) + self.exposure_of[bet]


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """Rounds one by one: cells by trip and round, and the table they refer to."""

    cells: Cells
    """[trip, round]."""
    table: CellTable


def scaled(nets: list[list[Fraction]]) -> tuple[int, Numbers]:
    """Rows of equally many fractions as whole numbers over their common denominator."""
    scale = common_scale([net for row in nets for net in row])
    return scale, np.stack([times(row, scale) for row in nets])


def common_scale(nets: list[Fraction]) -> int:
    """The least number that makes all of them whole."""
    return lcm(*(net.denominator for net in nets))


def times(nets: list[Fraction], scale: int) -> Numbers:
    """Fractions times a scale that makes them whole."""
    row = [net * scale for net in nets]
    check(all(net.denominator == 1 and abs(net) < 2**31 for net in row), "whole, and 32 bits")
    return np.array([int(net) for net in row], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class HandScores:
    """Hands scored, equally long arrays."""

    strength: NDArray[np.uint16]
    """Lower is better; the order in which hands beat each other."""
    score: NDArray[np.uint8]
    left_over: NDArray[np.uint16]
    """Masks of left-over ranks, bit 0 the lowest."""
    line: NDArray[np.uint8]
    """The bonus line of each hand, an index into `lines`."""
    lines: tuple[str, ...]
