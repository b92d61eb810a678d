"""The banner of the desk when the machine's clock and the house's time differ."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import PASSWORD, House
from tests.browser.screens import SCREENS, one_of
from tests.browser.staff import hire, press, signed_in
from tests.browser.test_accounts import IDLE_MS, pass_time
from tests.browser.visitors import axe, no_sideways

HOUSE_SETTINGS = {"PITBOSS_STAFF_IDLE_MS": str(IDLE_MS)}
YEAR_MS = 365 * 24 * 3_600_000
AHEAD = f"""
import time
true = time.time_ns
time.time_ns = lambda: true() + {10 * YEAR_MS} * 1_000_000
"""


def picture(page: Page, name: str) -> None:
    """Keep a picture of the page where a folder for pictures is named."""
    folder = os.environ.get("PITBOSS_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"clock-{name}.png", full_page=True)


@pytest.mark.parametrize("screen", one_of(SCREENS, "desktop"))
def test_a_pit_boss_sets_the_houses_time(
    visitor: NewVisitor, own_house: House, screen: str
) -> None:
    hire(own_house).stop()
    own_house.start(before=AHEAD)
    width, height, dark = SCREENS[screen]
    # A dealer sees that there is something to look at, and cannot do it.
    dealer = signed_in(visitor("Dora", width=width, height=height, dark=dark), "Dora")
    dealer.go("/desk")
    title = "The machine’s clock is 10 years ahead of the house’s time"
    expect(dealer.page.get_by_role("heading", name=title)).to_be_visible()
    expect(dealer.page.get_by_role("button", name="Set the house’s time…")).to_have_count(0)
    boss = signed_in(visitor("Boss", width=width, height=height, dark=dark), "Boss")
    boss.forgive("401")
    page = boss.page
    boss.go("/desk")
    banner = page.get_by_role("region", name=title)
    expect(banner.locator("dd")).to_have_count(2)
    house_year, machine_year = (
        int(text.split(",")[1].split()[2]) for text in banner.locator("dd").all_inner_texts()
    )
    assert machine_year - house_year in (9, 10)
    axe(page)
    no_sideways(page)
    picture(page, f"{screen}-held")
    press(page, "Set the house’s time…")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("recorded under your name")
    axe(page)
    no_sideways(page)
    picture(page, f"{screen}-sheet")
    sheet.get_by_role("button", name="Back").click()
    expect(sheet).to_have_count(0)
    # Staff who were idle give their password first; without it nothing is done.
    pass_time(own_house)
    press(page, "Set the house’s time…")
    press(page, "It is right: set the house’s time")
    proof = page.get_by_role("dialog").filter(has_text="Enter your password again")
    proof.get_by_role("button", name="Cancel").click()
    expect(banner.get_by_role("alert")).to_contain_text("password")
    press(page, "Set the house’s time…")
    press(page, "It is right: set the house’s time")
    proof.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The house’s time is set")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("On record: Boss set it from")
    axe(page)
    no_sideways(page)
    picture(page, f"{screen}-set")
    # Whoever confirmed it is still signed in, and nothing is left to confirm.
    note = boss.get("/api/clock")
    assert not note["is_held"] and note["confirmed"][0]["who"] == "Boss"
    boss.go("/desk")
    expect(page.get_by_label("Game")).to_be_visible()
    expect(page.get_by_role("heading", name="The machine’s clock")).to_have_count(0)
