"""How long the console and a month's report take, and whether that grows with the history.

    pitboss floor simulate --database small.db --tables 40 --days 3 --hours 1 --day 2026-10-30
    pitboss floor simulate --database large.db --tables 40 --days 15 --hours 1 --day 2026-10-30
    python bench/floor_console.py small.db large.db
    python bench/floor_console.py --console small.db

Of each house the last day of every table and the report are read. With `--console` it is opened as
a server opens it, in this process and on its last day, and a pit boss looks: the first view,
updates, the charts of a table. Without a file a year of forty tables that are open fourteen hours a
day is put together from the tallies of one simulated day: views read tallies alone, so the three
million rounds behind them need not exist.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import msgspec

from pitboss.cli.serve import this_world
from pitboss.floor.alerts import AlertLog
from pitboss.floor.book import FloorBook
from pitboss.floor.counting import count_house
from pitboss.floor.periods import SHIFTS, Span, day_at, day_number, month_number
from pitboss.floor.report import floor_report
from pitboss.floor.simulated import DEALERS, HousePlan, simulate_house
from pitboss.games.registry import Registry
from pitboss.invariants import check
from pitboss.refusals import Refusal, unwrap_or_raise
from pitboss.server.opening import open_house
from pitboss.server.options import Options
from pitboss.server.staff.console import Console
from pitboss.store.store import Store, open_store
from pitboss.store.tables import insert_into
from pitboss.store.tallies import HOUR, MONTH, PLAYER, SHIFT

TABLES, LOOKS = 40, 20
LAST = date(2026, 12, 31)
DAYS = 365
UNTIL_MS = (day_number(LAST) + 1) * 86_400_000 - 1
SHIFT_DEALERS = tuple(
    (SHIFTS.index(shift), dealer)
    for shift, hours in (("day", 6), ("swing", 8))
    for dealer in DEALERS[:hours]
)
"""Fourteen hours from ten o'clock, another dealer every hour."""


def main(files: list[str]) -> None:
    looks = measure_console if "--console" in files else measure_house
    paths = [Path(name) for name in files if name != "--console"]
    for path in paths:
        looks(path)
    if not paths:
        measure_year()


# --- houses that were played -----------------------------------------------------------------


