"""Whole rounds at a table: phases, stakes, leaving, time-outs, calls, what stays up."""

from __future__ import annotations

import pytest

from pitboss.equipment.tops import Face
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table import event_codec
from pitboss.table import events as ev
from pitboss.table.commands import HOUSE
from pitboss.table.evolve import evolve
from pitboss.table.setup import load_rules
from pitboss.table.state import Phase, open_table
from tests.table.kit import DEALER, GAMES, SUPERVISOR, felt, player, registry, setup

RED_RED = (Face.RED, Face.RED)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["scripted", "entered", "sealed"])
def test_rounds_run_from_bets_to_settlement(game: str, mode: str) -> None:
    table = felt(game, mode=mode)
    table.sit(1, 3)
    for number in range(1, 6):
        table.play_round(1, 3, choice=number)
        assert table.state.phase is Phase.WAITING
        assert table.state.number == number
        assert table.state.last is not None
        assert table.state.last.round_id == f"T1.{number}"


@pytest.mark.parametrize("game", GAMES)
def test_state_is_the_replay_of_events_written_and_read(game: str) -> None:
    table = felt(game)
    table.sit(1, 2)
    for number in range(4):
        table.play_round(1, 2, choice=number)
    rules = load_rules(setup(game), registry())
    assert not isinstance(rules, Refusal)
    again = open_table(rules)
    for event in table.events:
        read = event_codec.decode(ev.kind_of(event), event_codec.encode(event))
        assert read == event
        again = evolve(again, event)
    assert again == table.state


def test_phases_in_order() -> None:
    table = felt()
    table.sit(1)
    seen = [table.state.phase]
    table.open_round()
    seen.append(table.state.phase)
    table.bet(1)
    table.do(HOUSE, cmd.CloseBetting())
    seen.append(table.state.phase)
    table.decide_all()
    seen.append(table.state.phase)
    table.do(HOUSE, cmd.ShowDraw(RED_RED))
    seen.append(table.state.phase)
    table.settle()
    seen.append(table.state.phase)
    assert [phase.value for phase in seen] == [
        "waiting",
        "betting",
        "decisions",
        "no-more-bets",
        "settling",
        "waiting",
    ]


def test_a_winning_bet_stays_up_under_a_hold_of_the_next_round() -> None:
    table = felt()
    table.sit(1, 2)
    table.open_round()
    table.do(player(1), cmd.PlaceBet(1, "single:red", 1000))
    table.do(player(2), cmd.PlaceBet(2, "single:blue", 1000))
    table.do(HOUSE, cmd.CloseBetting())
    table.decide_all()
    table.do(HOUSE, cmd.ShowDraw(RED_RED))
    table.settle()
    (stake,) = table.state.stakes
    assert (stake.hold, stake.carried_from, stake.seat) == ("T1.2.1", "T1.1.1", 1)
    table.open_round()
    assert table.state.stakes == (stake,)
    table.do(player(2), cmd.PlaceBet(2, "single:blue", 1000))
    assert [one.hold for one in table.state.stakes] == ["T1.2.1", "T1.2.2"]


def test_a_player_who_leaves_between_rounds_takes_a_bet_that_stayed_up_along() -> None:
    table = felt()
    table.sit(1, 2)
    table.open_round()
    table.do(player(1), cmd.PlaceBet(1, "single:red", 1000))
    table.do(HOUSE, cmd.CloseBetting())
    table.decide_all()
    table.do(HOUSE, cmd.ShowDraw(RED_RED))
    table.settle()
    table.do(player(1), cmd.LeaveSeat(1))
    assert table.state.stakes == ()
    table.do(player(3), cmd.TakeSeat(1))
    table.open_round()
    assert table.state.stakes == ()
    # The stranger's bet is not on the felt, and the seat sits out the one round.
    assert table.refused(player(3), cmd.PlaceBet(1, "single:red", 1000)) == "not-now"
    table.do(player(2), cmd.PlaceBet(2, "single:red", 1000))


def test_whoever_sits_alone_where_a_bet_stayed_up_is_dealt_in_at_once() -> None:
    table = felt()
    table.sit(1)
    table.open_round()
    table.do(player(1), cmd.PlaceBet(1, "single:red", 1000))
    table.do(HOUSE, cmd.CloseBetting())
    table.decide_all()
    table.do(HOUSE, cmd.ShowDraw(RED_RED))
    table.settle()
    table.do(player(1), cmd.LeaveSeat(1))
    table.do(player(1), cmd.TakeSeat(1))
    table.open_round()
    assert table.state.stakes == ()
    # Without others nobody else would ever bet, so sitting this one out would last for ever.
    table.do(player(1), cmd.PlaceBet(1, "single:red", 1000))


