"""Players are told of a correction in full: what was wrong, why, and what it changed for them."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.staff import (
    decide_all,
    do_steps,
    enter,
    entered_table,
    hire,
    no_more_bets,
    press,
    signed_in,
)
from tests.browser.test_fit import fits
from tests.browser.visitors import Visitor
from tests.examples import in_soak

REASON = "Misread the equipment"


class Case(NamedTuple):
    """A bet, what is typed, the last item as it should be, and how both are said."""

    spot: str
    typed: tuple[str, ...]
    wrong: str
    right: str
    was: str
    now: str


CASES = {
    "spin-n-win": Case("single:red", ("br",), "r", "b", "Blue and Red", "Blue and Blue"),
    "gin-and-win": Case(
        *("ante", ("kcqd9h8s6c4d2h", "acah7d8djd3s2c"), "2c", "3d"),
        *("the Two of clubs", "the Three of diamonds"),
    ),
    "flip-it": Case(
        *("inside:red", ("ac", "7d", "7h", "2s", "7c"), "7c", "3d"),
        *("the Seven of clubs", "the Three of diamonds"),
    ),
}


@pytest.fixture(scope="module")
def staffed(house: House) -> House:
    return hire(house)


def worth(player: Visitor) -> int:
    """What the player has, on the felt and off it."""
    view = player.shown
    own = [bet["stake"] for bet in view["bets"] if bet["seat"] == view["viewer"]]
    return int(view["balance"] + sum(own))


def say(amount: int) -> str:
    """Minor units as a sentence says them: 5, or 7.50."""
    return f"{amount // 100:,}" if amount % 100 == 0 else f"{amount / 100:,.2f}"


def effect(moved: int) -> str:
    """What a correction after settlement did to the player's credits."""
    if moved == 0:
        return "Your bets were paid right."
    done = "too little; the rest is yours now" if moved > 0 else "too much, which went back"
    return f"You were paid {say(abs(moved))} {done}."


def retype(page: Page, typed: str, button: str) -> None:
    """Type the last item again, and give the reason."""
    sheet = page.get_by_role("dialog")
    sheet.locator(".pad").focus()
    page.keyboard.press("Backspace")
    page.keyboard.type(typed)
    sheet.get_by_role("button", name=REASON).click()
    sheet.get_by_role("button", name=button, exact=True).click()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("game", ["spin-n-win", in_soak("gin-and-win"), in_soak("flip-it")])
def test_the_player_is_told_in_full(visitor: NewVisitor, staffed: House, game: str) -> None:
    spot, typed, wrong, right, was, now = CASES[game]
    table = entered_table(staffed, game)
    ana = visitor("Ana", width=390, height=844, moving=True)
    ana.sit(table, 1)
    dealer = signed_in(visitor("Dora"), "Dora")
    page = dealer.page
    dealer.go(f"/desk/{table}")
    press(page, "Place your bets")
    expect(page.get_by_role("heading", name="Open bets")).to_have_count(0)
    do_steps(dealer, table)
    waiting = [*typed]
    while len(waiting) > 1 and game == "flip-it":
        enter(page, waiting.pop(0))
    round_id = ana.betting()
    had = worth(ana)
    ana.bet(spot)
    places = fits(ana.page)
    no_more_bets(page, ana)
    do_steps(dealer, table)
    decide_all(dealer, ana, table)
    for entry in waiting:
        enter(page, entry)
    decide_all(dealer, ana, table)
    # Before the bets are paid: at once what was put right and why, with the pay what it meant.
    page.get_by_role("button", name=re.compile("^Correct")).last.click()
    retype(page, right, "Correct")
    told = ana.page.get_by_role("status").filter(has_text="corrected")
    expect(told).to_have_text(f"The dealer corrected {was} to {now}: {REASON}.")
    press(page, "Take and pay")
    ana.until(lambda: ana.is_over(round_id))
    net = worth(ana) - had
    assert net
    result = f"Your bets {'won' if net > 0 else 'lost'} {say(abs(net))}."
    expect(told).to_have_text(f"The dealer corrected {was} to {now}: {REASON}. {result}")
    # However long the message, no spot moves on a phone.
    assert fits(ana.page) == places
    # After it: nothing moves before a pit boss has signed; then what was paid or taken is said.
    paid = worth(ana)
    page.get_by_text("after settlement").click()
    page.get_by_role("button", name=re.compile("^Was wrong")).last.click()
    retype(page, wrong, "Ask a pit boss")
    expect(page.get_by_role("heading", name="Waiting for a pit boss")).to_be_visible()
    assert worth(ana) == paid
    boss = signed_in(visitor("Boss"), "Boss")
    boss.go(f"/desk/{table}")
    press(boss.page, "Sign the correction")
    ana.until(lambda: len(ana.shown["last"]["corrections"]) == 2)
    expect(told).to_have_text(
        f"A pit boss corrected the settled round, {now} to {was}: {REASON}."
        f" {effect(worth(ana) - paid)}"
    )
    assert fits(ana.page) == places


