"""Spin N Win as the runner sees it: 25 cells, by the colours of both Tops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.tops import Face
from pitboss.exact.spin_n_win.results import symbol_nets
from pitboss.games.editions import HasHead
from pitboss.games.spin_n_win.edition import Edition
from pitboss.invariants import narrow
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.cells import Cells, CellTable, Draws, Traced, scaled
from pitboss.simulate.generator import Words
from pitboss.simulate.kernels.spin_n_win import (
    CELLS,
    COLOURS,
    FACES,
    tally_any_spins,
    tally_spins,
    trace_any_spins,
    trace_spins,
)
from pitboss.simulate.tallies import RoundTally, tally_of_counts

FULL_CHUNK = 1 << 28
FULL_CHUNK_ANY = 1 << 23
_COLOUR = np.array([COLOURS.index(face) for face in FACES], dtype=np.uint16)


@dataclass(frozen=True, slots=True, eq=False)
class SpinModel:
    """Two identical Tops; eight faces as documented run 64 rounds at a time."""

    is_independent: ClassVar = True
    table: CellTable
    top: NDArray[np.uint8]
    """Faces as indexes into COLOURS."""

    @property
    def is_documented(self) -> bool:
        return sorted(self.top.tolist()) == sorted(_COLOUR.tolist())

    @property
    def full_chunk(self) -> int:
        return FULL_CHUNK if self.is_documented else FULL_CHUNK_ANY

    @property
    def method(self) -> str:
        return (
            "Every spin of both Tops is drawn and settled for every bet, and counted by the"
            " colours that showed."
        )

    def tally(self, state: Words, rounds: int) -> RoundTally:
        if self.is_documented:
            counts = tally_spins(state, rounds=rounds)
        else:
            counts = tally_any_spins(state, rounds=rounds, first=self.top, second=self.top)
        return tally_of_counts(self.table.columns, counts)

    def trace(self, state: Words, *, trips: int, rounds: int) -> Traced:
        total = trips * rounds
        if self.is_documented:
            faces = trace_spins(state, rounds=total)
            cells = cells_of(faces >> 3, faces & 7)
        else:
            cells = trace_any_spins(state, rounds=total, top=self.top)
        return Traced(cells.reshape(trips, rounds), self.table)

    def draw_cells(self, draws: Draws) -> Cells | Refusal:
        return draw_cells(draws)


def draw_cells(draws: Draws) -> Cells | Refusal:
    """Cells of spins given as rows of two faces, Top A and Top B, numbered as in COLOURS."""
    if draws.ndim != 2 or draws.shape[1] != 2 or bool((draws >= len(COLOURS)).any()):
        return Refusal(
            RefusalCode.BAD_FACE, f"A spin is a row of two faces, numbered 0 to 4 for {COLOURS}."
        )
    return draws[:, 0].astype(np.uint16) * len(COLOURS) + draws[:, 1]


def cells_of(first: NDArray[Any], second: NDArray[Any]) -> NDArray[np.uint16]:
    """The cells of faces given as indexes into FACES."""
    cells: NDArray[np.uint16] = _COLOUR[first] * np.uint16(len(COLOURS)) + _COLOUR[second]
    return cells


def table_of(edition: Edition) -> CellTable:
    """What each bet nets in each cell."""
    nets = symbol_nets(edition)
    faces = [Face(letter) for letter in COLOURS]
    scale, rows = scaled([[by[a, b] for a in faces for b in faces] for by in nets.values()])
    ones = np.ones((len(nets), CELLS), dtype=np.int64)
    return CellTable(tuple(nets), scale, rows, ones, ones[:1], (0,) * len(nets), (1,) * len(nets))


def model(edition: HasHead, strategy: str) -> SpinModel | None:
    """The model of an edition; nothing is decided, so every strategy is the same."""
    record = narrow(edition, Edition)
    top = np.array([COLOURS.index(face.value) for face in record.top.faces], dtype=np.uint8)
    return SpinModel(table_of(record), top)
