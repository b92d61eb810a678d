"""`pitboss floor`: reports of a house, and a house full of simulated play to try them on."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from pitboss.cli.files import (
    DocumentOption,
    PaperOption,
    check_binary,
    check_targets,
    page_console,
    write_result,
)
from pitboss.cli.lookup import registry
from pitboss.cli.output import say
from pitboss.cli.progress import count_bar, stop_on_terminate
from pitboss.cli.recall import open_existing
from pitboss.floor.alerts import AlertLog
from pitboss.floor.book import FloorBook
from pitboss.floor.counting import count_house
from pitboss.floor.periods import SHIFTS, day_at
from pitboss.floor.report import floor_report, report_document, report_json
from pitboss.floor.simulated import HousePlan, simulate_house
from pitboss.refusals import RefusalCode, refuse, unwrap_or_raise
from pitboss.report.formats import Paper, ReportFormat, json_bytes, render_document
from pitboss.store.filling import fill_new
from pitboss.store.store import Store
from pitboss.store.tallies import SHIFT

SEED = 1


def floor(
    what: Literal["report", "simulate"],
    *,
    database: str,
    day: str | None = None,
    form: DocumentOption = ReportFormat.TABLE,
    paper: PaperOption = Paper.A4,
    out: Path | None = None,
    days: Annotated[int, Parameter(validator=Number(gte=1, lte=366))] = 30,
    tables: Annotated[int, Parameter(validator=Number(gte=1, lte=40))] = 3,
    hours: Annotated[int, Parameter(validator=Number(gte=1, lte=14))] = 6,
    seed: int = SEED,
) -> int:
    """Report on the tables of a house, or fill a new house with simulated play.

    Example: pitboss floor simulate --database trial.db --days 30 --seed 7

    Example: pitboss floor report --database trial.db --format pdf --out floor.pdf

    Parameters
    ----------
    what
        report: drop, win and theory by table, game, dealer and shift; simulate: make a house.
    database
        The store of the house: a file, or a URL that begins with postgresql://. A simulated house
        is a new file.
    day
        The last day of the report or of the simulation, such as 2026-11-17. Without it, a report
        is about the last day with play, and a simulation ends now.
    out
        The file to write the report to.
    days
        How many days are simulated.
    tables
        How many tables are simulated; the games take turns.
    hours
        How many hours a day the simulated tables are open, from 10 o'clock UTC.
    seed
        The same seed, day and size give the same house.
    """
    if what == "simulate":
        until_ms = int(time.time()) * 1000 if day is None else _end_ms(_read_day(day))
        return _simulate(Path(database), HousePlan(seed, until_ms, days, tables, hours))
    check_targets(out)
    check_binary(form, out)
    with open_existing(database) as store:
        unwrap_or_raise(count_house(store))
        last = _last_day(store) if day is None else _read_day(day)
        notes = unwrap_or_raise(AlertLog(store).read())
        found = unwrap_or_raise(floor_report(FloorBook(store, registry()), last, notes))
    if form is ReportFormat.JSON:
        write_result(json_bytes(report_json(found)), out)
    else:
        document = report_document(found)
        screen = page_console(out)
        write_result(render_document(document, form, console=screen, paper=paper), out)
    return 0


def _simulate(path: Path, plan: HousePlan) -> int:
    check_targets(path)
    if path.exists():
        refuse(RefusalCode.CANNOT_WRITE, f"'{path}' exists; name a new file.")
    if not plan.has_play:
        words = "No table has opened yet: they open at 10 o'clock UTC. Name a day that is over"
        refuse(RefusalCode.BAD_FIELD, f"{words} with --day, or more --days.")
    # A house gets its name once it is whole: nobody takes one that was cut short for it.
    draft = path.with_name(f"{path.name}.partial")
    _remove(draft)
    try:
        with stop_on_terminate():
            rounds = _fill(draft, plan)
            draft.rename(path)
    finally:
        _remove(draft)
    say(
        f"Played {rounds:,} rounds on {_count(plan.tables, 'table')} in {_count(plan.days, 'day')}."
        f" `pitboss floor report --database {path}` reports on them."
    )
    return 0


def _fill(path: Path, plan: HousePlan) -> int:
    store, file = unwrap_or_raise(fill_new(str(path)))
    with store:
        with count_bar() as show:
            rounds = simulate_house(store, registry(), plan, lambda n, of: show("days", n, of))
        unwrap_or_raise(count_house(store))
        unwrap_or_raise(file.finish())
    return rounds


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _remove(path: Path) -> None:
    for part in ("", "-wal", "-shm"):
        path.with_name(path.name + part).unlink(missing_ok=True)


def _last_day(store: Store) -> date:
    last = unwrap_or_raise(store.latest_tally(SHIFT))
    if last is None:
        refuse(RefusalCode.BAD_FILE, "No round was settled in that house yet.")
    return day_at(last // len(SHIFTS))


def _read_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        refuse(RefusalCode.BAD_TEXT, f"'{text}' is not a day; write it as 2026-11-17.")


def _end_ms(day: date) -> int:
    """The last millisecond of a day."""
    begin = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return int((begin + timedelta(days=1)).timestamp()) * 1000 - 1
