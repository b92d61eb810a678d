"""Durable commands a second: 70 seats waiting for their acknowledgement, against bare writing.

The bare loops write the same rows with the same statements and the same durability, judge
nothing and answer nobody. PostgreSQL has two: as many connections as there are seats, each with
transactions of its own, and one connection that writes groups. Run: python bench/store_durable.py
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.audit.canonical import fingerprint
from pitboss.ledger.accounts import HoldId, PlayerId, RoundId, TableId
from pitboss.ledger.transfers import Hold, Issue
from pitboss.refusals import Refusal
from pitboss.store import rows as statements
from pitboss.store.records import Commit, Committed, Event
from pitboss.store.sqlite import CACHE_KIB
from pitboss.store.store import Store, open_store
from pitboss.units import Credits
from tests.store.servers import start_server

TABLES, SEATS = 10, 7
STACK = Credits(10**11)
GROUP = TABLES * SEATS
TURNS, BETS = 5, 40
# One transaction for each command takes longer; fewer of them tell the same.
PLAIN_SHARE = 4

Bare = Callable[[str, int], float]


def bet(table: int, seat: int, number: int) -> Commit:
    """One bet as a table would commit it."""
    name, player = f"T{table}", f"p{table}-{seat}"
    key = f"{player}-{number}"
    round_id = f"{name}-r{number}"
    asked = fingerprint({"amount": 500, "id": key, "spot": "single:red"})
    if isinstance(asked, Refusal):
        raise SystemExit(asked.sentence)
    hold = Hold(
        hold_id=HoldId(key),
        player=PlayerId(player),
        table=TableId(name),
        seat=seat,
        round_id=RoundId(round_id),
        spot="single:red",
        amount=Credits(500),
        could_win=Credits(4000),
    )
    return Commit(
        stream=f"table:{name}",
        expected=None,
        at_ms=1_800_000_000_000 + number,
        actor=player,
        client_id=key,
        fingerprint=asked,
        events=(Event("bet.placed", {"amount": 500, "seat": seat, "spot": "single:red"}),),
        transfers=(hold,),
        round_id=round_id,
    )


def fill(store: Store) -> None:
    """Give every seat a player with credits."""
    for table in range(TABLES):
        for seat in range(1, SEATS + 1):
            player = PlayerId(f"p{table}-{seat}")
            store.append(
                Commit(
                    stream="house",
                    expected=None,
                    at_ms=1_800_000_000_000,
                    actor="house",
                    client_id=f"fill-{player}",
                    fingerprint="0" * 64,
                    transfers=(Issue(player=player, amount=STACK),),
                )
            )


async def seats(store: Store, first: int) -> float:
    """Every seat sends its bets, each after the one before is acknowledged; commands a second."""
    queues = [
        [bet(table, seat, first + number) for number in range(BETS)]
        for table in range(TABLES)
        for seat in range(1, SEATS + 1)
    ]

    async def seat(bets: list[Commit]) -> None:
        for commit in bets:
            answer = await store.commit(commit)
            if not isinstance(answer, Committed):
                raise SystemExit(f"refused: {answer}")

    start = time.perf_counter()
    await asyncio.gather(*(seat(bets) for bets in queues))
    return GROUP * BETS / (time.perf_counter() - start)


def bare_rows(first: int, count: int) -> Iterator[list[tuple[str, tuple[Any, ...]]]]:
    """The rows of bets, numbered on, with ready-made hashes."""
    head, record = "f" * 64, "x" * 640
    for index in range(first, first + count):
        table, seat = index % TABLES, index // TABLES % SEATS + 1
        name, player, version = f"T{table}", f"p{table}-{seat}", index + 1
        stream, key, round_id = f"table:{name}", f"bare-{index}", f"b{index}"
        wallet, stake = f"player:{player}", f"stake:{name}:{seat}"
        late = 10**9 + version
        at = 1_800_000_000_000
        yield [
            (statements.SET_BALANCE, (-500, 1, wallet)),
            (statements.SET_BALANCE, (500, 1, stake)),
            (statements.SET_STREAM, (version, head, stream)),
            (
                statements.ADD_RECORD,
                (stream, late, at, player, key, head, round_id, record, head),
            ),
            (
                statements.ADD_HOLD,
                (
                    key,
                    player,
                    name,
                    seat,
                    round_id,
                    "single:red",
                    500,
                    4000,
                    stream,
                    10**9 + version,
                ),
            ),
            (
                statements.ADD_TRANSFER,
                (
                    stream,
                    10**9 + version,
                    1,
                    "hold",
                    wallet,
                    stake,
                    500,
                    at,
                    player,
                    10**9 + version,
                    500,
                    round_id,
                    key,
                    "",
                ),
            ),
        ]


def bare_sqlite(path: str, first: int) -> float:
    """Write groups of the same rows, one sync for each group; only the writing is timed."""
    connection = sqlite3.connect(path, isolation_level=None)
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    groups = [list(bare_rows(first + turn * GROUP, GROUP)) for turn in range(BETS)]
    start = time.perf_counter()
    for group in groups:
        connection.execute("BEGIN IMMEDIATE")
        for command in group:
            for sql, values in command:
                connection.execute(sql, values)
        connection.execute("COMMIT")
    took = time.perf_counter() - start
    connection.close()
    return GROUP * BETS / took


def postgres_commands(first: int, count: int) -> list[list[tuple[bytes, tuple[Any, ...]]]]:
    """The same rows in the other dialect."""
    return [
        [(sql.replace("?", "%s").encode(), values) for sql, values in command]
        for command in bare_rows(first, count)
    ]


def bare_seats(url: str, first: int) -> float:
    """Write the same rows, one transaction for each command, on a connection for each seat."""
    commands = postgres_commands(first, GROUP * BETS // PLAIN_SHARE)
    connections = [psycopg.connect(url, autocommit=True) for _ in range(GROUP)]

    def seat(number: int) -> None:
        # Commands go round tables and seats in turn, so each connection is one seat.
        cursor = connections[number].cursor()
        for command in commands[number::GROUP]:
            cursor.execute("BEGIN")
            for sql, values in command:
                cursor.execute(sql, values)
            cursor.execute("COMMIT")

    with ThreadPoolExecutor(GROUP) as threads:
        start = time.perf_counter()
        list(threads.map(seat, range(GROUP)))
        took = time.perf_counter() - start
    for connection in connections:
        connection.close()
    return len(commands) / took


def bare_groups(url: str, first: int) -> float:
    """Write the same rows on one connection, one transaction for each group."""
    commands = postgres_commands(first + 500_000, GROUP * BETS // PLAIN_SHARE)
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.cursor()
        start = time.perf_counter()
        for at in range(0, len(commands), GROUP):
            cursor.execute("BEGIN")
            for command in commands[at : at + GROUP]:
                for sql, values in command:
                    cursor.execute(sql, values)
            cursor.execute("COMMIT")
        return len(commands) / (time.perf_counter() - start)


def compare(name: str, where: str, bare_where: str, bares: dict[str, Bare]) -> None:
    """Measure store and bare loops in turn, so that a noisy machine disturbs all alike."""
    for place in (where, bare_where):
        with opened(place) as store:
            fill(store)
            asyncio.run(seats(store, 0))
    ours: list[float] = []
    theirs: dict[str, list[float]] = {what: [] for what in bares}
    for turn in range(1, TURNS + 1):
        with opened(where) as store:
            ours.append(asyncio.run(seats(store, turn * 10**6)))
        for what, bare in bares.items():
            theirs[what].append(bare(bare_where, turn * 10**6))
    with opened(where) as store:
        findings = store.check_books()
    sound = not isinstance(findings, Refusal) and findings.is_sound
    mine = statistics.median(ours)
    print(f"{name}: {mine:,.0f} acknowledged commands/s at {GROUP} seats; books sound: {sound}")
    for what, rates in theirs.items():
        rate = statistics.median(rates)
        print(f"  bare {what}: {rate:,.0f}/s; ratio {mine / rate:.2f} (wanted 0.40)")


def opened(where: str) -> Store:
    """An open store."""
    store = open_store(where)
    if isinstance(store, Refusal):
        raise SystemExit(store.sentence)
    return store


def main() -> None:
    """Print both ratios."""
    with tempfile.TemporaryDirectory() as folder:
        bare_file = f"{folder}/bare.db"
        compare("SQLite FULL", f"{folder}/house.db", bare_file, {"group commit": bare_sqlite})
    server = start_server()
    try:
        loops: dict[str, Bare] = {
            f"transactions on {GROUP} connections": bare_seats,
            f"groups of {GROUP} on one connection": bare_groups,
        }
        compare("PostgreSQL", server.new_database(), server.new_database(), loops)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
