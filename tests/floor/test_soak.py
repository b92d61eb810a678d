"""The long form: thousands of seeds of the whole house, thousands of races, cut answers.

`PITBOSS_SOAK_SEEDS` and `PITBOSS_SOAK_TURNS` set how long; the report of the last full run is in
docs/evidence/.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from pitboss.pit.requests import Receipt, Request
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.state import Phase
from tests.floor.simulation import simulate
from tests.pit.kit import Floor, floor
from tests.store.house import opened

SEEDS = int(os.environ.get("PITBOSS_SOAK_SEEDS", "10000"))
TURNS = int(os.environ.get("PITBOSS_SOAK_TURNS", "1200"))
PARTS = 20
RACES = int(os.environ.get("PITBOSS_SOAK_RACES", "1000"))
CUTS = int(os.environ.get("PITBOSS_SOAK_CUTS", "10000"))
ALICE = Actor(Role.PLAYER, "alice")


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("part", range(PARTS))
def test_the_house_survives_every_seed(part: int) -> None:
    for seed in range(part, SEEDS, PARTS):
        with opened(":memory:", is_threaded=False) as store:
            assert simulate(store, seed, TURNS).rounds > 0


@pytest.mark.slow
@pytest.mark.untraced
def test_answers_cut_after_the_commit_have_one_effect() -> None:
    house = floor()
    house.open("spin-n-win", mode="sealed")
    house.sit("alice")
    house.run_until(Phase.BETTING)
    for number in range(CUTS):
        stake = 1000 + 100 * (number % 50)
        request = Request("T1", f"r{number}", Command(ALICE, cmd.PlaceBet(1, "single:red", stake)))
        plan = house.pit.desks["T1"].plan(request, now_ms=house.clock())
        assert not isinstance(plan, Receipt | Refusal)
        house.store.append(plan.commit)
        answer = house.pit.submit(request)
        assert isinstance(answer, Receipt) and answer.is_repeat
        assert house.credits("alice") == 1000_00 - stake
    house.audit()


@pytest.mark.slow
@pytest.mark.untraced
def test_races_for_the_last_credits_are_won_by_one(tmp_path: Path) -> None:
    house = floor(str(tmp_path / "house.db"), is_threaded=True)
    tables = [f"T{n}" for n in range(1, 11)]
    house.fund("alice")
    for table in tables:
        house.open("spin-n-win", mode="sealed", table=table)
        house.do("alice", cmd.TakeSeat(1), table=table)
    # A limit on losses leaves room for exactly one of the bets.
    limit = house.wallet.set_limit("alice", "loss-month", 300_00, client_id="one")
    assert isinstance(limit, Receipt)
    house.clock.now_ms += 1_000
    house.pit.tick()
    asyncio.run(races(house, tables))
    house.audit()
    house.store.close()


async def races(house: Floor, tables: list[str]) -> None:
    """Two hundred messages at a time, twenty to each table, for one stake that fits once."""
    place = cmd.PlaceBet(1, "single:red", 300_00)
    for race in range(RACES):
        requests = [Request(table, f"{race}-{table}", Command(ALICE, place)) for table in tables]
        answers = await asyncio.gather(*map(house.pit.submit_async, requests * 20))
        taken = {answer for answer in answers if isinstance(answer, Receipt)}
        assert len(taken) == 1, race
        assert house.credits("alice") == 700_00
        (table,) = {answer.table for answer in taken}
        house.do("alice", cmd.TakeDownBet(1, "single:red"), table=table)
