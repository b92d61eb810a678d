"""Work that takes long: progress bars on standard error, and a request to end it.

Nothing is drawn where standard error is no terminal.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate

from rich.filesize import pick_unit_and_suffix
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from pitboss.cli.output import messages


class RateColumn(ProgressColumn):
    """How much is done in a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else rate_text(speed), style="cyan")


def rate_text(speed: float) -> str:
    """A rate in few digits, such as `1.92 G/s`."""
    unit, suffix = pick_unit_and_suffix(int(speed), ["", "k", "M", "G"], 1000)
    return f"{speed / unit:.3g} {suffix}/s"


def _bar(*columns: ProgressColumn) -> Progress:
    where = messages()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *columns,
        TimeRemainingColumn(),
        console=where,
        transient=True,
        disable=where.quiet or not where.is_terminal,
    )


@contextmanager
def stop_on_terminate() -> Iterator[None]:
    """End what is done here on a request to terminate as on Ctrl-C, so that it tidies up."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def step_bar(weights: Sequence[int]) -> Iterator[Callable[[str], None]]:
    """A bar over steps, weighed by how long each takes; call it with each step's words."""
    with _bar() as bar:
        task = bar.add_task("starting", total=sum(weights))
        begun = accumulate(weights, initial=0)
        yield lambda what: bar.update(task, description=what, completed=next(begun, None))


@contextmanager
def count_bar() -> Iterator[Callable[[str, int, int], None]]:
    """A bar for each kind of thing that is counted: its name, how many, and of how many."""
    with _bar(TextColumn("{task.percentage:>3.0f}%"), RateColumn()) as bar:
        tasks = {"rounds": bar.add_task("rounds", total=None)}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what)
            bar.update(tasks[what], completed=done, total=total)

        yield show
