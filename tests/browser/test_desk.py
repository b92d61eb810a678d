"""The dealer's desk in a browser: a whole round of each game by hand, a void spin, corrections."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House, Json
from tests.browser.screens import SCREENS, crossed
from tests.browser.staff import (
    decide_all,
    do_steps,
    enter,
    entered_table,
    hire,
    no_more_bets,
    press,
    signed_in,
    void_spin,
)
from tests.browser.visitors import STILL, Visitor, axe, for_thumbs, no_sideways

# What is typed for each draw, and the spot that the player bets on.
ROUNDS = {
    "spin-n-win": ("single:red", ["rj"]),
    "gin-and-win": ("ante", ["kcqd9h8s6c4d2h", "acah7d8djd3s2c"]),
    "flip-it": ("inside:red", ["ac", "7d", "7h", "2s", "7c"]),
}


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    """The house with a dealer and a pit boss."""
    return hire(house)


@pytest.mark.parametrize(("game", "screen"), crossed(ROUNDS, SCREENS))
def test_a_round_by_hand(visitor: NewVisitor, staffed: House, game: str, screen: str) -> None:
    width, height, dark = SCREENS[screen]
    spot, typed = ROUNDS[game]
    table = entered_table(staffed, game)
    player = visitor("Pia")
    player.sit(table, 1)
    dealer = signed_in(visitor("Dora", width=width, height=height, dark=dark), "Dora")
    page = dealer.page
    dealer.go(f"/desk/{table}")
    titles = {one["table"]: one["edition_title"] for one in dealer.get("/api/desk")["tables"]}
    expect(page.locator(".facts")).to_contain_text(titles[table])
    press(page, "Place your bets")
    waiting = [*typed]
    expect(page.get_by_role("heading", name="Open bets")).to_have_count(0)
    do_steps(dealer, table)
    while len(waiting) > 1 and game == "flip-it":
        enter(page, waiting.pop(0))
    player.until(lambda: any(one["act"] == "place-bet" for one in player.shown["offers"]))
    player.bet(spot)
    expect(page.get_by_role("row", name=re.compile("Pia"))).to_be_visible()
    axe(page)
    if screen == "phone":
        for_thumbs(page)
    no_more_bets(page, player)
    do_steps(dealer, table)
    decide_all(dealer, player, table)
    while waiting:
        if game == "spin-n-win":
            press(page, "Void the spin")
            axe(page)
            page.get_by_role("dialog").get_by_role("button", name="Back").click()
            void_spin(page)
        if screen == "phone":
            for_thumbs(page)
        enter(page, waiting.pop(0))
        no_sideways(page)
    decide_all(dealer, player, table)
    expect(page.get_by_role("heading", name="Settle", exact=True)).to_be_visible()
    axe(page)
    if screen == "phone":
        for_thumbs(page)
    correct(page, game)
    preview: Json = dealer.get(f"/api/desk/{table}")
    press(page, "Take and pay")
    expect(page.get_by_role("heading", name="Open bets")).to_be_visible()
    last = dealer.get(f"/api/desk/{table}")["trail"]
    assert last[-1]["kind"] == "settle"
    player.until(lambda: player.shown["last"] is not None)
    lines = player.shown["last"]["lines"]
    assert [(one["spot"], one["result"], one["pays"]) for one in lines] == [
        (one["spot"], one["result"], one["pays"]) for one in preview["bets"]
    ]
    assert player.shown["last"]["corrections"]
    # The player is told what was put right, why, and what it means for their bets.
    told = player.page.get_by_role("status").filter(has_text="The dealer corrected")
    expect(told).to_contain_text("Misread the equipment")
    expect(told).to_contain_text("Your bets")
    expect(page.get_by_text("Reason: Misread the equipment")).to_be_visible()


def correct(page: Page, game: str) -> None:
    """Put the last entry right, which needs a reason."""
    page.get_by_role("button", name=re.compile("^Correct")).last.click()
    sheet = page.get_by_role("dialog")
    button = sheet.get_by_role("button", name="Correct", exact=True)
    pad = sheet.locator(".pad")
    pad.focus()
    page.keyboard.press("Backspace")
    page.keyboard.type("g" if game == "spin-n-win" else "3d")
    expect(button).to_be_disabled()
    sheet.get_by_role("button", name="Misread the equipment").click()
    button.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("section:has(#entries-title) s")).to_have_count(1)


def closed_bets(visitor: NewVisitor, staffed: House, game: str) -> tuple[str, Visitor, Page]:
    """A table by hand whose next step is to enter what showed; its name, its dealer, the desk."""
    table = entered_table(staffed, game)
    player = visitor("Pia")
    player.sit(table, 1)
    dealer = signed_in(visitor("Dora"), "Dora")
    dealer.go(f"/desk/{table}")
    press(dealer.page, "Place your bets")
    player.betting()
    player.bet(ROUNDS[game][0])
    no_more_bets(dealer.page, player)
    do_steps(dealer, table)
    decide_all(dealer, player, table)
    return table, dealer, dealer.page


def test_cards_that_cannot_be_are_off(visitor: NewVisitor, staffed: House) -> None:
    _, _, page = closed_bets(visitor, staffed, "gin-and-win")
    # By touch: rank, then suit.
    for rank, suit in (("A", "clubs"), ("A", "hearts"), ("A", "spades")):
        page.get_by_role("button", name=rank, exact=True).click()
        page.get_by_role("button", name=suit, exact=True).click()
    page.get_by_role("button", name="A", exact=True).click()
    expect(page.get_by_role("button", name="clubs", exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="diamonds", exact=True)).to_be_enabled()
    page.get_by_role("button", name="diamonds", exact=True).click()
    expect(page.get_by_role("button", name="A", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Ace of clubs: take back").click()
    expect(page.get_by_role("button", name="A", exact=True)).to_be_enabled()
    # And by keys after that, without pressing anything first.
    page.keyboard.type("2c")
    expect(page.get_by_role("button", name=re.compile("take back$"))).to_have_count(4)
    expect(page.get_by_role("button", name="Enter", exact=True)).to_be_disabled()


def test_a_boss_opens_pauses_voids_and_closes(visitor: NewVisitor, staffed: House) -> None:
    boss = signed_in(visitor("Boss"), "Boss")
    page = boss.page
    boss.go("/desk/flip-it-1")
    expect(page.get_by_role("heading", level=1)).to_have_text("flip~it")
    expect(page.get_by_role("heading", name="The house deals this table")).to_be_visible()
    boss.go("/desk")
    expect(page.get_by_text("Nobody sits here yet.").first).to_be_visible()
    page.get_by_label("Game").select_option(label="Spin N Win")
    page.get_by_label("Bots").select_option("2")
    axe(page)
    press(page, "Open the table")
    player = visitor("Pia", moving=True)
    expect(page).to_have_url(re.compile("/desk/t"))
    player.sit(page.url.rpartition("/")[2], 1)
    press(page, "Place your bets")
    player.betting()
    player.bet("single:red")
    player.ready()
    expect(page.get_by_role("heading", name="The dealer decides")).to_be_visible()
    reason(page, "Pause", "Dispute", "Pause")
    expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    press(page, "Resume")
    expect(page.get_by_role("heading", name="Paused")).to_have_count(0)
    reason(page, "Void the round", "Equipment failed", "Void the round")
    expect(page.get_by_text("every stake is returned").first).to_be_visible()
    # The player is told what happened and why, and what went back: nothing twice.
    call = player.page.locator("main .call[aria-hidden=true] p")
    expect(call).to_have_text(["The round is void: Equipment failed.", "Every bet goes back."])
    told = player.page.get_by_role("status").filter(has_text="went back")
    expect(told).to_have_text("Your 5 went back to you.")
    reason(page, "Close the table", "End of shift", "Close the table")
    expect(page.get_by_role("heading", name="This table is closed.")).to_be_visible()
    expect(player.page.get_by_text("This table is closed").first).to_be_visible()


def reason(page: Page, act: str, why: str, done: str) -> None:
    press(page, act)
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name=why).click()
    sheet.get_by_role("button", name=done, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("screen", SCREENS)
def test_whoever_has_no_role_is_told_how(visitor: NewVisitor, staffed: House, screen: str) -> None:
    width, height, dark = SCREENS[screen]
    gil = visitor("Gil", width=width, height=height, dark=dark)
    gil.forgive(r"403 .*/api/desk")
    with staffed.client() as client:
        client.post("/api/guest", json={"name": "Gil"})
        cookie: Any = {"name": "pitboss", "value": client.cookies["pitboss"], "url": staffed.url}
    gil.context.add_cookies([cookie])
    gil.go("/desk")
    expect(gil.page.get_by_role("alert")).to_contain_text("pitboss serve --grant Gil=dealer")
    axe(gil.page)
    no_sideways(gil.page)


def test_a_step_is_shown_with_its_own_round(visitor: NewVisitor, staffed: House) -> None:
    """A page of the desk that is slow to come holds the next step back with it."""
    table, dealer, page = closed_bets(visitor, staffed, "spin-n-win")
    enter(page, "gb")
    held: list[Route] = []
    is_slow = True

    def hold(route: Route) -> None:
        if is_slow:
            held.append(route)
        else:
            route.continue_()

    # The desk's page with the entry has come, or it would be held too.
    expect(page.get_by_role("button", name="Take and pay", exact=True)).to_be_enabled()
    page.route(f"**/api/desk/{table}", hold)
    before = dealer.version
    press(page, "Take and pay")
    dealer.until(lambda: dealer.version > before and held)
    page.evaluate(STILL)
    expect(page.get_by_role("heading", name="Settle", exact=True)).to_be_visible()
    is_slow = False
    for one in held:
        one.continue_()
    expect(page.get_by_role("heading", name="Open bets")).to_be_visible()
    expect(page.get_by_text("Correct round 1 after settlement")).to_be_visible()


def test_a_hand_is_laid_out_by_key_alone(visitor: NewVisitor, staffed: House) -> None:
    table = entered_table(staffed, "gin-and-win")
    player, dealer = visitor("Pia"), signed_in(visitor("Dora"), "Dora")
    page = dealer.page
    player.sit(table, 1)
    dealer.go(f"/desk/{table}")
    press(page, "Place your bets")
    player.betting()
    player.bet("ante")
    no_more_bets(page, player)
    do_steps(dealer, table)
    player.until(player.is_asked)
    player.decide("play")
    enter(page, "kcqd9h8s6c4d2h")
    enter(page, "acah7d8djd3s2c")
    page.get_by_role("button", name="Seat 1: a false combination").click()
    sheet = page.get_by_role("dialog")
    # Focus begins at the cards: Space picks a false combination of them, Enter sets it right.
    expect(sheet.get_by_role("checkbox", name="Ace of clubs")).to_be_focused()
    page.keyboard.press("Space")
    for _ in range(2):
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Seat 1: a false combination")).to_have_count(0)
    expect(page.get_by_role("button", name="Every combination is right")).to_be_visible()
