"""An invalid spin at a dealer's table: the player is told, bets stay up, the next spin settles."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.staff import (
    decide_all,
    enter,
    entered_table,
    hire,
    no_more_bets,
    press,
    signed_in,
    void_spin,
)
from tests.examples import in_soak


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    return hire(house)


@pytest.mark.parametrize(("width", "height"), [in_soak(1280, 800), (390, 844)])
def test_the_player_sees_the_call_and_the_respin_settles(
    visitor: NewVisitor, staffed: House, width: int, height: int
) -> None:
    table = entered_table(staffed, "spin-n-win")
    ana = visitor("Ana", width=width, height=height, moving=True)
    ana.sit(table, 1)
    dealer = signed_in(visitor("Dora"), "Dora")
    page = dealer.page
    dealer.go(f"/desk/{table}")
    press(page, "Place your bets")
    ana.until(lambda: any(one["act"] == "place-bet" for one in ana.shown["offers"]))
    ana.bet("single:red")
    no_more_bets(page, ana)
    decide_all(dealer, ana, table)
    bets, round_id, balance = ana.shown["bets"], ana.shown["round_id"], ana.shown["balance"]
    void_spin(page)
    # Told in words, on the screen and to a screen reader; nothing was settled.
    said = "No spin: Left the dish. Nothing is settled."
    ana.until(lambda: ana.shown["says"].startswith(said))
    expect(ana.page.locator("main .call[aria-hidden=true]")).to_contain_text("No spin")
    expect(ana.page.locator("[aria-live=polite].unseen")).to_have_text(ana.shown["says"])
    assert ana.shown["bets"] == bets and ana.shown["round_id"] == round_id
    assert ana.shown["balance"] == balance and not ana.is_over(round_id)
    expect(ana.spot("single:red")).to_contain_text("5")
    # The same people spin again, and that settles.
    decide_all(dealer, ana, table)
    enter(page, "rr")
    decide_all(dealer, ana, table)
    press(page, "Take and pay")
    ana.until(lambda: ana.is_over(round_id))
    (line,) = ana.shown["last"]["lines"]
    assert (line["spot"], line["result"]) == ("single:red", "win")
    assert line["pays"] == line["stake"]
