"""Reads: journal, balances, bets, statements, limits and recall, in portable SQL.

Every record read is checked against its head again.
"""

from __future__ import annotations

import msgspec

from pitboss.audit.chain import Head, first_head, link
from pitboss.invariants import check
from pitboss.ledger.accounts import player_account
from pitboss.ledger.facts import HeldBet
from pitboss.ledger.limits import LimitKind, LimitState
from pitboss.ledger.statements import StatementLine
from pitboss.ledger.transfers import MoveKind
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.batch import ACTIVE_SINCE, IN_ACTION, LOST_SINCE, balances_after, bet_of
from pitboss.store.clock_steps import read_steps, sum_in_windows, times_in_windows
from pitboss.store.encode import record_of
from pitboss.store.records import Committed, Record
from pitboss.store.session import Row, Session
from pitboss.store.tables import HOLD_COLUMNS, LIMITS, RECORD_COLUMNS

PAGE_MAX = 1_000
RECALL_ROUNDS = 50


class RecalledRound(msgspec.Struct, frozen=True, kw_only=True):
    """Where a round is written, for a player's list of past rounds."""

    round_id: str
    stream: str
    last_version: int
    at_ms: int


def head(session: Session, stream: str) -> Head:
    """The end of a stream; a stream without records ends at version 0."""
    rows = session.fetch("SELECT version, head FROM streams WHERE stream = ?", (stream,))
    return Head(stream, *rows[0]) if rows else first_head(stream)


def heads(session: Session) -> tuple[Head, ...]:
    """The ends of all streams that have records."""
    rows = session.fetch("SELECT stream, version, head FROM streams WHERE version > 0")
    return tuple(sorted((Head(*row) for row in rows), key=lambda found: found.stream))


def journal(
    session: Session, stream: str, *, after: int = 0, limit: int = PAGE_MAX
) -> tuple[Record, ...] | Refusal:
    """At most a thousand records after a version, each checked against the chain."""
    # With the record before them, whose head the first of them continues: one statement.
    rows = session.fetch(
        f"SELECT {RECORD_COLUMNS} FROM journal WHERE stream = ? AND version >= ?"  # noqa: S608
        " ORDER BY version LIMIT ?",
        (stream, after, min(limit, PAGE_MAX) + (after > 0)),
    )
    if after == 0:
        return _chained(rows, version=0, digest=first_head(stream).digest)
    if not rows or rows[0][1] != after:
        return ()
    return _chained(rows[1:], version=after, digest=rows[0][-1])


def raw_journal(
    session: Session, stream: str, *, after: int, limit: int
) -> list[tuple[int, str, str]]:
    """Version, text and head of records after a version, unread: the caller checks the chain."""
    return session.fetch(
        "SELECT version, record, head FROM journal WHERE stream = ? AND version > ?"
        " ORDER BY version LIMIT ?",
        (stream, after, limit),
    )


def digest_at(session: Session, stream: str, version: int) -> str | None:
    """The hash over a stream up to a version; None when there is no such record."""
    if version == 0:
        return first_head(stream).digest
    rows = session.fetch(
        "SELECT head FROM journal WHERE stream = ? AND version = ?", (stream, version)
    )
    return str(rows[0][0]) if rows else None


def _chained(rows: list[Row], *, version: int, digest: str) -> tuple[Record, ...] | Refusal:
    found = []
    for row in rows:
        stream, at, *_, data, written = row
        version += 1
        digest = link(digest, data.encode())
        if (at, written) != (version, digest):
            return Refusal(
                RefusalCode.TAMPERED,
                f"Record {version} of {stream} is not the one that was written.",
            )
        # Read only now: what was changed need not be JSON.
        found.append(record_of(row))
    return tuple(found)


def round_records(session: Session, round_id: str) -> tuple[Record, ...] | Refusal:
    """All records that name a round, in order, each checked against the record before it."""
    rows = session.fetch(
        f"SELECT {RECORD_COLUMNS} FROM journal WHERE round_id = ? ORDER BY stream, version",  # noqa: S608
        (round_id,),
    )
    if not rows:
        return Refusal(RefusalCode.UNKNOWN_ROUND, f"There is no round {round_id}.")
    found: list[Record] = []
    for row in rows:
        stream, version, *_, data, written = row
        before = digest_at(session, stream, version - 1)
        if before is None or link(before, data.encode()) != written:
            return Refusal(RefusalCode.TAMPERED, f"A record of round {round_id} was changed.")
        found.append(record_of(row))
    return tuple(found)


