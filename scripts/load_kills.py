"""A full house of sockets, killed again and again: `scripts/load_kills.py --kills 200`.

The server runs as an operator starts it, in a process of its own on a fresh SQLite file. While
players bet and spectators watch over sockets it gets SIGKILL at moments drawn from a seed, and is
started again on the same file and port. The visitors come back by themselves as a browser does:
with the same cookie, after the same waits, and what has no answer is sent again under its id. Every
acknowledgement is written to a file of this process before anything else is done with it. At the
end the server is stopped and its journal read: every acknowledged command must be there once, with
its sender, at its table and after what its sender had seen; no command twice; none that was
refused. Books, purses, draws and the chain are checked by what checks them elsewhere. The exit code
is 1 when anything is missing or wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import uvloop
from load import CORES, STAY_S, House, end, start
from load_figures import percentile
from load_visitors import Message, Sheet, View, Visitor, crowd
from websockets.exceptions import WebSocketException

from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.refusals import unwrap_or_raise
from pitboss.server.floor.house_keys import house_keys
from pitboss.store.records import Record
from pitboss.store.store import Store
from tests.floor.kills import Tally, checked
from tests.store.house import opened

START_MS = 3_000
PATIENCE_S = 120
"""After so long without an acknowledgement the house is said to have stopped by itself."""
FIRST_WAIT_MS, LONGEST_WAIT_MS = 400, 6_000
"""How long a browser waits before it tries again (`web/src/wire/machine.ts`)."""
SETTINGS = {
    # Short rounds, so that every phase of them is met.
    "PITBOSS_BETS_MS": "1500",
    "PITBOSS_DECISION_MS": "1000",
    "PITBOSS_BETWEEN_MS": "300",
}
BETS_EACH, DECIDES_AFTER_S = 10, 0.4


class Asked(NamedTuple):
    """A command that was sent, and when."""

    person: str
    table: str
    seen: int
    """How far the table had come in its sender's last view."""
    life: int
    """How often the house had been killed by then."""


@dataclass
class Book:
    """What was asked for and acknowledged, kept outside of the house."""

    path: Path
    bits: SeededBits
    life: int = 0
    here: int = 0
    """How many visitors see their table."""
    answers: int = 0
    """Acknowledgements since the house was started last."""
    asked: dict[str, Asked] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    spanned: set[str] = field(default_factory=set)
    """Commands that were asked in one life of the house and acknowledged in a later one."""
    away_ms: list[float] = field(default_factory=list)
    """How long visitors were away across one kill."""
    away_longer_ms: list[float] = field(default_factory=list)
    """Of those who had not come back before the next one."""
    starts_ms: list[float] = field(default_factory=list)
    killed_ms: list[int] = field(default_factory=list)
    tables: dict[str, View] = field(default_factory=dict)
    """The newest view of each table."""
    phases: Counter[str] = field(default_factory=Counter)
    """What tables were doing when the house was killed."""
    faults: list[str] = field(default_factory=list)

    def acknowledge(self, name: str) -> None:
        """Write an acknowledgement down with one write, before anything else happens."""
        asked = self.asked[name]
        with self.path.open("ab", buffering=0) as file:
            file.write(f"{name} {asked.person} {asked.table} {asked.seen}\n".encode())
        self.answers += 1
        if asked.life != self.life:
            self.spanned.add(name)

    def read(self) -> list[tuple[str, Asked]]:
        """The acknowledgements, as they were written down."""
        found = []
        for line in self.path.read_text("utf-8").splitlines():
            name, person, table, seen = line.split()
            found.append((name, Asked(person, table, int(seen), self.asked[name].life)))
        return found


