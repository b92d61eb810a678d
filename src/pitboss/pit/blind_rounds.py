"""Rounds whose key is lost: what happened in them stays sealed, so the rules cannot follow.

The ledger can: it holds every stake, so that the round can be voided and each stake given back.
"""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.store.encode import read_body
from pitboss.store.records import Record
from pitboss.table import events as ev
from pitboss.table import seeds
from pitboss.table.evolve import evolve
from pitboss.table.state import Stake, TableState
from pitboss.units import Credits, SeatIndex, SpotKey


def follow(state: TableState, event: ev.Event) -> TableState:
    """The state after an event that happened, as far as it can be known."""
    if not state.is_blind:
        return evolve(state, event)
    match event:
        case ev.BetPlaced() | ev.BetTakenDown() | ev.SeedCommitted() | ev.EventSealed():
            return state
        case ev.BetsClosed():
            fixed = replace(state, hashes=event.hashes, seeds=event.seeds)
            return replace(fixed, is_closed=True, is_revealing=bool(event.hashes))
        case ev.SeedRevealed():
            return seeds.seed_revealed(state, event)
        case ev.RevealsClosed():
            return seeds.reveals_closed(state, event)
        case _:
            return evolve(state, event)


def restake(state: TableState, record: Record) -> TableState:
    """The state with the stakes that a record left in the ledger, where the rules cannot tell."""
    if not state.is_blind:
        return state
    stakes = {stake.hold: stake for stake in state.stakes}
    for one in read_body(record.canonical).get("transfers", ()):
        hold = one.get("hold_id")
        if hold is None or one["type"] == "correct":  # chips, or a round before: no stake
            continue
        if one["type"] == "hold":
            seat, amount = SeatIndex(one["seat"]), Credits(one["amount"])
            stakes[hold] = Stake(hold, seat, SpotKey(one["spot"]), amount, one["player"])
        else:
            del stakes[hold]
    return replace(state, stakes=tuple(stakes.values()))
