"""A whole shift by hand in a browser: buy-in, chips, misdeal or void, a call, a fill, the count."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.staff import do_steps, enter, entered_table, hire, press, signed_in, void_spin
from tests.browser.visitors import Visitor, axe, no_sideways

SPOTS = {"spin-n-win": "Red", "gin-and-win": "Ante", "flip-it": "Red"}
SHOWN = {
    "spin-n-win": ["gb"],
    "gin-and-win": ["acah7d8djd3s2c", "kcqd9h8s6c4d2h"],
    "flip-it": ["ac", "7d", "7h", "2s", "7c"],
}
"""What is typed, draw by draw: the walk-up player loses each time."""


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    return hire(house)


@pytest.mark.parametrize(
    "game",
    [
        "spin-n-win",
        pytest.param("gin-and-win", marks=pytest.mark.slow),
        pytest.param("flip-it", marks=pytest.mark.slow),
    ],
)
def test_a_whole_shift_by_hand(visitor: NewVisitor, staffed: House, game: str) -> None:
    table = entered_table(staffed, game)
    boss = signed_in(visitor("Boss", width=390, height=844), "Boss")
    boss.go("/desk")
    dealer = signed_in(visitor("Dora"), "Dora")
    page = dealer.page
    dealer.go(f"/desk/{table}")
    amounts(page, "Open the tray", "1000")
    amounts(page, "2 Seat a walk-up player", "100", name="Wanda")
    expect(page.get_by_role("button", name=re.compile("Wanda"))).to_contain_text("100.00 in chips")
    fill(dealer, boss, table)
    a_call_is_answered(dealer, boss)
    spoilt_round(dealer, table, game)
    played_round(dealer, table, game)
    corrected_round(dealer, boss)
    if game != "spin-n-win":
        played_round(dealer, table, game)
    no_sideways(page)
    press(page, "Colour up and leave")
    expect(page.get_by_text(re.compile("leaves with"))).to_be_visible()
    tray = dealer.get(f"/api/desk/{table}")["tray"]
    assert tray["journal_win"] > 0
    press(page, "Count and close")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Counted in the tray").fill(str(tray["expected"] / 100))
    sheet.get_by_label("Counted in the drop box").fill("100")
    sheet.get_by_role("button", name="Close the tray").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("dl div", has_text="Difference")).to_contain_text("none")
    last = dealer.get(f"/api/desk/{table}")["tray"]["last"]
    assert last["win"] == last["journal_win"] == tray["journal_win"]
    axe(page)


def amounts(page: Page, button: str, amount: str, name: str = "") -> None:
    """Open a sheet, type its amount, and send it."""
    press(page, button)
    sheet = page.get_by_role("dialog")
    if name:
        sheet.get_by_label(re.compile("^Name")).fill(name)
    sheet.get_by_role("textbox").last.fill(amount)
    sheet.locator(".btn.main").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def fill(dealer: Visitor, boss: Visitor, table: str) -> None:
    """The dealer signs a fill and cannot sign it twice; a pit boss signs second."""
    page = dealer.page
    amounts(page, "Fill", "200")
    dealer.forgive(r"403 .*/acts")
    press(page, "Sign")
    expect(page.get_by_role("alert").filter(has_text="second person")).to_be_visible()
    boss.go(f"/desk/{table}")
    press(boss.page, "Sign")
    expect(page.get_by_text("signed twice")).to_be_visible()


def a_call_is_answered(dealer: Visitor, boss: Visitor) -> None:
    """The call rings on the pit boss's phone until it is acknowledged."""
    page = dealer.page
    press(page, "Call a floor supervisor")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Suspicious play").click()
    sheet.get_by_role("button", name="Call", exact=True).click()
    rung = boss.page.get_by_role("alert", name="Calls for a supervisor")
    expect(rung).to_contain_text("Suspicious play")
    axe(boss.page)
    rung.get_by_role("button", name="I’m coming").click()
    expect(rung).to_have_count(0)
    expect(page.get_by_text("acknowledged after")).to_be_visible()


