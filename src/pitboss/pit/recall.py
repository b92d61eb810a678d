"""Recall: any round that is over, by its id, and a player's last rounds.

A round is replayed from its own records alone: how it began, every event, how it was settled.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.games.registry import Registry
from pitboss.games.rounds import begin
from pitboss.games.steps import SPECTATOR
from pitboss.invariants import BrokenInvariant
from pitboss.pit.blind_rounds import follow, restake
from pitboss.pit.replay import UNPLAYABLE, opened_table, stream_of
from pitboss.pit.round_keys import unseal_records
from pitboss.pit.roundfile import round_file
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.store.reads import RECALL_ROUNDS
from pitboss.store.records import Record
from pitboss.store.store import Store
from pitboss.table.corrections import note_correction
from pitboss.table.events import ChainPublished, Event, RoundOpened, RoundSettled, RoundVoided
from pitboss.table.floor_events import RoundCorrected
from pitboss.table.results import ResultNote, note_of
from pitboss.table.setup import TableRules, load_rules
from pitboss.table.state import EndedRound, Occupant, Stake, TableState, begin_next, open_table
from pitboss.units import SeatIndex

# A stake that stays up names the next round before it has begun, and that one may be open.
_AHEAD = 8


class Recalled(msgspec.Struct, frozen=True):
    """A round that is over: when it began, its notation and its file."""

    round_id: str
    table: str
    at_ms: int
    notation: str
    file: dict[str, Any]
    result: ResultNote

    def seat_of(self, player: str) -> SeatIndex:
        """Where a player sat in this round; nowhere for a stranger."""
        seats = [SeatIndex(int(seat)) for seat, other in self.file["players"] if other == player]
        return seats[0] if seats else SPECTATOR


def recall_round(store: Store, registry: Registry, round_id: str) -> Recalled | Refusal:
    records = store.round_records(round_id)
    if isinstance(records, Refusal):
        return records
    rules = _rules(store, records[0].stream, registry)
    if isinstance(rules, Refusal):
        return rules
    told = _find_end(rules, round_id, records)
    if isinstance(told, Refusal):
        return told
    before, ended = told
    file = round_file(before, ended)
    return Recalled(
        round_id, rules.table, records[0].at_ms, str(file["notation"]), file, note_of(ended)
    )


def recall_end(store: Store, rules: TableRules, round_id: str) -> EndedRound | Refusal:
    """How a round of a table ended, without its file."""
    records = store.round_records(round_id)
    told = records if isinstance(records, Refusal) else _find_end(rules, round_id, records)
    return told if isinstance(told, Refusal) else told[1]


def recall_own_end(store: Store, rules: TableRules, player: str) -> EndedRound | None:
    """How the last round that a player had bets in at a table ended, if it is among their last."""
    listed = store.last_rounds(player)
    stream = stream_of(rules.table)
    for one in () if isinstance(listed, Refusal) else listed:
        found = recall_end(store, rules, one.round_id) if one.stream == stream else None
        # Bets that were all taken back are on record too.
        if isinstance(found, EndedRound) and any(who == player for _, who in found.players):
            return found
    return None


def last_rounds(
    store: Store, registry: Registry, player: str, *, count: int = RECALL_ROUNDS
) -> tuple[Recalled, ...] | Refusal:
    """A player's last rounds that are over, newest first."""
    listed = store.last_rounds(player, count=count + _AHEAD)
    if isinstance(listed, Refusal):
        return listed
    found: list[Recalled] = []
    for one in listed:
        round_ = recall_round(store, registry, one.round_id)
        if isinstance(round_, Recalled):
            found.append(round_)
        elif round_.code not in (RefusalCode.UNKNOWN_ROUND, RefusalCode.NOT_NOW):
            return round_
    return tuple(found[:count])


def _rules(store: Store, stream: str, registry: Registry) -> TableRules | Refusal:
    opened = opened_table(store, stream)
    if opened is None:
        return Refusal(RefusalCode.UNKNOWN_ROUND, "That round belongs to no table.")
    return opened if isinstance(opened, Refusal) else load_rules(opened, registry)


def _find_end(
    rules: TableRules, round_id: str, records: tuple[Record, ...]
) -> tuple[TableState, EndedRound] | Refusal:
    """The table just before the round's end, and the end."""
    try:
        return _replay_round(rules, records)
    except UNPLAYABLE as problem:
        sentence = f"Round {round_id} cannot have been played as it is written ({problem})."
        return Refusal(RefusalCode.TAMPERED, sentence)


def _replay_round(
    rules: TableRules, records: tuple[Record, ...]
) -> tuple[TableState, EndedRound] | Refusal:
    state: TableState | None = None
    end: tuple[TableState, EndedRound] | None = None
    for one in unseal_records(records):
        if isinstance(one, Refusal):
            return one
        record, events = one
        if isinstance(events, Refusal):
            return events
        for event in events:
            if end is not None:
                if isinstance(event, RoundCorrected):
                    end = end[0], note_correction(end[1], event)
                continue
            if isinstance(event, ChainPublished):
                # The round's opening says which chain it is on.
                continue
            state = _table_before(rules, event) if state is None else state
            if state is None or (isinstance(event, RoundOpened) and state.current is not None):
                return Refusal(
                    RefusalCode.TAMPERED, "The records of the round do not begin with its opening."
                )
            after = follow(state, event)
            if isinstance(event, RoundSettled | RoundVoided) and after.last is not None:
                end = state, after.last
            state = after
        state = state and restake(state, record)
    return end or Refusal(
        RefusalCode.NOT_NOW, "That round is still in play; recall it when it is over."
    )


def _table_before(rules: TableRules, event: Event) -> TableState | None:
    """The table as it was when the round opened, as far as the round needs it."""
    if not isinstance(event, RoundOpened):
        return None
    carry = rules.game.read_carry(rules.edition, dict(event.start))
    if isinstance(carry, Refusal):
        raise BrokenInvariant(f"a round that was played began somewhere: {carry}")
    seats = tuple(map(SeatIndex, event.seats))
    current = unwrap(begin(rules.game, rules.edition, seats=seats, carry=carry))
    players = dict(event.players)
    up = tuple(
        Stake(f"{event.round_id}.{n}", bet.seat, bet.spot, bet.stake, players[bet.seat])
        for n, bet in enumerate(rules.game.bets(current.state), 1)
    )
    people = tuple(
        Occupant(players[seat], "", is_bot=False) if seat in players else None
        for seat in map(int, rules.seats)
    )
    chain = ChainPublished(
        event.chain_number, event.chain_first, event.chain_length, event.chain_end, sealed=""
    )
    return replace(
        open_table(rules),
        carry=carry,
        upcoming=begin_next(rules, carry),
        chain=chain if event.link else None,
        tip=event.commitment,
        number=event.number - 1,
        occupants=people,
        stakes=up,
        serial=len(up),
    )
