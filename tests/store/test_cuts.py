"""A connection cut after COMMIT was carried out: the retry finds the first effect."""

from __future__ import annotations

from pitboss.store.postgres import TRIES_MAX
from pitboss.store.store import Store
from tests.store.house import (
    assert_sound,
    command,
    credits_of,
    done,
    hold,
    opened,
    refused,
    seated,
    start,
)
from tests.store.proxy import CuttingProxy
from tests.store.servers import Server


def cut_loop(server: Server, url: str, cuts: int) -> None:
    """Every bet's acknowledgement is cut off once; every bet has one effect."""
    proxy = CuttingProxy(server.port)
    store: Store = opened(server.url(url.rpartition("/")[2], port=proxy.port))
    seated(store, "alice", cuts)
    tip = start()
    for number in range(cuts):
        proxy.arm()
        bet = command(f"b{number}", hold(f"h{number}", 1), expected=tip)
        answer = done(store.append(bet))
        tip = bet.tip
        assert answer.version == number + 1
        assert answer.is_repeat
    assert proxy.cuts == cuts
    assert credits_of(store, "alice") == 0
    assert_sound(store)
    store.close()
    proxy.close()


def test_fifty_cuts_after_commit_have_one_effect_each(server: Server, database: str) -> None:
    cut_loop(server, database, cuts=50)


def test_tries_are_bounded_and_the_same_id_tells_what_became_of_it(
    server: Server, database: str
) -> None:
    proxy = CuttingProxy(server.port)
    store = opened(server.url(database.rpartition("/")[2], port=proxy.port))
    seated(store, "alice", 100)
    bet = command("b1", hold("h1", 60))
    # A repeat commits as well, though it writes nothing: every one of its replies is cut.
    proxy.arm(cuts=TRIES_MAX)
    assert refused(store.append(bet)) == "store-unavailable"
    assert (proxy.cuts, proxy.armed) == (TRIES_MAX, 0)
    assert done(store.append(bet)).is_repeat
    assert credits_of(store, "alice") == 40
    assert_sound(store)
    store.close()
    proxy.close()