def bet(dealer: Visitor, table: str, game: str, typed: list[str]) -> None:
    """Open bets, lay what the game lays first, and put a chip of 5 down for seat 2."""
    page = dealer.page
    press(page, "Place your bets")
    expect(page.get_by_role("heading", name="Open bets")).to_have_count(0)
    do_steps(dealer, table)
    while len(typed) > 1 and game == "flip-it" and dealer.get(f"/api/desk/{table}")["draw"]:
        enter(page, typed.pop(0))
    group = page.get_by_role("group", name="Seat 2, Wanda")
    if not group.count():
        page.get_by_role("button", name=re.compile("Wanda")).click()
    group.get_by_role("button", name=SPOTS[game], exact=True).click()
    expect(page.get_by_role("row", name=re.compile("Wanda"))).to_be_visible()
    press(page, "No more bets")
    # Whether anybody is asked shows only once the bets are closed.
    expect(page.get_by_role("button", name="No more bets")).to_have_count(0)
    do_steps(dealer, table)
    while True:
        newest = dealer.get(f"/api/desk/{table}")["version"]
        dealer.until(lambda now=newest: dealer.version >= now)
        awaited = dealer.shown["awaited"]
        if not awaited:
            return
        before = dealer.version
        where = group if awaited[0]["actor"] else page.locator(".next .options")
        where.locator(".btn.main").first.click()
        dealer.until(lambda now=before: dealer.version > now)


def spoilt_round(dealer: Visitor, table: str, game: str) -> None:
    """A void spin before the round goes on, or a misdeal that gives the stakes back."""
    page, typed = dealer.page, [*SHOWN[game]]
    bet(dealer, table, game, typed)
    if game == "spin-n-win":
        void_spin(page, "Short spin by the player")
        press(page, "The dealer spins both Tops")
    else:
        press(
            page,
            "Misdeal: the round is void, stakes go back"
            if game == "gin-and-win"
            else "A card was exposed or misdealt",
        )
    sheet = page.get_by_role("dialog")
    if game == "flip-it":
        sheet.get_by_label("Nothing could be read").check()
    sheet.get_by_role("button", name="Wrong count").click()
    sheet.get_by_role("button", name="Call it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    if game != "gin-and-win":
        enter(page, typed[-1])
    press(page, "Take and pay")
    expect(page.get_by_role("heading", name="Open bets")).to_be_visible()


def corrected_round(dealer: Visitor, boss: Visitor) -> None:
    """A mistake found after settlement: the dealer asks, the pit boss signs on the phone."""
    page = dealer.page
    page.get_by_text(re.compile("Correct round .* after settlement")).click()
    press(page, "Return every stake")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Wrong count found").click()
    sheet.get_by_role("button", name="Ask a pit boss").click()
    expect(page.get_by_role("heading", name="Waiting for a pit boss")).to_be_visible()
    expect(page.get_by_role("button", name="Sign the correction")).to_have_count(0)
    rung = boss.page.get_by_role("alert", name="Calls for a supervisor")
    expect(rung).to_contain_text("Wrong count found")
    rung.get_by_role("button", name="I’m coming").click()
    no_sideways(boss.page)
    axe(boss.page)
    press(boss.page, "Sign the correction")
    expect(page.get_by_text("corrected after settlement")).to_be_visible()
    expect(page.get_by_role("heading", name="Open bets")).to_be_visible()


def played_round(dealer: Visitor, table: str, game: str) -> None:
    page, typed = dealer.page, [*SHOWN[game]]
    bet(dealer, table, game, typed)
    # The row of flip~it lies from the round before.
    for one in typed[-1:] if game == "flip-it" else typed:
        enter(page, one)
    if game == "gin-and-win":
        press(page, "Every combination is right")
    press(page, "Take and pay")
    expect(page.get_by_role("heading", name="Open bets")).to_be_visible()
