"""Stores for tests: every test of the store runs on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.store.store import Store
from tests.store.house import opened
from tests.store.servers import Server


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    """An empty PostgreSQL database."""
    url = server.new_database()
    yield url
    server.drop_database(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store can be opened: a new file, or a new database."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    return str(request.getfixturevalue("database"))


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """An empty store, open."""
    with opened(where) as house:
        yield house
