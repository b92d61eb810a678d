"""Closed tables: what became of a table that is not served, read from the end of its journal."""

from __future__ import annotations

from pitboss.ledger.accounts import is_id
from pitboss.pit.mend import KIND, mend_of
from pitboss.pit.replay import stream_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.store import Store
from pitboss.table.events import TableClosed, kind_of

CLOSED = Refusal(
    RefusalCode.UNKNOWN_ROUND, "That table is closed. Bets that still lay there went back."
)
_CLOSED_KIND = kind_of(TableClosed)


def closing_of(store: Store, table: str) -> Refusal | None:
    """Why a table is closed for good; None while it is open, has bets, or never was."""
    if not is_id(table):
        return None
    held = store.held_at(stream_of(table), table)
    if isinstance(held, Refusal):
        return held
    end, bets = held
    if end.version == 0 or bets:
        return None
    last = store.read(end.stream, after=end.version - 1, limit=1)
    if isinstance(last, Refusal):
        return last if last.code is RefusalCode.STORE_UNAVAILABLE else None
    kind = last[0].events[-1].kind if last and last[0].events else ""
    if kind == _CLOSED_KIND:
        return CLOSED
    return _find_mending(store, table) if kind == KIND else None


def _find_mending(store: Store, table: str) -> Refusal | None:
    mend = mend_of(store, stream_of(table))
    if mend is None or isinstance(mend, Refusal):
        return mend
    return Refusal(
        RefusalCode.NOT_NOW, f"Table {table} was closed for good by {mend.by}: {mend.reason}"
    )
