"""A full house on loopback, measured: `scripts/load.py --seats 105 --spectators 95 --seconds 600`.

The server runs as an operator starts it, in a process of its own on a fresh SQLite file; every
player and spectator is a socket of this process, so both share the machine. Players bet in every
round, which takes about five seconds. Measured are bet to acknowledgement, bet to every other
viewer having been sent it, the bytes of a view after a socket's first, and the server's processor
time by view sent. Then somebody simulates from the page, now and then, which must not be
felt at the tables. Then three times as many come at once: somebody must be asked to wait, and ten
seconds after they left the house must be as quick as before. With --report the figures replace the
last ones in docs/evidence/load.md, whose other parts stay; the exit code tells whether every aim
was met. There is no way to load another host than this one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import uvloop
from load_figures import Figures, Meter, judged, percentile, put_in, read_stolen, told
from load_visitors import Sheet, crowd, enter

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "docs" / "evidence" / "load.md"
SIMULATED = "gin-and-win"
CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else {0}
SLOWER_MAX = 1.2
TURNS = 6
"""How often it is measured without and with a simulation: some minutes are busier than others."""
RECOVER_S, AFTER_S = 10, 30
STAY_S = 1e6
"""Those who fill the house stay until they are sent home: turns beside a simulation may take longer
than they were meant to."""
PROGRAM = "from pitboss.cli import main; raise SystemExit(main())"
SETTINGS = {
    "PITBOSS_BETS_MS": "4500",
    "PITBOSS_DECISION_MS": "1000",
    "PITBOSS_BETWEEN_MS": "0",
    "PITBOSS_ENTRIES_PER_MIN": "100000",
    "PITBOSS_REQUESTS_PER_S": "10000",
    "PITBOSS_REQUESTS_BURST": "10000",
    "PITBOSS_SOCKETS_MAX": "10000",
    "PITBOSS_SOCKETS_PER_ADDRESS": "10000",
    "PITBOSS_HALF_OPEN_PER_ADDRESS": "10000",
    "PITBOSS_HALF_OPEN_MAX": "10000",
    "PITBOSS_HANDSHAKES_PER_S": "10000",
    "PITBOSS_HANDSHAKES_BURST": "10000",
    "PITBOSS_TABLES_MAX": "1000",
    "PITBOSS_TABLES_PER_PERSON": "1000",
    "PITBOSS_TABLES_PER_ADDRESS": "1000",
}


async def simulating(origin: str, seconds: float) -> None:
    """Somebody who starts one simulation after the other from the page, and watches them."""
    until = time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=origin, headers={"origin": origin}, timeout=60) as http:
        watcher = await enter(http, "watcher")
        if watcher is None:
            raise SystemExit("nobody could start a simulation")
        headers = watcher.headers
        page = (await http.get(f"/api/simulate/{SIMULATED}", headers=headers)).json()
        form = {"game": SIMULATED, "rounds": page["rounds_max"], "seed": "7"}
        while time.monotonic() < until:
            begun = (await http.post("/api/simulations", json=form, headers=headers)).json()
            news = f"/api/simulations/{begun['id']}/news"
            async with http.stream("GET", news, headers=headers) as told:
                async for _ in told.aiter_lines():
                    if time.monotonic() > until:
                        break
            # What goes on by itself for a while would be felt where none is meant to be.
            await http.post(f"/api/simulations/{begun['id']}/stop", headers=headers)


async def listening(origins: Sequence[str], sheet: Sheet, meter: Meter) -> None:
    """Read off once a second how late the house says it runs, and what views cost it."""
    async with httpx.AsyncClient(timeout=60) as http:
        while True:
            await asyncio.sleep(1)
            views = 0
            for origin in origins:
                lines = (await http.get(f"{origin}/metrics")).text.splitlines()
                said = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
                sheet.figures.lags.append(float(said["pitboss_lag_seconds"]) * 1000)
                views += int(float(said["pitboss_views_total"]))
            meter.read(sheet.figures if sheet.full.is_set() else Figures(), views=views)


async def end(*tasks: asyncio.Task[None]) -> None:
    """Send everybody home."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


