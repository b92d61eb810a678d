"""Craps: a point, bets that stand, move and cannot be taken down, odds, and exact edges."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from pitboss.equipment.stops import DIE
from pitboss.games.notation import read_round, write_round
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Result
from pitboss.games.steps import Bet, Call, CloseBets, Draw, TakeDown
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.classics.test_classics import REGISTRY, figures_of

ENTRY = REGISTRY.games["craps"]
EDITION = unwrap(ENTRY.edition())
SEAT = SeatIndex(1)
MARKS = {str(mark): mark for mark in DIE.marks()}


def at_point(point: str = "off") -> Round:
    """A round about to be bet on, while this is the point."""
    starts = {start.memory: start for start in ENTRY.game.starts(EDITION)}
    return unwrap(begin(ENTRY.game, EDITION, seats=(SEAT,), carry=starts[point]))


def bet(current: Round, spot: str, stake: int) -> Round | Refusal:
    return take(current, Bet(SEAT, SpotKey(spot), Credits(100 * stake)))


def roll(current: Round, dice: str) -> Round:
    shown = tuple(MARKS[one] for one in dice.split())
    return unwrap(take(unwrap(take(current, CloseBets())), Draw(shown)))


def following(over: Round) -> Round:
    return unwrap(begin(ENTRY.game, EDITION, seats=over.seats, carry=over.carry()))


def told(over: Round) -> list[tuple[str, str, int, str | None]]:
    return [(str(o.spot), o.result.value, o.net // 100, o.moves_to) for o in over.lines()]


def played(point: str, bets: dict[str, int], dice: str) -> Round:
    current = at_point(point)
    for spot, stake in bets.items():
        current = unwrap(bet(current, spot, stake))
    over = roll(current, dice)
    assert read_round(write_round(over), ENTRY.game, EDITION) == over
    return over


@pytest.mark.parametrize(
    ("point", "spot", "dice", "expected"),
    [
        ("off", "pass", "3 4", ("win", 10)),
        ("off", "pass", "6 6", ("lose", -10)),
        ("off", "pass", "2 2", ("stands", 0)),
        ("off", "dont-pass", "5 6", ("lose", -10)),
        ("off", "dont-pass", "1 2", ("win", 10)),
        ("off", "dont-pass", "6 6", ("push", 0)),
        ("6", "come", "1 1", ("lose", -10)),
        ("6", "come", "5 6", ("win", 10)),
        ("6", "dont-come", "6 6", ("push", 0)),
        ("off", "place:4", "1 3", ("win", 18)),
        ("off", "place:9", "3 6", ("win", 14)),
        ("off", "place:5", "3 4", ("lose", -10)),
        ("6", "place:5", "3 3", ("stands", 0)),
        ("off", "field", "6 6", ("win", 30)),
        ("off", "field", "1 1", ("win", 20)),
        ("off", "field", "4 4", ("lose", -10)),
        ("off", "hard:8", "4 4", ("win", 90)),
        ("off", "hard:10", "5 5", ("win", 70)),
        ("off", "hard:8", "3 5", ("lose", -10)),
        ("off", "hard:8", "3 4", ("lose", -10)),
        ("off", "hard:8", "1 2", ("stands", 0)),
        ("off", "any-seven", "3 4", ("win", 40)),
        ("off", "any-craps", "1 2", ("win", 70)),
        ("off", "two", "1 1", ("win", 300)),
        ("off", "eleven", "5 6", ("win", 150)),
        ("off", "twelve", "5 6", ("lose", -10)),
    ],
)
@pytest.mark.clause("CRP-1.1", "CRP-2.1", "CRP-2.2", "CRP-2.3", "CRP-2.4", "CRP-4.1", "CRP-4.2")
@pytest.mark.clause("CRP-4.3", "CRP-4.4")
def test_a_roll_decides_a_bet(point: str, spot: str, dice: str, expected: tuple[str, int]) -> None:
    assert told(played(point, {spot: 10}, dice)) == [(spot, *expected, None)]


@pytest.mark.clause("CRP-1.2", "CRP-1.3", "CRP-1.4", "CRP-2.1", "CRP-3.1")
def test_pass_stands_with_a_point_and_takes_odds_behind_it() -> None:
    on = following(played("off", {"pass": 10, "field": 5}, "3 3"))
    assert on.state.memory == "6"
    assert [(b.spot, b.stake) for b in on.state.bets] == [("pass", 1000)]
    # The next roll forgets what went back to whoever left.
    left = ENTRY.game.give_back(on.start, on.state.bets)
    assert left == replace(on.start, up=()) and on.start.up == on.state.bets
    assert ENTRY.game.give_back(on.start, ()) == on.start
    kept = take(on, TakeDown(SEAT, SpotKey("pass")))
    assert isinstance(kept, Refusal) and "contract" in kept.sentence
    refused = bet(on, "pass-odds", 55)
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.ABOVE_MAXIMUM
    assert refused.sentence == "The most on Odds is 50, 5 times the stake behind it."
    assert isinstance(bet(on, "pass-odds", 12), Refusal)
    made = roll(unwrap(bet(on, "pass-odds", 50)), "2 4")
    assert told(made) == [("pass", "win", 10, None), ("pass-odds", "win", 60, None)]
    after = following(made)
    assert after.state.memory == "off" and after.state.bets == ()


@pytest.mark.clause("CRP-2.3", "CRP-2.4", "CRP-3.1", "CRP-3.2")
def test_come_bets_move_to_their_number() -> None:
    over = played("6", {"come": 10, "dont-come": 6}, "4 5")
    assert told(over) == [
        ("come", "stands", 0, "come:9"),
        ("dont-come", "stands", 0, "dont-come:9"),
    ]
    on = following(over)
    assert {(b.spot, b.stake) for b in on.state.bets} == {("come:9", 1000), ("dont-come:9", 600)}
    assert isinstance(take(on, TakeDown(SEAT, SpotKey("come:9"))), Refusal)
    backed = unwrap(bet(unwrap(bet(on, "come-odds:9", 40)), "dont-come-odds:9", 36))
    # What lies behind a bet goes first.
    refused = take(backed, TakeDown(SEAT, SpotKey("dont-come:9")))
    assert isinstance(refused, Refusal) and "take down Lay 9 first" in refused.sentence
    won = roll(unwrap(bet(backed, "come", 10)), "3 6")
    assert told(won) == [
        ("dont-come:9", "lose", -6, None),
        ("dont-come-odds:9", "lose", -36, None),
        ("come", "stands", 0, "come:9"),
        ("come:9", "win", 10, None),
        ("come-odds:9", "win", 60, None),
    ]
    again = following(won)
    assert [(b.spot, b.stake) for b in again.state.bets] == [("come:9", 1000)]
    assert told(roll(again, "3 4")) == [("come:9", "lose", -10, None)]


@pytest.mark.clause("CRP-1.3", "CRP-4.1")
def test_winning_numbers_stay_up_and_may_be_taken_down() -> None:
    on = following(played("off", {"place:6": 6, "hard:6": 1, "two": 1}, "3 3"))
    assert [b.spot for b in on.state.bets] == ["place:6", "hard:6"]
    down = unwrap(take(on, TakeDown(SEAT, SpotKey("place:6"))))
    assert [b.spot for b in down.state.bets] == ["hard:6"]


@pytest.mark.parametrize(
    ("point", "spot", "says"),
    [
        ("6", "pass", "come-out"),
        ("off", "come", "point is on"),
        ("off", "pass-odds", "point is on"),
        ("6", "pass-odds", "bet Pass line first"),
        ("6", "come:6", "only move here"),
    ],
)
@pytest.mark.clause("CRP-2.1", "CRP-2.3", "CRP-3.1")
def test_a_closed_spot_says_what_to_do(point: str, spot: str, says: str) -> None:
    refused = bet(at_point(point), spot, 10)
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.SPOT_CLOSED
    assert says in refused.sentence


def test_an_area_has_a_limit_of_its_own() -> None:
    refused = bet(at_point(), "hard:6", 101)
    assert isinstance(refused, Refusal) and refused.sentence == "The most on Hard 6 is 100."


@pytest.mark.clause("CRP-5.1")
def test_no_roll_leaves_every_bet_as_it_lay() -> None:
    current = unwrap(bet(unwrap(bet(at_point("6"), "come", 10)), "field", 5))
    over = unwrap(take(current, Call("misdeal", "A die fell.")))
    assert {line.result for line in over.lines()} == {Result.STANDS}
    on = following(over)
    assert on.state.memory == "6" and on.state.bets == current.state.bets


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("bet_name", "edge", "resolved", "rounds"),
    [
        ("pass", Fraction(7, 495), Fraction(7, 495), Fraction(557, 165)),
        ("dont-pass", Fraction(3, 220), Fraction(27, 1925), Fraction(557, 165)),
        ("come", Fraction(7, 495), Fraction(7, 495), Fraction(557, 165)),
        ("dont-come", Fraction(3, 220), Fraction(27, 1925), Fraction(557, 165)),
        ("pass-odds", Fraction(0), Fraction(0), Fraction(196, 55)),
        ("dont-come-odds:5", Fraction(0), Fraction(0), Fraction(18, 5)),
        ("place:8", Fraction(1, 66), Fraction(1, 66), Fraction(36, 11)),
        ("hard:4", Fraction(1, 9), Fraction(1, 9), Fraction(4)),
        ("field", Fraction(1, 36), Fraction(1, 36), Fraction(1)),
    ],
)
def test_edges_come_from_the_rules_as_fractions(
    bet_name: str, edge: Fraction, resolved: Fraction, rounds: Fraction
) -> None:
    found = next(b for b in figures_of("craps", "field-pays-3").bets if b.bet == bet_name)
    assert (found.house_edge, found.edge_resolved, found.rounds) == (edge, resolved, rounds)
    assert found.edge_per_round == edge / rounds


@pytest.mark.untraced
def test_full_odds_dilute_the_edge() -> None:
    bets = {b.bet: b for b in figures_of("craps", "field-pays-3").bets}
    # 7/495 of one Pass, over that Pass and odds of 3, 4 and 5 times by the point.
    assert bets["pass-odds"].all_money == Fraction(7, 495) / (1 + Fraction(25, 9))
    assert bets["come-odds:6"].all_money is None
