"""Clauses of the classics that no other test is about: equipment, order of play, roulette bets."""

from __future__ import annotations

import pytest

from pitboss.games.needs import NeedDecisions
from pitboss.games.rounds import begin, take
from pitboss.games.settlement import Result
from pitboss.games.steps import Bet, Call
from pitboss.refusals import unwrap
from pitboss.units import Credits, SeatIndex
from tests.classics.test_classics import REGISTRY, nets, settle
from tests.classics.test_dealt import at_the_tie

SEAT = SeatIndex(1)


@pytest.mark.parametrize("game", sorted(REGISTRY.games))
@pytest.mark.clause("BAC-4.1", "BIG-3.1", "CWR-4.1", "RID-4.1", "ROU-3.1", "SIC-3.1", "TCA-4.1")
@pytest.mark.clause("CRP-5.1")
def test_a_misdeal_gives_every_stake_back(game: str) -> None:
    entry = REGISTRY.games[game]
    start = unwrap(begin(entry.game, unwrap(entry.edition()), seats=(SEAT,)))
    spot = entry.game.spots(start.state, SEAT)[0].key
    placed = unwrap(take(start, Bet(SEAT, spot, Credits(1000))))
    over = unwrap(take(placed, Call("misdeal", "A card fell.")))
    ends = Result.STANDS if entry.game.keeps_bets else Result.REFUND
    assert {(line.result, line.clause) for line in over.lines()} == {
        (ends, entry.game.void_clause)  # type: ignore[attr-defined]
    }


@pytest.mark.parametrize(
    ("spot", "pays", "edition"),
    [
        ("straight:17", 35, "single-zero"),
        ("split:17-20", 17, "single-zero"),
        ("street:16-17-18", 11, "single-zero"),
        ("corner:17-18-20-21", 8, "single-zero"),
        ("line:16-21", 5, "single-zero"),
        ("column:2", 2, "single-zero"),
        ("dozen:2", 2, "single-zero"),
        *((name, 1, "double-zero") for name in ("low", "odd", "black")),
    ],
)
@pytest.mark.clause("ROU-1.1", "ROU-1.2", "ROU-1.3", "ROU-2.1", "ROU-2.2", "ROU-2.3", "ROU-2.4")
@pytest.mark.clause("ROU-2.6", "ROU-2.7", "ROU-2.8")
def test_a_roulette_bet_wins_on_17_and_loses_on_0(spot: str, pays: int, edition: str) -> None:
    assert nets(settle("roulette", edition, "17", {spot: 1})) == {spot: 100 * pays}
    assert nets(settle("roulette", edition, "0", {spot: 1})) == {spot: -100}


@pytest.mark.clause("ROU-2.5")
def test_five_numbers_win_on_both_zeros() -> None:
    for number, net in (("0", 600), ("00", 600), ("3", 600), ("4", -100)):
        assert nets(settle("roulette", "double-zero", number, {"five": 1})) == {"five": net}


@pytest.mark.clause("BIG-1.1", "BIG-1.2", "BIG-2.1")
def test_the_symbol_that_the_wheel_stops_at_wins() -> None:
    bets = {"20": 1, "joker": 1, "logo": 1}
    assert nets(settle("big-six", "standard", "20", bets)) == {
        "20": 2000,
        "joker": -100,
        "logo": -100,
    }
    assert nets(settle("big-six", "standard", "joker", bets))["logo"] == -100
    entry = REGISTRY.games["big-six"]
    (wheel,) = entry.game.equipment(unwrap(entry.edition())).stops  # type: ignore[attr-defined]
    assert len(wheel.texts) == 54 and wheel.texts.count("1") == 24


@pytest.mark.clause("SIC-1.1", "SIC-1.2", "SIC-1.3")
def test_losing_stakes_are_taken_first() -> None:
    played = settle("sic-bo", "atlantic", "1 2 3", {"half:small": 1, "half:big": 1})
    assert [line.result for line in played.lines()] == [Result.LOSE, Result.WIN]


@pytest.mark.clause("BAC-1.2", "BAC-2.1", "BAC-2.5")
def test_a_baccarat_hand_counts_its_last_digit() -> None:
    played = settle("baccarat", "commission", "9c 9d / Kc 7h", {"player": 1, "tie": 1})
    assert nets(played) == {"player": 100, "tie": -100}
    assert all(one.face_up for one in played.state.draws)


@pytest.mark.clause("CWR-1.1", "CWR-1.2", "CWR-2.1", "CWR-2.3")
def test_an_ace_is_high_and_who_does_not_say_surrenders() -> None:
    played = settle("casino-war", "no-bonus", "Ac / Kd", {"ante": 2})
    assert nets(played) == {"ante": 200}
    assert played.start.undealt.total == 6 * 52
    need = at_the_tie().need
    assert isinstance(need, NeedDecisions) and need.pending[0].hasty == "surrender"
