"""Start of a house: seconds to open one of many records, with and without the checks of the start.

Both are timed in turn on the same files, each opening on a copy of its own. The house was closed
well, or killed a minute's worth of records after its last signed head.
Run: python bench/house_start.py [records] [turns]
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.cli.serve import this_world
from pitboss.pit.requests import Receipt
from pitboss.refusals import Refusal
from pitboss.server.run import open_house
from pitboss.store.copies import backup
from pitboss.table import commands as cmd
from pitboss.table.state import Phase
from tests.pit.kit import KEY, Floor, floor
from tests.server.kit import options_for
from tests.table.kit import registry

TABLES, SEATS = 20, 4
STAKE = 5_00
EACH = 2_000


def play(house: Floor, records: int) -> None:
    """Rounds at every table until the journal has so many records."""
    count = 0
    while count < records:
        for table in range(TABLES):
            name = f"T{table}"
            house.run_until(Phase.BETTING, table=name)
            for seat in range(1, SEATS + 1):
                player = f"p{table}-{seat}"
                bet = cmd.PlaceBet(seat, "single:red", STAKE)
                if not isinstance(house.ask(player, bet, table=name), Receipt):
                    house.wallet.refill(player, client_id=f"more-{next(house.ids)}")
        house.clock.now_ms += 30_000
        house.pit.tick()
        heads = house.store.heads()
        assert not isinstance(heads, Refusal)
        count = sum(head.version for head in heads)


def make(path: Path, records: int) -> None:
    """A house of so many records, its keys beside it."""
    house = floor()
    for table in range(TABLES):
        name = f"T{table}"
        house.open("spin-n-win", table=name, mode="sealed", seats=SEATS)
        house.sit(*(f"p{table}-{seat}" for seat in range(1, SEATS + 1)), table=name)
    play(house, records)
    done = backup(house.store, path)
    assert not isinstance(done, Refusal), done
    Path(f"{path}.key").write_text((KEY + b"s" * 32).hex() + "\n", "ascii")


def opened(path: Path) -> float:
    """Seconds to open the house."""
    world = this_world({}, lambda _: None)
    began = time.perf_counter()
    house = open_house(world, registry(), options_for(1), database=str(path))
    took = time.perf_counter() - began
    assert not isinstance(house, Refusal), house
    house.close()
    return took


if __name__ == "__main__":
    make(Path(sys.argv[2]), int(sys.argv[1]))
