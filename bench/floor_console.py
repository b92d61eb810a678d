"""How long the console and a month's report take on forty tables with a year of history.

Tallies of a simulated day are written again for every table, day and shift of a year, about three
million rounds in all: views read tallies alone, so the journal behind them need not exist.

    python bench/floor_console.py
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from pitboss.floor.book import FloorBook, read_rows
from pitboss.floor.counting import count_house
from pitboss.floor.periods import SHIFTS, day_number, month_number
from pitboss.floor.report import floor_report
from pitboss.floor.simulated import HousePlan, simulate_house
from pitboss.games.registry import Registry
from pitboss.invariants import check
from pitboss.refusals import Refusal, unwrap_or_raise
from pitboss.store.store import Store, open_store
from pitboss.store.tables import insert_into
from pitboss.store.tallies import HOUR, MONTH, SHIFT

TABLES, DEALERS = 40, 3
LAST = date(2026, 12, 31)
DAYS = 365
UNTIL_MS = (day_number(LAST) + 1) * 86_400_000 - 1


def fill(store: Store) -> int:
    """A year of tallies, copied from the shifts of one simulated day; how many rounds they say."""
    first = day_number(LAST)
    shifts = unwrap_or_raise(store.read_tallies(SHIFT, 0, 10**9))
    store.backend.rewrite(lambda session: session.write("DELETE FROM tallies", [()]))
    by_table: dict[str, str] = {}
    for key, text in shifts:
        by_table.setdefault(key.table, text)
    rows = []
    for number in range(TABLES):
        table, text = list(by_table.items())[number % len(by_table)]
        name = table if number < len(by_table) else f"{table}x{number}"
        rows += [
            (SHIFT, day * 3 + shift, name, f"d{dealer}", text)
            for day in range(first - DAYS + 1, first + 1)
            for shift in range(len(SHIFTS))
            for dealer in range(DEALERS)
        ]
        months = {month_number(LAST - timedelta(days=back)) for back in range(DAYS)}
        rows += [
            (MONTH, month * 3 + shift, name, f"d{dealer}", text)
            for month in months
            for shift in range(3)
            for dealer in range(DEALERS)
        ]
        rows += [(HOUR, first * 24 + hour, name, "d0", text) for hour in range(24)]
    store.backend.rewrite(lambda session: session.write(insert_into("tallies"), rows))
    return len(rows)


def timed(what: str, work: Callable[[], object]) -> None:
    begun, busy = time.perf_counter(), time.process_time()
    found = work()
    took, busy = time.perf_counter() - begun, time.process_time() - busy
    check(not isinstance(found, Refusal), str(found))
    print(f"{what}: {1000 * took:,.0f} ms, {1000 * busy:,.0f} ms of processor time")


def main() -> None:
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
            today = day_number(LAST) * 3

            def glance() -> object:
                rows = unwrap_or_raise(read_rows(store, SHIFT, today, today + 2))
                return book.lines(rows, lambda key: key.table)

            timed("the day of every table, first", glance)
            timed("the day of every table, again", glance)
            timed("report of day, month and year", lambda: floor_report(book, LAST))


if __name__ == "__main__":
    main()
