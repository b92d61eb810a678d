"""Corrections after settlement: who asks, who signs, what moves, and what holds the table up."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.equipment.tops import Face
from pitboss.ledger.transfers import Correct
from pitboss.pit.money import transfers_of
from pitboss.pit.roundfile import round_file
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table import event_codec
from pitboss.table import floor_events as floor
from pitboss.table.commands import HOUSE, Actor, Command, Role
from pitboss.table.decide import Decision, decide
from pitboss.table.evolve import evolve
from pitboss.table.view_records import Viewer
from pitboss.table.views import view
from pitboss.units import SeatIndex
from tests.table.kit import DEALER, SUPERVISOR, Felt, felt, player

RED, BLUE = Face.RED, Face.BLUE
SECOND = Actor(Role.SUPERVISOR, "sue")
RIGHT = ((0, (RED, RED)),)
"""The Tops showed red twice; red and blue was typed."""


def settled() -> Felt:
    """Seat 1 at a screen and Wanda's chips at seat 2, both on red; one red was typed, not two."""
    table = felt(mode="entered")
    table.do(DEALER, cmd.OpenTray(100_000))
    table.sit(1)
    table.do(DEALER, cmd.SeatWalkUp(2, "Wanda", 10_000))
    spin(table)
    return table


def spin(table: Felt) -> None:
    table.open_round()
    if not table.state.stakes:
        table.do(player(1), cmd.PlaceBet(1, "single:red", 1_000))
        table.do(DEALER, cmd.PlaceBet(2, "single:red", 1_000))
        table.do(DEALER, cmd.PlaceBet(2, "single:blue", 1_000))
    table.do(DEALER, cmd.CloseBetting())
    while table.state.awaited:
        seat = min(table.state.awaited)
        by = player(1) if seat == 1 else DEALER
        table.do(by, cmd.MakeDecision(seat, "spin-a" if seat else "start-left"))
    table.do(DEALER, cmd.ShowDraw((RED, BLUE)))
    table.settle()


def ask(table: Felt, entries: object = RIGHT, reason: str = "Misread a Top") -> cmd.AskCorrection:
    return cmd.AskCorrection(table.state.rules.round_id(1), entries, reason)  # type: ignore[arg-type]


def signed(table: Felt) -> tuple[Decision, floor.RoundCorrected]:
    found = decide(table.state, Command(SUPERVISOR, cmd.SignCorrection(1, at_ms=9_000)))
    assert isinstance(found, Decision)
    (event,) = found.events
    assert isinstance(event, floor.RoundCorrected)
    return found, event


def test_a_dealer_asks_and_a_supervisor_signs_and_the_difference_moves() -> None:
    table = settled()
    before, chips = table.state, table.state.occupants[1].chips  # type: ignore[union-attr]
    asked, rung = table.do(DEALER, ask(table))
    assert isinstance(asked, floor.CorrectionAsked) and asked.by == "dealer:dana"
    assert isinstance(rung, floor.SupervisorCalled) and "Misread a Top" in rung.reason
    assert table.state.tray == before.tray and table.state.stakes == before.stakes
    found, event = signed(table)
    # Red pays 1/2 to 1 on one Top and twice that on two; Blue would have lost its stake.
    moves = {(seat, spot): amount for seat, spot, amount in event.moves}
    red = moves[1, "single:red"]
    assert red > 0 and moves[2, "single:red"] == red and moves[2, "single:blue"] < -1_000
    assert (event.by, event.asked_by, event.gone) == ("supervisor:sam", "dealer:dana", ())
    transfers = transfers_of(table.state, found.after, found.events)
    assert [(one.hold_id, one.amount) for one in transfers if isinstance(one, Correct)] == [
        (stake.hold, moves[int(stake.seat), str(stake.spot)])
        for stake in before.last.stakes  # type: ignore[union-attr]
    ]
    own = red + moves[2, "single:blue"]
    assert found.after.occupants[1].chips == chips + own  # type: ignore[union-attr]
    assert found.after.tray.win == before.tray.win - own  # type: ignore[union-attr]
    assert found.after.stakes == before.stakes and found.after.correction is None


def test_the_old_lines_stay_and_everybody_is_told() -> None:
    table = settled()
    lines = view(table.state, Viewer(SeatIndex(1))).last.lines  # type: ignore[union-attr]
    table.do(DEALER, ask(table))
    _, event = signed(table)
    table.do(SUPERVISOR, cmd.SignCorrection(1))
    last = view(table.state, Viewer(SeatIndex(1), player=player(1).id)).last
    assert last is not None and last.lines == lines
    assert "red and blue to red and red" in last.corrections[-1].sentence.lower()
    assert "too little" in last.trouble
    wanda = view(table.state, Viewer(SeatIndex(2), player="walk~T1~1")).last
    assert wanda is not None and "too much" in wanda.trouble
    ended = table.state.last
    assert ended is not None
    file: Any = round_file(table.state, ended)
    (note,) = file["corrected_after_settlement"]
    assert note["signed_by"] == "supervisor:sam" and note["settlement"] == list(event.lines)
    assert file["settlement"] == list(ended.lines)


