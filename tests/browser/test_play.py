"""Every game from the lobby to a paid bet, by clicks alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitors import sit

GAMES = (
    ("Spin N Win", "spin-n-win-1", "single:red"),
    ("Gin & Win", "gin-and-win-1", "ante"),
    ("flip~it", "flip-it-1", "inside:red"),
)


@pytest.mark.parametrize(("title", "table", "spot"), GAMES)
def test_from_the_lobby_to_a_paid_bet(
    visitor: NewVisitor, title: str, table: str, spot: str
) -> None:
    ana = visitor("Ana")
    ana.go("/")
    card = ana.page.get_by_role("listitem").filter(has=ana.page.get_by_role("heading", name=title))
    card.get_by_role("button", name=re.compile("Sit down|seats free")).first.click()
    expect(ana.page).to_have_url(f"{ana.house.url}/table/{table}")
    sit(ana.page, 1, "Ana")
    round_id, before = ana.betting(), ana.shown["balance"]
    ana.bet(spot)
    ana.ready()
    last = ana.finish(round_id)
    own = [line for line in last["lines"] if line["seat"] == 1]
    assert own and all(line["clause"] for line in own)
    net = sum(-line["stake"] if line["result"] == "lose" else line["pays"] for line in own)
    # A bet that won at Spin N Win stays up, so it may lie on the felt again by now.
    ana.until(lambda: ana.shown["balance"] + ana.shown["seats"][0]["in_action"] == before + net)
