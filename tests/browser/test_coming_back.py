"""Leaving and coming back in every phase: the same seat, the same cards, the same bets."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House, Json
from tests.browser.visitors import STILL, Visitor
from tests.deadlines import Deadline

# (table, the spot that is bet on, how far the round goes)
PHASES = (
    ("spin-n-win-1", "single:green", "seated"),
    ("spin-n-win-1", "single:green", "bet"),
    ("spin-n-win-1", "single:green", "closed"),
    ("gin-and-win-1", "ante", "bet"),
    ("gin-and-win-1", "ante", "closed"),
    ("flip-it-1", "inside:red", "bet"),
    ("flip-it-1", "inside:red", "over"),
    ("spin-n-win-1", "single:green", "over"),
    ("gin-and-win-1", "ante", "over"),
    ("flip-it-1", "inside:red", "seated"),
)
# Each game in three phases over a restart; what is slow in make soak.
RESTARTS = (
    pytest.param((PHASES[1], PHASES[4], PHASES[6]), False, id="bet, asked, over: stopped"),
    pytest.param(
        (PHASES[1], PHASES[4], PHASES[6]),
        True,
        id="bet, asked, over: killed",
        marks=pytest.mark.slow,
    ),
    pytest.param((PHASES[2], PHASES[3], PHASES[5]), True, id="asked, bet, bet: killed"),
    pytest.param(
        (PHASES[2], PHASES[3], PHASES[5]),
        False,
        id="asked, bet, bet: stopped",
        marks=pytest.mark.slow,
    ),
    pytest.param(
        (PHASES[7], PHASES[8], PHASES[9]),
        True,
        id="over, over, seated: killed",
        marks=pytest.mark.slow,
    ),
)
KEPT = ("phase", "round_id", "viewer", "balance", "seats", "bets", "awaited", "felt", "last")
HOUSE_SETTINGS = {
    # A result lies until somebody has looked at it.
    "PITBOSS_BETWEEN_MS": "600000",
}


def _go_on(one: Visitor, spot: str, phase: str) -> None:
    """Bring a round to a phase, from wherever the table is."""
    one.until(one.may_bet)
    if phase == "seated":
        return
    if not one.shown["bets"]:
        one.bet(spot)
    if phase == "bet":
        return
    round_id = one.betting()
    one.ready()
    one.until(lambda: one.is_asked() or one.is_over(round_id))
    if phase == "over":
        one.finish(round_id)


def _kept(one: Visitor) -> Json:
    return {name: one.shown[name] for name in KEPT}


def on_screen(page: Page) -> list[str]:
    """What a person sees of the round: stage, own felt and foot, as a screen reader reads them."""
    expect(page.get_by_label("Chips and actions")).to_be_visible()
    return [
        page.locator("main > .stage").aria_snapshot(),
        page.get_by_label("My betting area").aria_snapshot(),
        page.locator("footer dl").aria_snapshot(),
    ]


def _settled(page: Page) -> list[str]:
    """The same, once nothing has moved for a while."""
    page.evaluate(STILL)
    return on_screen(page)


def _comes_to(page: Page, seen: list[str]) -> None:
    """What was on the screen comes back to it."""
    deadline = Deadline()
    while not deadline.is_over:
        if on_screen(page) == seen:
            return
        page.wait_for_timeout(100)
    assert _settled(page) == seen


def _is_live(page: Page) -> None:
    expect(page.locator(".banner")).to_have_count(0)


Way = Callable[[Visitor], Page]


def _reload(one: Visitor) -> Page:
    one.page.reload()
    return one.page


def _second_tab(one: Visitor) -> Page:
    tab = one.tab()
    tab.goto(one.page.url)
    expect(one.page.get_by_role("button", name="Play here instead")).to_be_visible()
    return tab


def _offline(one: Visitor) -> Page:
    """The network goes away and comes back; the page finds the table by itself."""
    one.forgive("ERR_INTERNET_DISCONNECTED|WebSocket")
    one.context.set_offline(True)
    one.page.evaluate("() => globalThis.dispatchEvent(new Event('offline'))")
    expect(one.page.locator(".banner")).to_be_visible()
    one.context.set_offline(False)
    return one.page


WAYS: dict[str, Way] = {"reload": _reload, "second tab": _second_tab, "offline": _offline}


# The first seven phases once each, one way after the other; the rest in make soak.
CASES = [
    pytest.param(
        at,
        way,
        id=f"{at[0]} {at[2]} {way}",
        marks=() if number < 7 and number % len(WAYS) == turn else pytest.mark.slow,
    )
    for number, at in enumerate(PHASES)
    for turn, way in enumerate(WAYS)
]


@pytest.mark.parametrize(("at", "way"), CASES)
def test_a_browser_comes_back(
    visitor: NewVisitor, house: House, at: tuple[str, str, str], way: str
) -> None:
    table, spot, phase = at
    table = house.open_table(table.removesuffix("-1"), seats=1)
    ana = visitor("Ana")
    ana.sit(table, 1)
    _go_on(ana, spot, phase)
    seen, kept = _settled(ana.page), _kept(ana)
    page = WAYS[way](ana)
    _is_live(page)
    _comes_to(page, seen)
    assert _kept(ana) == kept


@pytest.mark.parametrize(("phases", "is_killed"), RESTARTS)
def test_a_server_comes_back(
    visitor: NewVisitor, own_house: House, phases: tuple[tuple[str, str, str], ...], is_killed: bool
) -> None:
    """Three games in three phases at once, over a restart of the server."""
    people = []
    for name, (table, spot, phase) in zip("ABC", phases, strict=True):
        one = visitor(name)
        one.forgive("WebSocket|ERR_CONNECTION_REFUSED")
        one.sit(table, 1)
        _go_on(one, spot, phase)
        people.append((one, _settled(one.page), _kept(one)))
    if is_killed:
        own_house.kill()
    else:
        own_house.stop()
    for one, _, _ in people:
        expect(one.page.locator(".banner")).to_contain_text(
            re.compile("kept|trying", re.IGNORECASE)
        )
    own_house.start()
    for one, seen, kept in people:
        _is_live(one.page)
        _comes_to(one.page, seen)
        assert _kept(one) == kept
    # And the rounds can be played to their ends.
    for one, _, kept in people:
        if kept["awaited"]:
            one.finish(kept["round_id"])


def test_whoever_was_away_is_told(visitor: NewVisitor, house: House) -> None:
    table = house.open_table("flip-it", seats=2)
    ana, bo = visitor("Ana"), visitor("Bo")
    ana.sit(table, 1)
    bo.sit(table, 2)
    ana.bet("inside:red")
    ana.page.goto("about:blank")
    ana.go(f"/table/{table}")
    said = ana.page.get_by_role("status").filter(has_text="seat 1")
    expect(said).to_contain_text("in action")
