"""The long proof of the live tables, in slices that survive a stop; `make soak` runs it.

Run: python scripts/live_soak.py [--share 0.01] [--only NAME ...] [--folder FOLDER]
What is already done for these sources is not done again, and several runs at once share the work.
The report goes into docs/evidence/live-tables.md; a share below 1 is for a first look and writes no
report.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pitboss.equipment.draws import SeededBits
from pitboss.pit.requests import Request
from pitboss.store.records import Committed
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.state import Phase
from scripts import slices, soak_draws
from scripts.slices import Counts, Job
from tests.attacks.volleys import Tally as Volleys
from tests.attacks.volleys import fire_volleys
from tests.floor.kills import Tally, checked, disturbed, killed_once, one_of_two_killed
from tests.floor.simulation import digests_elsewhere
from tests.floor.simulation import simulated as simulated_seed
from tests.floor.two_houses import simulated_two
from tests.pit.kit import Floor, floor
from tests.store.house import opened
from tests.store.servers import start_server
from tests.table.test_fairness import attacked, is_caught, sealed

# As the tests do: their helpers know the games of this tree, whatever else is installed.
os.environ.setdefault("PITBOSS_INSTALLED_GAMES", "0")

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "evidence" / "live-tables.md"
HEADING = "## The last long run\n"
ALICE = Actor(Role.PLAYER, "alice")
TURNS = 500
AGAIN_EACH = 50
"""Every so many seeds, one is run again in another process and compared byte for byte."""
RESTART_MS, SERVER_RESTART_MS = 3_000, 10_000


def simulated(seeds: range) -> Counts:
    """The whole house from each seed."""
    total: Counts = {"seeds": len(seeds), "rounds": 0, "again": 0}
    digests: dict[int, str] = {}
    for seed in seeds:
        ran = simulated_seed(seed, TURNS)
        digests[seed] = ran.digest
        total["rounds"] += ran.rounds
        for name, count in asdict(ran.counts).items():
            total[name] = total.get(name, 0) + count
    twice = [seed for seed in seeds if seed % AGAIN_EACH == 0]
    if twice and digests_elsewhere(twice, TURNS) != [digests[seed] for seed in twice]:
        raise AssertionError(f"one of the seeds {twice} gave other bytes the second time")
    return total | {"again": len(twice)}


def now_ms() -> int:
    """A clock that nobody sets."""
    return int(1000 * time.monotonic())


def told(tally: Tally, within_ms: int) -> Counts:
    """What a run of kills comes to."""
    return {
        "kills": tally.kills,
        "acknowledged": tally.acknowledged,
        "lost": tally.lost,
        "rounds": tally.rounds,
        "spanned": tally.spanned,
        "in_time": sum(wait <= within_ms for wait in tally.waits_ms),
    }


def killed(kills: int, slice_: int) -> Counts:
    """SIGKILL of the house on SQLite, on a disk."""
    tally, bits = Tally(now_ms=now_ms), SeededBits(b"kills %d" % slice_)
    with tempfile.TemporaryDirectory() as folder:
        where = f"{folder}/house.db"
        for life in range(kills):
            killed_once(where, tally, life, bits)
        with opened(where) as store:
            checked(store, tally)
    return told(tally, RESTART_MS)


def server_killed(kills: int, slice_: int) -> Counts:
    """SIGKILL of the PostgreSQL postmaster under load."""
    tally, bits = Tally(now_ms=now_ms), SeededBits(b"server kills %d" % slice_)
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
    return told(tally, SERVER_RESTART_MS)


def one_killed(kills: int, slice_: int) -> Counts:
    """SIGKILL of one of two houses that serve the same tables on PostgreSQL."""
    tally, bits = Tally(now_ms=now_ms), SeededBits(b"one of two %d" % slice_)
    server = start_server()
    try:
        url = server.new_database()
        one_of_two_killed(url, tally, kills, bits)
        with opened(url) as store:
            checked(store, tally)
    finally:
        server.stop()
    return told(tally, SERVER_RESTART_MS)


def fired(volleys: int, slice_: int) -> Counts:
    """Volleys at two servers on one PostgreSQL, restarted and audited after each hundred."""
    tally = Volleys()
    server = start_server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            fire_volleys(
                server.new_database(),
                Path(folder),
                tally,
                volleys=volleys,
                each=100,
                seed=b"volleys %d" % slice_,
            )
    finally:
        server.stop()
    return {
        "volleys": tally.volleys,
        "asks": tally.asks,
        "acknowledged": tally.acknowledged,
        "restarts": tally.restarts,
        "rounds": tally.rounds,
    }


def simulated_together(seeds: range) -> Counts:
    """The whole house from each seed, with two processes."""
    total: Counts = {"seeds": len(seeds), "rounds": 0}
    for seed in seeds:
        ran = simulated_two(seed, TURNS)
        total["rounds"] += ran.rounds
        for name, count in asdict(ran.counts).items():
            total[name] = total.get(name, 0) + count
    return total


def cut(cuts: int) -> Counts:
    """The house never hears that its commit was taken: the same id has no second effect."""
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
        answer = house.submit(request)
        good = isinstance(answer, Committed) and house.credits("alice") == 1000_00 - stake
        wrong += not good
    house.audit()
    return {"cuts": cuts, "wrong": wrong}


async def raced(house: Floor, tables: list[str], races: int) -> int:
    """How many races were not won by exactly one."""
    wrong = 0
    place = cmd.PlaceBet(1, "single:red", 300_00)
    for race in range(races):
        requests = [Request(table, f"{race}-{table}", Command(ALICE, place)) for table in tables]
        answers = await asyncio.gather(*map(house.pit.submit, requests * 20))
        taken = {answer for answer in answers if isinstance(answer, Committed)}
        wrong += len(taken) != 1 or house.credits("alice") != 700_00
        for answer in taken:
            down = Command(ALICE, cmd.TakeDownBet(1, "single:red"))
            table = answer.stream.removeprefix("table:")
            await house.pit.submit(Request(table, f"{race}-down", down))
    return wrong


def races_of(races: int) -> Counts:
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
        house.tick()
        wrong = asyncio.run(raced(house, tables, races))
        house.audit()
        house.store.close()
    return {"races": races, "wrong": wrong}


def predicted(rounds: int, slice_: int) -> Counts:
    """The prediction attack on the commitment."""
    right = attacked(sealed, rounds, part=slice_)
    return {"rounds": rounds} | {f"guess{at}": hits for at, hits in enumerate(right)}


def predicted_found(counts: Counts) -> str:
    """Whether anything public told more than chance."""
    right = [hits for name, hits in counts.items() if name.startswith("guess")]
    rounds = counts["rounds"]
    verdict = "better than chance" if is_caught(right, rounds) else "at chance"
    best = max(right) / rounds
    return f"{verdict}; best of {len(right)} guesses {best:.4f}, chance {1 / 64:.4f}"


def kills_found(counts: Counts, within: str) -> str:
    """What became of everything acknowledged."""
    return (
        f"{counts['lost']} lost; {counts['spanned']:,} rounds went on across a kill, every card the"
        f" one committed to; next acknowledgement within {within} in {counts['in_time']:,}"
    )


def two_process_jobs(share: float) -> list[Job]:
    """Two processes that write the same tables."""
    volleys = slices.shares(max(50, int(10_000 * share)), 50)
    kills = slices.shares(max(60, int(600 * share)), 60)
    seeds = slices.shares(max(80, int(2_000 * share)), 80)
    return [
        Job(
            "volleys",
            "Volleys at the same seats, spots and decisions of two servers, PostgreSQL",
            len(volleys),
            lambda n: fired(volleys[n], n),
            lambda c: (
                f"{c['volleys']:,} volleys, {c['asks']:,} commands, {c['acknowledged']:,}"
                f" acknowledged, {c['rounds']:,} rounds"
            ),
            lambda c: (
                "0 lost, 0 doubled, no seat with two owners; both stopped, audited and started"
                f" again {c['restarts']:,} times"
            ),
            on_server=True,
        ),
        Job(
            "one-of-two",
            "SIGKILL of one of two houses under load, PostgreSQL",
            len(kills),
            lambda n: one_killed(kills[n], n),
            kills_done,
            lambda c: kills_found(c, "10 s"),
            on_server=True,
        ),
        Job(
            "two-houses",
            f"Whole house from a seed with two processes, {TURNS} turns each",
            len(seeds),
            lambda n: simulated_together(range(sum(seeds[:n]), sum(seeds[: n + 1]))),
            lambda c: (
                f"{c['seeds']:,} seeds, {c['commands']:,} commands ({c['taken']:,} taken),"
                f" {c['rounds']:,} rounds"
            ),
            lambda c: f"0 breaks; {c['crashes']:,} crashes, {c['refused']:,} refused",
        ),
    ]


def jobs(share: float) -> list[Job]:
    """Every proof, shortest first."""

    def part(total: int, count: int) -> list[int]:
        return slices.shares(max(count, int(total * share)), count)

    attacks, cuts, races = part(100_000, 10), part(10_000, 10), part(1_000, 10)
    kills, server_kills = part(500, 25), part(100, 10)
    seeds = part(18_800, 188)
    return [
        *two_process_jobs(share),
        *soak_draws.jobs(share),
        Job(
            "attack",
            "Prediction attack before the bets",
            len(attacks),
            lambda n: predicted(attacks[n], n),
            lambda c: f"{c['rounds']:,} rounds",
            predicted_found,
        ),
        Job(
            "cuts",
            "Commit taken, the house never told, sent again",
            len(cuts),
            lambda n: cut(cuts[n]),
            lambda c: f"{c['cuts']:,} times",
            lambda c: f"{c['wrong']} with another effect than one",
        ),
        Job(
            "races",
            "200 parallel bets at ten tables with room for one",
            len(races),
            lambda n: races_of(races[n]),
            lambda c: f"{c['races']:,} races",
            lambda c: f"{c['wrong']} not won by exactly one",
        ),
        Job(
            "kills",
            "SIGKILL of the house under load, SQLite",
            len(kills),
            lambda n: killed(kills[n], n),
            kills_done,
            lambda c: kills_found(c, "3 s"),
        ),
        Job(
            "server-kills",
            "SIGKILL of the postmaster under load, PostgreSQL",
            len(server_kills),
            lambda n: server_killed(server_kills[n], n),
            kills_done,
            lambda c: kills_found(c, "10 s"),
            on_server=True,
        ),
        Job(
            "simulation",
            f"Whole house from a seed, {TURNS} turns each",
            len(seeds),
            lambda n: simulated(range(sum(seeds[:n]), sum(seeds[: n + 1]))),
            lambda c: (
                f"{c['seeds']:,} seeds, {c['commands']:,} commands ({c['taken']:,} taken,"
                f" {c['house_acts']:,} by the house), {c['rounds']:,} rounds"
            ),
            lambda c: (
                f"0 breaks; {c['crashes']:,} crashes, {c['repeats']:,} repeats answered alike,"
                f" {c['refused']:,} refused, {c['jumps']:,} clock jumps; {c['again']:,} seeds once"
                " more in another process: every byte the same"
            ),
        ),
    ]


def kills_done(counts: Counts) -> str:
    """How much was killed."""
    return (
        f"{counts['kills']:,} kills, {counts['acknowledged']:,} acknowledged commands,"
        f" {counts['rounds']:,} rounds"
    )


def written(lines: list[slices.Line]) -> str:
    """The page with its last part made anew."""
    kept = REPORT.read_text("utf-8").partition(HEADING)[0] if REPORT.exists() else ""
    return (
        f"{kept}{HEADING}\nMade by `python scripts/live_soak.py` on {slices.shape()}; sources"
        f" `{slices.sources()[:16]}`.\n\n{slices.table(lines)}\n"
    )


if __name__ == "__main__":
    slices.main(jobs, REPORT, written)
