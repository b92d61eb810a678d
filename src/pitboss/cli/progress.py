"""Progress: a bar on standard error for whatever takes more than a moment.

Nothing is drawn where standard error is no terminal. The estimate comes from how long the steps so
far took, each weighed by how long it takes as a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pitboss.cli.output import messages
from pitboss.par.sheet import Tell


@contextmanager
def progress(weights: Sequence[int]) -> Iterator[Tell]:
    """A bar over steps of these weights; call what it gives with each step's words as it begins."""
    where = messages()
    if not where.is_terminal:
        yield _silent
        return
    # Only a terminal pays for the import.
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=where, transient=True) as bar:
        task = bar.add_task("starting", total=sum(weights))
        begun = 0

        def tell(what: str) -> None:
            nonlocal begun
            bar.update(task, description=what, completed=sum(weights[:begun]))
            begun += 1

        yield tell
        bar.update(task, completed=sum(weights))


def _silent(_what: str) -> None:
    """For a standard error that no one watches."""
