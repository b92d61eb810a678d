"""Replay: a table rebuilt from its journal, and compared with what the ledger holds for it.

A journal that the rules do not follow is refused, never raised: whoever replays it decides what
becomes of the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from pitboss.audit.chain import link
from pitboss.games.registry import Registry
from pitboss.invariants import BrokenInvariant
from pitboss.ledger.facts import HeldBet
from pitboss.pit.blind_rounds import follow, restake
from pitboss.pit.round_keys import Events, events_of, is_key_of, unsealed
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.front import Store
from pitboss.store.records import Record
from pitboss.table.events import TableOpened
from pitboss.table.evolve import opened
from pitboss.table.setup import rules_of
from pitboss.table.state import TableState

STREAM = "table:"
UNPLAYABLE = (
    BrokenInvariant,
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What the rules raise at events that cannot have happened."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A table as its journal tells it: state, version, and since when it waits as it does."""

    state: TableState
    version: int
    since_ms: int
    head: str
    """The hash of the journal's last record that went into the state."""


def stream_of(table: str) -> str:
    """The stream a table's journal is."""
    return STREAM + table


def advanced(standing: Standing, record: Record, events: Events | Refusal) -> Standing | Refusal:
    """The table after one more record, whose events were opened as far as they can be."""
    state = events if isinstance(events, Refusal) else _evolved(standing.state, record, events)
    if isinstance(state, Refusal):
        return Refusal(state.code, f"Record {record.version} of {record.stream}: {state.sentence}")
    is_new = state.mark != standing.state.mark
    since_ms = record.at_ms if is_new else standing.since_ms
    return Standing(state, record.version, since_ms, record.head)


def _evolved(state: TableState, record: Record, events: Events) -> TableState | Refusal:
    """The state after recorded events, or what the rules have against them."""
    try:
        for event in events:
            state = follow(state, event)
        return restake(state, record)
    except UNPLAYABLE as fault:
        cause = str(fault) or type(fault).__name__
        return Refusal(RefusalCode.TAMPERED, f"The rules do not allow it ({cause}).")


def caught_up(
    standing: Standing, records: Iterable[Record | Refusal], house_key: bytes | None = None
) -> Standing | Refusal:
    """The table after all further records."""
    is_first = True
    for one in unsealed(records, house_key):
        if isinstance(one, Refusal):
            return one
        record, events = one
        if is_first and link(standing.head, record.canonical) != record.head:
            sentence = f"The journal of {record.stream} is not the one this state was made from."
            return Refusal(RefusalCode.TAMPERED, sentence)
        is_first = False
        following = advanced(standing, record, events)
        if isinstance(following, Refusal):
            return following
        standing = following
    state = standing.state
    if state.is_blind and house_key is not None and is_key_of(house_key, state):
        return Refusal(RefusalCode.TAMPERED, "A sealed event does not open with its own key.")
    return standing


def rebuilt(
    store: Store,
    table: str,
    registry: Registry,
    *,
    house_key: bytes | None = None,
    until: int | None = None,
) -> Standing | Refusal:
    """A table from the first record of its journal to the last, or to a version.

    Without the house's key a round in play stays sealed.
    """
    records = store.replay(stream_of(table))
    standing = begun(table, next(records, None), registry)
    if isinstance(standing, Refusal):
        return standing
    if until is None:
        return caught_up(standing, records, house_key)
    wanted = takewhile(lambda r: isinstance(r, Refusal) or r.version <= until, records)
    return caught_up(standing, wanted, house_key)


def begun(table: str, first: Record | Refusal | None, registry: Registry) -> Standing | Refusal:
    """A table after the first record of its journal."""
    if first is None or isinstance(first, Refusal):
        return first or Refusal(RefusalCode.UNKNOWN_ROUND, f"There is no table {table}.")
    events = events_of(first)
    if isinstance(events, Refusal):
        return events
    if len(events) != 1 or not isinstance(events[0], TableOpened):
        return Refusal(RefusalCode.TAMPERED, f"The journal of {table} does not begin with it.")
    rules = rules_of(events[0], registry)
    if isinstance(rules, Refusal):
        return rules
    return Standing(opened(rules), first.version, first.at_ms, first.head)


def ledger_refusal(state: TableState, bets: tuple[HeldBet, ...]) -> Refusal | None:
    """Whether the stakes on the felt are exactly the bets that the ledger holds."""
    felt = sorted((s.hold, s.player, int(s.seat), str(s.spot), int(s.amount)) for s in state.stakes)
    held = sorted((b.hold_id, b.player, b.seat, b.spot, int(b.amount)) for b in bets)
    if felt == held:
        return None
    return Refusal(
        RefusalCode.TAMPERED,
        f"Table {state.rules.table} has {len(felt)} stakes on the felt and {len(held)} in the"
        " ledger, and they are not the same.",
    )
