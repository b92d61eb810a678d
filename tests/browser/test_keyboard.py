"""By keys alone: from the lobby to a paid bet, without a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitors import Visitor
from tests.examples import in_soak

TABS_MAX = 80
GAMES = (
    ("Spin N Win", "single:yellow"),
    in_soak("Gin & Win", "ante"),
    in_soak("flip~it", "inside:black"),
)


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


def _nothing_is_bet_behind_a_dialog(one: Visitor) -> None:
    page, before = one.page, one.version
    for panel in ("invite", "verify", "My screen", "rules"):
        page.get_by_role("button", name=panel, exact=True).click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        # Not into a field, where a letter is a letter.
        dialog.get_by_role("button", name="Close").focus()
        for key in "15urdxgcz":
            page.keyboard.press(key)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    assert one.version == before


@pytest.mark.parametrize(("title", "spot"), GAMES)
def test_from_the_lobby_to_a_paid_bet_by_keys(visitor: NewVisitor, title: str, spot: str) -> None:
    ana = visitor("Ana")
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
    keys.press("Enter")
    ana.until(lambda: bool(ana.shown["bets"]))
    assert ana.shown["bets"][0]["stake"] == stake == 2_500
    expect(page.locator(".bar .go")).to_be_enabled()
    _nothing_is_bet_behind_a_dialog(ana)
    # A key that is held down acts once.
    for _ in range(4):
        keys.down("d")
    keys.up("d")
    ana.until(lambda: ana.shown["bets"][0]["stake"] == 2 * stake)
    keys.press("u")
    ana.until(lambda: ana.shown["bets"][0]["stake"] == stake)
    keys.press("g")
    while True:
        ana.until(lambda: ana.is_asked() or ana.is_over(round_id))
        if ana.is_over(round_id):
            break
        view = ana.shown
        mine = next(one for one in view["awaited"] if one["actor"] == view["viewer"])
        before = ana.version
        at = [option["option"] for option in mine["options"]].index(mine["in_default"])
        button = page.locator(".decide .btn").nth(at)
        keys.press(button.get_attribute("aria-keyshortcuts") or "")
        ana.until(lambda before=before: ana.version > before)
