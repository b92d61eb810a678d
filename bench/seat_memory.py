"""What a seated player costs the server in memory, the player's table and socket included.

    python bench/seat_memory.py [seats]

So many sit down, then as many again, four times. Nobody bets: what play adds is a cache of the
database, which has a limit of its own. The first who come also pay for what a server loads only
then, so the cost is taken between the first and the last of the four.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from load import House, start  # noqa: E402
from load_visitors import Sheet, crowd  # noqa: E402

SEATS, TURNS = 105, 4
SETTLE_S, STAY_S = 12.0, 600.0


def resident(pid: int) -> int:
    """Bytes of a process that are in memory."""
    pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


async def sit_down(origin: str, pid: int, seats: int) -> None:
    """Let so many sit down in turns, and print what the server's memory is after each."""
    print("| seats taken | memory |\n| --- | --- |")
    staying, taken, sizes = [], 0, []
    for turn in range(TURNS):
        sheet = Sheet(bets_each=0)
        coming = crowd(
            [origin], sheet, seats=seats, spectators=0, seconds=STAY_S, prefix=f"t{turn}"
        )
        staying.append(asyncio.create_task(coming))
        await sheet.full.wait()
        await asyncio.sleep(SETTLE_S)
        taken += sheet.players
        sizes.append((taken, resident(pid)))
        print(f"| {taken} | {sizes[-1][1] / 1e6:.1f} MB |", flush=True)
    for one in staying:
        one.cancel()
    await asyncio.gather(*staying, return_exceptions=True)
    (first, low), (last, high) = sizes[0], sizes[-1]
    print(f"\n{(high - low) / max(1, last - first) / 1000:.0f} kB for each player.")


def main() -> None:
    seats = int(sys.argv[1]) if len(sys.argv) > 1 else SEATS
    with tempfile.TemporaryDirectory() as folder:
        process, origin = start(House(Path(folder)), name="house", is_apart=True)
        try:
            asyncio.run(sit_down(origin, process.pid, seats))
        finally:
            process.terminate()
            process.wait(60)


if __name__ == "__main__":
    main()
