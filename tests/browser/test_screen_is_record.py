"""The screen shows the settlement record and nothing else.

The record is fetched as a file of the round, beside the browser; what stands on the page is read
off the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House, Json
from tests.browser.visitors import Visitor

# A result lies until it was looked at.
HOUSE_SETTINGS = {"PITBOSS_BETWEEN_MS": "600000"}
ROUNDS = 2
BETS = {
    "spin-n-win": ("single:red", "single:joker", "combo:red-blue"),
    "gin-and-win": ("ante", "gin-bonus"),
    "flip-it": ("inside:red", "inside:black", "inside:hearts"),
}

WON = re.compile(r"^\d+ to \d+$")
"""A won bet shows its odds."""


def amount(minor: int) -> str:
    sign = "−" if minor < 0 else ""
    return f"{sign}{abs(minor) // 100:,}.{abs(minor) % 100:02}"


@dataclass(frozen=True)
class Line:
    """A line of the record, such as `= 1 single:red 10.00 win 1/1 10.00 SNW-4.1`."""

    seat: int
    stake: int
    result: str
    pays: int
    clause: str

    @classmethod
    def read(cls, text: str) -> Line:
        _, seat, _, stake, result, _, pays, clause = text.split()
        return cls(int(seat), _minor(stake), result, _minor(pays), clause)

    @property
    def net(self) -> int:
        return -self.stake if self.result == "lose" else self.pays


def _minor(text: str) -> int:
    whole, _, rest = text.partition(".")
    return int(whole) * 100 + int(rest.ljust(2, "0"))


def _panel_is_the_record(ana: Visitor, lines: list[Line]) -> None:
    """Stake, result, net and clause of every line in the panel `My last round`."""
    ana.page.get_by_role("button", name="why?", exact=True).click()
    rows = ana.page.get_by_role("dialog").locator("tbody tr")
    expect(rows).to_have_count(len(lines))
    for at, line in enumerate(lines):
        cells = rows.nth(at).locator("td")
        net = ("+" if line.net > 0 else "") + amount(line.net)
        expect(cells.nth(0)).to_have_text(amount(line.stake))
        words = "lost" if line.result == "lose" else line.result
        expect(cells.nth(1)).to_have_text(WON if line.result == "win" else words)
        expect(cells.nth(2)).to_have_text(net)
        expect(cells.nth(3)).to_have_text(line.clause)
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)


def _equipment_is_the_record(ana: Visitor, game: str, file: Json) -> None:
    """The cards or Tops that lie on the stage are the ones of the record."""
    shown = [text for draw in file["draws"] for text in draw["shown"]]
    stage = ana.page.locator("main > .stage")
    if game == "gin-and-win":
        hand = [card for draw in file["draws"][-1:] for card in draw["shown"]]
        for card in hand:
            expect(stage.get_by_role("img", name=card_name(card)).first).to_be_visible()
    elif game == "flip-it":
        expect(stage.get_by_role("img", name=card_name(shown[-1])).first).to_be_visible()
    else:
        for face in shown[-2:]:
            expect(stage).to_contain_text(FACES[face])


_WORDS = "Ace,Two,Three,Four,Five,Six,Seven,Eight,Nine,Ten,Jack,Queen,King"
RANKS = dict(zip("A23456789TJQK", _WORDS.split(","), strict=True))
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
FACES = {"R": "Red", "G": "Green", "B": "Blue", "Y": "Yellow", "J": "Joker"}


def card_name(card: str) -> str:
    return "Joker" if card == "JK" else f"{RANKS[card[0]]} of {SUITS[card[1]]}"


@pytest.mark.parametrize("game", BETS)
def test_the_screen_equals_the_record(visitor: NewVisitor, house: House, game: str) -> None:
    table = house.open_table(game, seats=1)
    ana = visitor("Ana")
    ana.sit(table, 1)
    total = 0
    for number in range(ROUNDS):
        if number:
            ana.page.locator(".bar .next").click()
        round_id = ana.betting()
        there = {bet["spot"] for bet in ana.shown["bets"]}
        spots = {one["spot"] for one in ana.shown["spots"] if one["closed"] is None}
        for spot in BETS[game]:
            if spot in spots - there:
                ana.bet(spot)
        ana.ready()
        ana.finish(round_id)
        file = ana.get(f"/api/rounds/{round_id}")["file"]
        lines = [Line.read(text) for text in file["settlement"]]
        assert lines and {line.seat for line in lines} == {1}
        total += sum(line.net for line in lines)
        paid = sum(line.pays for line in lines if line.result == "win")
        expect(ana.page.locator("footer .last dd")).to_have_text(amount(paid))
        _panel_is_the_record(ana, lines)
        _equipment_is_the_record(ana, game, file)
    # What stays up for the next round is on the felt, not in the balance.
    left = 100_000 + total - sum(bet["stake"] for bet in ana.shown["bets"])
    expect(ana.page.locator("footer .balance dd")).to_have_text(amount(left))
    assert ana.get("/api/statement")[-1]["balance"] == left
