"""Players are told of a correction in full: what was wrong, why, and what it changed for them."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.staff import (
    Dealer,
    dealing,
    decide_all,
    do_steps,
    enter,
    entered_table,
    hire,
    no_more_bets,
    press,
    signed_in,
    token_of,
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


def items(typed: str) -> list[str]:
    """What was typed, item by item, as an entry names it."""
    if len(typed) == 2 and typed.isalpha() and typed[1] not in "cdhs":
        return list(typed.upper())
    return [typed[at].upper() + typed[at + 1] for at in range(0, len(typed), 2)]


def put_right(dealer: Dealer, which: str, last: str) -> None:
    """Correct the last item of the last entry: of the round in play, or of the settled one."""
    entry = dealer.desk[which][-1]
    (item,) = items(last) if len(last) == 2 else [last.upper()]
    number, shown = entry["draw"]["number"], [entry["draw"]["kind"], *entry["shown"][:-1], item]
    if which == "entries":
        dealer.act("correct-draws", draw=number, shown=shown, reason=REASON)
        return
    entries = [{"draw": number, "shown": shown}]
    settled = dealer.desk["settled_round"]
    dealer.act("ask-correction", settled_round=settled, entries=entries, reason=REASON)


def retype(page: Page, typed: str, button: str) -> None:
    """Type the last item again, and give the reason."""
    sheet = page.get_by_role("dialog")
    sheet.locator(".pad").focus()
    page.keyboard.press("Backspace")
    page.keyboard.type(typed)
    sheet.get_by_role("button", name=REASON).click()
    sheet.get_by_role("button", name=button, exact=True).click()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("game", CASES)
def test_the_player_is_told_in_full(visitor: NewVisitor, staffed: House, game: str) -> None:
    """With motion on: a correction before the pay and after it, and a round that is void."""
    spot, typed, wrong, right, was, now = CASES[game]
    ana = visitor("Ana", width=390, height=844, moving=True)
    page = ana.page
    with dealing(staffed, game) as dealer, staffed.client(token_of(staffed, "Boss")) as client:
        boss = Dealer(client, dealer.table)
        ana.sit(dealer.table, 1)
        dealer.act("open-round")
        dealer.do_steps()
        waiting = [*typed]
        while len(waiting) > 1 and game == "flip-it":
            dealer.enter(*items(waiting.pop(0)))
        round_id = ana.betting()
        had = worth(ana)
        ana.bet(spot)
        places = fits(page)
        dealer.close_bets(ana)
        for entry in waiting:
            dealer.enter(*items(entry))
        dealer.decide(ana)
        # Before the bets are paid: at once what was put right and why, with the pay what it meant.
        put_right(dealer, "entries", right)
        told = page.get_by_role("status").filter(has_text="corrected")
        expect(told).to_have_text(f"The dealer corrected {was} to {now}: {REASON}.")
        dealer.settle(ana, round_id)
        net = worth(ana) - had
        assert net
        result = f"Your bets {'won' if net > 0 else 'lost'} {say(abs(net))}."
        expect(told).to_have_text(f"The dealer corrected {was} to {now}: {REASON}. {result}")
        # However long the message, no spot moves on a phone.
        assert fits(page) == places
        # After it: nothing moves before a pit boss has signed; then what was paid or taken is said.
        paid = worth(ana)
        put_right(dealer, "settled", wrong)
        assert worth(ana) == paid
        boss.act("sign-correction", number=boss.desk["correction"]["number"])
        ana.until(lambda: len(ana.shown["last"]["corrections"]) == 2)
        expect(told).to_have_text(
            f"A pit boss corrected the settled round, {now} to {was}: {REASON}."
            f" {effect(worth(ana) - paid)}"
        )
        assert fits(page) == places
        # A round that is void: what happened and why, and what went back, nothing twice.
        dealer.act("open-round")
        dealer.do_steps()
        ana.until(lambda: ana.may_bet() and ana.shown["round_id"] != round_id)
        ana.bet(spot)
        staked = sum(one["stake"] for one in ana.shown["bets"])
        boss.act("void-round", reason="Equipment failed")
        call = page.locator("main .call[aria-hidden=true] p")
        expect(call).to_have_text(["The round is void: Equipment failed.", "Every bet goes back."])
        back = page.get_by_role("status").filter(has_text="went back")
        expect(back).to_have_text(f"Your {say(staked)} went back to you.")
        assert fits(page) == places


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
