"""A table of one's own: opened from the lobby, found by its link, with or without the coach."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitors import Visitor, axe, no_sideways, play_out
from tests.examples import in_soak

# Two at one table of each game are in test_two_browsers; by the link, one game does.
GAMES = (
    ("flip~it", "inside:black"),
    pytest.param("Spin N Win", "single:blue", marks=pytest.mark.slow),
    pytest.param("Gin & Win", "ante", marks=pytest.mark.slow),
)


def own_table(host: Visitor, title: str) -> Locator:
    """The form of a table of one's own."""
    host.go("/")
    page = host.page
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title))
    card.get_by_role("button", name=re.compile("^Table of your own")).click()
    return page.get_by_role("dialog")


def open_it(host: Visitor, form: Locator) -> str:
    """Send the form under the host's name; the link to pass on."""
    form.get_by_label("Your name").fill(host.name)
    form.get_by_role("button", name="Open the table").click()
    link = form.get_by_label("Link to send to friends").input_value()
    form.get_by_role("button", name="Go to the table").click()
    expect(host.page).to_have_url(link)
    return link


@pytest.mark.parametrize(("title", "spot"), GAMES)
def test_a_friend_comes_by_the_link_and_both_play(
    visitor: NewVisitor, title: str, spot: str
) -> None:
    ana = visitor("Ana")
    link = open_it(ana, own_table(ana, title))
    table = link.rpartition("/")[2]
    # Who has given a name already sits down with one click; a friend is asked for theirs.
    ana.page.get_by_role("button", name=re.compile(r"^Seat 1\b")).click()
    bo = visitor("Bo", width=390, height=844, dark=False)
    bo.sit(table, 2)
    assert bo.page.url == link
    for one, other in ((ana, "Bo"), (bo, "Ana")):
        expect(one.page.get_by_label("Seats")).to_contain_text(other)
    _until_both_are_in(ana, bo, spot)
    round_id = ana.shown["round_id"]
    for one in (ana, bo):
        if not any(bet["seat"] == one.shown["viewer"] for bet in one.shown["bets"]):
            one.bet(spot)
    ana.ready()
    bo.ready()
    play_out((ana, bo), round_id)
    lines = ana.shown["last"]["lines"]
    assert lines == bo.shown["last"]["lines"]
    assert {line["seat"] for line in lines} == {1, 2}
    # Only whoever has the link finds it.
    assert table not in str(bo.get("/api/lobby"))


def _until_both_are_in(ana: Visitor, bo: Visitor, spot: str) -> None:
    """Whoever comes while a round is on is dealt into the next one."""
    while True:
        ana.until(lambda: ana.shown["phase"] == "betting")
        bo.until(lambda: bo.shown["round_id"] == ana.shown["round_id"])
        if all(seat["in_round"] for seat in ana.shown["seats"] if seat["name"] is not None):
            return
        round_id = ana.shown["round_id"]
        if not ana.shown["bets"]:
            ana.bet(spot)
        ana.ready()
        ana.finish(round_id)


def _sits_under_own_limits(host: Visitor) -> None:
    """The host's own limit holds, and a bot comes and goes as the host says."""
    page = host.page
    page.get_by_role("button", name=re.compile(r"^Seat 1\b")).click()
    host.betting()
    page.keyboard.press("4")
    spot = host.spot("inside:red")
    expect(spot).to_have_attribute("aria-disabled", "false")
    spot.click()
    expect(page.get_by_role("alert")).to_have_text("The most on Red is 25.")
    page.get_by_role("button", name="invite").click()
    seats = page.get_by_label("Seats")
    page.get_by_role("button", name="Add a bot").click()
    expect(seats).to_contain_text("bot")
    axe(page)
    page.get_by_role("button", name=re.compile("^Remove")).click()
    expect(seats).not_to_contain_text("bot")
    page.keyboard.press("Escape")


@pytest.mark.parametrize(("width", "height", "dark"), [in_soak(1280, 800, True), (360, 740, False)])
def test_the_host_says_whether_the_coach_may_speak(
    visitor: NewVisitor, width: int, height: int, dark: bool
) -> None:
    ana = visitor("Ana", width=width, height=height, dark=dark)
    form = own_table(ana, "flip~it")
    switch = form.get_by_role("switch", name="Coach")
    expect(switch).to_be_checked()
    expect(switch).to_have_accessible_description(re.compile("what each bet and choice"))
    switch.click()
    expect(switch).to_have_accessible_description(re.compile("^Nobody at this table"))
    form.get_by_label("Largest bet").fill("25")
    form.get_by_label("Time for bets").select_option("untimed")
    axe(ana.page)
    no_sideways(ana.page)
    table = open_it(ana, form).rpartition("/")[2]
    ana.until(lambda: any('"is_coach_allowed":false' in frame for frame in ana.frames))
    refused = ana.context.request.get(f"{ana.house.url}/api/coach/{table}")
    assert refused.status == 403
    _sits_under_own_limits(ana)
    # Left alone, the switch lets the coach speak.
    bo = visitor("Bo")
    open_it(bo, own_table(bo, "flip~it"))
    bo.until(lambda: any('"is_coach_allowed":true' in frame for frame in bo.frames))
