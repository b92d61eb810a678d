"""A bar on standard error while rounds and trips are played, with rate and remaining time.

Nothing is drawn where standard error is no terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from pitboss.cli.output import messages

_STEPS = (("G", 1e9), ("M", 1e6), ("k", 1e3))


class Bar(Protocol):
    """What a run reports to."""

    def rounds(self, done: int, total: int) -> None: ...

    def trips(self, done: int, total: int) -> None: ...


class RateColumn(ProgressColumn):
    """How much is done in a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{short(speed)}/s", style="cyan")


def short(number: float) -> str:
    """A rate in few digits, such as `1.92 G`."""
    for letter, size in _STEPS:
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.3g} "


class _Drawn:
    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._tasks = {
            "rounds": progress.add_task("rounds", total=None),
            "trips": progress.add_task("trips", total=None, visible=False),
        }

    def rounds(self, done: int, total: int) -> None:
        self._update("rounds", done, total)

    def trips(self, done: int, total: int) -> None:
        self._update("trips", done, total)

    def _update(self, what: str, done: int, total: int) -> None:
        self._progress.update(self._tasks[what], completed=done, total=total, visible=True)


class _Silent:
    def rounds(self, done: int, total: int) -> None:
        """No one watches."""

    def trips(self, done: int, total: int) -> None:
        """No one watches."""


@contextmanager
def bar() -> Iterator[Bar]:
    """A bar that is gone when the run is over."""
    where = messages()
    if not where.is_terminal:
        yield _Silent()
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        RateColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=where, transient=True) as progress:
        yield _Drawn(progress)
