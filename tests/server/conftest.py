"""One server for each test file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.kit import Running, house_at


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    database = tmp_path_factory.mktemp("house") / "house.db"
    with house_at(database, prepares=True) as found:
        yield found