@dataclass(frozen=True)
class House:
    """Where a house under load keeps its records, and which version of the program serves it."""

    folder: Path
    database: str = ""
    """The address of a fresh database on PostgreSQL, else a file in the folder."""
    source: str = ""
    """The `src` folder of another version."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings beside those of every house under load."""
    program: str = PROGRAM
    """Python that is the command line."""
    process: type[subprocess.Popen[bytes]] = subprocess.Popen
    """How a process of this machine is started."""


def start(
    house: House, *more: str, name: str = "h", port: int = 0, is_apart: bool = False
) -> tuple[subprocess.Popen[bytes], str]:
    """The server, as an operator starts it; apart has it the first core for itself."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = port or free.getsockname()[1]
    command = [sys.executable, "-c", house.program, "serve", "--port", str(port)]
    said = house.folder / f"{name}.said"
    log = str(house.folder / f"{name}.jsonl")
    database = house.database or str(house.folder / "h.db")
    environment = {**os.environ, **SETTINGS, **house.settings}
    if house.source:
        environment["PYTHONPATH"] = house.source
    if house.database:
        environment["PITBOSS_KEY_FILE"] = str(house.folder / "key")
    with said.open("wb") as out:
        process = house.process(
            [*command, *more, "--database", database, "--log", log],
            stdout=out,
            stderr=out,
            env=environment,
        )
    if is_apart:
        put_apart(process.pid)
    for _ in range(600):
        if b"Pitboss is open" in said.read_bytes():
            return process, f"http://127.0.0.1:{port}"
        if process.poll() is not None:
            break
        time.sleep(0.1)
    process.kill()
    raise SystemExit(f"the server did not start: {said.read_text()}")


def put_apart(pid: int) -> None:
    """Give a server the first core, and this process with its visitors the others."""
    first, *others = sorted(CORES)
    if others:
        os.sched_setaffinity(pid, {first})
        os.sched_setaffinity(0, others)


async def whole(
    given: argparse.Namespace, origins: Sequence[str], meter: Meter
) -> tuple[list[str], list[str], Figures]:
    """Everything that is measured, as lines of a report, what was missed, and the full house."""
    full, calm, beside = Figures(), Figures(), Figures()
    inside, over, after = Figures(), Figures(), Figures()
    size = {"seats": given.seats, "spectators": given.spectators}
    sheet = Sheet()
    house = asyncio.create_task(crowd(origins, sheet, **size, seconds=STAY_S, prefix="a"))
    ear = asyncio.create_task(listening(origins, sheet, meter))
    await sheet.full.wait()
    minutes = [Figures() for _ in range(max(1, round(given.seconds / 60)))]
    for minute in minutes:
        sheet.figures = minute
        await asyncio.sleep(given.seconds / len(minutes))
        full.take(minute)
    for _ in range(TURNS if given.beside else 0):
        sheet.figures = calm
        await asyncio.sleep(given.beside / TURNS)
        sheet.figures = beside
        await simulating(origins[0], given.beside / TURNS)
    if given.over:
        sheet.figures = inside
        twice = {name: 2 * count for name, count in size.items()}
        await crowd(origins, Sheet(over), **twice, seconds=given.over, prefix="b")
        sheet.figures = Figures()
        await asyncio.sleep(RECOVER_S)
        sheet.figures = after
        await asyncio.sleep(AFTER_S)
    sheet.figures = Figures()
    await end(house, ear)
    lines, missed = told("full house", full), judged("full house", full)
    if sheet.players < given.seats:
        missed.append(f"only {sheet.players} of {given.seats} players were let in")
    if given.beside:
        lines += told("in turn: without a simulation", calm)
        lines += told("in turn: with a simulation from the page", beside)
        slower = percentile(beside.acks, 0.99) / percentile(calm.acks, 0.99)
        if not slower <= SLOWER_MAX:
            missed.append(f"{slower:.2f} times as long with a simulation, aim {SLOWER_MAX}")
    if given.over:
        lines += told("three times that: who was there before", inside)
        lines += told("three times that: who came", over)
        lines += told("the same house, ten seconds after they left", after)
        missed += judged("ten seconds after", after)
        if "busy" in after.refused:
            missed.append(f"ten seconds after: {after.refused['busy']} still asked to wait")
        away, refused = len(over.turned_away), {**inside.refused, **over.refused}
        if not away and not refused:
            missed.append("three times as many and nobody was asked to wait")
        lines.append(
            f"\nWhile three times as many wanted in, {away} were turned away"
            f" {sorted(set(over.turned_away))}, asks were refused {refused}, and"
            f" {len(over.errors) + len(inside.errors)} errors were seen; ten seconds after"
            f" they left asks were refused {after.refused}."
        )
    each = ", ".join(f"{percentile(minute.acks, 0.99):.0f}" for minute in minutes)
    lines.append(f"\nBet to acknowledgement, p99 of the full house minute by minute: {each} ms.")
    lines.append(
        f"\n{len(full.rounds)} rounds, refusals {full.refused}, errors {len(full.errors)}"
        f" {sorted(set(full.errors))[:3]}."
    )
    return lines, missed, full


EXAMPLE = """example, a minute without the parts about simulations and three times as many:
  .venv/bin/python scripts/load.py --seats 105 --spectators 95 --seconds 60 --beside 0 --over 0
