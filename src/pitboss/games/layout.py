"""The layout of a table that is drawn from a game's own words: spots, areas, places."""

from __future__ import annotations

import msgspec


class Cell(msgspec.Struct, frozen=True):
    """The place of a spot on the grid of its area, counted from 1, and its colour."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1
    mark: str = ""
    """Empty for a box of its own; `centre` or `edge` for a small mark on boxes of other spots."""
    colour: str = ""
    """`red`, `black`, `green`, `blue`, `yellow`; empty for the felt's own."""


class Area(msgspec.Struct, frozen=True):
    """A betting area in words: what it is called, and what its bets have in common."""

    key: str
    title: str
    note: str = ""


class Place(msgspec.Struct, frozen=True):
    """A place on the table and what lies there, as one viewer sees it."""

    key: str
    """`table`, `dealer`, `seat 3`."""
    label: str
    kind: str
    """The equipment: `cards`, `tops`, `dice`, `wheel`."""
    items: tuple[str, ...]
    """As written in the notation; empty for a card that lies face down."""
    note: str = ""
    """What it comes to, such as a score."""
