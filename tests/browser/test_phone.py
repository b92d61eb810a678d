"""Phones of 360 and 320 pixels: every game is played to its end and nothing scrolls sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.visitors import STILL, for_thumbs, no_sideways

HOUSE_SETTINGS = {"PITBOSS_TABLES_PER_ADDRESS": "100"}
GAMES = (("spin-n-win", "combo:red-blue"), ("gin-and-win", "ante"), ("flip-it", "inside:red"))
# What does not keep to its place: a word wider than its button, a button beyond the window, the
# name of a hand over its cards.
ASKEW = """
() => {
  const box = (one) => one.getBoundingClientRect();
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return box(range);
  };
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return [
    ...[...document.querySelectorAll('.bar .btn, .account span')]
      .filter((one) => one.checkVisibility()
        && (words(one).width > box(one).width + 1
          || box(one).right > document.documentElement.clientWidth)),
    ...[...document.querySelectorAll('section:is(.dealer, .own) h2')].filter((one) =>
      [...one.parentElement.querySelectorAll('svg')].some((card) => meet(words(one), box(card)))),
  ].map((one) => one.innerText);
}
"""
# What lies outside the place of the equipment, and how many rows the rail has.
LOOKED_ON = """
() => {
  const stage = document.querySelector('main > .stage').getBoundingClientRect();
  return {
    outside: [...document.querySelectorAll('.picture svg')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ left, right, bottom }) => left < stage.left - 1 || right > stage.right + 1
        || bottom > stage.bottom + 1).length,
    rows: new Set([...document.querySelectorAll('.bar > *')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ top, bottom }) => (top + bottom) >> 4)).size,
  };
}
"""
# Nothing lies over the dealer's words, and they are not scrolled away.
CALL_IS_SEEN = """
() => {
  const call = document.querySelector('main .call .first');
  const { left, top, width, height } = call.getBoundingClientRect();
  const [over] = document.elementsFromPoint(left + width / 2, top + height / 2);
  return Boolean(over?.closest('.call'));
}
"""
PAGES = (
    *("/", "/me", "/rounds", "/proof", "/workbench", "/simulate/spin-n-win", "/protect/spin-n-win"),
    *("/train", "/train/payouts/spin-n-win"),
)


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
    # The narrowest phones too: whoever bet far below is back at the dealer's words when bets close.
    ana.page.set_viewport_size({"width": 320, "height": 568})
    ana.page.locator("main").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    ana.ready()
    ana.until(lambda: ana.is_asked() or ana.is_over(round_id))
    ana.page.evaluate(STILL)
    assert not ana.page.evaluate(ASKEW)
    ana.finish(round_id)
    no_sideways(ana.page)
    assert ana.page.evaluate(CALL_IS_SEEN)
    # The game's name is whole there, and so is every button of the rail.
    title = ana.page.get_by_role("heading", level=1)
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth")
    for button in ana.page.locator(".bar button:visible, header button").all():
        expect(button).to_be_in_viewport(ratio=1)
    ana.page.evaluate(STILL)
    assert not ana.page.evaluate(ASKEW)
    # What was paid can be asked about with a thumb, and so can all else.
    ana.page.set_viewport_size({"width": 390, "height": 844})
    expect(ana.page.locator(".slip .line").first).to_be_visible()
    for_thumbs(ana.page)


def test_every_page_is_made_for_a_thumb(visitor: NewVisitor, house: House) -> None:
    ana = visitor("Ana", width=360, height=740, has_touch=True, is_mobile=True)
    # With rounds to list.
    ana.sit(house.open_table("flip-it", seats=1), 1)
    round_id = ana.betting()
    ana.bet("inside:red")
    ana.ready()
    ana.finish(round_id)
    for address in (*PAGES, f"/rounds/{round_id}"):
        ana.go(address)
        expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
        ana.page.wait_for_load_state("networkidle")
        if address.startswith("/protect/"):
            expect(ana.page.locator(".files a").first).to_be_visible()
        no_sideways(ana.page)
        for_thumbs(ana.page)


def test_looking_on_from_the_narrowest_phone(visitor: NewVisitor, house: House) -> None:
    ana = visitor("Ana", width=320, height=640, has_touch=True, is_mobile=True)
    page = ana.page
    for game, _ in GAMES:
        ana.go(f"/table/{house.open_table(game, seats=5)}")
        expect(page.locator(".picture svg").first).to_be_visible()
        no_sideways(page)
        assert page.evaluate(LOOKED_ON) == {"outside": 0, "rows": 1}, game
        assert not page.evaluate(ASKEW)


def test_a_top_up_moves_nothing(visitor: NewVisitor, house: House) -> None:
    ana = visitor("Ana", width=390, height=844, has_touch=True, is_mobile=True)
    page = ana.page
    # Most credits lie at another table: the chip in hand is dearer than what is left.
    ana.sit(house.open_table("flip-it", seats=1), 1)
    ana.betting()
    page.get_by_role("radio", name="Chip of 500").click()
    ana.bet("inside:red")
    ana.go(f"/table/{house.open_table('flip-it', seats=1)}")
    page.get_by_role("button", name="Seat 1").click()
    ana.betting()
    ana.bet("inside:red")
    where = "() => document.querySelector('footer').getBoundingClientRect().top"
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        page.get_by_role("radio", name="Chip of 100").click()
        top_up = page.get_by_role("button", name="Top up to 1,000")
        expect(top_up).to_have_count(0)
        before = page.evaluate(where)
        page.get_by_role("radio", name="Chip of 500").click()
        expect(top_up).to_be_in_viewport(ratio=1)
        page.evaluate(STILL)
        assert page.evaluate(where) == before
    # One that does not come about is said.
    ana.forgive("503")
    no = {"code": "busy", "sentence": "Too much is going on. Try again.", "reference": ""}
    page.route("**/api/refill", lambda route: route.fulfill(status=503, json=no))
    page.get_by_role("button", name="Top up to 1,000").click()
    expect(page.get_by_role("alert")).to_have_text("Too much is going on. Try again.")
