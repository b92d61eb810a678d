"""A stop before and after every commit of every game: the round goes on as it was, settled once."""

from __future__ import annotations

import asyncio

import pytest

from pitboss.store.store import Store
from tests.examples import in_soak
from tests.pit.kit import on_loop
from tests.pit.stops import Stopped, assert_played_on, run_with_stop
from tests.store.house import assert_sound, opened
from tests.store.servers import Server
from tests.table.kit import GAMES

COMMITS_MAX = 80


def test_nothing_goes_on_beside_what_stopped() -> None:
    """Else what is written after a stop would depend on chance, and a seed's bytes with it."""
    gone_on = []

    async def go_on(number: int) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        gone_on.append(number)

    async def stop() -> None:
        work.extend(asyncio.ensure_future(go_on(number)) for number in range(20))
        await asyncio.sleep(0)
        raise Stopped

    work: list[asyncio.Future[None]] = []
    with pytest.raises(Stopped):
        on_loop(stop())
    assert all(one.cancelled() for one in work) and gone_on == []


def every_stop(store: Store, game: str) -> int:
    """Stop at every commit, before and after, each at a table of its own; how many stops."""
    stops = 0
    for is_after in (False, True):
        for at in range(1, COMMITS_MAX):
            table, name = f"T{at}-{int(is_after)}", f"p{at}-{int(is_after)}"
            outcome = run_with_stop(
                store, game=game, table=table, name=name, stop_at=at, is_after=is_after
            )
            assert_played_on(outcome, table=table, name=name)
            if not outcome.was_stopped:
                break
            stops += 1
        else:
            raise AssertionError("the run has more commits than expected")
    assert_sound(store)
    return stops


@pytest.mark.parametrize("game", GAMES)
def test_every_stop_on_sqlite(game: str) -> None:
    with opened(":memory:", is_threaded=False) as store:
        assert every_stop(store, game) >= 24


# The game with hidden cards and decisions in the gate, the others in the soak.
@pytest.mark.parametrize(
    "game", [game if game == "gin-and-win" else in_soak(game) for game in GAMES]
)
@pytest.mark.untraced
def test_every_stop_on_postgresql(server: Server, game: str) -> None:
    url = server.new_database()
    with opened(url, is_threaded=False) as store:
        assert every_stop(store, game) >= 24
    server.drop_database(url)
