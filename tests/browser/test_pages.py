"""Every page: axe in both themes, and what a screen reader finds on it."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NewVisitor
from tests.browser.heard import OUTLINES, is_heard_as_kept, outline
from tests.browser.pages import PAGES, Prepare, routes
from tests.browser.visitors import axe

HOUSE_SETTINGS = {"PITBOSS_BETWEEN_MS": "600000", "PITBOSS_FIGURE_WORKERS": "1"}
EVERY = [(name, prepare) for pages in PAGES.values() for name, prepare in pages.items()]


def test_no_page_is_left_out() -> None:
    assert set(routes()) == set(PAGES)
    assert {one.stem for one in OUTLINES.glob("*.txt")} == {name for name, _ in EVERY}


def test_an_outline_says_what_a_listener_finds() -> None:
    snapshot = '- banner:\n  - heading "Round 12" [level=1]\n  - text: chance\n  - button "why? 3"'
    assert outline(snapshot) == "banner\n  heading Round # [level=1]\n"
    assert outline("- 'heading \"Bet: Red\" [level=2]'") == "heading Bet: Red [level=2]\n"
    settled = "Bets open with the next round."
    won = f'- button "Red 1 to 1 your stake 5 won 5 at 1 to 1 {settled}"\n- group "two Kings"'
    assert outline(won) == outline(f'- button "Red lost, {settled}"\n- group "left over"')


@pytest.mark.slow
@pytest.mark.parametrize(("name", "prepare"), EVERY, ids=[name for name, _ in EVERY])
@pytest.mark.usefixtures("own_house")
def test_a_page_can_be_heard_and_read(visitor: NewVisitor, name: str, prepare: Prepare) -> None:
    ana = visitor("Ana")
    address = prepare(ana)
    if address:
        ana.go(address)
    ana.page.wait_for_load_state("networkidle")
    axe(ana.page)
    ana.page.emulate_media(color_scheme="light")
    axe(ana.page)
    is_heard_as_kept(ana.page, name)
