"""Viewing: with whose eyes somebody looks at a table, and what happened while they were away.

The only way from a table to a socket. Nothing here knows a hidden card: views are the table's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.games.steps import SPECTATOR
from pitboss.pit.pit import Pit
from pitboss.pit.replay import stream_of
from pitboss.pit.round_keys import open_record
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole, Person
from pitboss.server.live.messages import Shown
from pitboss.store.records import Record
from pitboss.table.commands import HOUSE
from pitboss.table.events import (
    BY_CLOCK,
    BetTakenDown,
    Decided,
    Event,
    EventSealed,
    RoundSettled,
    RoundVoided,
    SeatLeft,
    kind_of,
)
from pitboss.table.setup import DealtBy
from pitboss.table.state import TableState
from pitboss.units import Credits, say_credits

DEALER_SEAT = 0
BY_HOUSE = f"{HOUSE.role.value}:{HOUSE.id}"
MEANWHILE_MAX = 1_000
"""The most records that are read again to tell somebody what happened."""
_DESCRIBED = frozenset(
    kind_of(one)
    for one in (BetTakenDown, Decided, EventSealed, RoundSettled, RoundVoided, SeatLeft)
)
_BEHIND = (HouseRole.DEALER, HouseRole.PIT_BOSS)


def seat_of(state: TableState, person: Person | None) -> int:
    """A person's seat, the dealer's for staff of a table that people deal, or nobody's."""
    if person is None:
        return int(SPECTATOR)
    for seat, one in enumerate(state.occupants, 1):
        if one is not None and one.player == person.id:
            return seat
    if person.role in _BEHIND and state.rules.dealt_by is DealtBy.PERSON:
        return DEALER_SEAT
    return int(SPECTATOR)


def show_table(pit: Pit, table: str, person: Person | None) -> Shown | Refusal:
    state = pit.state(table)
    if isinstance(state, Refusal):
        return state
    view = pit.view(
        table,
        player=None if person is None else person.id,
        seat=seat_of(state, person),
        is_in_charge=person is not None and person.role is HouseRole.PIT_BOSS,
    )
    if isinstance(view, Refusal):
        return view
    return Shown(version=pit.desks[table].version, now_ms=pit.clock(), view=view)


def own_cards(state: TableState, seat: int) -> tuple[str, ...]:
    """The cards that a seat sees as its own."""
    if state.current is None:
        return ()
    felt = state.rules.game.view(state.current.state, state.rules.seats[seat - 1])
    for hand in getattr(felt, "hands", ()):
        if hand.seat == seat and hand.cards is not None:
            return tuple(hand.cards)
    return ()


# --- meanwhile ------------------------------------------------------------------------------


@dataclass(slots=True)
class Meanwhile:
    """What a viewer should know about the time between two visits."""

    rounds: int = 0
    voids: int = 0
    change: int = 0
    timed_out: tuple[str, ...] = ()
    seats_lost: tuple[int, ...] = ()
    given_back: int = 0
    """Bets that the house took down for the viewer."""


def meanwhile(pit: Pit, table: str, person: Person | None, *, seen: int) -> str | None:
    """One sentence about what happened since a version, or None when nothing did."""
    desk = pit.desks[table]
    state = desk.state
    seat = seat_of(state, person)
    if not 0 < seen < desk.version:
        return None if seen == desk.version else _welcome_back(state, seat)
    after = max(seen, desk.version - MEANWHILE_MAX)
    records = pit.store.read(stream_of(table), after=after)
    if isinstance(records, Refusal):
        return _welcome_back(state, seat)
    found = _gather(records, person, seat, pit.seals.key)
    return describe_absence(found, state, seat)


def _gather(
    records: Iterable[Record], person: Person | None, seat: int, house_key: bytes
) -> Meanwhile:
    found = Meanwhile()
    who = None if person is None else person.id
    for record in records:
        # Most records are bets: only those are read that can matter.
        if not _DESCRIBED.isdisjoint(one.kind for one in record.events):
            events = open_record(record, house_key)
            for event in () if isinstance(events, Refusal) else events:
                _count(found, event, who, seat)
                is_mine = isinstance(event, BetTakenDown) and event.seat == seat
                found.given_back += is_mine and record.actor == BY_HOUSE
        if who is not None and who.encode() in record.canonical:
            found.change += _change(record, who)
    return found


def _count(found: Meanwhile, event: Event, who: str | None, seat: int) -> None:
    match event:
        case RoundSettled():
            found.rounds += 1
        case RoundVoided():
            found.voids += 1
        case Decided(actor=actor, by=by, option=option) if actor == seat > 0 and by == BY_CLOCK:
            found.timed_out += (option,)
        case SeatLeft(seat=left, player=player) if player == who:
            found.seats_lost += (left,)
        case _:
            pass


def _change(record: Record, who: str) -> int:
    """What a record moved on a player's account."""
    account = f"player:{who}"
    moves = (
        move
        for transfer in json.loads(record.canonical).get("transfers", ())
        for move in transfer["moves"]
    )
    return sum(
        move["amount"] * ((move["to"] == account) - (move["from"] == account)) for move in moves
    )


def describe_absence(found: Meanwhile, state: TableState, seat: int = int(SPECTATOR)) -> str | None:
    """One sentence, or None when nothing happened."""
    parts = []
    if found.rounds:
        parts.append(f"{found.rounds} round{'s' if found.rounds > 1 else ''} ended")
    if found.voids:
        parts.append(
            f"{found.voids} {'was' if found.voids == 1 else 'were'} void and all bets were returned"
        )
    if found.timed_out:
        parts.append(
            f"you ran out of time, so your decision was {found.timed_out[-1].replace('-', ' ')}"
        )
    if found.given_back:
        parts.append("your standing bets were returned, as they are not played without you")
    if found.change:
        sign = "up" if found.change > 0 else "down"
        parts.append(f"your credits are {sign} by {say_credits(Credits(abs(found.change)))}")
    if found.seats_lost and seat <= 0:
        parts.append(f"seat {found.seats_lost[-1]} was freed")
    parts += _in_action(state, seat)
    return f"While you were away: {', '.join(parts)}." if parts else None


def _welcome_back(state: TableState, seat: int) -> str | None:
    if seat <= 0:
        return None
    parts = [f"you still have seat {seat}", *_in_action(state, seat)]
    return f"Welcome back: {', '.join(parts)}."


def _in_action(state: TableState, seat: int) -> list[str]:
    own = sum(int(stake.amount) for stake in state.stakes if stake.seat == seat)
    return [f"{say_credits(Credits(own))} of yours is in action"] if own and seat > 0 else []
