"""Supervision: who deals, and floor supervisors who are called and come."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table.commands import Actor, Role
from pitboss.table.setup import OutcomeMode
from pitboss.table.state import TableState

SUPERVISOR = "supervisor"
"""The call of that name in the rules of a game."""


# --- the dealer --------------------------------------------------------------------------


def dealer_refusal(state: TableState, by: Actor, act: cmd.Act) -> Refusal | None:
    """One dealer deals a table at a time; another relieves the first."""
    is_other = state.dealer not in ("", by.id)
    if not _is_at_work(state, by) or not is_other or isinstance(act, cmd.RelieveDealer):
        return None
    return Refusal(
        RefusalCode.NOT_YOUR_TURN,
        "Another dealer deals this table; relieve them first, then go on.",
    )


def arrival(state: TableState, by: Actor, act: cmd.Act) -> tuple[ev.Event, ...]:
    """The dealer who acts first at a table has come to it."""
    is_new = _is_at_work(state, by) and not state.dealer
    return (floor.DealerCame(by.id),) if is_new and not isinstance(act, cmd.RelieveDealer) else ()


def _is_at_work(state: TableState, by: Actor) -> bool:
    return by.role is Role.DEALER and state.rules.mode is OutcomeMode.ENTERED


def relieve(state: TableState, by: Actor, act: cmd.RelieveDealer) -> ev.Wanted:
    if state.dealer == by.id:
        return Refusal(RefusalCode.NOT_NOW, "You deal this table already.")
    return (floor.DealerCame(by.id),)


def dealer_came(state: TableState, event: floor.DealerCame) -> TableState:
    return replace(state, dealer=event.dealer)


# --- calls -------------------------------------------------------------------------------


def call_supervisor(state: TableState, by: Actor, act: cmd.CallSupervisor) -> ev.Wanted:
    """Ring; in a round the call is on the round's own record too."""
    current = state.current
    rung = floor.SupervisorCalled(state.calls_made + 1, act.reason, by.journal_name, act.at_ms)
    if current is None or current.find_call(SUPERVISOR) is None:
        return (rung,)
    return ev.Called(SUPERVISOR, act.reason, (), 1), rung


def acknowledge(state: TableState, by: Actor, act: cmd.AcknowledgeCall) -> ev.Wanted:
    call = next((one for one in state.calls if one.number == act.number), None)
    if call is not None:
        waited_ms = max(0, act.at_ms - call.at_ms)
        return (floor.CallAcknowledged(call.number, by.journal_name, act.at_ms, waited_ms),)
    if 0 < act.number <= state.calls_made:
        return Refusal(
            RefusalCode.NOT_NOW,
            "Somebody else has acknowledged that call already; leave it to them.",
        )
    return Refusal(
        RefusalCode.UNKNOWN_OPTION,
        f"This table has made {state.calls_made} calls; name one of them.",
    )


def supervisor_called(state: TableState, event: floor.SupervisorCalled) -> TableState:
    return replace(state, calls=(*state.calls, event), calls_made=event.number)


def call_acknowledged(state: TableState, event: floor.CallAcknowledged) -> TableState:
    kept = tuple(one for one in state.calls if one.number != event.number)
    return replace(state, calls=kept)
