"""The store's proof in full counts: kills, cuts, races and tamperings, with a report.

Run: python scripts/soak_store.py docs/evidence/store.md [--share 0.1]
A share below 1 runs that part of every count, for a first look.
"""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from tests.store.crashes import postmaster_kills, sigkill_loop
from tests.store.house import assert_sound, opened
from tests.store.servers import Server, start_server
from tests.store.test_cuts import cut_loop
from tests.store.test_store import one_of_200

ROOT = Path(__file__).parents[1]
KILLS_PER_FILE = 50


def races(where: str, turns: int) -> str:
    """200 parallel bets with credits for one."""
    with opened(where) as store:
        for turn in range(turns):
            one_of_200(store, turn)
        assert_sound(store)
    return f"{turns} times 200 parallel bets with credits for one: exactly one each time"


def sqlite_kills(folder: str, kills: int) -> str:
    """SIGKILL of the process under load; a new file now and then keeps each audit short."""
    kept = 0
    for first in range(0, kills, KILLS_PER_FILE):
        kept += sigkill_loop(f"{folder}/kills{first}.db", min(KILLS_PER_FILE, kills - first))
    return f"{kills} SIGKILLs under load: {kept} acknowledged commits, 0 lost, books sound"


def server_kills(server: Server, kills: int) -> str:
    """SIGKILL of the postmaster under load."""
    kept = postmaster_kills(server, server.new_database(), kills)
    return f"{kills} postmaster kills: {kept} acknowledged commits, 0 lost, books sound"


def cuts(server: Server, count: int) -> str:
    """The connection cut after COMMIT."""
    cut_loop(server, server.new_database(), count)
    return f"{count} connections cut after COMMIT: one effect each, books sound"


def tamperings() -> str:
    """The verifier against random tamperings, by the slow test of the suite."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "slow", "tests/audit"],
        check=False,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise SystemExit(done.stdout)
    return "10,000 random tamperings of an export: all found"


def main() -> None:
    """Run everything and write the report."""
    parser = argparse.ArgumentParser(description="Prove the store in full counts.")
    parser.add_argument("report", type=Path)
    parser.add_argument("--share", type=float, default=1.0)
    given = parser.parse_args()

    def part(count: int) -> int:
        return max(1, int(count * float(given.share)))

    server = start_server()
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        jobs: list[tuple[str, Callable[[], str]]] = [
            ("SQLite", lambda: sqlite_kills(folder, part(500))),
            ("SQLite", lambda: races(f"{folder}/races.db", part(1_000))),
            ("PostgreSQL", lambda: server_kills(server, part(100))),
            ("PostgreSQL", lambda: races(server.new_database(), part(1_000))),
            ("PostgreSQL", lambda: cuts(server, part(10_000))),
            ("verifier", tamperings),
        ]
        try:
            for name, job in jobs:
                start = time.perf_counter()
                line = f"| {name} | {job()} | {time.perf_counter() - start:,.0f} s |"
                print(line, flush=True)
                lines.append(line)
        finally:
            server.stop()
    head = (
        "# The store under faults\n\nMade by `python scripts/soak_store.py`"
        f" with Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
        f" on {os.cpu_count()} cores. Every run ends in the audit of the books.\n\n"
        "| where | what | took |\n|---|---|---|\n"
    )
    given.report.parent.mkdir(parents=True, exist_ok=True)
    given.report.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
