"""The dealer's calls for those who listen: each reaches a live region, once, with cards by name."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from pitboss.equipment.cards import SUIT_NAMES, parse_card
from pitboss.refusals import unwrap
from tests.browser.conftest import NewVisitor
from tests.browser.house import House

GAMES = (("spin-n-win", "single:red"), ("gin-and-win", "ante"), ("flip-it", "inside:red"))
HOUSE_SETTINGS = {
    # A result lies until it was read out.
    "PITBOSS_BETWEEN_MS": "600000",
}
LISTEN = """
(region) => {
  globalThis.heard = [region.textContent];
  new MutationObserver(() => globalThis.heard.push(region.textContent))
    .observe(region, { characterData: true, childList: true, subtree: true });
}
"""
CODE = re.compile(r"\b[A2-9TJQK][cdhs]\b")


def spoken(says: str) -> str:
    """The dealer's words with every card by its name."""

    def name(found: re.Match[str]) -> str:
        card = unwrap(parse_card(found[0]))
        return f"{card.rank_name} of {SUIT_NAMES[card.suit]}"

    return CODE.sub(name, says)


@pytest.mark.parametrize(("game", "spot"), GAMES)
def test_a_screen_reader_hears_the_dealer(
    visitor: NewVisitor, house: House, game: str, spot: str
) -> None:
    ana = visitor("Ana")
    ana.sit(house.open_table(game, seats=1), 1)
    ana.until(lambda: ana.shown["phase"] == "betting")
    region = ana.page.locator("main [aria-live=polite][aria-atomic=true]")
    expect(region).to_have_count(1)
    round_id, first = ana.shown["round_id"], ana.shown["says"]
    expect(region).to_have_text(spoken(first))
    assert region.evaluate("(one) => one.closest('[aria-hidden=true]') === null")
    region.evaluate(LISTEN)
    ana.bet(spot)
    ana.ready()
    ana.finish(round_id)
    expect(region).to_have_text(spoken(ana.shown["says"]))
    heard: list[str] = ana.page.evaluate("() => globalThis.heard")
    # From the first call to the last, no card by its code, nothing said twice in a row.
    assert heard[0] == spoken(first) and len(heard) > 1
    assert all(one != two for one, two in pairwise(heard)), heard
    assert not any(CODE.search(one) for one in heard), heard
    # What is on the felt for eyes is not read out a second time.
    expect(ana.page.locator("main .call[aria-hidden=true]")).to_have_count(1)
