"""Evolve: the state after an event. The only place where a table's state changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal
from pitboss.table import (
    corrections,
    limits,
    round_end,
    round_steps,
    seats,
    seeds,
    supervision,
    tray,
    walk_ups,
)
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table.state import Phase, TableState


def evolve(state: TableState, event: ev.Event) -> TableState:
    after = attempt(state, event)
    if isinstance(after, Refusal):
        raise BrokenInvariant(f"an event that happened cannot have: {event}: {after}")
    return after


def attempt(state: TableState, event: ev.Event) -> TableState | Refusal:
    """The state after an event, or why the rules of the game do not let it happen."""
    return _HANDLERS[type(event)](state, event)


def _seed_set(state: TableState, event: ev.PlayerSeedSet) -> TableState:
    return state


def _paused(state: TableState, event: ev.TablePaused) -> TableState:
    return replace(state, paused=event.reason, mark=state.mark + 1)


def _resumed(state: TableState, event: ev.TableResumed) -> TableState:
    return replace(state, paused=None, mark=state.mark + 1)


def _table_closed(state: TableState, event: ev.TableClosed) -> TableState:
    check(state.current is None and not state.stakes, "a table closes between rounds")
    return replace(state, phase=Phase.CLOSED, closed=event.reason, mark=state.mark + 1)


_HANDLERS: dict[type[ev.Event], Callable[[TableState, Any], TableState | Refusal]] = {
    ev.TableClosed: _table_closed,
    ev.TablePaused: _paused,
    ev.TableResumed: _resumed,
    ev.LimitsChanged: limits.limits_changed,
    ev.SeatTaken: seats.seat_taken,
    ev.LeaveAnnounced: seats.leave_announced,
    ev.SeatLeft: seats.seat_left,
    ev.PlayerSeedSet: _seed_set,
    ev.SeedCommitted: seeds.seed_committed,
    ev.SeedRevealed: round_steps.seed_revealed,
    ev.RevealsClosed: round_steps.reveals_closed,
    ev.ReadySaid: seats.ready,
    ev.ChainPublished: seeds.chain_published,
    ev.RoundOpened: round_steps.round_opened,
    ev.KeyCommitted: seeds.key_committed,
    ev.KeyRevealed: seeds.key_revealed,
    ev.EventSealed: seeds.event_sealed,
    ev.BetPlaced: round_steps.bet_placed,
    ev.BetTakenDown: round_steps.bet_taken_down,
    ev.BetsClosed: round_steps.bets_closed,
    ev.OutcomeDrawn: round_steps.outcome_drawn,
    ev.DrawsCorrected: round_steps.draws_corrected,
    ev.Decided: round_steps.decision_made,
    ev.Called: round_steps.dealer_called,
    ev.RoundSettled: round_end.round_settled,
    ev.RoundVoided: round_end.round_voided,
    floor.DealerCame: supervision.dealer_came,
    floor.SupervisorCalled: supervision.supervisor_called,
    floor.CallAcknowledged: supervision.call_acknowledged,
    floor.ChipsBought: walk_ups.chips_bought,
    floor.ChipsColouredUp: walk_ups.coloured_up,
    floor.TrayOpened: tray.opened,
    floor.TrayAsked: tray.asked,
    floor.TraySigned: tray.signed,
    floor.TrayWithdrawn: tray.withdrawn,
    floor.TrayClosed: tray.closed,
    floor.CorrectionAsked: corrections.asked,
    floor.RoundCorrected: corrections.corrected,
    floor.CorrectionWithdrawn: corrections.withdrawn,
}
