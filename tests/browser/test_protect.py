"""The protection page in a browser: a page per game, options, bad input, files, the monitor."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.screens import SCREENS, crossed, one_of
from tests.browser.staff import dealing, hire, press, signed_in
from tests.browser.visitors import axe, for_thumbs, no_sideways

LONG_MS = 300_000
# The study that takes the least time of each game, and a word of its findings.
STUDIES = {"spin-n-win": "Bias", "gin-and-win": "Mistakes", "flip-it": "Mistakes"}
RED_TOPS = 40


@pytest.mark.parametrize(("game", "screen"), crossed(STUDIES, SCREENS))
def test_a_page_per_game(visitor: NewVisitor, game: str, screen: str) -> None:
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark)
    page = ana.page
    ana.go(f"/protect/{game}")
    page.get_by_role("button", name=STUDIES[game]).click()
    article = page.locator("article")
    expect(article.get_by_role("heading", name="Findings")).to_be_visible(timeout=LONG_MS)
    expect(article.locator(".finding").first).to_be_visible()
    # The findings come first: a table is opened by whoever wants to see its figures.
    expect(article.locator("table:visible")).to_have_count(0)
    article.locator("summary").first.click()
    expect(article.locator("table").first).to_be_visible()
    no_sideways(page)
    axe(page)


def test_faces_that_cannot_be_and_that_can(visitor: NewVisitor) -> None:
    ana = visitor("Ana")
    page = ana.page
    ana.go("/protect/spin-n-win")
    joker = page.locator("fieldset").get_by_role("textbox", name="Joker")
    joker.fill("9/7")
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator("form .trouble")).to_contain_text("is not a probability", timeout=LONG_MS)
    assert joker.input_value() == "9/7"
    joker.fill("1/7")
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator("article .finding").first).to_contain_text("\u221212/49", timeout=LONG_MS)
    with page.expect_download() as taken:
        page.get_by_role("link", name="JSON").click()
    assert taken.value.suggested_filename.endswith(".json")


def test_a_player_sees_no_monitor(visitor: NewVisitor) -> None:
    ana = visitor("Ana")
    ana.go("/protect")
    expect(ana.page.get_by_role("group", name="Studies")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Monitor")).to_have_count(0)


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    return hire(house)


@pytest.mark.parametrize("screen", one_of(SCREENS, "phone"))
def test_alerts_lead_to_the_rounds_behind_them(
    visitor: NewVisitor, staffed: House, screen: str
) -> None:
    width, height, dark = SCREENS[screen]
    boss = visitor("Boss", width=width, height=height, dark=dark)
    page = boss.page
    with dealing(staffed, "spin-n-win", name="Boss") as dealer:
        signed_in(boss, "Boss")
        dealer.act("seat-walk-up", seat=1, name="Wanda", amount=100_000)
        for number in range(RED_TOPS):
            dealer.act("open-round")
            dealer.act("place-bet", seat=1, spot="single:red", stake=500)
            dealer.act("close-bets")
            if number == 0:
                dealer.act("decide", seat=0, option="start-left")
            dealer.act("decide", seat=1, option="spin-a")
            dealer.do_steps()
            dealer.enter("R", "R")
            dealer.act("settle")
    boss.go("/protect/spin-n-win")
    page.get_by_role("button", name="Monitor").click()
    press(page, "Look at the record")
    alerts = page.get_by_role("list", name="Alerts").locator(":scope > li")
    expect(alerts.first).to_contain_text("A reason to look, not a proof.", timeout=LONG_MS)
    no_sideways(page)
    if width < 720:
        for_thumbs(page)
    axe(page)
    alerts.first.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round")
    axe(page)