"""


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=float, default=600, help="of the full house (%(default)s)"
    )
    parser.add_argument("--seats", type=int, default=105, help="players, %(default)s")
    parser.add_argument(
        "--spectators", type=int, default=95, help="viewers beside them, %(default)s"
    )
    parser.add_argument(
        "--beside", type=float, default=120, help="seconds without, and as many with a simulation"
    )
    parser.add_argument("--over", type=float, default=60, help="seconds of three times as many")
    parser.add_argument(
        "--processes", type=int, default=1, help="server processes, which need --database"
    )
    parser.add_argument("--database", default="", help="a fresh database on PostgreSQL, by address")
    parser.add_argument("--source", default="", help="the src folder of another version to load")
    parser.add_argument("--report", action="store_true", help=f"write into {REPORT.name} as well")
    given = parser.parse_args()
    if given.processes > 1 and not given.database:
        parser.error("--processes needs --database: a file is served by one process")
    return given


@dataclass
class Measured:
    """A run: the lines of its report, what was missed, the full house, and how servers ended."""

    lines: list[str]
    missed: list[str]
    full: Figures
    codes: list[int]


def measure(given: argparse.Namespace, house: House) -> Measured:
    """Start the servers, measure and stop them."""
    names = [f"h{number}" for number in range(given.processes)]
    processes, origins = [], []
    try:
        for name in names:
            process, origin = start(house, name=name, is_apart=len(names) == 1)
            processes.append(process)
            origins.append(origin)
        meter = Meter(tuple(one.pid for one in processes))
        lines, missed, full = uvloop.run(whole(given, origins, meter))
    finally:
        for process in processes:
            process.terminate()
        codes = [process.wait(60) for process in processes]
    for name in names:
        said = (house.folder / f"{name}.said").read_text("utf-8").splitlines()[1:]
        if said:
            missed.append(f"the server complained {len(said)} times, last: {said[-1]}")
    return Measured(lines, missed, full, codes)


def main() -> int:
    given = read_arguments()
    busy, before = os.getloadavg()[0], read_stolen()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), given.database, given.source)
        found = measure(given, house)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    stolen, ticks = (now - then for now, then in zip(read_stolen(), before, strict=True))
    cores = "one core each" if given.processes == 1 and len(CORES) == 2 else f"{len(CORES)} cores"
    about = (
        f"`scripts/load.py --seconds {given.seconds:.0f}`: {given.seats} seats taken"
        f" and {given.spectators} spectators on {'PostgreSQL' if given.database else 'SQLite'},"
        f" {given.processes} server process{'es' if given.processes > 1 else ''} and visitors on"
        f" {cores} ({platform.machine()}, load average {busy:.1f} at the start;"
        f" other machines on the host took {stolen / max(1, ticks):.0%} of the processor)."
        f" The server used {used.ru_utime + used.ru_stime:.0f} s of processor time in all."
    )
    head = [about, "", "| | what | count | median | p99 | longest |"]
    head.append("| --- | --- | --- | --- | --- | --- |")
    ended = ", ".join(map(str, found.codes))
    tail = [
        f"\nThe server ended with {ended}. "
        + (f"Missed: {found.missed}." if found.missed else "All met.")
    ]
    text = "\n".join([*head, *found.lines, *tail]) + "\n"
    print(text)
    if given.report:
        REPORT.write_text(put_in(REPORT.read_text("utf-8"), text), encoding="utf-8")
    return 1 if found.missed or any(found.codes) else 0


if __name__ == "__main__":
    raise SystemExit(main())
