"""Start of a house: seconds to open one of many records, by what is checked and what was kept.

With and without the checks, and with and without checkpoints of its tables, are timed in turn on
the same files, each opening on a copy of its own. The house was closed
well, or killed a minute's worth of records after its last signed head.
Run: python bench/house_start.py [records] [turns]
With `kept` as a third word only starts from checkpoints are timed, on a house that was stopped; a
folder as a fourth keeps that house, so that the next run times its start alone.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.audit.anchor import Signer
from pitboss.cli.serve import this_world
from pitboss.pit.checkpoints import ENDING
from pitboss.pit.requests import Request
from pitboss.pit.ticks import tick
from pitboss.refusals import Refusal, raise_first, unwrap_or_raise
from pitboss.server import opening
from pitboss.store.filling import FillingBackend
from pitboss.store.records import Committed
from pitboss.store.signed_heads import SignedHeads, open_signed_heads
from pitboss.store.start_check import StartCheck, check_start
from pitboss.store.store import Store, open_store
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.state import Phase
from tests.pit.kit import KEY, Floor, floor_on, on_loop
from tests.server.kit import options_for
from tests.store.house import NOW_MS
from tests.table.kit import registry

TABLES, SEATS = 20, 4
PACE = (5_000, 5_000, 500)
"""Rounds that end by themselves, so that the journal is one of many rounds."""
STAKE = 5_00
TAIL = 1_000
"""Records after the last signed heads of a house that was killed."""
SIGNER = Signer(b"s" * 32)
KEPT = f".heads.jsonl{ENDING}"


def play(house: Floor, records: int) -> None:
    """Rounds at every table until the journal has so many records."""
    while sum(head.version for head in unwrap_or_raise(house.store.heads())) < records:
        house.clock.now_ms += 30_000
        while not on_loop(_bet_everywhere(house)):
            house.clock.now_ms += 1_000


async def _bet_everywhere(house: Floor) -> bool:
    """One bet of every seat, all on their way together; False while some table takes none."""
    await tick(house.pit)
    tables = tuple(house.pit.desks.values())
    if any(desk.state.phase is not Phase.BETTING for desk in tables):
        return False
    bettors = [
        (desk.table, seat, one.player)
        for desk in tables
        for seat, one in enumerate(desk.state.occupants, 1)
        if one is not None
    ]
    answers = await asyncio.gather(*(_bet(house, *one) for one in bettors))
    for (_, _, player), answer in zip(bettors, answers, strict=True):
        if not isinstance(answer, Committed):
            house.wallet.refill(player, client_id=f"more-{next(house.ids)}")
    return True


def _bet(house: Floor, table: str, seat: int, player: str) -> Awaitable[Committed | Refusal]:
    bet = Command(Actor(Role.PLAYER, player), cmd.PlaceBet(seat, "single:red", STAKE))
    return house.pit.submit(Request(table, f"c{next(house.ids)}", bet))


def make(path: Path, records: int) -> None:
    """A house of so many records, killed a minute after its heads were signed."""
    file = FillingBackend(str(path))
    raise_first(file.open())
    with Store(file) as store:
        house = floor_on(store)
        for table in range(TABLES):
            name = f"T{table}"
            house.open("spin-n-win", table=name, mode="sealed", seats=SEATS, pace=PACE)
            house.sit(*(f"p{table}-{seat}" for seat in range(1, SEATS + 1)), table=name)
        play(house, records - TAIL)
        sign(store, path)
        play(house, records)
        raise_first(file.finish())
    Path(f"{path}.key").write_text((KEY + SIGNER.seed).hex() + "\n", "ascii")


def sign(store: Store, path: Path) -> None:
    """Sign all heads, as a stop does."""
    heads = unwrap_or_raise(open_signed_heads(store, Path(f"{path}.heads.jsonl"), SIGNER))
    unwrap_or_raise(heads.sign(now_ms=NOW_MS))


def copied(source: Path, target: Path, *, is_kept: bool = False) -> Path:
    """A copy of a house with its keys and heads, and its checkpoints if they are kept."""
    for ending in ("", ".key", ".heads.jsonl", *([KEPT] if is_kept else [])):
        shutil.copy(f"{source}{ending}", f"{target}{ending}")
    return target


def keep_tables(path: Path) -> None:
    """Write down how the tables stand, as a stop does."""
    world = this_world({}, lambda _: None)
    house = opening.open_house(world, registry(), options_for(1), database=str(path))
    unwrap_or_raise(house).signer.sign(is_last=True)
    unwrap_or_raise(house).close()


def unchecked(store: Store, path: Path, signer: Signer) -> tuple[SignedHeads, StartCheck] | Refusal:
    """Only the signed heads, as before there were checks of the start."""
    heads = open_signed_heads(store, path, signer)
    return heads if isinstance(heads, Refusal) else (heads, StartCheck(is_full=False, records=0))


def opened(path: Path, check: Callable[..., object]) -> tuple[float, float]:
    """Seconds to open the house, and of the processor."""
    setattr(opening, "check_start", check)  # noqa: B010
    world = this_world({}, lambda _: None)
    began, used = time.perf_counter(), time.process_time()
    house = opening.open_house(world, registry(), options_for(1), database=str(path))
    took = time.perf_counter() - began, time.process_time() - used
    unwrap_or_raise(house).close()
    return took


def compare(name: str, source: Path, folder: Path, turns: int, *, is_kept: bool) -> None:
    """Open without and with the checks in turn, or with and without checkpoints."""
    pairs = []
    for turn in range(turns):
        ways = (
            ("without", check_start if is_kept else unchecked, False),
            ("with", check_start, is_kept),
        )
        found = {}
        for word, check, has_tables in ways if turn % 2 else ways[::-1]:
            target = folder / f"{name}-{turn}-{word}.db"
            found[word] = opened(copied(source, target, is_kept=has_tables), check)
            target.unlink()
        pairs.append((*found["without"], *found["with"]))
    wall, cpu, wall_with, cpu_with = (
        statistics.median(column) for column in zip(*pairs, strict=True)
    )
    ratio = statistics.median(pair[3] / pair[1] for pair in pairs)
    print(
        f"{name}, without and with {'checkpoints' if is_kept else 'the checks'}: {wall:.1f} and"
        f" {wall_with:.1f} s; processor {cpu:.2f} and {cpu_with:.2f} s, ratio {ratio:.3f}"
    )


def time_kept(folder: Path, records: int, turns: int) -> None:
    """Start a stopped house from its checkpoints again and again."""
    source = folder / f"stopped-{records}.db"
    # Written last, so that a house whose making was cut short is made again.
    if not Path(f"{source}{KEPT}").exists():
        for left in folder.glob(f"{source.name}*"):
            left.unlink()
        make(source, records)
        with unwrap_or_raise(open_store(str(source))) as store:
            sign(store, source)
    # Checkpoints that other software wrote are not believed, so they are written again each time.
    keep_tables(source)
    for turn in range(turns):
        target = folder / f"kept-{turn}.db"
        wall, cpu = opened(copied(source, target, is_kept=True), check_start)
        target.unlink()
        print(f"{records} records from checkpoints: {wall:.1f} s, processor {cpu:.2f} s")


def main() -> None:
    """Print both times and their ratio, for a house that was stopped and one that was killed."""
    records = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if "kept" in sys.argv:
            kept = Path(sys.argv[4]) if len(sys.argv) > 4 else folder
            kept.mkdir(exist_ok=True)
            time_kept(kept, records, turns)
            return
        killed, stopped = folder / "killed.db", folder / "stopped.db"
        make(killed, records)
        copied(killed, stopped)
        with unwrap_or_raise(open_store(str(stopped))) as store:
            sign(store, stopped)
        compare("stopped", stopped, folder, turns, is_kept=False)
        compare("killed", killed, folder, turns, is_kept=False)
        keep_tables(stopped)
        compare("stopped", stopped, folder, turns, is_kept=True)


if __name__ == "__main__":
    main()
