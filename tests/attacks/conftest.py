"""Servers and databases of the attacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks.places import Place
from tests.server.conftest import running
from tests.store.servers import Server

__all__ = ["running"]


@pytest.fixture(
    params=[
        "thread-sqlite",
        pytest.param("process-sqlite", marks=pytest.mark.slow),
        pytest.param(
            "process-postgresql", marks=(pytest.mark.slow, pytest.mark.needs("postgresql"))
        ),
    ]
)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A house that one server at a time opens."""
    how, _, kind = str(request.param).partition("-")
    if kind == "sqlite":
        return Place(str(tmp_path / "house.db"), tmp_path, how == "thread")
    found: Server = request.getfixturevalue("server")
    return Place(found.new_database(), tmp_path, how == "thread")


@pytest.fixture(params=["threads", pytest.param("processes", marks=pytest.mark.slow)])
def shared(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Place:
    """A house that several servers open together."""
    return Place(server.new_database(), tmp_path, request.param == "threads")
