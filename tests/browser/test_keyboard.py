"""By keys alone, with motion on: from the lobby to a paid bet, without a mouse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitors import STILL, Visitor

HOUSE_SETTINGS = {"PITBOSS_BETWEEN_MS": "600000"}
TABS_MAX = 80
# Every key of the table, and letters that an option may get.
KEYS = "12345urdxgnczhs?apfbt"
GAMES = (("Spin N Win", "single:yellow"), ("Gin & Win", "ante"), ("flip~it", "inside:black"))
# A reality check that is due at once.
CHECK = "() => localStorage.setItem('pitboss.wishes', JSON.stringify({ realityMinutes: 0.01 }))"


def tab_to(page: Page, expression: str) -> None:
    """Press Tab until the focused element fits; it must be seen to have the focus."""
    for _ in range(TABS_MAX):
        page.keyboard.press("Tab")
        if page.evaluate(f"() => {{ const at = document.activeElement; return {expression}; }}"):
            outline = page.evaluate(
                "() => { const s = getComputedStyle(document.activeElement);"
                " return s.outlineStyle !== 'none' || s.boxShadow !== 'none'; }"
            )
            assert outline, "the focus cannot be seen"
            return
    raise AssertionError(f"no Tab leads to {expression}")


# What a key can change by itself: equipment and hand, my spots, and the rail with its chips.
DRAWN = """
() => [...document.querySelectorAll('main > :is(.stage, .mine), .bar > :not([role=timer])')]
  .map((one) => one.outerHTML)
"""


def _no_key_is_heard(one: Visitor) -> None:
    """Press every key behind a dialog: no request is sent and the page stays as it is."""
    page, asked = one.page, list(one.asked)
    page.evaluate(STILL)
    drawn = page.evaluate(DRAWN)
    for key in KEYS:
        page.keyboard.press(key)
    page.evaluate(STILL)
    assert one.asked == asked
    assert page.evaluate(DRAWN) == drawn


def _nothing_is_done_behind_a_dialog(one: Visitor, *buttons: str) -> None:
    page = one.page
    for name in (*buttons, "Practice"):
        page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}")).first.click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        # Not into a field, where a letter is a letter.
        dialog.get_by_role("button", name="Close").focus()
        _no_key_is_heard(one)
        expect(dialog).to_have_count(1)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def _held(one: Visitor, key: str, act: str) -> None:
    """A key that is held down acts once, from when its button can be pressed; so does Enter."""
    if len(key) == 1:
        button = one.page.locator(f'button[aria-keyshortcuts="{key.upper()}"]').first
        expect(button).to_be_enabled()
    before = list(one.asked)
    for _ in range(4):
        one.page.keyboard.down(key)
    one.page.keyboard.up(key)
    one.until(lambda: len(one.asked) > len(before))
    one.page.evaluate(STILL)
    assert one.asked == [*before, act], key


@pytest.mark.parametrize(("title", "spot"), GAMES)
def test_from_the_lobby_to_a_paid_bet_by_keys(visitor: NewVisitor, title: str, spot: str) -> None:
    ana = visitor("Ana", moving=True)
    ana.go("/")
    page, keys = ana.page, ana.page.keyboard
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    tab_to(page, f"at.closest('li')?.innerText.includes({title!r}) && at.matches('button')")
    keys.press("Enter")
    expect(page.get_by_label("Seats")).to_be_visible()
    tab_to(page, "at.matches('button') && at.innerText.startsWith('Seat 1')")
    keys.press("Enter")
    # A dialog's first field has the focus, and Enter sends it.
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    keys.type("Ana")
    keys.press("Enter")
    expect(page.get_by_label("Chips and actions")).to_be_visible()
    # No key is heard behind a dialog.
    expect(page.get_by_role("dialog")).to_have_count(0)
    round_id = ana.betting()
    keys.press("3")
    # A key is pressed when the page shows that it would be heard, a moment after the view came.
    felt = ana.spot(spot)
    expect(felt).to_have_attribute("aria-disabled", "false")
    tab_to(page, f"at.dataset.spot === {spot!r}")
    keys.press("Enter")
    ana.until(lambda: bool(ana.shown["bets"]))
    stake = ana.shown["bets"][0]["stake"]
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_enabled()
    keys.press("u")
    ana.until(lambda: not ana.shown["bets"])
    expect(undo).to_be_disabled()
    # The spot has the focus: what is held on it puts one chip there and takes one off.
    _held(ana, "Enter", "place-bet")
    ana.until(lambda: bool(ana.shown["bets"]))
    assert ana.shown["bets"][0]["stake"] == stake == 2_500
    keys.press("Enter")
    ana.until(lambda: ana.shown["bets"][0]["stake"] == 2 * stake)
    _held(ana, "Backspace", "place-bet")
    ana.until(lambda: ana.shown["bets"][0]["stake"] == stake)
    expect(page.locator(".bar .go")).to_be_enabled()
    _nothing_is_done_behind_a_dialog(ana, "invite", "verify", "My screen", "rules")
    _held(ana, "d", "place-bet")
    ana.until(lambda: ana.shown["bets"][0]["stake"] == 2 * stake)
    _held(ana, "u", "place-bet")
    ana.until(lambda: ana.shown["bets"][0]["stake"] == stake)
    _held(ana, "x", "take-down")
    ana.until(lambda: not ana.shown["bets"])
    _held(ana, "u", "place-bet")
    ana.until(lambda: ana.shown["bets"][0]["stake"] == stake)
    _held(ana, "g", "ready")
    while True:
        ana.until(lambda: ana.is_asked() or ana.is_over(round_id))
        if ana.is_over(round_id):
            break
        # Only now have the options letters, and only now are cards combined.
        expect(page.locator(".decide .btn").first).to_be_visible()
        _nothing_is_done_behind_a_dialog(ana)
        view = ana.shown
        mine = next(one for one in view["awaited"] if one["actor"] == view["viewer"])
        before = ana.version
        at = [option["option"] for option in mine["options"]].index(mine["in_default"])
        button = page.locator(".decide .btn").nth(at)
        _held(ana, button.get_attribute("aria-keyshortcuts") or "", "decide")
        ana.until(lambda before=before: ana.version > before)
    # Once all is told, the table stays as it is until somebody goes on.
    expect(page.locator(".bar .next")).to_be_enabled()
    _nothing_is_done_behind_a_dialog(ana, "why?")
    _held(ana, "n", "ready")
    ana.betting()
    # In Spin N Win a bet that won is still up (SNW-6.2), and there is nothing to repeat.
    if ana.shown["bets"]:
        _held(ana, "x", "take-down")
    _held(ana, "r", "place-bet")
    ana.until(lambda: ana.shown["bets"][0]["stake"] == stake)
    # Nor does a key act behind the reality check.
    page.evaluate(CHECK)
    page.reload()
    check = page.get_by_role("dialog", name="Time and money")
    expect(check).to_be_visible()
    _no_key_is_heard(ana)
    expect(check).to_be_visible()
