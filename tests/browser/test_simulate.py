"""The simulator in a browser: what is there before a run, and what a run puts in its place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitors import PATIENCE_MS, axe, no_sideways
from tests.examples import in_soak


@pytest.mark.parametrize(("width", "height", "dark"), [in_soak(1280, 800, True), (360, 740, False)])
def test_before_a_run_one_sentence_stands_where_the_chart_will_be(
    visitor: NewVisitor, width: int, height: int, dark: bool
) -> None:
    ana = visitor("Ana", width=width, height=height, dark=dark)
    ana.go("/simulate/spin-n-win")
    result = ana.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("The mean of a bet appears here")
    # No axis without anything on it.
    expect(result.locator("svg")).to_have_count(0)
    no_sideways(ana.page)
    axe(ana.page)


def test_a_run_draws_the_chart(visitor: NewVisitor) -> None:
    bo = visitor("Bo")
    bo.go("/simulate/spin-n-win")
    bo.page.get_by_label("How many").fill("100000")
    bo.page.get_by_role("button", name="Simulate", exact=True).click()
    result = bo.page.get_by_role("region", name="Result")
    expect(result.locator('[data-state="done"]')).to_be_visible(timeout=PATIENCE_MS)
    chart = result.get_by_role("img")
    expect(chart).to_have_attribute("aria-label", re.compile("after 100,000 rounds the mean is"))
    expect(result.get_by_text("The mean of a bet appears here")).to_have_count(0)
