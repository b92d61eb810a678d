"""Two processes on one PostgreSQL, fired at by many guests: one effect for each command."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.server.floor.house_keys import HouseKeys, house_keys
from tests.attacks.volleys import Tally, fire_volleys
from tests.store.servers import Server

VOLLEYS = int(os.environ.get("PITBOSS_TEST_VOLLEYS", "10000"))
EACH = 100
SLICE = 200
"""A new database for so many volleys, so that the audits do not grow with the run."""


def test_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    for number in range(50):
        path = tmp_path / f"key{number}"
        with ThreadPoolExecutor(4) as starters:
            found = list(starters.map(lambda _, path=path: house_keys(path, os.urandom), range(4)))
        assert len(set(found)) == 1 and isinstance(found[0], HouseKeys), found
        assert path.stat().st_mode & 0o777 == 0o600
    assert len(list(tmp_path.iterdir())) == 50


@pytest.mark.untraced
def test_no_seat_has_two_owners_and_nothing_acknowledged_is_lost(
    server: Server, tmp_path: Path
) -> None:
    tally = Tally()
    url = server.new_database()
    fire_volleys(url, tmp_path, tally, volleys=40, each=20, seed=b"volleys")
    assert (tally.volleys, tally.restarts) == (40, 2)
    assert tally.acknowledged > 40 and tally.asks > tally.acknowledged
    # Who sits when all are ready is for the processes to settle; some round is played out.
    while not tally.rounds:
        assert tally.volleys < 400, tally
        fire_volleys(url, tmp_path, tally, volleys=tally.volleys + 20, each=20, seed=b"more")


@pytest.mark.slow
@pytest.mark.untraced
def test_ten_thousand_volleys(server: Server, tmp_path: Path) -> None:
    done = 0
    while done < VOLLEYS:
        tally, folder = Tally(), tmp_path / str(done)
        folder.mkdir()
        count = min(SLICE, VOLLEYS - done)
        url = server.new_database()
        fire_volleys(url, folder, tally, volleys=count, each=EACH, seed=b"volleys %d" % done)
        server.drop_database(url)
        done += tally.volleys
        print(f"{done} volleys: {tally}")
