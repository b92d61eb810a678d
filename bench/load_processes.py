"""What bets cost one server process and two on one PostgreSQL: processor time of each part.

    python bench/load_processes.py [seconds] [seats] [spectators]

Every run has a fresh database, which writes without waiting for the disk. Two processes have twice
the house, so that each has as much to do as the one: bets that come close together share commits
and views, and a process at half the load would seem dearer than it is. Two servers, a database and
visitors need more cores than most machines have, so the last line is reckoned: how many times the
bets of one process two could take where each has a core and the database keeps up. The database's
time is that of the whole run, opening tables and letting players in included.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]

from load import CORES, House, measure  # noqa: E402
from load_figures import percentile  # noqa: E402

from tests.store.servers import Server, start_server  # noqa: E402

TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def read_used_s(server: Server) -> float:
    """Processor time of a database and its children, those that have ended included."""
    first = int((server.data / "postmaster.pid").read_text().splitlines()[0])
    used = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat.parent.name) == first:
            used += sum(map(int, fields[11:15]))
        elif int(fields[1]) == first:
            used += sum(map(int, fields[11:13]))
    return used / TICKS_PER_S


def run(server: Server, processes: int, seconds: float, size: dict[str, int]) -> float:
    """Measure so many processes and print a row; milliseconds of the loops' threads by bet."""
    each = {name: processes * count for name, count in size.items()}
    given = argparse.Namespace(**each, seconds=seconds, beside=0, over=0, processes=processes)
    # A run on one process leaves its visitors on a core of their own.
    os.sched_setaffinity(0, CORES)
    before = read_used_s(server)
    with tempfile.TemporaryDirectory() as folder:
        found = measure(given, House(Path(folder), server.new_database()))
    full, bets = found.full, max(1, len(found.full.acks))
    print(
        f"| {processes} | {len(full.acks):,} | {full.views:,}"
        f" | {percentile(full.acks, 0.5):.1f} and {percentile(full.acks, 0.99):.0f} ms"
        f" | {full.busy_s / bets * 1000:.2f} ms | {full.loop_s / bets * 1000:.2f} ms"
        f" | {(read_used_s(server) - before) / bets * 1000:.2f} ms | {found.missed} |",
        flush=True,
    )
    return full.loop_s / bets * 1000


def main() -> None:
    """Print a row for one process and for two, then what follows from them."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    seats, spectators = map(int, sys.argv[2:4]) if len(sys.argv) > 3 else (42, 38)
    size = {"seats": seats, "spectators": spectators}
    print("| processes | bets | views | ack median, p99 | by bet | loops | database | missed |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    server = start_server()
    try:
        one, two = (run(server, processes, seconds, size) for processes in (1, 2))
    finally:
        server.stop()
    print(
        f"\nReckoned, not measured: two take {2 * one / max(two, 0.001):.2f} times the bets of one."
    )


if __name__ == "__main__":
    main()