def test_leaving_while_bets_are_open_takes_them_down() -> None:
    table = felt()
    table.sit(1, 2)
    table.open_round()
    table.bet(1, 2)
    events = table.do(player(1), cmd.LeaveSeat(1))
    assert [type(event) for event in events] == [ev.BetTakenDown, ev.SeatLeft]
    assert [stake.seat for stake in table.state.stakes] == [2]


def test_leaving_in_mid_round_leaves_the_bet_in_action_and_the_hasty_option_taken() -> None:
    table = felt("gin-and-win")
    table.sit(1, 2)
    table.open_round()
    table.bet(1, 2)
    table.do(HOUSE, cmd.CloseBetting())
    table.deal()
    events = table.do(player(1), cmd.LeaveSeat(1))
    assert [type(event) for event in events] == [ev.LeaveAnnounced, ev.Decided]
    assert isinstance(events[1], ev.Decided)
    assert (events[1].option, events[1].by) == ("fold", "leaving")
    assert table.state.has_stake(1)
    assert table.refused(player(9), cmd.TakeSeat(1)) == "no-such-seat"
    table.do(player(2), cmd.MakeDecision(2, "play"))
    freed = table.settle()
    assert isinstance(freed[-1], ev.SeatLeft)
    assert table.state.occupant(1) is None
    table.do(player(9), cmd.TakeSeat(1))


def test_a_seat_that_left_is_passed_over_when_the_top_reaches_it_later() -> None:
    table = felt()
    table.sit(1, 2, 3)
    table.open_round()
    table.bet(1, 2, 3)
    table.do(HOUSE, cmd.CloseBetting())
    table.do(DEALER, cmd.MakeDecision(0, "start-left"))
    table.do(player(2), cmd.LeaveSeat(2))
    events = table.do(player(1), cmd.MakeDecision(1, "pass"))
    assert [getattr(event, "by", "") for event in events] == ["player", "leaving"]
    assert table.state.awaited == {0}


def test_time_up_closes_bets_and_takes_hasty_options() -> None:
    table = felt("gin-and-win", pace=(10_000, 5_000, 0))
    table.sit(1, 2)
    table.open_round()
    mark = table.state.mark
    table.bet(1, 2)
    assert table.state.mark == mark + 1
    assert table.refused(HOUSE, cmd.Expire(mark)) == "not-now"
    table.do(HOUSE, cmd.Expire(table.state.mark))
    table.deal()
    events = table.do(HOUSE, cmd.Expire(table.state.mark))
    assert [(e.actor, e.option, e.by) for e in events if isinstance(e, ev.Decided)] == [
        (1, "fold", "clock"),
        (2, "fold", "clock"),
    ]
    assert table.state.phase is Phase.SETTLING


def test_a_bonus_without_its_ante_cannot_hold_up_the_table() -> None:
    table = felt("gin-and-win")
    table.sit(1, 2)
    table.open_round()
    table.do(player(1), cmd.PlaceBet(1, "gin-bonus", 1000))
    table.do(player(2), cmd.PlaceBet(2, "ante", 1000))
    assert table.refused(HOUSE, cmd.CloseBetting()) == "no-bets"
    events = table.do(HOUSE, cmd.Expire(table.state.mark))
    assert events[0] == ev.BetTakenDown(1, "gin-bonus")
    assert isinstance(events[-1], ev.BetsClosed)
    assert [stake.seat for stake in table.state.stakes] == [2]


def test_a_bonus_alone_goes_back_when_time_is_up() -> None:
    table = felt("gin-and-win")
    table.sit(1)
    table.open_round()
    table.do(player(1), cmd.PlaceBet(1, "gin-bonus", 1000))
    assert table.do(HOUSE, cmd.Expire(table.state.mark)) == (ev.BetTakenDown(1, "gin-bonus"),)
    assert table.state.phase is Phase.BETTING
    assert table.state.stakes == ()


def test_bets_close_when_everybody_is_ready() -> None:
    table = felt()
    table.sit(1, 2)
    table.open_round()
    table.bet(1, 2)
    assert len(table.do(player(1), cmd.SayReady(1))) == 1
    table.do(player(1), cmd.PlaceBet(1, "single:blue", 1000))
    assert len(table.do(player(2), cmd.SayReady(2))) == 1, "a new bet means not ready"
    events = table.do(player(1), cmd.SayReady(1))
    assert isinstance(events[1], ev.BetsClosed)
    assert events[1].by == "player"


def test_done_with_a_result_is_not_done_betting() -> None:
    """Who goes on from a result while the next round opens can still bet in it."""
    table = felt()
    table.sit(1)
    table.open_round()
    over = str(table.state.round_id)
    table.do(SUPERVISOR, cmd.VoidRound("Dropped Top"))
    table.do(player(1), cmd.SayReady(1, round_id=over))
    assert table.refused(player(1), cmd.SayReady(1, round_id=f"{over}0")) == "round-over"
    table.open_round()
    assert table.refused(player(1), cmd.SayReady(1, round_id=over)) == "round-over"
    assert not table.state.occupants[0].is_ready  # type: ignore[union-attr]


