"""The store's proof in full counts, in slices that survive a stop; `make soak` runs it.

Run: python scripts/soak_store.py [--share 0.01] [--only NAME ...] [--folder FOLDER]
Kills, cuts, races, storms and tamperings; the report is docs/evidence/store.md. A share below 1
is for a first look and writes no report.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pitboss.audit.chain import export_line
from pitboss.equipment.draws import SeededBits
from scripts import slices
from scripts.slices import Counts, Job
from tests.audit.tampering import KINDS, tampered
from tests.floor.simulation import simulate
from tests.store.crashes import postmaster_kills, sigkill_loop
from tests.store.house import assert_sound, opened
from tests.store.servers import start_server
from tests.store.storm import storm
from tests.store.test_cuts import cut_loop
from tests.store.test_store import one_of_200

REPORT = Path(__file__).parents[1] / "docs" / "evidence" / "store.md"
HOUSE_TURNS = 150


def races(where: str, turns: int) -> Counts:
    """200 parallel bets with credits for one; another number than one raises."""
    with opened(where) as store:
        for turn in range(turns):
            one_of_200(store, turn)
        assert_sound(store)
    return {"races": turns}


def sqlite_races(turns: int) -> Counts:
    """On a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return races(f"{folder}/races.db", turns)


def postgres_races(turns: int) -> Counts:
    """On a server of its own."""
    server = start_server()
    try:
        return races(server.new_database(), turns)
    finally:
        server.stop()


def sqlite_kills(kills: int) -> Counts:
    """SIGKILL of a betting process; anything acknowledged and lost raises."""
    with tempfile.TemporaryDirectory() as folder:
        return {"kills": kills, "kept": sigkill_loop(f"{folder}/kills.db", kills)}


def server_kills(kills: int) -> Counts:
    """SIGKILL of the postmaster under three bettors."""
    server = start_server()
    try:
        return {"kills": kills, "kept": postmaster_kills(server, server.new_database(), kills)}
    finally:
        server.stop()


def cuts(count: int) -> Counts:
    """The connection cut after COMMIT was carried out, before the reply."""
    server = start_server()
    try:
        cut_loop(server, server.new_database(), count)
    finally:
        server.stop()
    return {"cuts": count}


def storms(commands: int) -> Counts:
    """Eight writers on one account of a database that refuses whatever is not serial."""
    server = start_server()
    try:
        seen = storm(server, server.new_database(), commands=commands)
    finally:
        server.stop()
    return {
        "commands": seen.taken + seen.refused,
        "taken": seen.taken,
        "refused": seen.refused,
        "retries": seen.retries,
    }


def tamperings(count: int, slice_: int) -> Counts:
    """Random tamperings of what a whole house wrote, games and all."""
    with opened(":memory:", is_threaded=False) as store:
        simulate(store, slice_, HOUSE_TURNS)
        records = [
            record
            for head in store.heads()  # type: ignore[union-attr]
            for record in store.replay(head.stream)  # type: ignore[union-attr]
        ]
        lines = [export_line(record.head, record.canonical) for record in records]
    return dict(tampered(lines, SeededBits(b"tamper %d" % slice_), count))


def kills_found(counts: Counts) -> str:
    """What was acknowledged and is still there."""
    return f"{counts['kept']:,} acknowledged commits, 0 lost"


def jobs(share: float) -> list[Job]:
    """Every proof."""

    def part(total: int, count: int) -> list[int]:
        return slices.shares(max(count, int(total * share)), count)

    cut, race, tamper, storming = part(10_000, 10), part(1_000, 5), part(10_000, 10), part(8_000, 4)
    return [
        Job(
            "tamper",
            "Random tamperings of a house's export",
            len(tamper),
            lambda n: tamperings(tamper[n], n),
            lambda c: f"{sum(c[kind.__name__] for kind in KINDS):,} of {len(KINDS)} kinds",
            lambda c: f"{c['missed']} not found",
        ),
        Job(
            "store-races",
            "200 parallel bets with credits for one, SQLite",
            len(race),
            lambda n: sqlite_races(race[n]),
            lambda c: f"{c['races']:,} races",
            lambda c: "exactly one taken in each",
        ),
        Job(
            "store-races-pg",
            "200 parallel bets with credits for one, PostgreSQL",
            len(race),
            lambda n: postgres_races(race[n]),
            lambda c: f"{c['races']:,} races",
            lambda c: "exactly one taken in each",
            on_server=True,
        ),
        Job(
            "store-cuts",
            "Connection cut after COMMIT, before the reply, PostgreSQL",
            len(cut),
            lambda n: cuts(cut[n]),
            lambda c: f"{c['cuts']:,} cuts",
            lambda c: "one effect each",
            on_server=True,
        ),
        Job(
            "storm",
            "Serialization storm: 8 writers on one account, PostgreSQL SERIALIZABLE",
            len(storming),
            lambda n: storms(storming[n]),
            lambda c: f"{c['commands']:,} commands, {c['retries']:,} tries that failed",
            lambda c: (
                f"{c['taken']:,} with one effect, {c['refused']:,} refused for good after"
                " five tries and without any"
            ),
            on_server=True,
        ),
        *kill_jobs(part(500, 10), part(100, 4)),
    ]


def kill_jobs(kill: list[int], server_kill: list[int]) -> list[Job]:
    """Those that kill."""
    return [
        Job(
            "store-kills",
            "SIGKILL of a betting process, SQLite",
            len(kill),
            lambda n: sqlite_kills(kill[n]),
            lambda c: f"{c['kills']:,} kills",
            kills_found,
        ),
        Job(
            "store-kills-pg",
            "SIGKILL of the postmaster under three bettors, PostgreSQL",
            len(server_kill),
            lambda n: server_kills(server_kill[n]),
            lambda c: f"{c['kills']:,} kills",
            kills_found,
            on_server=True,
        ),
    ]


def written(lines: list[slices.Line]) -> str:
    """The page."""
    return (
        "# The store under faults\n\nEvery slice ends in the audit of the books: entries sum to"
        " zero, balances equal their entries, the chain verifies. A broken promise stops the run"
        f" and leaves no line.\n\nMade by `python scripts/soak_store.py` on {slices.shape()};"
        f" sources `{slices.sources()[:16]}`.\n\n{slices.table(lines)}\n"
    )


if __name__ == "__main__":
    slices.main(jobs, REPORT, written)
