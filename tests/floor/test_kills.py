"""SIGKILL under load: the house, and the database server; nothing acknowledged is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.equipment.draws import SeededBits
from tests.examples import in_soak
from tests.floor.kills import Tally, checked, disturbed, killed_once, one_of_two_killed
from tests.store.house import opened
from tests.store.servers import Server


def sqlite_kills(where: str, kills: int) -> Tally:
    tally, bits = Tally(), SeededBits(b"kills")
    for life in range(kills):
        killed_once(where, tally, life, bits)
        if life % 10 == 9 or life == kills - 1:
            with opened(where) as store:
                checked(store, tally)
    return tally


def server_kills(server: Server, kills: int) -> Tally:
    url, tally, bits = server.new_database(), Tally(), SeededBits(b"server kills")

    def harm() -> None:
        server.kill()
        server.start()

    for life in range(kills):
        disturbed(url, tally, life, bits, harm)
    with opened(url) as store:
        checked(store, tally)
    server.drop_database(url)
    return tally


@pytest.mark.untraced
@pytest.mark.parametrize("kills", [2, in_soak(6)])
def test_the_house_is_killed_and_goes_on(tmp_path: Path, kills: int) -> None:
    tally = sqlite_kills(str(tmp_path / "house.db"), kills)
    assert tally.acknowledged >= 10 * kills and tally.lost == 0
    assert tally.spanned > 0, "some round was in play when the house was killed"


@pytest.mark.untraced
@pytest.mark.parametrize("kills", [1, in_soak(6)])
def test_one_of_two_processes_is_killed_and_the_other_goes_on(server: Server, kills: int) -> None:
    url, tally = server.new_database(), Tally()
    one_of_two_killed(url, tally, kills, SeededBits(b"one of two"))
    with opened(url) as store:
        checked(store, tally)
    server.drop_database(url)
    assert tally.kills == kills and tally.acknowledged >= 10 * kills and tally.lost == 0


@pytest.mark.untraced
def test_the_database_server_is_killed_and_the_house_goes_on(server: Server) -> None:
    tally = server_kills(server, 1)
    assert tally.acknowledged >= 20 and tally.lost == 0