def test_a_void_spin_uses_up_its_counter_and_everybody_stays() -> None:
    table = felt(mode="sealed")
    table.sit(1)
    table.open_round()
    table.bet(1)
    table.do(HOUSE, cmd.CloseBetting())
    table.decide_all()
    assert table.state.counter == 0
    table.do(DEALER, cmd.MakeCall("invalid-spin", "Fewer than four turns."))
    assert table.state.counter == 1
    table.do(HOUSE, cmd.ShowDraw(RED_RED))
    assert table.state.draws[0].counter == 1
    assert table.refused(SUPERVISOR, cmd.VoidRound("Too late.")) == "not-now"


def test_a_supervisor_call_uses_up_no_counter() -> None:
    table = felt(mode="sealed")
    table.sit(1)
    table.open_round()
    table.bet(1)
    table.do(DEALER, cmd.MakeCall("supervisor", "A dispute."))
    assert table.state.counter == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_sealed_round_is_void_only_before_its_outcome_is_derived(game: str) -> None:
    table = felt(game, mode="sealed")
    table.sit(1)
    table.open_round()
    table.bet(1)
    table.do(HOUSE, cmd.CloseBetting())
    before = table.state
    assert table.refused(SUPERVISOR, cmd.VoidRound("Wrong seed.", seed="ff" * 32)) == "tampered"
    table.do(SUPERVISOR, cmd.VoidRound("Power went out."))
    assert table.state.stakes == ()
    table.state = before
    table.decide_all()
    table.deal()
    assert table.refused(SUPERVISOR, cmd.VoidRound("Too late.")) == "not-now"
    if game == "gin-and-win":
        assert table.refused(DEALER, cmd.MakeCall("misdeal", "Too late as well.")) == "not-now"


@pytest.mark.parametrize("game", GAMES)
def test_after_a_void_round_the_table_goes_on(game: str) -> None:
    table = felt(game)
    table.sit(1, 2)
    table.play_round(1, 2)
    table.open_round()
    table.do(SUPERVISOR, cmd.VoidRound("A fire alarm."))
    assert table.state.stakes == ()
    assert table.state.last is not None and table.state.last.is_void
    for _ in range(3):
        table.open_round()
        seats = [seat for seat in (1, 2) if seat in table.state.current.seats]  # type: ignore[union-attr]
        table.bet(*(seat for seat in seats if not table.state.has_stake(seat)))
        table.do(HOUSE, cmd.CloseBetting())
        while table.state.phase is not Phase.SETTLING:
            table.deal()
            table.decide_all()
        table.settle()


def test_pause_stops_everybody_and_resume_gives_fresh_time() -> None:
    table = felt(pace=(1000, 1000, 0))
    table.sit(1, 2)
    table.open_round()
    table.bet(1)
    mark = table.state.mark
    table.do(SUPERVISOR, cmd.Pause("A dispute at seat 2."))
    assert table.refused(player(1), cmd.PlaceBet(1, "single:blue", 1000)) == "not-now"
    assert table.refused(HOUSE, cmd.Expire(table.state.mark)) == "not-now"
    assert table.refused(player(1), cmd.TakeDownBet(1, "single:red")) == "not-now"
    assert table.refused(DEALER, cmd.Resume()) == "not-your-turn"
    table.do(player(2), cmd.LeaveSeat(2))
    table.do(SUPERVISOR, cmd.Resume())
    assert table.refused(HOUSE, cmd.Expire(mark)) == "not-now"
    table.do(HOUSE, cmd.Expire(table.state.mark))


def test_closing_the_table_sends_everybody_home() -> None:
    table = felt()
    table.sit(1, 2)
    table.open_round()
    assert table.refused(SUPERVISOR, cmd.CloseTable("End of the day.")) == "not-now"
    table.do(SUPERVISOR, cmd.VoidRound("Nobody bets."))
    table.do(SUPERVISOR, cmd.CloseTable("End of the day."))
    assert table.state.phase is Phase.CLOSED
    assert table.refused(player(1), cmd.TakeSeat(1)) == "not-now"


def test_bots_are_seats_that_the_house_acts_for() -> None:
    table = felt()
    table.do(HOUSE, cmd.TakeSeat(2, is_bot=True))
    assert table.refused(player(1), cmd.TakeSeat(1, is_bot=True)) == "not-your-turn"
    assert table.refused(HOUSE, cmd.TakeSeat(1)) == "not-your-turn"
    table.open_round()
    table.do(HOUSE, cmd.PlaceBet(2, "single:red", 1000))
    assert table.refused(player(2), cmd.PlaceBet(2, "single:red", 1000)) == "not-your-turn"
    (stake,) = table.state.stakes
    assert stake.player == "bot~T1~2"
