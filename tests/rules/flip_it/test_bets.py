"""FLP-1, FLP-3, FLP-4: the shoe, seats, stakes, inside bets and Call It."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.equipment.cards import JOKER
from pitboss.games.flip_it import GAME
from pitboss.games.flip_it.carry import full_shoe
from pitboss.games.rounds import begin, take
from pitboss.games.settlement import Result
from pitboss.games.spots import PlacedBet
from pitboss.games.steps import Bet, TakeDown
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.rules.flip_it.table import (
    EDITIONS,
    ONE,
    bet,
    edition,
    flip,
    laid,
    line,
    played,
    refused,
    spot,
    state,
)

ROW = "2c 7d 9h Ks"


@pytest.mark.clause("FLP-1.1")
@pytest.mark.parametrize("key", EDITIONS)
def test_440_cards(key: str) -> None:
    shoe = full_shoe(edition(key).deck)
    assert shoe.total == 440
    assert shoe.count(JOKER) == 24
    assert {count for card, count in shoe.entries if not card.is_joker} == {8}
    assert len(shoe.entries) == 53


@pytest.mark.clause("FLP-1.2")
def test_seven_seats_bet_on_one_flip() -> None:
    table = laid(ROW, seats=7)
    for seat in range(1, 8):
        table = bet(table, "inside:red", seat=seat)
    assert [line.seat for line in flip(table, "Ah").lines()] == [1, 2, 3, 4, 5, 6, 7]
    eight = begin(GAME, edition(), seats=tuple(SeatIndex(n) for n in range(1, 9)))
    assert isinstance(eight, Refusal)
    assert eight.code is RefusalCode.NO_SUCH_SEAT


@pytest.mark.clause("FLP-1.3")
@pytest.mark.parametrize(
    ("stake", "code"),
    [
        (0, RefusalCode.NOT_POSITIVE),
        (-1, RefusalCode.NOT_POSITIVE),
        (99, RefusalCode.BELOW_MINIMUM),
        (100_001, RefusalCode.ABOVE_MAXIMUM),
    ],
)
def test_stakes_outside_the_limits(stake: int, code: RefusalCode) -> None:
    assert refused(laid(ROW), Bet(ONE, SpotKey("inside:red"), Credits(stake))) is code


@pytest.mark.clause("FLP-1.3")
def test_stakes_at_the_limits_to_the_cent() -> None:
    for stake in (100, 101, 99_999, 100_000):
        table = flip(bet(laid(ROW), "call:5", stake=stake), "5h")
        assert table.lines()[0].pays == 12 * stake


@pytest.mark.clause("FLP-1.3")
def test_stake_that_cannot_be_paid_exactly() -> None:
    of = edition(bonus__two_pair="5/2")
    table = laid("Ac Ad Kh 2s", of)
    assert refused(table, Bet(ONE, SpotKey("bonus"), Credits(101))) is RefusalCode.NOT_PAYABLE
    assert flip(bet(table, "bonus", stake=102), "Kc").lines()[0].pays == 255


@pytest.mark.clause("FLP-1.3")
def test_a_stake_that_slipped_through_is_a_defect() -> None:
    over = state(played("Ac Ad Kh 2s", "Kc", "bonus", of=edition(bonus__two_pair="5/2")))
    slipped = replace(over, bets=(PlacedBet(ONE, SpotKey("bonus"), Credits(101)),))
    with pytest.raises(BrokenInvariant):
        GAME.settle(slipped)


@pytest.mark.clause("FLP-3.1", "FLP-3.2", "FLP-3.9")
@pytest.mark.parametrize(
    ("fifth", "red", "clause"),
    [
        ("9d", True, ("FLP-3.1", "FLP-3.2")),
        ("9h", True, ("FLP-3.1", "FLP-3.2")),
        ("9c", False, ("FLP-3.1", "FLP-3.2")),
        ("9s", False, ("FLP-3.1", "FLP-3.2")),
        ("Ad", True, ("FLP-3.9", "FLP-3.9")),
        ("As", False, ("FLP-3.9", "FLP-3.9")),
    ],
)
def test_colours(fifth: str, red: bool, clause: tuple[str, str]) -> None:
    on_red, on_black = line(ROW, fifth, "inside:red"), line(ROW, fifth, "inside:black")
    assert (on_red.result is Result.WIN, on_black.result is Result.WIN) == (red, not red)
    assert (on_red.clause, on_black.clause) == clause


@pytest.mark.clause("FLP-3.3", "FLP-3.4", "FLP-3.5", "FLP-3.6")
@pytest.mark.parametrize(
    ("name", "winners", "clause"),
    [
        ("odd", "3579JK", "FLP-3.3"),
        ("even", "2468TQ", "FLP-3.4"),
        ("high", "89TJQK", "FLP-3.5"),
        ("low", "234567", "FLP-3.6"),
    ],
)
def test_numbers(name: str, winners: str, clause: str) -> None:
    for rank in "23456789TJQK":
        settled = line(ROW, f"{rank}h", f"inside:{name}")
        assert (settled.result is Result.WIN) == (rank in winners)
        assert settled.clause == clause


@pytest.mark.clause("FLP-3.7")
def test_an_ace_loses_odd_even_high_low() -> None:
    for name in ("odd", "even", "high", "low"):
        settled = line(ROW, "Ac", f"inside:{name}")
        assert (settled.result, settled.clause) == (Result.LOSE, "FLP-3.7")


@pytest.mark.clause("FLP-3.8")
@pytest.mark.parametrize("key", EDITIONS)
def test_inside_pays_even_money(key: str) -> None:
    settled = line(ROW, "8h", "inside:high", of=edition(key))
    assert (str(settled.odds), settled.pays) == ("1/1", 100)


@pytest.mark.clause("FLP-4.1")
def test_call_it_names_the_exact_rank() -> None:
    won, lost = line(ROW, "Td", "call:T"), line(ROW, "9d", "call:T")
    assert (won.result, won.clause) == (Result.WIN, "FLP-4.1")
    assert (lost.result, lost.clause) == (Result.LOSE, "FLP-4.1")


@pytest.mark.clause("FLP-4.2")
def test_no_call_on_the_ace() -> None:
    table = laid(ROW)
    answer = take(table, Bet(ONE, SpotKey("call:A"), Credits(100)))
    assert isinstance(answer, Refusal)
    assert answer.code is RefusalCode.UNKNOWN_SPOT
    assert "2 to King" in answer.sentence
    keys = [s.key for s in GAME.all_spots(edition()) if s.area == "call"]
    assert keys == [f"call:{rank}" for rank in "23456789TJQK"]


@pytest.mark.clause("FLP-4.3")
def test_an_ace_loses_every_call() -> None:
    table = played(ROW, "Ah", *(f"call:{rank}" for rank in "23456789TJQK"))
    assert {(n.result, n.clause) for n in table.lines()} == {(Result.LOSE, "FLP-4.3")}


@pytest.mark.clause("FLP-4.4")
@pytest.mark.parametrize(
    ("key", "odds"),
    [
        ("call12-pay1", "12/1"),
        ("call12-pay2", "12/1"),
        ("call10-pay1", "10/1"),
        ("call10-pay2", "10/1"),
    ],
)
def test_call_it_pays(key: str, odds: str) -> None:
    assert str(line(ROW, "4s", "call:4", of=edition(key)).odds) == odds
    assert [str(o) for o in spot(laid(ROW, edition(key)), "call:4").odds] == [odds]


@pytest.mark.clause("FLP-4.5")
def test_twelve_calls_at_once() -> None:
    table = played(ROW, "Qc", *(f"call:{rank}" for rank in "23456789TJQK"))
    assert [n.spot for n in table.lines() if n.result is Result.WIN] == ["call:Q"]
    assert len(table.lines()) == 12


@pytest.mark.clause("FLP-2.4")
def test_stakes_may_change_until_bets_close() -> None:
    table = bet(laid(ROW, seats=2), "inside:red", "inside:low")
    table = bet(table, "inside:red", stake=500)
    down = take(table, TakeDown(ONE, SpotKey("inside:low")))
    assert not isinstance(down, Refusal)
    assert [(b.spot, b.stake) for b in state(down).bets] == [("inside:red", 500)]
    assert refused(down, TakeDown(ONE, SpotKey("inside:low"))) is RefusalCode.UNKNOWN_SPOT


def test_unknown_spots_and_seats() -> None:
    table = laid(ROW)
    assert refused(table, Bet(ONE, SpotKey("inside:green"), Credits(100))) is (
        RefusalCode.UNKNOWN_SPOT
    )
    two = SeatIndex(2)
    assert refused(table, Bet(two, SpotKey("inside:red"), Credits(100))) is (
        RefusalCode.NO_SUCH_SEAT
    )
    assert refused(table, TakeDown(two, SpotKey("inside:red"))) is RefusalCode.NO_SUCH_SEAT
