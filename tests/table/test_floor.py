"""The floor at a table dealt by hand: calls, dealers, walk-up players and the chip tray."""

from __future__ import annotations

import pytest

from pitboss.equipment.tops import Face
from pitboss.pit.money import transfers_of
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table.commands import HOUSE, Actor, Command, Role, stamp
from pitboss.table.decide import Decision, decide
from pitboss.table.state import TableState
from pitboss.table.view_records import Viewer
from pitboss.table.views import view
from tests.table.kit import DEALER, SUPERVISOR, Felt, felt, player

OTHER = Actor(Role.DEALER, "dirk")
SECOND = Actor(Role.SUPERVISOR, "sue")


def by_hand(game: str = "spin-n-win") -> Felt:
    """A table dealt by hand with a walk-up player in seat 2, who bought chips for 100."""
    table = felt(game, mode="entered")
    table.do(DEALER, cmd.SeatWalkUp(2, "Wanda", 10_000))
    return table


def sentence(state: TableState, by: Actor, act: cmd.Act) -> str:
    refused = decide(state, Command(by, act))
    assert isinstance(refused, Refusal), act
    return refused.sentence


# --- calls -----------------------------------------------------------------------------------


def test_a_call_rings_until_a_pit_boss_acknowledges_it_and_says_how_long() -> None:
    table = felt(mode="entered")
    act = stamp(Command(DEALER, cmd.CallSupervisor("Dispute at seat 2")), 5_000).act
    events = table.do(DEALER, act)
    assert events[0] == floor.SupervisorCalled(1, "Dispute at seat 2", "dealer:dana", 5_000)
    (rung,) = table.state.calls
    assert (rung.number, rung.reason, rung.at_ms) == (1, "Dispute at seat 2", 5_000)
    assert table.refused(DEALER, cmd.AcknowledgeCall(1)) == "not-your-turn"
    assert table.refused(SUPERVISOR, cmd.AcknowledgeCall(2)) == "unknown-option"
    (came,) = table.do(SUPERVISOR, cmd.AcknowledgeCall(1, at_ms=47_000))
    assert came == floor.CallAcknowledged(1, "supervisor:sam", 47_000, 42_000)
    assert not table.state.calls
    assert "Somebody else" in sentence(table.state, SECOND, cmd.AcknowledgeCall(1))


@pytest.mark.parametrize("game", ["spin-n-win", "gin-and-win", "flip-it"])
def test_a_call_in_a_round_is_on_the_rounds_own_record_too(game: str) -> None:
    table = felt(game, mode="entered")
    table.sit(1)
    table.open_round()
    called, rung, *_ = table.do(DEALER, cmd.CallSupervisor("Suspicious play"))
    assert isinstance(called, ev.Called) and called.what == "supervisor"
    assert isinstance(rung, floor.SupervisorCalled)


def test_a_call_can_be_made_and_acknowledged_while_the_table_is_paused() -> None:
    table = felt(mode="entered")
    table.do(SUPERVISOR, cmd.Pause("Dispute."))
    table.do(DEALER, cmd.CallSupervisor("Still here"))
    table.do(SUPERVISOR, cmd.AcknowledgeCall(1))


# --- dealers ---------------------------------------------------------------------------------


def test_one_dealer_deals_and_another_relieves_her() -> None:
    table = by_hand()
    assert table.events[-1] == floor.DealerCame("dana")
    assert table.refused(OTHER, cmd.OpenRound()) == "not-your-turn"
    assert "relieve" in sentence(table.state, OTHER, cmd.OpenRound())
    table.do(SUPERVISOR, cmd.BuyChips(2, 1_000))  # a pit boss may always help
    table.do(OTHER, cmd.RelieveDealer())
    assert table.refused(OTHER, cmd.RelieveDealer()) == "not-now"
    table.do(OTHER, cmd.OpenRound())
    assert table.refused(DEALER, cmd.CloseBetting()) == "not-your-turn"


# --- walk-up players -------------------------------------------------------------------------


