"""The layout of a roulette table: every bet, the numbers it covers, and where it lies on the grid.

Columns run from the zeros to the twelve streets and the column bets; a number is two rows high, so
that zero and double zero can share the height of a street.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.gamekit import Cell

RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
ZERO, DOUBLE_ZERO = "0", "00"
STREETS = range(1, 37, 3)
TALL = 6
"""Rows of one street."""


@dataclass(frozen=True, slots=True)
class Place:
    """A bet: its kind, its name, what it covers, and where it lies."""

    kind: str
    key: str
    label: str
    covers: frozenset[str]
    cell: Cell


def colour_of(mark: str) -> str:
    if mark in (ZERO, DOUBLE_ZERO):
        return "green"
    return "red" if int(mark) in RED else "black"


def places(zeros: tuple[str, ...]) -> tuple[Place, ...]:
    """Every bet of a wheel with these zeros, numbers first."""
    return (
        *_straights(zeros),
        *_outside(),
        *_splits(),
        *_streets(),
        *_corners(),
        *_lines(),
        *(_with_double_zero() if DOUBLE_ZERO in zeros else _with_zero()),
    )


def _column(number: int) -> int:
    return 2 + (number - 1) // 3


def _row(number: int) -> int:
    """The upper of the two rows of a number; 3, 6, 9 … lie on top."""
    return 5 - 2 * ((number - 1) % 3)


def _names(numbers: range | tuple[int, ...]) -> frozenset[str]:
    return frozenset(map(str, numbers))


def _straights(zeros: tuple[str, ...]) -> Iterator[Place]:
    rows = {ZERO: (1, TALL)} if len(zeros) == 1 else {ZERO: (4, 3), DOUBLE_ZERO: (1, 3)}
    for mark in zeros:
        row, tall = rows[mark]
        cell = Cell(row, 1, rows=tall, colour="green")
        yield Place("straight", f"straight:{mark}", mark, frozenset({mark}), cell)
    for number in range(1, 37):
        mark = str(number)
        cell = Cell(_row(number), _column(number), rows=2, colour=colour_of(mark))
        yield Place("straight", f"straight:{mark}", mark, frozenset({mark}), cell)


def _splits() -> Iterator[Place]:
    for number in range(1, 37):
        if number % 3:
            cell = Cell(_row(number + 1), _column(number), rows=4, mark="centre")
            yield _named("split", (number, number + 1), cell)
        if number <= 33:
            cell = Cell(_row(number), _column(number), rows=2, columns=2, mark="centre")
            yield _named("split", (number, number + 3), cell)


def _streets() -> Iterator[Place]:
    for first in STREETS:
        cell = Cell(1, _column(first), rows=TALL, mark="edge")
        yield _named("street", (first, first + 1, first + 2), cell)


def _corners() -> Iterator[Place]:
    for number in range(1, 33):
        if number % 3:
            cell = Cell(_row(number + 1), _column(number), rows=4, columns=2, mark="centre")
            yield _named("corner", (number, number + 1, number + 3, number + 4), cell)


def _lines() -> Iterator[Place]:
    for first in STREETS[:-1]:
        cell = Cell(1, _column(first), rows=TALL, columns=2, mark="edge")
        covers = _names(range(first, first + 6))
        label = f"Line {first} to {first + 5}"
        yield Place("line", f"line:{first}-{first + 5}", label, covers, cell)


def _named(kind: str, numbers: tuple[int, ...], cell: Cell) -> Place:
    return _marked(kind, tuple(map(str, numbers)), cell)


def _marked(kind: str, marks: tuple[str, ...], cell: Cell) -> Place:
    text = "-".join(marks)
    return Place(kind, f"{kind}:{text}", f"{kind.capitalize()} {text}", frozenset(marks), cell)


def _by_zero(row: int, rows: int) -> Cell:
    return Cell(row, 1, rows=rows, columns=2, mark="centre")


def _with_zero() -> Iterator[Place]:
    for mark, row in (("1", 5), ("2", 3), ("3", 1)):
        yield _marked("split", (ZERO, mark), _by_zero(row, 2))
    yield _marked("trio", (ZERO, "1", "2"), _by_zero(4, 2))
    yield _marked("trio", (ZERO, "2", "3"), _by_zero(2, 2))
    cell = Cell(1, 1, rows=TALL, columns=2, mark="edge")
    yield Place("corner", "corner:0-1-2-3", "First four", frozenset({ZERO, "1", "2", "3"}), cell)


def _with_double_zero() -> Iterator[Place]:
    yield _marked("split", (ZERO, DOUBLE_ZERO), Cell(1, 1, rows=TALL, mark="centre"))
    pairs = (
        (ZERO, "1", 5, 2),
        (ZERO, "2", 4, 1),
        (DOUBLE_ZERO, "2", 3, 1),
        (DOUBLE_ZERO, "3", 1, 2),
    )
    for zero, mark, row, rows in pairs:
        yield _marked("split", (zero, mark), _by_zero(row, rows))
    yield _marked("trio", (ZERO, "1", "2"), _by_zero(4, 2))
    yield _marked("trio", (ZERO, DOUBLE_ZERO, "2"), _by_zero(3, 2))
    yield _marked("trio", (DOUBLE_ZERO, "2", "3"), _by_zero(2, 2))
    cell = Cell(1, 1, rows=TALL, columns=2, mark="edge")
    covers = frozenset({ZERO, DOUBLE_ZERO, "1", "2", "3"})
    yield Place("five", "five", "Five numbers", covers, cell)


def _outside() -> Iterator[Place]:
    for at in (1, 2, 3):
        cell = Cell(_row(at), 14, rows=2)
        yield Place("column", f"column:{at}", f"Column {at}", _names(range(at, 37, 3)), cell)
    for at in (1, 2, 3):
        first = 12 * at - 11
        cell = Cell(TALL + 1, 4 * at - 2, columns=4)
        label = f"{first} to {first + 11}"
        yield Place("dozen", f"dozen:{at}", label, _names(range(first, first + 12)), cell)
    numbers = range(1, 37)
    halves = (
        ("low", "1 to 18", [n for n in numbers if n <= 18], ""),
        ("even", "Even", [n for n in numbers if n % 2 == 0], ""),
        ("red", "Red", [n for n in numbers if n in RED], "red"),
        ("black", "Black", [n for n in numbers if n not in RED], "black"),
        ("odd", "Odd", [n for n in numbers if n % 2], ""),
        ("high", "19 to 36", [n for n in numbers if n > 18], ""),
    )
    for at, (key, label, covered, colour) in enumerate(halves):
        cell = Cell(TALL + 2, 2 + 2 * at, columns=2, colour=colour)
        yield Place("even", key, label, _names(tuple(covered)), cell)
