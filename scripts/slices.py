"""Long proofs cut into slices: each finished slice is one line on disk, so a stop loses little.

A slice counts only for the sources it ran on; when the product changes, the proof begins anew.
Several runs may share one folder: each takes the slices that no other has at hand.
Used by the soak scripts beside it.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import platform
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".cache" / "soak"

PROVED = (
    *("units.py", "refusals.py", "invariants.py"),
    *("equipment", "games", "ledger", "audit", "store", "table", "players", "pit"),
)
"""What a live table runs on; the rest of the package cannot change what these runs found."""
ON_SERVERS = Path("store", "postgres.py")
"""What only the runs on PostgreSQL use."""

Counts = dict[str, int]


@dataclass(frozen=True)
class Job:
    """One proof: how it is cut, what one slice does, and how the sum of all is told."""

    name: str
    what: str
    slices: int
    run: Callable[[int], Counts]
    done: Callable[[Counts], str]
    found: Callable[[Counts], str]
    on_server: bool = False


@dataclass(frozen=True)
class Line:
    """One row of a report."""

    what: str
    done: str
    found: str
    when: str
    seconds: float


def sources(*, on_server: bool = True) -> str:
    """A hash of everything the product's live tables are made of."""
    package = ROOT / "src" / "pitboss"
    digest = hashlib.sha256()
    for path in sorted(file for one in PROVED for file in _files(package / one)):
        name = path.relative_to(package)
        if on_server or name != ON_SERVERS:
            digest.update(f"{name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for kind in ("*.py", "*.toml", "*.sql"):
        yield from path.rglob(kind)


def finished(job: Job, folder: Path, made_from: str) -> dict[int, dict[str, Any]]:
    """The slices of a job that these sources have passed, by number."""
    path = folder / f"{job.name}.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    entries = [json.loads(line) for line in lines if line.endswith("}")]
    return {one["slice"]: one for one in entries if one["sources"] == made_from}


def run(job: Job, folder: Path = FOLDER) -> None:
    """Run every slice that is not done; a broken promise raises and leaves no line."""
    folder.mkdir(parents=True, exist_ok=True)
    made_from = sources(on_server=job.on_server)
    for number in range(job.slices):
        with _taken(folder / f"{job.name}.{number}.taken") as is_mine:
            if is_mine and number not in finished(job, folder, made_from):
                _run_slice(job, number, folder, made_from)


@contextmanager
def _taken(path: Path) -> Iterator[bool]:
    """Take a slice for as long as this process works on it; False when another has it."""
    with path.open("wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _run_slice(job: Job, number: int, folder: Path, made_from: str) -> None:
    began, at = time.perf_counter(), datetime.now(UTC)
    counts = job.run(number)
    entry = {
        "slice": number,
        "sources": made_from,
        "at": at.isoformat(timespec="seconds"),
        "seconds": round(time.perf_counter() - began, 3),
        "counts": counts,
    }
    with (folder / f"{job.name}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
    print(f"{job.name} {number + 1}/{job.slices} {entry['seconds']} s {counts}", flush=True)


def line(job: Job, folder: Path = FOLDER) -> Line | None:
    """What a job has found so far, or None when no slice of it is done."""
    over = finished(job, folder, sources(on_server=job.on_server))
    if not over:
        return None
    total: Counter[str] = Counter()
    for one in over.values():
        total.update(one["counts"])
    days = sorted(one["at"][:10] for one in over.values())
    when = days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    part = "" if len(over) == job.slices else f" ({len(over)} of {job.slices} slices so far)"
    seconds = sum(one["seconds"] for one in over.values())
    return Line(job.what, job.done(dict(total)) + part, job.found(dict(total)), when, seconds)


def table(lines: Sequence[Line]) -> str:
    """The rows of a report."""
    rows = [
        f"| {one.what} | {one.done} | {one.found} | {one.when} | {one.seconds:,.0f} s |"
        for one in lines
    ]
    return "\n".join(("| what | how much | found | when | took |", "|---|---|---|---|---:|", *rows))


def shape() -> str:
    """The machine and the programs of a run, in words."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} shared cores ({platform.machine()}), {memory:.0f} GiB of memory,"
        f" {platform.system()}, Python {platform.python_version()},"
        f" SQLite {sqlite3.sqlite_version}"
    )


def shares(total: int, slices: int) -> list[int]:
    """A count cut into slices as evenly as it goes."""
    return [total // slices + (number < total % slices) for number in range(slices)]


def main(
    jobs: Callable[[float], Sequence[Job]], report: Path, written: Callable[[list[Line]], str]
) -> None:
    """Run what is not done yet and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--report", action="store_true", help="only write what is done so far")
    given = parser.parse_args()
    every = jobs(given.share)
    for job in every:
        if not given.report and (not given.only or job.name in given.only):
            run(job, given.folder)
    if given.share >= 1:
        lines = [found for job in every if (found := line(job, given.folder)) is not None]
        report.write_text(written(lines), "utf-8")