@dataclass
class Returning(Visitor):
    """A visitor who comes back, whatever becomes of the house."""

    book: Book = field(kw_only=True)
    is_here: bool = False
    left_s: float = 0.0
    left_in: int | None = None
    """How often the house had been killed when this visitor lost it."""

    async def stay(self, *, until: float) -> None:
        tries = 0
        while asyncio.get_running_loop().time() < until:
            # Nobody answers, or the house is gone in mid-sentence.
            with contextlib.suppress(OSError, WebSocketException):
                await self.look(until=until)
            if self.is_here:
                self.is_here, self.left_s, tries = False, time.perf_counter(), 0
                self.left_in = self.book.life
                self.book.here -= 1
            most_ms = min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2**tries)
            tries += 1
            await asyncio.sleep((most_ms + draw_below(self.book.bits, most_ms)) / 2_000)

    async def greet(self) -> None:
        if self.left_in is not None:
            is_one = self.left_in + 1 == self.book.life
            away_ms = self.book.away_ms if is_one else self.book.away_longer_ms
            away_ms.append((time.perf_counter() - self.left_s) * 1_000)
        self.is_here = True
        self.book.here += 1
        await super().greet()

    def name_ask(self) -> str:
        # What stands before the dash tells rounds that were played across a kill.
        name = f"l{self.book.life}-{self.table}-{self.seat}-{self.serial}"
        person = "" if self.person is None else self.person.id
        self.book.asked[name] = Asked(person, self.table, self.version, self.book.life)
        return name

    def take_answer(self, message: Message, now: float) -> None:
        if message.refused is None:
            self.book.acknowledge(message.id)
        else:
            self.book.refused[message.id] = message.refused.code
        super().take_answer(message, now)

    def _follow(self, message: Message, size: int) -> View:
        if message.version < self.version:
            self.book.faults.append(f"{self.table} went back to {message.version}")
        self.book.tables[self.table] = view = super()._follow(message, size)
        return view


# --- killing ----------------------------------------------------------------------------------


