"""A database that stops: a bet is refused in a sentence, and the table goes on by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pitboss.server.edge.errors import UNSAVED
from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.visitors import AGAIN_MS, Visitor, no_sideways
from tests.store.servers import Server

Stop = Callable[[Server], AbstractContextManager[None]]


@pytest.fixture
def own_house(tmp_path: Path, front_end: Path, server: Server) -> Iterator[House]:
    """A house whose database is a server's."""
    url = server.new_database()
    key = {"PITBOSS_KEY_FILE": str(tmp_path / "key")}
    house = House(tmp_path, front_end, key, server_database=url)
    house.start()
    yield house
    house.stop()
    server.drop_database(url)


@contextmanager
def gone(server: Server) -> Iterator[None]:
    """Nothing of the server runs."""
    server.kill()
    try:
        yield
    finally:
        server.start()


def bet_again(one: Visitor, key: str) -> None:
    """Bet until it is taken: the house may need a moment."""

    def lies() -> bool:
        if any(bet["spot"] == key for bet in one.shown["bets"]):
            return True
        if not one.unanswered:
            one.spot(key).click()
            one.page.wait_for_timeout(AGAIN_MS)
        return False

    one.until(lies)


@pytest.mark.parametrize(
    ("stop", "width", "height"),
    [
        pytest.param(Server.frozen, 1366, 768, id="hangs"),
        pytest.param(gone, 390, 844, id="is gone"),
    ],
)
def test_a_bet_is_refused_in_a_sentence_and_the_table_goes_on(
    *,
    visitor: NewVisitor,
    own_house: House,
    server: Server,
    stop: Stop,
    width: int,
    height: int,
) -> None:
    table = own_house.open_table("spin-n-win", seats=1)
    ana = visitor("Ana", width=width, height=height)
    # On a busy machine the reality check asks for the time while nothing answers.
    ana.forgive(r"503 .*/api/time-and-money")
    ana.sit(table, 1)
    round_id = ana.betting()
    ana.page.evaluate("() => { globalThis.isSamePage = true; }")
    balance, foot = ana.shown["balance"], ana.page.locator("footer dl")
    was_there, chips = foot.inner_text(), ana.spot("single:green").inner_text()
    with stop(server):
        ana.spot("single:green").click()
        said = ana.page.get_by_role("alert").get_by_text(UNSAVED.sentence)
        expect(said).to_be_in_viewport(ratio=1)
        # No chip lies there, on the felt or in a sum.
        expect(ana.spot("single:green")).to_have_text(chips, use_inner_text=True)
        assert foot.inner_text() == was_there
        assert (ana.shown["bets"], ana.shown["balance"]) == ([], balance)
        no_sideways(ana.page)
    bet_again(ana, "single:red")
    expect(said).to_have_count(0)
    ana.ready()
    assert "single:red" in {line["spot"] for line in ana.finish(round_id)["lines"]}
    # By itself: the page was never loaded again, and its one connection never broke.
    assert ana.page.evaluate("() => globalThis.isSamePage")
    assert sum('"kind":"welcome"' in frame for frame in ana.frames) == 1
