"""Tallies follow the journal: a table is counted when a round ends, not with every bet."""

from __future__ import annotations

import asyncio

from pitboss.server import opening
from pitboss.server.accounts.people import People
from pitboss.server.edge.logs import Log
from pitboss.server.edge.runtime import Runtime
from pitboss.store.sqlite import MEMORY
from pitboss.store.tallies import TallyEnd
from pitboss.table import commands as cmd
from pitboss.table.state import Phase
from tests.pit.kit import floor
from tests.server.kit import options_for


def test_a_table_is_counted_once_a_round_has_ended() -> None:
    house = floor()
    house.open("spin-n-win", seats=1, mode="sealed", pace=(5_000, 5_000, 500))
    runtime = Runtime(options_for(1), Log(lambda _: None, house.clock), house.clock)
    people = People(house.store.shared, session_ms=1)
    served = opening.assemble(runtime, house.pit, people, None, database=MEMORY)
    assert served.tables.recover() == 1
    # Without anybody who looks at it a table opens no round.
    served.tables.on_change.remove(served.presence.show)
    house.pit.desks["T1"].is_deserted = False
    keeper = served.tallies
    house.sit("p1")
    assert keeper.moved == {"T1"}
    house.run_until(Phase.BETTING)
    keeper.moved.clear()
    house.do("p1", cmd.PlaceBet(1, house.spot(), 5_00))
    house.do("p1", cmd.PlaceBet(1, house.spot(), 6_00))
    assert keeper.moved == set()
    house.run_until(Phase.WAITING)
    assert keeper.moved == {"T1"}
    asyncio.run(keeper.count_moved())
    end = house.store.tally_end("T1")
    assert isinstance(end, TallyEnd) and end.version == house.pit.desks["T1"].version
    # Of another process's commits the last alone is heard: a new round may be open by then.
    house.run_until(Phase.BETTING)
    keeper.moved.clear()
    keeper.note_change("T1")
    assert keeper.moved == set()
    keeper.ended["T1"] = None
    keeper.note_change("T1")
    assert keeper.moved == {"T1"}
