"""Where the house deals Spin N Win itself, the first spinner sits at either end."""

from __future__ import annotations

import pytest

from pitboss.games.needs import NeedDecisions
from pitboss.pit.house_acts import house_choice
from pitboss.table import commands as cmd
from pitboss.table.commands import HOUSE
from tests.table.kit import felt


@pytest.mark.clause("SNW-7.13")
def test_the_house_begins_at_either_end_and_the_same_table_always_alike() -> None:
    found = set()
    for number in range(16):
        table = felt("spin-n-win", table=f"T{number}")
        table.sit(1)
        table.open_round()
        table.bet(1)
        table.do(HOUSE, cmd.CloseBetting())
        assert table.state.current is not None
        need = table.state.current.need
        assert isinstance(need, NeedDecisions)
        choice = house_choice(table.state, need.pending[0])
        assert choice == house_choice(table.state, need.pending[0])
        found.add(choice)
    assert found == {"start-left", "start-right"}