def test_a_walk_up_player_buys_in_bets_decides_and_is_coloured_up() -> None:
    table = by_hand()
    seat = view(table.state, Viewer()).seats[1]
    assert (seat.name, seat.kind, seat.chips) == ("Wanda", "walk-up", 10_000)
    table.open_round()
    table.do(DEALER, cmd.PlaceBet(2, "single:red", 1_000))
    table.do(DEALER, cmd.PlaceBet(2, "single:joker", 500))
    table.do(DEALER, cmd.TakeDownBet(2, "single:joker"))
    assert view(table.state, Viewer()).seats[1].chips == 9_000
    table.do(DEALER, cmd.CloseBetting())
    table.do(DEALER, cmd.MakeDecision(0, "start-left"))
    (decided,) = table.do(DEALER, cmd.MakeDecision(2, "spin-a"))
    assert isinstance(decided, ev.Decided) and decided.by == ev.BY_DEALER
    assert table.refused(DEALER, cmd.LeaveSeat(2)) == "not-now"
    table.do(DEALER, cmd.ShowDraw((Face.RED, Face.RED)))
    table.settle()
    assert view(table.state, Viewer()).seats[1].chips == 10_000  # the winning bet is still up
    left = table.do(DEALER, cmd.LeaveSeat(2))
    assert left[0] == floor.ChipsColouredUp(2, "walk~T1~1", 11_000)
    assert table.state.occupant(2) is None and not table.state.stakes


def test_chips_go_only_to_seats_that_the_dealer_answers_for() -> None:
    table = by_hand()
    table.sit(1)
    table.open_round()
    bet = cmd.PlaceBet(3, "single:red", 1_000)
    assert "seat a walk-up player there first" in sentence(table.state, DEALER, bet)
    assert table.refused(DEALER, cmd.PlaceBet(1, "single:red", 1_000)) == "not-your-turn"
    assert table.refused(player(1), cmd.PlaceBet(2, "single:red", 1_000)) == "not-your-turn"
    assert table.refused(HOUSE, cmd.PlaceBet(2, "single:red", 1_000)) == "not-your-turn"
    for seat in (0, 1, 50):
        assert table.refused(DEALER, cmd.SeatWalkUp(seat, "", 1_000)) == "no-such-seat"
    assert table.refused(DEALER, cmd.SeatWalkUp(3, "", 0)) == "not-positive"
    assert table.refused(DEALER, cmd.SeatWalkUp(3, "", 1_025)) == "bad-amount"
    assert table.refused(DEALER, cmd.BuyChips(1, 1_000)) == "not-your-turn"
    assert felt().refused(SUPERVISOR, cmd.SeatWalkUp(1, "", 1_000)) == "not-now"


def test_a_buy_in_is_an_issue_of_credits_and_a_closed_table_colours_everybody_up() -> None:
    table = felt(mode="entered")
    before = table.state
    events = table.do(DEALER, cmd.SeatWalkUp(2, "", 10_000))
    (issue,) = transfers_of(before, table.state, events)
    assert (issue.player, issue.amount) == ("walk~T1~1", 10_000)  # type: ignore[union-attr]
    closed = table.do(SUPERVISOR, cmd.CloseTable("End of shift"))
    assert closed[0] == floor.ChipsColouredUp(2, "walk~T1~1", 10_000)


# --- the tray --------------------------------------------------------------------------------


def test_a_shift_from_float_to_count_agrees_with_the_journal() -> None:
    table = felt(mode="entered")
    table.do(DEALER, cmd.OpenTray(500_000, at_ms=1))
    table.do(DEALER, cmd.SeatWalkUp(1, "", 10_000))
    table.do(DEALER, cmd.AskTransfer("fill", 100_000))
    table.do(SUPERVISOR, cmd.SignTransfer(1))
    table.do(SUPERVISOR, cmd.AskTransfer("credit", 20_000))
    table.do(DEALER, cmd.SignTransfer(2))
    table.open_round()
    table.do(DEALER, cmd.PlaceBet(1, "single:red", 1_000))
    table.do(DEALER, cmd.CloseBetting())
    table.decide_all()
    table.do(DEALER, cmd.ShowDraw((Face.GREEN, Face.BLUE)))
    assert table.refused(DEALER, cmd.CloseTray(0, 0)) == "not-now"
    table.settle()
    tray = table.state.tray
    assert tray is not None
    assert (tray.win, tray.expected) == (1_000, 500_000 + 100_000 - 20_000 - 10_000 + 1_000)
    (closed,) = table.do(DEALER, cmd.CloseTray(tray.expected, 10_000, at_ms=9))
    assert isinstance(closed, floor.TrayClosed)
    assert (closed.win, closed.journal_win, closed.drop, closed.buy_ins) == (
        1_000,
        1_000,
        10_000,
        10_000,
    )
    assert table.state.tray is None and table.state.last_shift == closed


