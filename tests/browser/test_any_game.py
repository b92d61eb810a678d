"""A game that nobody drew a table for: from the lobby to a paid bet, with motion, on both screens.

The game that `pitboss new-game` starts from stands for every game that meets the contract. Only a
server in a process of its own looks for games in a folder.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.screens import SCREENS
from tests.browser.visitors import ROOT, axe, no_sideways, stop_clock

HOUSE_SETTINGS = {
    "PITBOSS_BETWEEN_MS": "600000",
    "PITBOSS_GAMES_PATH": str(ROOT / "src" / "pitboss" / "gamekit" / "sample" / "src"),
}
GAME, TITLE = "red-or-black", "Red or Black"
STEPS_MAX = 60


@pytest.mark.parametrize("screen", SCREENS)
def test_an_unknown_game_from_the_lobby_to_a_paid_bet(
    visitor: NewVisitor, own_house: House, screen: str
) -> None:
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark, moving=True)
    page = ana.page
    ana.go("/")
    tile = page.locator("main li").filter(has=page.get_by_role("heading", name=TITLE))
    expect(tile.locator(".picture .playing").first).to_be_visible()
    table = own_house.open_table(GAME, seats=2)
    ana.sit(table, 1)
    round_id = ana.betting()
    expect(page.get_by_role("region", name="Colour")).to_be_visible()
    for spot in ("red", "black"):
        expect(ana.spot(spot)).to_be_in_viewport()
    ana.bet("red")
    ana.bet("black")
    no_sideways(page)
    axe(page)
    ana.ready()
    card = page.locator('[data-place="table"] .face')
    expect(card).to_have_count(1)
    # One of the two colours pays unless a joker shows; what the felt says is what was settled.
    lines = {one["spot"]: one for one in ana.finish(round_id)["lines"]}
    expect(page.locator('[data-place="table"] .face.shown')).to_have_count(1)
    expect(page.locator(".ribbon li:not(.none)")).to_have_count(1)
    expect(page.locator(".ribbon .playing")).to_have_count(1)
    for spot in ("red", "black"):
        tone = "glow" if lines[spot]["result"] == "win" else "lost"
        expect(ana.spot(spot)).to_have_class(re.compile(rf"\b{tone}\b"))
    no_sideways(page)
    # What glows as long as the result lies there is judged at rest.
    page.emulate_media(reduced_motion="reduce")
    axe(page)
    page.get_by_role("button", name="why?", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("ROB-2")


def test_the_outcome_is_not_told_before_the_card_is_turned(
    visitor: NewVisitor, own_house: House
) -> None:
    ana = visitor("Ana", moving=True)
    page = ana.page
    page.clock.install()
    ana.sit(own_house.open_table(GAME, seats=1), 1)
    round_id = ana.betting()
    ana.bet("red")
    expect(page.locator(".bar .go")).to_be_enabled()
    stop_clock(page)
    ana.ready()
    # The page's moments count from what it knows, however long a busy house takes to say it.
    ana.until(lambda: ana.is_over(round_id))
    held = 0
    for _ in range(STEPS_MAX):
        page.clock.run_for(100)
        if page.locator('[data-place="table"] .face.shown').count():
            break
        assert page.locator(".ribbon li:not(.none)").count() == 0
        assert page.locator(".spot.glow, .spot.lost, .slip .line").count() == 0
        held += 1
    assert held >= 2, "the end was known here for a while, and nothing told it"


def test_the_same_game_is_replayed(visitor: NewVisitor, own_house: House) -> None:
    ana = visitor("Ana")
    page = ana.page
    ana.sit(own_house.open_table(GAME, seats=1), 1)
    round_id = ana.betting()
    ana.bet("red")
    ana.ready()
    ana.finish(round_id)
    ana.go(f"/rounds/{round_id}")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".replay .face.shown .playing")).to_have_count(1)
    axe(page)
