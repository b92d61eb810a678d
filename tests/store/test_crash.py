"""Nothing acknowledged is lost: processes and servers killed under load."""

from __future__ import annotations

from pathlib import Path

from tests.store.crashes import postmaster_kills, sigkill_loop
from tests.store.servers import start_server


def test_sigkill_under_load_loses_nothing_on_sqlite(tmp_path: Path) -> None:
    assert sigkill_loop(str(tmp_path / "house.db"), kills=10) >= 400


def test_sigkill_under_load_loses_nothing_on_postgresql(database: str) -> None:
    assert sigkill_loop(database, kills=3) >= 50


def test_a_killed_postgresql_server_loses_nothing() -> None:
    server = start_server()
    try:
        assert postmaster_kills(server, server.new_database(), kills=3) >= 30
    finally:
        server.stop()
