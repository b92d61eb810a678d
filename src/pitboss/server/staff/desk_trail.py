"""The trail of a round: its record in the journal, line by line with who and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pitboss.equipment.shown import Shown
from pitboss.games.needs import NeedDecisions
from pitboss.games.rounds import begin, take
from pitboss.pit.round_keys import unseal_records
from pitboss.refusals import Refusal, unwrap
from pitboss.server.staff.schemas import TrailNote
from pitboss.store.records import Record
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table.draw_codec import DrawChanges
from pitboss.table.results import call_shown
from pitboss.table.state import TableState
from pitboss.units import Credits, say_credits

RECORDS = 400
"""The newest records that are searched for the beginning of the round."""
_BY = {
    ev.BY_PLAYER: "every seat ready",
    ev.BY_DEALER: "the dealer",
    ev.BY_CLOCK: "the clock",
}


@dataclass(frozen=True, slots=True)
class Happened:
    at_ms: int
    actor: str
    event: ev.Event


def since_opened(records: Iterable[Record], house_key: bytes) -> tuple[Happened, ...]:
    """Everything since the last round was opened, or all of it where none was."""
    found: list[Happened] = []
    for one in unseal_records(records, house_key):
        if isinstance(one, Refusal) or isinstance(one[1], Refusal):
            continue
        record, events = one[0], one[1]
        for event in events:
            if isinstance(event, ev.RoundOpened):
                found.clear()
            found.append(Happened(record.at_ms, record.actor, event))
    return tuple(found)


def trail(
    happened: tuple[Happened, ...], state: TableState, name_of: Callable[[str], str]
) -> tuple[TrailNote, ...]:
    """The same in words, oldest first."""
    labels = _labels(state)
    described = [(one, _describe(one.event, labels)) for one in happened]
    return tuple(
        TrailNote(at_ms=one.at_ms, kind=words[0], who=name_of(one.actor), sentence=words[1])
        for one, words in described
        if words is not None
    )


def _labels(state: TableState) -> dict[str, str]:
    """What spots, options and calls are called that the newest round had, by their keys."""
    rules, ended = state.rules, state.last
    found = {str(spot.key): spot.label for spot in rules.game.all_spots(rules.edition)}
    played = state.current if state.current is not None or ended is None else ended.played
    if played is None:
        return found
    current = unwrap(begin(played.game, played.edition, seats=played.seats, carry=played.start))
    for step in played.steps:
        if isinstance(current.need, NeedDecisions):
            pending = current.need.pending
            found |= {str(one.key): one.label for asked in pending for one in asked.options}
        found |= {one.key: one.label.partition(" (")[0] for one in played.game.calls(current.state)}
        current = unwrap(take(current, step))
    return found


def _describe(event: ev.Event, labels: dict[str, str]) -> tuple[str, str] | None:
    match event:
        case ev.RoundOpened():
            return "open", f"Round {event.number} opened: place your bets."
        case ev.BetPlaced():
            stake = say_credits(Credits(event.stake))
            label = labels.get(event.spot, event.spot)
            return "bet", f"Seat {event.seat} bets {stake} on {label}."
        case ev.BetTakenDown():
            label = labels.get(event.spot, event.spot)
            return "bet", f"Seat {event.seat} takes down {label}."
        case ev.BetsClosed():
            return "close", f"No more bets, by {_BY.get(event.by, event.by)}."
        case ev.Decided():
            who = f"Seat {event.actor}" if event.actor else "The dealer"
            return "decide", f"{who} chose {labels.get(event.option, event.option)}."
        case ev.Called():
            return "call", _describe_call(event, labels.get(event.what, event.what))
        case _:
            return _describe_dealing(event)


def _describe_call(event: ev.Called, label: str) -> str:
    """A step that was done is its own reason; any other call has one."""
    if not event.readable:
        seen = ", nothing could be read"
    else:
        seen = f", showed {_shown(event.shown)}" if event.shown else ""
    return f"{label}{seen}." if event.reason == label else f"{label}{seen}. Reason: {event.reason}"


def _describe_dealing(event: ev.Event) -> tuple[str, str] | None:
    match event:
        case ev.OutcomeDrawn():
            return "entry", f"Entered: {_shown(event.shown)}."
        case ev.DrawsCorrected():
            return "correction", f"Corrected: {_right(event.draws)}. Reason: {event.reason}"
        case ev.RoundSettled():
            return "settle", f"Settled. {event.sentence}"
        case ev.RoundVoided():
            return "void", f"Round voided; every stake is returned. Reason: {event.reason}"
        case ev.TablePaused():
            return "pause", f"Paused. Reason: {event.reason}"
        case ev.TableResumed():
            return "pause", "The table resumed."
        case ev.LimitsChanged():
            least, most = _credits(event.minimum), _credits(event.maximum)
            return "floor", f"Limits from the next round: {least} to {most}."
        case ev.TableClosed():
            return "close", f"Table closed for good. Reason: {event.reason}"
        case _:
            return _describe_floor(event)


def _describe_floor(event: ev.Event) -> tuple[str, str] | None:
    match event:
        case floor.DealerCame():
            return "floor", "A dealer came to the table."
        case floor.SupervisorCalled():
            return "call", f"Call {event.number} rings for every pit boss. Reason: {event.reason}"
        case floor.CallAcknowledged():
            waited = event.waited_ms // 1000
            return "call", f"Call {event.number} acknowledged after {waited} s."
        case ev.SeatTaken() if event.kind == "walk-up":
            return "floor", f"Seat {event.seat}: {event.name} sits down as a walk-up player."
        case floor.ChipsBought():
            return "floor", f"Seat {event.seat} buys chips for {_credits(event.amount)}."
        case floor.ChipsColouredUp():
            return "floor", f"Seat {event.seat} leaves with {_credits(event.amount)} in chips."
        case _:
            return _describe_tray(event)


def _describe_tray(event: ev.Event) -> tuple[str, str] | None:
    match event:
        case floor.TrayOpened():
            return "tray", f"Shift {event.shift} opens with {_credits(event.count)} in the tray."
        case floor.TrayAsked():
            what = event.kind.capitalize()
            return (
                "tray",
                f"{what} of {_credits(event.amount)} signed once; it needs a second signature.",
            )
        case floor.TraySigned():
            what = event.kind.capitalize()
            return "tray", f"{what} of {_credits(event.amount)} signed twice; the chips moved."
        case floor.TrayWithdrawn():
            return "tray", f"Fill or credit {event.number} was withdrawn."
        case floor.CorrectionAsked():
            number = event.round_id.rpartition(".")[2]
            what = _right(event.draws) or "every stake is returned"
            return "correction", (
                f"Correction of round {number} requested: {what}. Reason: {event.reason}"
            )
        case floor.RoundCorrected():
            number = event.round_id.rpartition(".")[2]
            paid = sum(amount for _, _, amount in event.moves if amount > 0)
            taken = -sum(amount for _, _, amount in event.moves if amount < 0)
            return "correction", (
                f"Round {number} corrected after settlement: {_credits(paid)} paid,"
                f" {_credits(taken)} taken back. Reason: {event.reason}"
            )
        case floor.CorrectionWithdrawn():
            return "correction", f"Correction {event.number} was withdrawn."
        case floor.TrayClosed():
            return "tray", (
                f"Shift {event.shift} closed: {_credits(event.count)} counted,"
                f" {_credits(event.drop)} dropped, win {_credits(event.win)} by the tray and"
                f" {_credits(event.journal_win)} by the journal."
            )
        case _:
            return None


def _right(changes: DrawChanges) -> str:
    """Entries as they were and as they are."""
    parts = [f"entry {n + 1} was {_shown(was)}, now {_shown(now)}" for n, was, now in changes]
    return "; ".join(parts)


def _credits(amount: int) -> str:
    sign = "−" if amount < 0 else ""
    return sign + say_credits(Credits(abs(amount)))


def _shown(shown: Shown) -> str:
    return " ".join(call_shown(shown)) or "nothing"
