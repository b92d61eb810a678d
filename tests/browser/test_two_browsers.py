"""Two people at one table: each sees the other, and both see the same round."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House
from tests.browser.visitors import Visitor, play_out
from tests.examples import in_soak

GAMES = (
    in_soak("spin-n-win", "single:blue"),
    in_soak("gin-and-win", "ante"),
    ("flip-it", "inside:black"),
)


@pytest.mark.parametrize(("game", "spot"), GAMES)
def test_two_at_one_table(visitor: NewVisitor, house: House, game: str, spot: str) -> None:
    table = house.open_table(game, seats=2)
    ana, bo = visitor("Ana"), visitor("Bo", width=390, height=844, dark=False)
    ana.sit(table, 1)
    bo.sit(table, 2)
    for one, other in ((ana, "Bo"), (bo, "Ana")):
        expect(one.page.get_by_label("Seats")).to_contain_text(other)
    # Whoever comes while a round is on is dealt into the next one.
    while not _are_dealt_in(ana, bo):
        _alone(ana, bo, spot)
    round_id = ana.shown["round_id"]
    for one in (ana, bo):
        if not any(bet["seat"] == one.shown["viewer"] for bet in one.shown["bets"]):
            one.bet(spot)
    if game != "gin-and-win":
        # What the other has on a spot is written on it.
        expect(ana.spot(spot).locator(".others")).to_be_visible()
    ana.ready()
    expect(bo.page.get_by_label("Seats")).to_contain_text("ready")
    bo.ready()
    play_out((ana, bo), round_id)
    lines = [one.shown["last"]["lines"] for one in (ana, bo)]
    assert lines[0] == lines[1]
    assert {line["seat"] for line in lines[0]} == {1, 2}


def test_nobody_waits_for_a_player_who_sits_out(visitor: NewVisitor, house: House) -> None:
    table = house.open_table("flip-it", seats=2)
    ana, bo = visitor("Ana"), visitor("Bo")
    ana.sit(table, 1)
    bo.sit(table, 2)
    while not _are_dealt_in(ana, bo):
        _alone(ana, bo, "inside:black")
    round_id = ana.shown["round_id"]
    go = bo.page.locator(".bar .go")
    expect(go).to_be_disabled()
    if not ana.shown["bets"]:
        ana.bet("inside:black")
    ana.ready()
    expect(go).to_contain_text("Sit out")
    bo.ready()
    assert {line["seat"] for line in ana.finish(round_id)["lines"]} == {1}


def _are_dealt_in(ana: Visitor, bo: Visitor) -> bool:
    ana.until(lambda: ana.shown["phase"] == "betting")
    bo.until(lambda: bo.shown["round_id"] == ana.shown["round_id"])
    return all(seat["in_round"] for seat in ana.shown["seats"])


def _alone(ana: Visitor, bo: Visitor, spot: str) -> None:
    round_id = ana.shown["round_id"]
    if not ana.shown["bets"]:
        ana.bet(spot)
    ana.ready()
    ana.finish(round_id)
    bo.until(lambda: bo.is_over(round_id))
