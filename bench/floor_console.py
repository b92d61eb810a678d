"""How long the console and a month's report take, and whether that grows with the history.

    pitboss floor simulate --database small.db --tables 40 --days 3 --hours 1 --day 2026-10-30
    pitboss floor simulate --database large.db --tables 40 --days 15 --hours 1 --day 2026-10-30
    python bench/floor_console.py small.db large.db

Each house is served as an operator serves it, and a pit boss looks: the first view after the
start, updates, and the report of its last day with month and year. Compared is the processor time
of the server. Without a file a year of forty tables that are open fourteen hours a day is put
together from the tallies of one simulated day: views read tallies alone, so the three million
rounds behind them need not exist.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from statistics import median

import httpx
from bets_beside_console import FORM, House, busy_s, start_with_boss

from pitboss.floor.book import FloorBook
from pitboss.floor.counting import count_house
from pitboss.floor.periods import SHIFTS, day_at, day_number, month_number
from pitboss.floor.report import floor_report
from pitboss.floor.simulated import DEALERS, HousePlan, simulate_house
from pitboss.games.registry import Registry
from pitboss.invariants import check
from pitboss.refusals import Refusal, unwrap_or_raise
from pitboss.store.store import Store, open_store
from pitboss.store.tables import insert_into
from pitboss.store.tallies import HOUR, MONTH, SHIFT

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
    for name in files:
        measure_house(Path(name))
    if not files:
        measure_year()


# --- houses that were played -----------------------------------------------------------------


def measure_house(path: Path) -> None:
    with sqlite3.connect(path) as file:
        records, tallies, last = (
            file.execute(sql).fetchone()[0]
            for sql in (
                "SELECT SUM(version) FROM streams",
                "SELECT COUNT(*) FROM tallies",
                "SELECT MAX(period) FROM tallies WHERE scope = 'shift'",
            )
        )
    with tempfile.TemporaryDirectory() as folder:
        process, origin = start_with_boss(House(Path(folder), database=str(path.resolve())))
        try:
            with httpx.Client(base_url=origin, headers={"origin": origin}, timeout=120) as http:
                http.post("/api/sign-in", json=FORM).raise_for_status()
                day = day_at(last // len(SHIFTS))
                rounds = look(http, process.pid, day)
        finally:
            process.terminate()
            process.wait(60)
    size = path.stat().st_size / 1e6
    print(
        f"{path.name}: {rounds:,} rounds, {records:,} records, {size:,.0f} MB, {tallies:,} tallies"
    )


def look(http: httpx.Client, pid: int, day: date) -> int:
    """Print what each view costs; how many rounds the report of the year has."""

    def ask(what: str, path: str, times: int) -> httpx.Response:
        taken = []
        for _ in range(times):
            begun, busy = time.perf_counter(), busy_s(pid)
            answer = http.get(path).raise_for_status()
            taken.append((busy_s(pid) - busy, time.perf_counter() - begun))
        spent = sum(busy for busy, _ in taken) / times
        wall = median(wall for _, wall in taken)
        say(what, spent, wall)
        return answer

    page = ask("first view", "/api/pit", 1).json()
    ask("update", "/api/pit", LOOKS)
    ask("charts of a table", f"/api/pit/tables/{page['tables'][0]['table']}", 3)
    ask("report, first", f"/api/pit/report/{day}/json", 1)
    report = ask("report, again", f"/api/pit/report/{day}/json", 3).json()
    return int(report["year"]["house"]["rounds"])


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
            timed("moments of three games", lambda: [book.moments_at(name) for name in names])
            for number in range(TABLES):
                book.tables.setdefault(
                    f"{names[number % 3]}x{number}", book.tables[names[number % 3]]
                )
            today = day_number(LAST) * len(SHIFTS)

            def glance() -> object:
                rows = unwrap_or_raise(book.read(SHIFT, today, today + 2))
                return book.lines(rows, lambda key: key.table)

            timed("the day of every table, first", glance)
            timed("the day of every table, again", glance)
            timed("report of day, month and year", lambda: floor_report(book, LAST))


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


def timed(what: str, work: Callable[[], object]) -> None:
    begun, busy = time.perf_counter(), time.process_time()
    found = work()
    took, busy = time.perf_counter() - begun, time.process_time() - busy
    check(not isinstance(found, Refusal), str(found))
    say(what, busy, took)


def say(what: str, busy: float, wall: float) -> None:
    print(f"{what}: {1000 * busy:,.0f} ms of processor time, {1000 * wall:,.0f} ms on the wall")


if __name__ == "__main__":
    main(sys.argv[1:])
