"""Bets on a full house with the pit console open against closed, in turn.

    python bench/bets_beside_console.py

Open means what the page does: one pit boss, the whole console every three seconds, and the stream
of calls for a supervisor. Turns with and without it alternate in one run of one house. Compared are
the server's processor time by bet and the median from bet to acknowledgement. Turns differ by more
than the console costs wherever anything else runs, so what a look costs is measured by itself as
well, once the seats are empty and the day's figures are all there.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import httpx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from load import House, start  # noqa: E402
from load_figures import Figures  # noqa: E402
from load_visitors import Sheet, crowd  # noqa: E402

SEATS, TURNS, TURN_S, SETTLE_S, EVERY_S = 105, 6, 10.0, 15.0, 3.0
LOOKS = 100
FORM = {"name": "Boss", "password": "correct horse battery"}
AIM = 1.1


def busy_s(pid: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def look(http: httpx.AsyncClient, seconds: float) -> None:
    """Keep the console open for so long."""
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    async with http.stream("GET", "/api/calls/news") as calls:
        calls.raise_for_status()
        while (now := clock()) < until:
            (await http.get("/api/pit")).raise_for_status()
            await asyncio.sleep(max(0.0, min(now + EVERY_S, until) - clock()))


async def look_cost_ms(http: httpx.AsyncClient, pid: int) -> float:
    """Processor time of one look at the console beyond what the house does by itself."""
    clock = asyncio.get_running_loop().time
    begun, before = clock(), busy_s(pid)
    for _ in range(LOOKS):
        (await http.get("/api/pit")).raise_for_status()
    took, busy = clock() - begun, busy_s(pid) - before
    before = busy_s(pid)
    await asyncio.sleep(took)
    return 1000 * (busy - (busy_s(pid) - before)) / LOOKS


async def compare(origin: str, pid: int) -> tuple[dict[str, list[Figures]], float]:
    """What was measured in every turn, closed and open; and what a look costs."""
    sheet = Sheet()
    seconds = SETTLE_S + 2 * TURNS * TURN_S
    house = asyncio.create_task(
        crowd([origin], sheet, seats=SEATS, spectators=0, seconds=seconds + TURN_S, prefix="a")
    )
    measured: dict[str, list[Figures]] = {"closed": [], "open": []}
    async with httpx.AsyncClient(base_url=origin, headers={"origin": origin}, timeout=60) as http:
        (await http.post("/api/sign-in", json=FORM)).raise_for_status()
        await sheet.full.wait()
        await look(http, SETTLE_S)
        for turn in range(TURNS):
            order = list(measured.items())
            for name, turns in order if turn % 2 else reversed(order):
                sheet.figures, before = Figures(), busy_s(pid)
                turns.append(sheet.figures)
                await (look(http, TURN_S) if name == "open" else asyncio.sleep(TURN_S))
                turns[-1].busy_s = busy_s(pid) - before
        sheet.figures = Figures()
        await house
        return measured, await look_cost_ms(http, pid)


def cost_ms(one: Figures) -> float:
    return 1000 * one.busy_s / len(one.acks)


def wait_ms(one: Figures) -> float:
    return median(one.acks)


def start_with_boss(house: House) -> tuple[subprocess.Popen[bytes], str]:
    """A server with somebody who may look at the console."""
    process, origin = start(house)
    with httpx.Client(base_url=origin, headers={"origin": origin}, timeout=60) as http:
        me = http.post("/api/guest", json={"name": FORM["name"]}).json()
        headers = {"x-csrf-token": me["csrf"]}
        http.post("/api/account", json=FORM, headers=headers).raise_for_status()
    process.terminate()
    process.wait(60)
    return start(house, "--grant", f"{FORM['name']}=pit-boss")


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        process, origin = start_with_boss(House(Path(name)))
        try:
            found, look_ms = asyncio.run(compare(origin, process.pid))
        finally:
            process.terminate()
            process.wait(60)
    print(f"{SEATS} seats, {TURNS} turns of {TURN_S:.0f} s each; load {os.getloadavg()[0]:.1f}")
    missed = 0
    for what, figure in (("processor by bet", cost_ms), ("bet to acknowledgement", wait_ms)):
        closed, opened = ([figure(one) for one in found[name]] for name in ("closed", "open"))
        ratio = median(opened) / median(closed)
        missed += ratio > AIM
        for name, values in (("closed", closed), ("open", opened)):
            print(f"{what}, {name}, ms by turn: {', '.join(f'{value:.2f}' for value in values)}")
        print(f"{what}, median open against median closed: {ratio:.3f}, aim {AIM}")
    closed_s = median(one.busy_s for one in found["closed"])
    share = look_ms * TURN_S / EVERY_S / 1000 / closed_s
    print(f"a look at the console, processor: {look_ms:.1f} ms, {share:.1%} of what the bets cost")
    print(f"{sum(len(one.acks) for turns in found.values() for one in turns):,} bets")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
