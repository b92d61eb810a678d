"""Screens that pages are looked at on, and how pages are crossed with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet

SCREENS = {"desktop": (1280, 800, True), "phone": (390, 844, False)}
"""Width, height, and whether it is dark."""


def one_of(screens: Iterable[str], gate: str) -> list[ParameterSet]:
    """Every screen by its name; `make test` sees one of them, `make soak` all."""
    return [pytest.param(name, marks=() if name == gate else pytest.mark.slow) for name in screens]


def crossed(pages: Iterable[Any], screens: Iterable[Any]) -> list[ParameterSet]:
    """Every page on every screen, each a value or several.

    `make test` sees each page and each screen at least once, `make soak` the other pairs too.
    """
    rows, columns = [_several(one) for one in pages], [_several(one) for one in screens]
    return [
        pytest.param(
            *row,
            *column,
            marks=()
            if down % len(columns) == over or over % len(rows) == down
            else pytest.mark.slow,
        )
        for down, row in enumerate(rows)
        for over, column in enumerate(columns)
    ]


def _several(one: Any) -> Sequence[Any]:
    return one if isinstance(one, tuple) else (one,)
