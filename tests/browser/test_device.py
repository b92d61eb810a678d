"""What the device asks for while a page is open: colours of its own, more contrast, a theme."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor

INKS = """
() => ['--ink', '--ink-soft', '--panel-line'].map(
  (name) => getComputedStyle(document.documentElement).getPropertyValue(name))
"""
# A line around the chip in hand, which a glow says otherwise; chips keep their colours, and no felt
# lies under words that the device colours.
FORCED = """
() => [
  getComputedStyle(document.querySelector('.bar [aria-checked=true]')).outlineStyle,
  getComputedStyle(document.querySelector('.bar svg')).forcedColorAdjust,
  getComputedStyle(document.querySelector('main')).backgroundImage,
]
"""


def test_the_page_follows_the_device(visitor: NewVisitor) -> None:
    ana = visitor("Ana")
    page = ana.page
    ana.sit("spin-n-win-1", 1)
    ana.betting()
    ana.bet("single:red")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    assert len(set(page.evaluate(INKS))) == 3
    page.emulate_media(contrast="more")
    assert len(set(page.evaluate(INKS))) == 1
    assert page.evaluate(FORCED)[0] == "none"
    page.emulate_media(contrast="no-preference", forced_colors="active")
    assert page.evaluate(FORCED) == ["solid", "none", "none"]
