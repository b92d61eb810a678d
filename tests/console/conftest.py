"""A pit in memory for tests of alerts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pit import kit


@pytest.fixture
def floor() -> Iterator[kit.Floor]:
    house = kit.floor()
    yield house
    house.store.close()