def test_without_entries_every_stake_goes_back_and_a_second_correction_counts_the_first() -> None:
    table = settled()
    table.do(DEALER, ask(table, ()))
    _, void = signed(table)
    assert not void.lines
    paid = {(int(one.seat), str(one.spot)): one.net for one in table.state.last.played.lines()}  # type: ignore[union-attr]
    assert {(seat, spot): -amount for seat, spot, amount in void.moves} == paid
    table.do(SUPERVISOR, cmd.SignCorrection(1))
    table.do(DEALER, ask(table))
    found = decide(table.state, Command(SUPERVISOR, cmd.SignCorrection(2)))
    assert isinstance(found, Decision)
    (again,) = found.events
    assert isinstance(again, floor.RoundCorrected)
    lost = {(seat, spot): amount for seat, spot, amount in again.moves}
    assert lost[2, "single:blue"] == -1_000 and lost[1, "single:red"] > 0


def test_the_signer_is_a_pit_boss_and_not_the_one_who_asked() -> None:
    table = settled()
    assert table.refused(player(1), ask(table)) == "not-your-turn"
    assert table.refused(HOUSE, ask(table)) == "not-your-turn"
    (asked,) = table.do(SUPERVISOR, ask(table))
    assert isinstance(asked, floor.CorrectionAsked)
    assert table.refused(DEALER, cmd.SignCorrection(1)) == "not-your-turn"
    assert table.refused(SUPERVISOR, cmd.SignCorrection(1)) == "not-your-turn"
    assert table.refused(SECOND, cmd.SignCorrection(2)) == "unknown-option"
    table.do(SECOND, cmd.SignCorrection(1))


def test_the_table_waits_for_the_signature_and_goes_on_when_it_is_withdrawn() -> None:
    table = settled()
    table.do(DEALER, ask(table))
    assert table.refused(DEALER, ask(table)) == "not-now"
    for by, act in (
        (DEALER, cmd.OpenRound()),
        (DEALER, cmd.CloseTray(100_000, 10_000)),
        (SUPERVISOR, cmd.CloseTable("End of shift")),
    ):
        refused = decide(table.state, Command(by, act))
        assert isinstance(refused, Refusal) and "correction of round 1" in refused.sentence, act
    names = {one.act for one in view(table.state, Viewer(SeatIndex(0), is_in_charge=True)).offers}
    assert {"sign-correction", "withdraw-correction"} <= names
    assert not {"open-round", "close-tray", "close-table", "ask-correction"} & names
    table.do(DEALER, cmd.WithdrawCorrection(1))
    assert table.state.correction is None and table.state.last.resettled == ()  # type: ignore[union-attr]
    table.do(DEALER, cmd.OpenRound())


def test_only_the_last_settled_round_of_a_table_dealt_by_hand_is_corrected() -> None:
    table = felt(mode="entered")
    assert table.refused(DEALER, ask(table)) == "not-now"
    table = settled()
    wrong = ((0, (RED, BLUE)),)
    assert table.refused(DEALER, ask(table, wrong)) == "bad-field"
    assert table.refused(DEALER, ask(table, ((1, (RED, RED)),))) == "unknown-option"
    assert table.refused(DEALER, ask(table, reason="")) == "bad-text"
    spin(table)
    refused = decide(table.state, Command(DEALER, ask(table)))
    assert isinstance(refused, Refusal) and refused.code == "round-over"
    assert "Only the last round" in refused.sentence
    assert "Call a floor supervisor with the number of the round" in refused.sentence
    sealed = felt()
    assert "seed" in str(decide(sealed.state, Command(DEALER, ask(sealed))))


def test_a_correction_can_wait_into_the_next_round_but_not_past_its_settlement() -> None:
    table = settled()
    table.open_round()
    table.do(DEALER, ask(table))
    table.do(DEALER, cmd.CloseBetting())
    while table.state.awaited:
        seat = min(table.state.awaited)
        by = player(1) if seat == 1 else DEALER
        table.do(by, cmd.MakeDecision(seat, "spin-a" if seat else "start-left"))
    table.do(DEALER, cmd.ShowDraw((RED, BLUE)))
    assert table.refused(DEALER, cmd.SettleRound()) == "not-now"
    table.do(SUPERVISOR, cmd.SignCorrection(1))
    table.settle()


def test_whoever_left_with_the_chips_keeps_what_was_paid() -> None:
    table = settled()
    table.do(DEALER, cmd.LeaveSeat(2))
    table.do(DEALER, ask(table))
    _, event = signed(table)
    assert event.gone == (2,)
    assert [(seat, spot) for seat, spot, _ in event.moves] == [(1, "single:red")]


def test_a_correction_is_read_back_from_the_journal_as_it_was_written() -> None:
    table = settled()
    table.do(DEALER, ask(table))
    _, event = signed(table)
    read = event_codec.decode("round.corrected", event_codec.encode(event))
    assert read == event
    assert evolve(table.state, event).last == evolve(table.state, read).last
    moved = event_codec.decode(
        "round.corrected", event_codec.encode(event) | {"moves": [[1, "single:red", 1]]}
    )
    with pytest.raises(Exception, match="what the rules give"):
        evolve(table.state, moved)  # type: ignore[arg-type]


@pytest.mark.clause("GNW-8.4")
def test_a_fouled_deck_found_after_settlement_gives_every_stake_back() -> None:
    table = felt("gin-and-win", mode="entered")
    table.sit(1)
    table.play_round(1, choice=1)
    table.do(DEALER, ask(table, (), "Deck is fouled"))
    table.do(SUPERVISOR, cmd.SignCorrection(1))
    ended = table.state.last
    assert ended is not None and " lose " in ended.lines[0]
    assert ended.resettled[0].moves == ((1, "ante", 1_000),)
