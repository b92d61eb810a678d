"""The ledger as it stands: balances, open bets and limits, and a digest of them.

A signed head carries the digest. The next start takes back what was recorded after that head and
compares, so that it need not replay the whole journal.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.ledger.accounts import player_account
from pitboss.ledger.limits import NO_LIMIT, LimitKind, LimitState, move_limit, request_limit
from pitboss.refusals import Refusal
from pitboss.store import reads
from pitboss.store.encode import read_body
from pitboss.store.records import Record
from pitboss.store.session import Row, Session, marks, pad
from pitboss.store.tables import LIMITS, TABLES

_MARK = b"pitboss/ledger/1\0"
_HOLDS = f"SELECT {', '.join(TABLES['holds'][:8])} FROM holds"  # noqa: S608
CHUNK = 256

LimitKey = tuple[str, str]


@dataclass(slots=True)
class LedgerState:
    """Every account with its balance and number of lines, every open bet, every limit."""

    accounts: dict[str, tuple[int, int]]
    holds: dict[str, Row]
    limits: dict[LimitKey, LimitState]

    def digest(self) -> str:
        """SHA-256 over one line for each account, bet and limit, in order."""
        state = hashlib.sha256(_MARK)
        for account in sorted(self.accounts):
            balance, moves = self.accounts[account]
            if moves:
                state.update(f"account {account} {balance} {moves}\n".encode())
        for hold_id in sorted(self.holds):
            state.update(_line("bet", self.holds[hold_id]))
        for key in sorted(self.limits):
            limit = self.limits[key]
            row = (*key, limit.in_force, limit.pending, limit.pending_from_ms)
            state.update(_line("limit", row))
        return state.hexdigest()


def _line(word: str, row: Row) -> bytes:
    return f"{word} {json.dumps(row, separators=(',', ':'), ensure_ascii=False)}\n".encode()


def read_ledger(session: Session) -> LedgerState:
    accounts = session.fetch("SELECT account, balance, moves FROM accounts ORDER BY account")
    holds = session.fetch(f"{_HOLDS} WHERE is_open = 1")
    return LedgerState(
        {name: (balance, moves) for name, balance, moves in accounts},
        {row[0]: tuple(row) for row in holds},
        read_limits(session),
    )


def read_limits(session: Session) -> dict[LimitKey, LimitState]:
    return {(row[0], row[1]): LimitState(*row[2:]) for row in session.fetch(LIMITS)}


def rewind(session: Session, ledger: LedgerState, signed: Mapping[str, int]) -> bool:
    """Take back all records after these versions; False when rows and records do not agree."""
    opened: set[str] = set()
    closed: set[str] = set()
    for end in reads.heads(session):
        after = signed.get(end.stream, 0)
        if end.version == after:
            continue
        records = _records(session, end.stream, after)
        if not records or records[-1].version != end.version:
            return False
        if not _take_back_moves(session, ledger, records, after):
            return False
        for record in records:
            for transfer in read_body(record.canonical).get("transfers", ()):
                if transfer["type"] == "hold":
                    opened.add(transfer["hold_id"])
                elif transfer["type"] in {"post", "void"}:
                    closed.add(transfer["hold_id"])
        _take_back_limits(session, ledger, records, after)
    for row in _holds(session, sorted(closed)):
        ledger.holds[row[0]] = tuple(row)
    for hold_id in opened:
        ledger.holds.pop(hold_id, None)
    return True


def _records(session: Session, stream: str, after: int) -> list[Record] | None:
    """The records of a stream after a version; None when the chain is broken there."""
    found: list[Record] = []
    while True:
        page = reads.journal(session, stream, after=after + len(found), limit=reads.PAGE_MAX)
        if isinstance(page, Refusal):
            return None
        found += page
        if len(page) < reads.PAGE_MAX:
            return found


def _take_back_moves(
    session: Session, ledger: LedgerState, records: list[Record], after: int
) -> bool:
    recorded = []
    for record in records:
        transfers = read_body(record.canonical).get("transfers", ())
        moves = [move for transfer in transfers for move in transfer["moves"]]
        recorded += [
            (record.version, leg, move["kind"], move["from"], move["to"], move["amount"])
            for leg, move in enumerate(moves, 1)
        ]
    rows = session.fetch(
        "SELECT version, leg, kind, source, target, amount, player_id FROM transfers"
        " WHERE stream = ? AND version > ? ORDER BY version, leg",
        (records[0].stream, after),
    )
    if [tuple(row[:6]) for row in rows] != recorded:
        return False
    for _, _, _, source, target, amount, player in rows:
        _count(ledger, source, -amount)
        _count(ledger, target, amount)
        if player is not None and player_account(player) not in {source, target}:
            _count(ledger, player_account(player), 0)
    return True


def _count(ledger: LedgerState, account: str, change: int) -> None:
    balance, moves = ledger.accounts.get(account, (0, 0))
    ledger.accounts[account] = (balance - change, moves - 1)


def _take_back_limits(
    session: Session, ledger: LedgerState, records: list[Record], after: int
) -> None:
    """Set the limits that were changed to what the stream's earlier records make them."""
    changed = set(_wishes(records))
    if not changed:
        return
    before: dict[LimitKey, LimitState] = {}
    earlier = _records(session, records[0].stream, 0) or []
    for record in earlier[:after]:
        for wish in read_body(record.canonical).get("limits", ()):
            replay_limit(before, wish, now_ms=record.at_ms)
    for key in changed:
        if key in before:
            ledger.limits[key] = before[key]
        else:
            ledger.limits.pop(key, None)


def replay_limit(limits: dict[LimitKey, LimitState], wish: dict[str, Any], *, now_ms: int) -> None:
    """Do to the limits what a record's line about one of them did."""
    kind, value = LimitKind(wish["kind"]), wish.get("value")
    key = (wish["player"], wish["kind"])
    state = limits.get(key, NO_LIMIT)
    if wish.get("back_ms") is not None:
        limits[key] = move_limit(kind, state, value=value, back_ms=wish["back_ms"])
        return
    after = request_limit(kind, state, value=value, now_ms=now_ms)
    if isinstance(after, LimitState):
        limits[key] = after


def _wishes(records: Iterable[Record]) -> Iterable[LimitKey]:
    for record in records:
        for wish in read_body(record.canonical).get("limits", ()):
            yield wish["player"], wish["kind"]


def _holds(session: Session, ids: list[str]) -> Iterable[Row]:
    for start in range(0, len(ids), CHUNK):
        part = ids[start : start + CHUNK]
        yield from session.fetch(f"{_HOLDS} WHERE hold_id IN ({marks(len(part))})", pad(part))
