"""Audit of the tables: every journal replayed through the rules and compared with the ledger.

The hash chain shows that nothing was changed afterwards, the audit of the books that every move is
where the journal says. This shows that the journal itself is one that could have been played: each
event allowed by the rules, each transfer the one that follows from the events, each act by the
player of the seat, each stake in action on the table.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import msgspec

from pitboss.games.registry import Registry
from pitboss.pit.mend import Mend, mend_of
from pitboss.pit.money import transfers_of
from pitboss.pit.replay import (
    STREAM,
    UNPLAYABLE,
    Snapshot,
    advance,
    begin_table,
    ledger_refusal,
    round_of,
    stream_of,
)
from pitboss.pit.round_keys import Events, unseal_records
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.encode import plain_transfer, read_body
from pitboss.store.records import Record
from pitboss.store.store import Store
from pitboss.table.events import Decided, Event, EventSealed, SeatTaken

PLAYER = "player:"


class Fault(msgspec.Struct, frozen=True):
    """The first record of a table's journal that cannot have been played, and why."""

    table: str
    version: int
    sentence: str


class TableFindings(msgspec.Struct, frozen=True):
    """The result of an audit: tables replayed, faults, and faults mended on record."""

    tables: int
    records: int
    faults: tuple[Fault, ...]
    mended: tuple[tuple[Fault, Mend], ...]
    sealed: tuple[str, ...]
    """Rounds that could only be followed by their stakes: in play, or void with their key lost."""


def check_tables(store: Store, registry: Registry) -> TableFindings | Refusal:
    heads = store.heads()
    if isinstance(heads, Refusal):
        return heads
    tables = [head for head in heads if head.stream.startswith(STREAM)]
    faults: list[Fault] = []
    mended: list[tuple[Fault, Mend]] = []
    sealed: list[str] = []
    for head in tables:
        found = _replay_table(store, head.stream.removeprefix(STREAM), registry)
        if isinstance(found, Refusal):
            return found
        fault, blind = found
        sealed += blind
        if fault is None:
            continue
        mend = mend_of(store, head.stream)
        if isinstance(mend, Refusal):
            return mend
        # A table is mended for the fault it was closed for, and for no other.
        if mend is not None and mend.broken_at == fault.version:
            mended.append((fault, mend))
        else:
            faults.append(fault)
    records = sum(head.version for head in tables)
    return TableFindings(len(tables), records, tuple(faults), tuple(mended), tuple(sealed))


def table_fault(store: Store, table: str, registry: Registry) -> Fault | Refusal | None:
    """The first thing that is wrong with a table; a refusal when the store cannot be read."""
    found = _replay_table(store, table, registry)
    return found if isinstance(found, Refusal) else found[0]


def _replay_table(
    store: Store, table: str, registry: Registry
) -> tuple[Fault | None, tuple[str, ...]] | Refusal:
    """What is wrong with a table, and which of its rounds stayed sealed."""
    stream = stream_of(table)
    held = store.held_at(stream, table)
    if isinstance(held, Refusal):
        return held
    end, bets = held
    records = takewhile(
        lambda r: isinstance(r, Refusal) or r.version <= end.version, store.replay(stream)
    )
    snapshot = begin_table(table, next(records, None), registry)
    version, blind = 1, dict[str, None]()
    for one in unseal_records(records):
        if isinstance(snapshot, Refusal):
            break
        version += 1
        snapshot = one if isinstance(one, Refusal) else _check_record(snapshot, *one)
        if isinstance(snapshot, Snapshot) and snapshot.state.is_blind:
            blind[snapshot.state.round_id or ""] = None
    if isinstance(snapshot, Snapshot):
        # Only the stakes differ, so it is the next record that cannot be played.
        version += 1
        snapshot = ledger_refusal(snapshot.state, bets) or snapshot
    if isinstance(snapshot, Snapshot):
        return None, tuple(blind)
    if snapshot.code is RefusalCode.STORE_UNAVAILABLE:
        return snapshot
    return Fault(table, version, snapshot.sentence), tuple(blind)


def _check_record(
    snapshot: Snapshot, record: Record, events: Events | Refusal
) -> Snapshot | Refusal:
    after = advance(snapshot, record, events)
    if isinstance(after, Refusal):
        return after
    if isinstance(events, Refusal):
        return events
    fault = _record_fault(snapshot, after, record, events)
    if fault is None:
        return after
    return Refusal(RefusalCode.TAMPERED, f"Record {record.version} of {record.stream}: {fault}")


def _record_fault(
    before: Snapshot, after: Snapshot, record: Record, events: tuple[Event, ...]
) -> str | None:
    body = read_body(record.canonical)
    try:
        wanted = [plain_transfer(one) for one in transfers_of(before.state, after.state, events)]
    except UNPLAYABLE as problem:
        return f"No transfers follow from its events ({problem})."
    if wanted != [_without_moves(one) for one in body.get("transfers", ())]:
        return "Its transfers are not those that follow from its events."
    if record.round_id != round_of(before.state, events):
        return "It belongs to another round than the one in play."
    if "limits" in body:
        return "A table sets no player's limits."
    return _actor_fault(before, record, events[0]) if events else "Nothing happened in it."


def _without_moves(transfer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in transfer.items() if name != "moves"}


def _actor_fault(before: Snapshot, record: Record, event: Event) -> str | None:
    """Whether a player acted for a seat of somebody else."""
    if not record.actor.startswith(PLAYER) or isinstance(event, EventSealed):
        return None
    player = record.actor.removeprefix(PLAYER)
    seat = event.actor if isinstance(event, Decided) else getattr(event, "seat", 0)
    if isinstance(event, SeatTaken):
        owner = event.player
    else:
        occupant = before.state.occupant(seat)
        owner = "" if occupant is None else occupant.player
    return None if owner == player else f"{player} acted for seat {seat}, which was not theirs."
