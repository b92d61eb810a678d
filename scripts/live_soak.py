"""The long proof of the live tables, with its report: docs/evidence/live-tables.md.

Run: python scripts/live_soak.py --seeds 10000 --turns 1200 --kills 500 --server-kills 100
Every count in the report is what this run did; smaller arguments give a smaller report.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import sqlite3
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, fields
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pitboss.equipment.draws import SeededBits
from pitboss.pit.requests import Receipt, Request
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.state import Phase
from tests.floor.kills import Tally, checked, disturbed, killed_once
from tests.floor.simulation import Counts, simulate
from tests.pit.kit import Floor, floor
from tests.store.house import opened
from tests.store.servers import start_server
from tests.table.test_fairness import attacked, is_caught, sealed

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "evidence" / "live-tables.md"
ALICE = Actor(Role.PLAYER, "alice")


@dataclass(frozen=True)
class Line:
    """One row of the report."""

    what: str
    done: str
    found: str


def one_seed(job: tuple[int, int]) -> tuple[Counts, int]:
    """The whole house from one seed; every 50th runs twice, for the same bytes."""
    seed, turns = job
    with opened(":memory:", is_threaded=False) as store:
        ran = simulate(store, seed, turns)
    if seed % 50 == 0:
        with opened(":memory:", is_threaded=False) as store:
            if simulate(store, seed, turns).digest != ran.digest:
                raise SystemExit(f"seed {seed} gave other bytes the second time")
    return ran.counts, ran.rounds


def simulated(seeds: int, turns: int, cores: int) -> list[Line]:
    """All seeds on all cores."""
    total, rounds = Counts(), 0
    jobs = [(seed, turns) for seed in range(seeds)]
    with get_context("spawn").Pool(cores) as pool:
        for counts, over in pool.imap_unordered(one_seed, jobs, chunksize=4):
            rounds += over
            for field in fields(Counts):
                mine = getattr(total, field.name) + getattr(counts, field.name)
                setattr(total, field.name, mine)
    told = asdict(total)
    return [
        Line(
            "Whole-house simulation",
            f"{seeds:,} seeds, {total.commands:,} commands, {rounds:,} rounds",
            f"0 breaks; {told['crashes']:,} crashes, {told['repeats']:,} repeats answered alike,"
            f" {told['refused']:,} refused, {told['jumps']:,} clock jumps",
        ),
        Line("Same seed, same bytes", f"{-(-seeds // 50):,} seeds twice", "all equal"),
    ]


def killed(kills: int) -> Line:
    """SIGKILL of the house on SQLite."""
    tally, bits = Tally(), SeededBits(b"kills")
    with tempfile.TemporaryDirectory() as folder:
        where = f"{folder}/house.db"
        for life in range(kills):
            killed_once(where, tally, life, bits)
            if life % 25 == 24 or life == kills - 1:
                with opened(where) as store:
                    checked(store, tally)
    done = f"{tally.kills:,} kills, {tally.acknowledged:,} acknowledged, {tally.rounds:,} rounds"
    return Line("SIGKILL under load, SQLite", done, f"{tally.lost} lost")


def server_killed(kills: int) -> Line:
    """SIGKILL of the PostgreSQL postmaster under load."""
    tally, bits = Tally(), SeededBits(b"server kills")
    server = start_server()
    try:
        url = server.new_database()

        def harm() -> None:
            server.kill()
            server.start()

        for life in range(kills):
            disturbed(url, tally, life, bits, harm)
        with opened(url) as store:
            checked(store, tally)
    finally:
        server.stop()
    done = f"{tally.kills:,} kills, {tally.acknowledged:,} acknowledged, {tally.rounds:,} rounds"
    return Line("Postmaster SIGKILL under load, PostgreSQL", done, f"{tally.lost} lost")


def cut(cuts: int) -> Line:
    """Answers lost after the commit: the same id again has no second effect."""
    house = floor()
    house.open("spin-n-win", mode="sealed")
    house.sit("alice")
    house.run_until(Phase.BETTING)
    wrong = 0
    for number in range(cuts):
        stake = 1000 + 100 * (number % 50)
        request = Request("T1", f"r{number}", Command(ALICE, cmd.PlaceBet(1, "single:red", stake)))
        plan = house.pit.desks["T1"].plan(request, now_ms=house.clock())
        house.store.append(plan.commit)  # type: ignore[union-attr]
        answer = house.pit.submit(request)
        good = isinstance(answer, Receipt) and house.credits("alice") == 1000_00 - stake
        wrong += not good
    house.audit()
    found = f"{wrong} with another effect than one"
    return Line("Answer lost after COMMIT, sent again", f"{cuts:,} times", found)


async def raced(house: Floor, tables: list[str], races: int) -> int:
    """How many races were not won by exactly one."""
    wrong = 0
    place = cmd.PlaceBet(1, "single:red", 300_00)
    for race in range(races):
        requests = [Request(table, f"{race}-{table}", Command(ALICE, place)) for table in tables]
        answers = await asyncio.gather(*map(house.pit.submit_async, requests * 20))
        taken = {answer for answer in answers if isinstance(answer, Receipt)}
        wrong += len(taken) != 1
        for answer in taken:
            house.do("alice", cmd.TakeDownBet(1, "single:red"), table=answer.table)
    return wrong


def raced_line(races: int) -> Line:
    """200 messages at a time for one stake that fits once."""
    with tempfile.TemporaryDirectory() as folder:
        house = floor(f"{folder}/house.db", is_threaded=True)
        tables = [f"T{n}" for n in range(1, 11)]
        house.fund("alice")
        for table in tables:
            house.open("spin-n-win", mode="sealed", table=table)
            house.do("alice", cmd.TakeSeat(1), table=table)
        house.wallet.set_limit("alice", "loss-month", 300_00, client_id="one")
        house.clock.now_ms += 1_000
        house.pit.tick()
        wrong = asyncio.run(raced(house, tables, races))
        house.audit()
        house.store.close()
    return Line(
        "200 parallel bets with room for one", f"{races:,} races", f"{wrong} not won by one"
    )


def predicted(rounds: int) -> Line:
    """The prediction attack on the commitment."""
    right = attacked(sealed, rounds)
    verdict = "better than chance" if is_caught(right, rounds) else "at chance"
    best = max(right) / rounds
    said = f"{verdict}; best of {len(right)} guesses {best:.4f}, chance {1 / 64:.4f}"
    return Line("Prediction attack before the bets", f"{rounds:,} rounds", said)


def report(lines: list[Line], *, arguments: list[str], seconds: float) -> str:
    """The page."""
    rows = "\n".join(f"| {one.what} | {one.done} | {one.found} |" for one in lines)
    return (
        "# Live tables: what a long run found\n\n"
        f"Made by `python scripts/live_soak.py {' '.join(arguments)}` in {seconds:,.0f} s on"
        f" {platform.machine()}, Python {platform.python_version()},"
        f" SQLite {sqlite3.sqlite_version}.\n\n"
        "Every run ends in the same audit: entries sum to zero, balances equal their entries, the"
        " chain verifies, no stake without a round, no round without an end, and a second model"
        " that reads only the journal predicts every balance.\n\n"
        f"| what | how much | found |\n|---|---|---|\n{rows}\n"
    )


def main() -> None:
    """Run everything that was asked for and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (
        ("seeds", 10_000),
        ("turns", 1_200),
        ("kills", 500),
        ("server-kills", 100),
        ("cuts", 10_000),
        ("races", 1_000),
        ("attack", 100_000),
        ("cores", 2),
    ):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    began = time.monotonic()
    lines = [
        *simulated(given.seeds, given.turns, given.cores),
        killed(given.kills),
        server_killed(given.server_kills),
        raced_line(given.races),
        cut(given.cuts),
        predicted(given.attack),
    ]
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    text = report(lines, arguments=sys.argv[1:], seconds=time.monotonic() - began)
    REPORT.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