def test_a_short_tray_differs_from_the_journal_by_what_is_missing() -> None:
    table = by_hand()
    table.do(DEALER, cmd.OpenTray(50_000))
    (closed,) = table.do(DEALER, cmd.CloseTray(49_500, 0))
    assert isinstance(closed, floor.TrayClosed)
    assert (closed.win, closed.journal_win) == (-500, 0)


def test_two_people_sign_and_one_of_them_is_a_pit_boss() -> None:
    table = felt(mode="entered")
    assert table.refused(DEALER, cmd.AskTransfer("fill", 1_000)) == "not-now"
    table.do(DEALER, cmd.OpenTray(0))
    table.do(DEALER, cmd.AskTransfer("fill", 10_000))
    assert "second person" in sentence(table.state, DEALER, cmd.SignTransfer(1))
    same_person = Actor(Role.SUPERVISOR, DEALER.id)
    assert table.refused(same_person, cmd.SignTransfer(1)) == "not-your-turn"
    table.do(OTHER, cmd.RelieveDealer())
    assert "pit boss" in sentence(table.state, OTHER, cmd.SignTransfer(1))
    assert "second signature" in sentence(table.state, OTHER, cmd.CloseTray(0, 0))
    table.do(SUPERVISOR, cmd.SignTransfer(1))
    assert table.refused(SECOND, cmd.SignTransfer(1)) == "unknown-option"
    table.do(SUPERVISOR, cmd.AskTransfer("credit", 10_000))
    assert table.refused(SECOND, cmd.AskTransfer("credit", 50)) == "above-maximum"
    table.do(SECOND, cmd.WithdrawTransfer(2))
    table.do(SECOND, cmd.CloseTray(10_000, 0))


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (cmd.OpenTray(25), "bad-amount"),
        (cmd.OpenTray(-1), "bad-amount"),
        (cmd.OpenTray(True), "bad-amount"),
        (cmd.OpenTray(1.5), "bad-amount"),  # type: ignore[arg-type]
        (cmd.AskTransfer("fill", 0), "not-positive"),
        (cmd.AskTransfer("gift", 100), "unknown-option"),
        (cmd.CloseTray(100_050, 0), "above-maximum"),
        (cmd.CloseTray(25, 0), "bad-amount"),
    ],
)
def test_a_count_that_cannot_be_is_refused(act: cmd.Act, code: str) -> None:
    table = felt(mode="entered")
    if not isinstance(act, cmd.OpenTray):
        table.do(DEALER, cmd.OpenTray(100_000))
    assert table.refused(DEALER, act) == code


def test_the_tray_moves_house_credits_and_is_closed_before_the_table() -> None:
    table = felt(mode="entered")
    before = table.state
    (fill,) = transfers_of(before, table.state, table.do(DEALER, cmd.OpenTray(50_000)))
    assert fill.amount == 50_000  # type: ignore[union-attr]
    assert table.refused(DEALER, cmd.OpenTray(1_000)) == "not-now"
    assert table.refused(SUPERVISOR, cmd.CloseTable("End of shift")) == "not-now"
    decided = decide(table.state, Command(DEALER, cmd.CloseTray(50_000, 0)))
    assert isinstance(decided, Decision)
    (back,) = transfers_of(table.state, decided.after, decided.events)
    assert back.amount == -50_000  # type: ignore[union-attr]
    assert felt().refused(SUPERVISOR, cmd.OpenTray(0)) == "not-now"


@pytest.mark.parametrize(("kind", "moved"), [("fill", 2_000), ("credit", -2_000)])
def test_a_fill_brings_credits_to_the_tray_and_a_credit_takes_them(kind: str, moved: int) -> None:
    table = felt(mode="entered")
    table.do(DEALER, cmd.OpenTray(50_000))
    table.do(DEALER, cmd.AskTransfer(kind, 2_000))
    before = table.state
    (fill,) = transfers_of(before, table.state, table.do(SUPERVISOR, cmd.SignTransfer(1)))
    assert fill.amount == moved  # type: ignore[union-attr]
