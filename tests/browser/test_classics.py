"""Every classic from the lobby to a paid bet, with motion, on both screens, and axe finds nothing.

`make test` plays one with a wide felt and one in which stakes are taken back, `make soak` all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pitboss.games.registry import Registry
from tests.browser.conftest import NewVisitor
from tests.browser.house import House, house_in
from tests.browser.screens import SCREENS
from tests.browser.visitors import Visitor, axe, no_sideways
from tests.contract.conftest import CLASSICS

GAMES = {key: entry.game.title for key, entry in Registry((CLASSICS,)).games.items()}
GATE = {("roulette", "phone"), ("let-it-ride", "desktop")}
PAIRS = [
    pytest.param(game, screen, marks=() if (game, screen) in GATE else pytest.mark.slow)
    for game in GAMES
    for screen in SCREENS
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, front_end: Path) -> Iterator[House]:
    """A server that finds the classics, which only a process of its own can be told."""
    settings = {"PITBOSS_BETWEEN_MS": "600000", "PITBOSS_GAMES_PATH": str(CLASSICS)}
    with house_in(tmp_path_factory.mktemp("classics"), front_end, **settings) as found:
        yield found


@pytest.mark.parametrize(("game", "screen"), PAIRS)
def test_a_classic_from_the_lobby_to_a_paid_bet(
    visitor: NewVisitor, house: House, game: str, screen: str
) -> None:
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark, moving=True)
    page = ana.page
    ana.go("/")
    expect(page.get_by_role("heading", name=GAMES[game], exact=True)).to_be_visible()
    ana.sit(house.open_table(game, seats=2), 1)
    round_id = ana.betting()
    spot = bet_first(ana)
    no_sideways(page)
    nothing_covered(ana)
    fits(ana)
    axe(page)
    for pays in page.locator(".felt summary").all():
        pays.click()
        axe(page)
        pays.click()
    ana.ready()
    lines = ana.finish(round_id)["lines"]
    shown = page.locator("[data-place] .face.shown")
    expect(shown.first).to_be_visible()
    tone = {"win": "glow", "lose": "lost", "push": "spot", "stands": "spot"}
    mine = next(one for one in lines if one["spot"] == spot)
    expect(ana.spot(spot)).to_have_class(re.compile(rf"\b{tone[mine['result']]}\b"))
    expect(page.locator(".slip .line")).to_have_count(len(lines))
    no_sideways(page)
    # What glows as long as the result lies there is judged at rest.
    page.emulate_media(reduced_motion="reduce")
    axe(page)


def bet_first(ana: Visitor) -> str:
    """Bet on the first spot that is open, with the chip that a newcomer has in hand.

    Everything lies in the end that the bet lays.
    """
    spot = next(one for one in ana.shown["spots"] if one["closed"] is None)
    first = str(spot["spot"])
    ana.bet(first)
    stake = next(one["stake"] for one in ana.shown["bets"] if one["spot"] == first)
    assert stake == -(-500 // spot["unit"]) * spot["unit"]
    laid = {one["spot"] for one in ana.shown["bets"]}
    for one in laid:
        expect(ana.spot(one).locator(".stake")).to_be_visible()
    return first


def nothing_covered(ana: Visitor) -> None:
    """No label of what a spot pays lies over chips."""
    page = ana.page
    labels = [one.bounding_box() for one in page.locator(".felt summary").all()]
    for pays in filter(None, labels):
        for box in filter(None, [one.bounding_box() for one in page.locator(".stake").all()]):
            apart = pays["x"] + pays["width"] <= box["x"] or box["x"] + box["width"] <= pays["x"]
            above = pays["y"] + pays["height"] <= box["y"] or box["y"] + box["height"] <= pays["y"]
            assert apart or above, f"{pays} lies over {box}"


def fits(ana: Visitor) -> None:
    """No layout of spots scrolls sideways by itself."""
    script = "(all) => all.map((one) => one.scrollWidth - one.clientWidth)"
    assert max(ana.page.locator(".felt section").evaluate_all(script)) <= 1


def test_a_stake_that_is_taken_back_leaves_the_felt(visitor: NewVisitor, house: House) -> None:
    ana = visitor("Ana")
    page = ana.page
    ana.sit(house.open_table("let-it-ride", seats=1), 1)
    round_id = ana.betting()
    before = int(ana.shown["balance"])
    bet_first(ana)
    stake = ana.shown["bets"][0]["stake"]
    ana.ready()
    ana.until(ana.is_asked)
    expect(page.locator(".decide .btn").nth(1)).to_contain_text("back")
    expect(page.locator(".slip .bet")).to_have_count(3)
    assert int(ana.shown["balance"]) == before - 3 * stake
    ana.decide("back")
    ana.until(ana.is_asked)
    expect(page.locator(".slip .bet")).to_have_count(2)
    expect(ana.spot("first").locator(".stake")).to_have_count(0)
    assert int(ana.shown["balance"]) == before - 2 * stake
    ana.decide("ride")
    lines = ana.finish(round_id)["lines"]
    assert {one["spot"] for one in lines} == {"base", "second"}
    expect(page.locator(".slip .line")).to_have_count(2)