# Cards that lie over the dealer's call, a message, a spot or the rail; those that are left over lie
# tucked under the Play spot.
CARDS_OVER = """
() => {
  const box = (one) => one.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const cards = [...document.querySelectorAll('main .playing')];
  const others = [...document.querySelectorAll('main .call .first, .notice, [data-spot], .bar')];
  return [cards.length >= 14, ...cards.flatMap((card) => others
    .filter((one) => meet(box(card), box(one)))
    .filter((one) => !(card.closest('.tucked') && one.dataset.spot === 'play'))
    .map((one) => one.dataset.spot ?? one.className))];
}
"""


@pytest.mark.parametrize("cards", ["acah7d7sjdjs3c", in_soak("acah7d7sjdjsjc")])
def test_three_groups_and_a_long_message_keep_to_their_places(
    visitor: NewVisitor, staffed: House, cards: str
) -> None:
    """With a card left over that lies under Play, and without one: that pays the most chips."""
    table = entered_table(staffed, "gin-and-win")
    ana = visitor("Ana", width=1366, height=650)
    ana.sit(table, 1)
    dealer = signed_in(visitor("Dora"), "Dora")
    dealer.go(f"/desk/{table}")
    press(dealer.page, "Place your bets")
    round_id = ana.betting()
    # As high a stack as is drawn: four chips.
    ana.bet("ante")
    ana.page.keyboard.press("1")
    for _ in range(3):
        ana.bet("ante")
    no_more_bets(dealer.page, ana)
    do_steps(dealer, table)
    decide_all(dealer, ana, table)
    enter(dealer.page, "kckdqcqd9h9sth")
    enter(dealer.page, cards)
    decide_all(dealer, ana, table)
    press(dealer.page, "Take and pay")
    ana.until(lambda: ana.is_over(round_id))
    page = ana.page
    windows = ((1366, 650), (683, 384), (390, 844))
    before = []
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        before.append(fits(page))
        assert page.evaluate(CARDS_OVER) == [True], (width, height)
    # As many words as a correction of a settled round needs move nothing, and lie under no card.
    dealer.page.get_by_text("after settlement").click()
    dealer.page.get_by_role("button", name=re.compile("^Was wrong")).last.click()
    retype(dealer.page, "3d", "Ask a pit boss")
    boss = signed_in(visitor("Boss"), "Boss")
    boss.go(f"/desk/{table}")
    press(boss.page, "Sign the correction")
    told = page.get_by_role("status").filter(has_text="A pit boss corrected")
    expect(told).to_have_text(re.compile(".{120}"))
    for (width, height), spots in zip(windows, before, strict=True):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page) == spots, (width, height)
        assert page.evaluate(CARDS_OVER) == [True], (width, height)