def last_rounds(
    session: Session, player: str, *, count: int = RECALL_ROUNDS
) -> tuple[RecalledRound, ...]:
    """A player's last rounds, newest first, by the order of the statement and not of clocks."""
    found: dict[str, RecalledRound] = {}
    before = _next_number(session, player)
    while before > 1 and len(found) < count:
        rows = session.fetch(
            "SELECT player_move, round_id, stream, version, at_ms FROM transfers"
            " WHERE player_id = ? AND player_move < ? ORDER BY player_move DESC LIMIT ?",
            (player, before, PAGE_MAX),
        )
        check(bool(rows), "a statement has a line for every number")
        for number, round_id, stream, version, at_ms in rows:
            before = number
            if round_id is not None and round_id not in found and len(found) < count:
                found[round_id] = RecalledRound(
                    round_id=round_id, stream=stream, last_version=version, at_ms=at_ms
                )
    return tuple(found.values())


def _next_number(session: Session, player: str) -> int:
    rows = session.fetch("SELECT moves FROM accounts WHERE account = ?", (player_account(player),))
    return rows[0][0] + 1 if rows else 1


def balance(session: Session, account: str) -> int | None:
    rows = session.fetch("SELECT balance FROM accounts WHERE account = ?", (account,))
    return int(rows[0][0]) if rows else None


def statement(
    session: Session, player: str, *, after: int = 0, limit: int = PAGE_MAX
) -> tuple[StatementLine, ...]:
    """A player's account lines after a number."""
    rows = session.fetch(
        "SELECT player_move, at_ms, kind, source, target, amount, balance_after, stream, version,"
        " round_id, hold_id, reason FROM transfers"
        " WHERE player_id = ? AND player_move > ? ORDER BY player_move LIMIT ?",
        (player, after, min(limit, PAGE_MAX)),
    )
    account = player_account(player)
    return tuple(
        StatementLine(
            number=row[0],
            at_ms=row[1],
            kind=MoveKind(row[2]),
            change=row[5] * ((row[4] == account) - (row[3] == account)),
            amount=row[5],
            balance=row[6],
            stream=row[7],
            version=row[8],
            round_id=row[9],
            hold_id=row[10],
            reason=row[11],
        )
        for row in rows
    )


def statement_length(session: Session, player: str) -> int:
    """The number of a player's last account line; 0 when there is none."""
    return _next_number(session, player) - 1


def lost_since(session: Session, player: str, since_ms: int, *, now_ms: int) -> int:
    """Stakes taken less winnings and corrections since a time; negative when ahead."""
    steps = read_steps(session)
    return sum_in_windows(session, LOST_SINCE, player, steps, (since_ms, now_ms))


def in_action(session: Session, player: str) -> int:
    return int(session.fetch(IN_ACTION, (player,))[0][0])


def active_since(session: Session, player: str, since_ms: int, *, now_ms: int) -> tuple[int, ...]:
    """The times of a player's bets and settlements since a time."""
    steps = read_steps(session)
    return times_in_windows(session, ACTIVE_SINCE, player, steps, (since_ms, now_ms))


def open_bets(session: Session, table: str) -> tuple[HeldBet, ...]:
    rows = session.fetch(
        f"SELECT {HOLD_COLUMNS} FROM holds WHERE table_id = ? AND is_open = 1",  # noqa: S608
        (table,),
    )
    return tuple(sorted((bet_of(row) for row in rows), key=lambda bet: bet.hold_id))


def held_at(session: Session, stream: str, table: str) -> tuple[Head, tuple[HeldBet, ...]]:
    """How far a table's journal goes, and the bets that are in action just then."""
    return head(session, stream), open_bets(session, table)


def limits(session: Session, player: str) -> dict[LimitKind, LimitState]:
    rows = session.fetch(f"{LIMITS} WHERE player_id = ?", (player,))
    return {LimitKind(row[1]): LimitState(*row[2:]) for row in rows}


def limits_after(session: Session, at_ms: int) -> tuple[tuple[str, LimitKind, LimitState], ...]:
    """Limits that change or end later than a time, with whose they are."""
    rows = session.fetch(
        f"{LIMITS} WHERE pending_from_ms > ? OR kind = 'cool-off' AND in_force > ?"
        " ORDER BY player_id, kind",
        (at_ms, at_ms),
    )
    return tuple((row[0], LimitKind(row[1]), LimitState(*row[2:])) for row in rows)


def first_answer(session: Session, *, actor: str, client_id: str) -> Committed | None:
    """What was answered to a command, if it was committed."""
    rows = session.fetch(
        "SELECT stream, version, head, at_ms FROM journal WHERE actor = ? AND client_id = ?",
        (actor, client_id),
    )
    if not rows:
        return None
    stream, version, digest, at_ms = rows[0]
    return Committed(
        stream=stream,
        version=version,
        head=digest,
        at_ms=at_ms,
        balances=balances_after(session, stream=stream, version=version),
        is_repeat=True,
    )
