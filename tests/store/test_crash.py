"""Nothing acknowledged is lost: processes and servers killed under load."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples import in_soak
from tests.store.crashes import postmaster_kills, sigkill_loop
from tests.store.servers import Server


@pytest.mark.parametrize("kills", [3, in_soak(10)])
def test_sigkill_under_load_loses_nothing_on_sqlite(tmp_path: Path, kills: int) -> None:
    assert sigkill_loop(str(tmp_path / "house.db"), kills=kills) >= 40 * kills


def test_sigkill_under_load_loses_nothing_on_postgresql(database: str) -> None:
    assert sigkill_loop(database, kills=3) >= 50


@pytest.mark.parametrize("kills", [1, in_soak(3)])
def test_a_killed_postgresql_server_loses_nothing(server: Server, kills: int) -> None:
    assert postmaster_kills(server, server.new_database(), kills=kills) >= 10 * kills
