"""Phones of 360 and 320 pixels: every game is played to its end and nothing scrolls sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.visitors import no_sideways

GAMES = (("spin-n-win", "combo:red-blue"), ("gin-and-win", "ante"), ("flip-it", "inside:red"))


def test_the_lobby_on_a_phone(visitor: NewVisitor) -> None:
    ana = visitor("Ana", width=360, height=740, has_touch=True, is_mobile=True)
    ana.go("/")
    expect(ana.page.get_by_role("heading", name="Spin N Win").first).to_be_visible()
    no_sideways(ana.page)


@pytest.mark.parametrize(("game", "spot"), GAMES)
def test_a_round_on_a_phone(visitor: NewVisitor, house: House, game: str, spot: str) -> None:
    table = house.open_table(game, seats=1)
    ana = visitor("Ana", width=360, height=740, has_touch=True, is_mobile=True)
    ana.sit(table, 1)
    round_id = ana.betting()
    no_sideways(ana.page)
    ana.bet(spot)
    no_sideways(ana.page)
    # Chips, spots and buttons are large enough for a thumb.
    small = ana.page.locator(".bar button:visible, [data-spot]:visible").evaluate_all(
        """all => all.map(at => [at.innerText, at.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 44)
            .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""
    )
    assert not small, small
    ana.ready()
    ana.finish(round_id)
    no_sideways(ana.page)
    # The narrowest phones too.
    ana.page.set_viewport_size({"width": 320, "height": 568})
    no_sideways(ana.page)