def last_day(store: Store) -> date:
    last = unwrap_or_raise(store.latest_tally(SHIFT))
    return day_at((last or 0) // len(SHIFTS))


def measure_house(path: Path) -> None:
    with unwrap_or_raise(open_store(str(path), is_threaded=False)) as store:
        records = sum(head.version for head in unwrap_or_raise(store.heads()))
        tallies = sum(
            len(unwrap_or_raise(store.read_tallies(scope, 0, 10**9)))
            for scope in (HOUR, SHIFT, MONTH, PLAYER)
        )
        day = last_day(store)
        found = unwrap_or_raise(floor_report(FloorBook(store, Registry()), day))
        rounds = found.totals[Span.YEAR].tally.rounds
        days = len(found.days)
        print(f"{path.name}: {rounds:,} rounds, {records:,} records, {tallies:,} tallies")
        print(f"the month has {days} days so far")
        read_book(FloorBook(store, Registry()), day, sorted(store_tables(store)))


def store_tables(store: Store) -> set[str]:
    """The tables with play."""
    return {key.table for key, _ in unwrap_or_raise(store.read_tallies(MONTH, 0, 10**9))}


def read_book(book: FloorBook, day: date, tables: list[str]) -> None:
    """What the console reads for a day, and the report."""
    timed("moments", lambda: [book.moments_at(table) for table in tables])
    first = day_number(day) * len(SHIFTS)

    def glance() -> object:
        rows = unwrap_or_raise(book.read(SHIFT, first, first + len(SHIFTS) - 1))
        return book.lines(rows, lambda key: key.table)

    timed("the day of every table, first", glance)
    timed("the day of every table, again", glance, LOOKS)
    timed("report of day, month and year", lambda: floor_report(book, day))


def measure_console(path: Path) -> None:
    with unwrap_or_raise(open_store(str(path), is_threaded=False)) as store:
        end_ms = (day_number(last_day(store)) + 1) * 86_400_000 - 1
    world = replace(this_world({}, lambda _: None), wall=lambda: end_ms)
    options = Options(origins=("http://127.0.0.1:1",))
    house = unwrap_or_raise(open_house(world, Registry(), options, database=str(path)))
    try:
        timed("moments, at the start", house.tallies.learn_moments)
        book = house.tallies.book
        console = Console(house.tables, book, AlertLog(book.store))

        def view() -> object:
            return msgspec.json.encode(loop.run(console.page("boss", "Boss", may_act=True)))

        def every_row() -> object:
            forget(console)
            return view()

        print(f"{path.name}: {len(house.tables.pit.desks)} tables")
        with asyncio.Runner() as loop:
            timed("first view", view)
            timed("update where nothing changed", view, LOOKS)
            timed("update with every row", every_row, LOOKS)
        timed("charts of a table", lambda: console.detail("flip-it-1"), LOOKS)
    finally:
        house.close()


def forget(console: Console) -> None:
    """Let the next look make every row and add every tally up, as if all tables had played."""
    console.shown, console.counted = {}, {}
    console.book.followed.clear()
    for desk in console.tables.pit.desks.values():
        desk.memory.common = None


# --- a year of tallies -----------------------------------------------------------------------


def measure_year() -> None:
    registry = Registry()
    with tempfile.TemporaryDirectory() as folder:
        store = unwrap_or_raise(open_store(str(Path(folder) / "year.db"), is_threaded=False))
        with store:
            plan = HousePlan(seed=1, until_ms=UNTIL_MS, days=1, tables=3, hours=1)
            rounds = simulate_house(store, registry, plan, lambda *_: None)
            unwrap_or_raise(count_house(store))
            print(f"simulated {rounds} rounds; {fill(store):,} tallies of a year")
            book = FloorBook(store, registry)
            names = ("flip-it-1", "gin-and-win-1", "spin-n-win-1")
            for name in names:
                book.rules(name)
            for number in range(TABLES):
                book.tables.setdefault(
                    f"{names[number % 3]}x{number}", book.tables[names[number % 3]]
                )
            read_book(book, LAST, list(names))


def fill(store: Store) -> int:
    """A year of tallies, copied from the shifts of one simulated day; how many there are."""
    first = day_number(LAST)
    shifts = unwrap_or_raise(store.read_tallies(SHIFT, 0, 10**9))
    store.backend.rewrite(lambda session: session.write("DELETE FROM tallies", [()]))
    by_table: dict[str, str] = {}
    for key, text in shifts:
        by_table.setdefault(key.table, text)
    months = {month_number(LAST - timedelta(days=back)) for back in range(DAYS)}
    rows = []
    for number in range(TABLES):
        table, text = list(by_table.items())[number % len(by_table)]
        name = table if number < len(by_table) else f"{table}x{number}"
        days = range(first - DAYS + 1, first + 1)
        for scope, periods in ((SHIFT, days), (MONTH, months)):
            rows += [
                (scope, period * len(SHIFTS) + shift, name, dealer, text)
                for period in periods
                for shift, dealer in SHIFT_DEALERS
            ]
        rows += [(HOUR, first * 24 + 10 + hour, name, "anna", text) for hour in range(14)]
    store.backend.rewrite(lambda session: session.write(insert_into("tallies"), rows))
    return len(rows)


def timed(what: str, work: Callable[[], object], times: int = 1) -> None:
    """Print what some work takes, on average over so many times."""
    begun, busy = time.perf_counter(), time.process_time()
    for _ in range(times):
        found = work()
        check(not isinstance(found, Refusal), str(found))
    took, busy = time.perf_counter() - begun, time.process_time() - busy
    each = 1000 / times
    print(f"{what}: {each * busy:,.0f} ms of processor time, {each * took:,.0f} ms on the wall")


if __name__ == "__main__":
    main(sys.argv[1:])