async def wait_for(what: str, is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError(f"{what} for {PATIENCE_S} s")
        await asyncio.sleep(0.02)


async def kill_often(given: argparse.Namespace, house: House, book: Book) -> int:
    """Fill the house, kill it so often, and stop it; how it ended."""
    process, origin = start(house, name="l0")
    sheet = Sheet(bets_each=BETS_EACH, decides_after_s=DECIDES_AFTER_S)
    come_back = partial(Returning, book=book)
    size = {"seats": given.seats, "spectators": given.spectators, "seconds": STAY_S}
    visitors = asyncio.create_task(crowd([origin], sheet, **size, prefix="a", kind=come_back))
    try:
        for life in range(1, given.kills + 1):
            await wait_for("nothing was acknowledged", lambda: book.answers > 0)
            least, most = (int(1_000 * one) for one in given.play)
            await asyncio.sleep((least + draw_below(book.bits, most - least)) / 1_000)
            book.phases.update(view.phase for view in book.tables.values())
            process.kill()
            book.killed_ms.append(time.time_ns() // 1_000_000)
            process.wait()
            # What it still said before it was killed is heard first.
            await wait_for("somebody is still served", lambda: book.here == 0)
            book.life, book.answers = life, 0
            began = time.perf_counter()
            port = int(origin.rpartition(":")[2])
            process, _ = await asyncio.to_thread(start, house, name=f"l{life}", port=port)
            book.starts_ms.append((time.perf_counter() - began) * 1_000)
        everybody = given.seats + given.spectators
        await wait_for("not everybody came back", lambda: book.here == everybody)
        await wait_for("nothing was acknowledged", lambda: book.answers > given.seats)
    except TimeoutError as stuck:
        # The journal may say why.
        book.faults.append(str(stuck))
    finally:
        process.terminate()
        code = await asyncio.to_thread(process.wait, PATIENCE_S)
        await end(visitors)
    return code


# --- checking ---------------------------------------------------------------------------------


@dataclass
class Found:
    """What became of everything that was asked for."""

    acknowledged: int = 0
    lost: int = 0
    on_disk: int = 0
    """Spanned commands that were in the journal when the house was killed."""
    missed: list[str] = field(default_factory=list)


def by_id(records: Iterable[Record]) -> dict[str, list[Record]]:
    """What players did at tables, by the id they gave it."""
    found: dict[str, list[Record]] = defaultdict(list)
    for one in records:
        if one.stream.startswith("table:") and one.actor.startswith("player:"):
            found[one.client_id].append(one)
    return found


def read_records(store: Store) -> Iterator[Record]:
    for head in unwrap_or_raise(store.heads()):
        yield from map(unwrap_or_raise, store.replay(head.stream))


def compare(book: Book, commands: dict[str, list[Record]]) -> Found:
    """Hold everything that was acknowledged, refused or never answered against the journal."""
    found = Found()
    for name, asked in book.read():
        found.acknowledged += 1
        if not any(
            (one.actor, one.stream) == (f"player:{asked.person}", f"table:{asked.table}")
            and one.version > asked.seen
            for one in commands.get(name, ())
        ):
            found.lost += 1
            found.missed.append(f"{name} was acknowledged and is not in the journal")
    for name, records in commands.items():
        if len(records) > 1:
            found.missed.append(f"{name} was done {len(records)} times")
        if name not in book.asked:
            found.missed.append(f"{name} was never asked for")
        if name in book.refused:
            found.missed.append(f"{name} was refused ({book.refused[name]}) and done")
    for name in book.spanned & commands.keys():
        found.on_disk += commands[name][0].at_ms <= book.killed_ms[book.asked[name].life]
    found.missed += book.faults
    return found


def check_house(house: House, book: Book, tally: Tally) -> Found:
    """Everything that can be said of a house that was stopped."""
    database = str(house.folder / "h.db")
    key = unwrap_or_raise(house_keys(Path(f"{database}.key"), os.urandom)).sealing
    with opened(database) as store:
        found = compare(book, by_id(read_records(store)))
        try:
            checked(store, tally, key)
        except AssertionError as wrong:
            found.missed.append(f"the journal is not sound: {wrong}")
    command = [sys.executable, "-c", house.program, "audit", "verify", "--database", database]
    audit = house.process(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, _ = audit.communicate()
    if audit.returncode:
        found.missed.append(f"pitboss audit verify: {said.decode()}")
    # Workers of a house that was killed complain that nobody listens.
    last = (house.folder / f"l{book.life}.said").read_text("utf-8").splitlines()[1:]
    found.missed += [f"the server complained: {line}" for line in last]
    for life in range(book.life + 1):
        log = (house.folder / f"l{life}.jsonl").read_text("utf-8").splitlines()
        found.missed += [f"life {life}: {line}" for line in log if '"event":"defect"' in line]
    return found


def report(book: Book, found: Found, tally: Tally) -> str:
    """What was done and found, as one table."""
    starts, refused = book.starts_ms, Counter(book.refused.values())
    in_time = sum(one <= START_MS for one in starts)
    phases = ", ".join(f"{name} {count:,}" for name, count in book.phases.most_common())
    codes = ", ".join(f"{code} {count:,}" for code, count in refused.most_common())
    rows = {
        "kills": f"{book.life:,}",
        "tables in each phase when the house was killed": phases,
        "acknowledged commands": f"{found.acknowledged:,}",
        "lost": f"{found.lost:,}",
        "asked before a restart and acknowledged after it": f"{len(book.spanned):,}",
        "of them in the journal when the house was killed": f"{found.on_disk:,}",
        "refused": codes or "none",
        "rounds over": f"{tally.rounds:,}",
        "rounds with moves before and after a kill": f"{tally.spanned:,}",
        f"starts within {START_MS // 1_000} s": (
            f"{in_time:,} of {len(starts):,} (median {percentile(starts, 0.5):.0f} ms,"
            f" longest {max(starts, default=0):.0f} ms)"
        ),
        "away for one kill": _times(book.away_ms),
        "away for several": _times(book.away_longer_ms),
    }
    head = ["| what | figure |", "| --- | --- |"]
    return "\n".join([*head, *(f"| {what} | {figure} |" for what, figure in rows.items())])


def _times(times_ms: list[float]) -> str:
    if not times_ms:
        return "nobody"
    p50, p99 = percentile(times_ms, 0.5), percentile(times_ms, 0.99)
    longest = max(times_ms)
    return f"{len(times_ms):,} times: median {p50:.0f}, p99 {p99:.0f}, longest {longest:.0f} ms"


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200, help="%(default)s")
    parser.add_argument("--seats", type=int, default=42, help="players, %(default)s")
    parser.add_argument(
        "--spectators", type=int, default=38, help="viewers beside them, %(default)s"
    )
    parser.add_argument(
        "--play",
        type=float,
        nargs=2,
        default=(1.0, 4.0),
        help="seconds between the first acknowledgement and the kill, least and most",
    )
    parser.add_argument("--seed", default="kills", help="of the moments of the kills (%(default)s)")
    return parser.parse_args(words)


def run(given: argparse.Namespace, house: House) -> tuple[Book, Found, Tally]:
    """Kill and check."""
    book = Book(house.folder / "acknowledged", SeededBits(given.seed.encode()))
    code = uvloop.run(kill_often(given, house, book))
    tally = Tally(kills=book.life)
    found = check_house(house, book, tally)
    if code:
        found.missed.append(f"the server ended with {code}")
    return book, found, tally


def main(words: Sequence[str] | None = None) -> int:
    given = read_arguments(words)
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        book, found, tally = run(given, House(Path(folder), settings=SETTINGS))
    print(
        f"`scripts/load_kills.py --kills {given.kills} --seed {given.seed}`: {given.seats} seats"
        f" and {given.spectators} spectators on SQLite, {len(CORES)} cores"
        f" ({platform.machine()}, load average {busy:.1f} at the start).\n"
    )
    print(report(book, found, tally))
    missed = found.missed
    print(f"\nMissed: {missed[:20]} ({len(missed)})." if missed else "\nAll met.")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
