"""Accessibility by axe: every kind of page, light and dark, phone and desktop."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.screens import SCREENS, crossed
from tests.browser.visitors import axe

HOUSE_SETTINGS = {"PITBOSS_BETWEEN_MS": "600000"}
PANELS = {
    "spin-n-win": ("why?", "rules"),
    "gin-and-win": ("verify", "My screen"),
    "flip-it": ("invite", "why?"),
}
GAMES = (("spin-n-win", "single:red"), ("gin-and-win", "ante"), ("flip-it", "inside:red"))


@pytest.mark.parametrize("screen", SCREENS)
def test_the_lobby(visitor: NewVisitor, screen: str) -> None:
    width, height, dark = SCREENS[screen]
    ana = visitor("Ana", width=width, height=height, dark=dark)
    ana.go("/")
    expect(ana.page.get_by_role("heading", name="Spin N Win").first).to_be_visible()
    axe(ana.page)


@pytest.mark.parametrize(("game", "spot", "screen"), crossed(GAMES, SCREENS))
def test_a_table(visitor: NewVisitor, house: House, game: str, spot: str, screen: str) -> None:
    width, height, dark = SCREENS[screen]
    table = house.open_table(game, seats=2)
    ana = visitor("Ana", width=width, height=height, dark=dark)
    ana.go(f"/table/{table}")
    expect(ana.page.get_by_label("Seats")).to_be_visible()
    axe(ana.page)
    ana.sit(table, 1)
    round_id = ana.betting()
    ana.bet(spot)
    axe(ana.page)
    ana.ready()
    ana.until(lambda: ana.is_asked() or ana.is_over(round_id))
    axe(ana.page)
    ana.finish(round_id)
    for button in PANELS[game]:
        ana.page.get_by_role("button", name=button, exact=True).click()
        expect(ana.page.get_by_role("dialog")).to_be_visible()
        if button == "verify":
            ana.page.get_by_role("button", name="Check now").click()
            expect(ana.page.locator(".verdict.sound")).to_be_visible()
        axe(ana.page)
        ana.page.keyboard.press("Escape")
        expect(ana.page.get_by_role("dialog")).to_have_count(0)


def in_both_themes(page: Page) -> None:
    """No finding in the dark or in the light."""
    themes: tuple[Literal["dark", "light"], ...] = ("dark", "light")
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        axe(page)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "spot"), GAMES)
def test_every_panel_in_both_themes(
    visitor: NewVisitor, house: House, game: str, spot: str
) -> None:
    ana = visitor("Ana")
    page = ana.page
    dialog = page.get_by_role("dialog")
    ana.go("/")
    page.get_by_role("button", name="Table of your own").first.click()
    expect(dialog).to_be_visible()
    in_both_themes(page)
    ana.go(f"/table/{house.open_table(game, seats=2)}")
    page.get_by_role("button", name="Seat 1").click()
    in_both_themes(page)
    dialog.get_by_role("textbox").fill("Ana")
    dialog.get_by_role("button", name="Sit down").click()
    round_id = ana.betting()
    ana.bet(spot)
    page.get_by_role("button", name="coach", exact=True).click()
    page.get_by_role("region", name="Coach").get_by_role("button", name="Coach").first.click()
    expect(page.get_by_label("Everything the coach says")).to_be_visible()
    in_both_themes(page)
    page.get_by_role("button", name="Close the coach").click()
    ana.ready()
    ana.until(lambda: ana.is_asked() or ana.is_over(round_id))
    in_both_themes(page)
    ana.finish(round_id)
    in_both_themes(page)
    for name in ("why?", "rules", "verify", "My screen", "invite", "Practice"):
        page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}")).first.click()
        expect(dialog).to_be_visible()
        in_both_themes(page)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
