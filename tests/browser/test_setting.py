"""A hand set by dragging: cards laid on each other, judged by the server, kept when played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.staff import enter, entered_table, hire, no_more_bets, press, signed_in

HAND, DEALER = "acah7d8djd3s2c", "kcqd9h8s6c4d2h"


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    return hire(house)


def carry(page: Page, card: str, onto: str) -> None:
    """Drag a card with the mouse, as a hand does, and let go over another."""
    ends = []
    for one in (card, onto):
        box = page.locator(f'[data-drop-card="{one}"]').bounding_box()
        assert box is not None, one
        ends.append((box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.5))
    page.mouse.move(*ends[0])
    page.mouse.down()
    page.mouse.move(*ends[1], steps=8)
    page.mouse.up()


def test_combinations_are_made_by_dragging_and_taken_by_the_server(
    visitor: NewVisitor, staffed: House
) -> None:
    table = entered_table(staffed, "gin-and-win")
    ana = visitor("Ana")
    ana.sit(table, 1)
    dealer = signed_in(visitor("Dora"), "Dora")
    dealer.go(f"/desk/{table}")
    press(dealer.page, "Place your bets")
    ana.until(lambda: any(one["act"] == "place-bet" for one in ana.shown["offers"]))
    ana.bet("ante")
    no_more_bets(dealer.page, ana)
    enter(dealer.page, HAND)
    enter(dealer.page, DEALER)
    ana.until(ana.is_asked)
    page = ana.page
    loose = page.get_by_role("group", name="Cards in hand").get_by_role("button")
    groups = page.get_by_role("button", name="Combination")
    expect(loose).to_have_count(7)
    carry(page, "Ac", "Ah")
    expect(groups).to_have_count(1)
    expect(groups.filter(has_text="combination")).to_have_count(1)
    # Two of a suit are none yet: the cards wait for a third, and nothing is claimed of them.
    carry(page, "7d", "8d")
    note = page.get_by_role("region", name="My hand").get_by_role("status")
    expect(note).not_to_be_empty()
    assert not any(name.endswith("combination") for name in groups.all_inner_texts())
    carry(page, "Jd", "8d")
    expect(groups).to_have_count(2)
    expect(groups.filter(has_text="combination")).to_have_count(2)
    expect(page.locator(".bar .left")).to_have_text("2 left over")
    expect(note).to_contain_text("left over Three of spades Two of clubs")
    # What no server would take falls apart.
    carry(page, "3s", "2c")
    expect(note).not_to_be_empty()
    page.get_by_role("button", name="Combination Two of clubs, Three of spades: take apart").click()
    expect(groups.filter(has_text="combination")).to_have_count(2)
    page.get_by_role("button", name=re.compile("^Play with")).click()
    ana.until(lambda: not ana.is_asked())
    own = next(hand for hand in ana.shown["felt"]["hands"] if hand["seat"] == 1)
    laid = own["laid_out"]
    assert {frozenset(cards) for cards in laid["combinations"]} == {
        frozenset({"Ac", "Ah"}),
        frozenset({"7d", "8d", "Jd"}),
    }
    assert sorted(laid["left_over"]) == ["2c", "3s"] and laid["score"] == 2
