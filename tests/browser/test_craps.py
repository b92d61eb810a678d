"""Craps from the lobby to a paid bet: what stands, wins and loses shows on felt and slip."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.screens import SCREENS, one_of
from tests.browser.visitors import ROOT, axe, no_sideways

HOUSE_SETTINGS = {
    "PITBOSS_BETWEEN_MS": "600000",
    "PITBOSS_GAMES_PATH": str(ROOT / "classics" / "src" / "pitboss_classics"),
}
BETS = ("pass", "field", "place:5", "place:6", "place:8", "any-seven")
"""Whatever the dice show, one of these wins."""


@pytest.mark.parametrize("screen", one_of(SCREENS, gate="desktop"))
def test_craps_from_the_lobby_to_a_paid_bet(
    visitor: NewVisitor, own_house: House, screen: str
) -> None:
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark, moving=True)
    page = ana.page
    ana.go("/")
    expect(page.get_by_role("heading", name="Craps", exact=True)).to_be_visible()
    ana.sit(own_house.open_table("craps", seats=16), 1)
    round_id = ana.betting()
    for spot in BETS:
        ana.bet(spot)
    stakes = {bet["spot"]: bet["stake"] for bet in ana.shown["bets"]}
    # A chip of five becomes what the spot can pay.
    assert stakes["place:5"] == 500 and stakes["place:6"] == 600
    no_sideways(page)
    axe(page)
    ana.ready()
    lines = {one["spot"]: one for one in ana.finish(round_id)["lines"]}
    assert any(one["pays"] for one in lines.values())
    expect(page.locator('[data-place="table"] .face.shown')).to_have_count(2)
    for spot, line in lines.items():
        if line["result"] == "stands":
            expect(ana.spot(spot)).to_contain_text("Stands")
        else:
            tone = "glow" if line["result"] == "win" else "lost"
            expect(ana.spot(spot)).to_have_class(re.compile(rf"\b{tone}\b"))
    stands = [spot for spot, line in lines.items() if line["result"] == "stands"]
    expect(page.locator(".slip .line.stands")).to_have_count(len(stands))
