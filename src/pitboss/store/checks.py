"""The audit of the books: the journal replayed and compared with every row of the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pitboss.audit.chain import first_head, link
from pitboss.ledger.accounts import (
    HOUSE,
    ISSUER,
    kind_of,
    may_go_negative,
    player_account,
    stake_account,
    table_account,
)
from pitboss.ledger.limits import NO_LIMIT, LimitKind, LimitState, moved, requested
from pitboss.store.encode import read_body
from pitboss.store.session import Row, Session

PAGE = 1_000
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""What reading a record raises whose bytes were changed into something else."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was counted, and everything that is wrong; sound when nothing is."""

    records: int
    transfers: int
    accounts: int
    open_bets: int
    faults: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


@dataclass(slots=True)
class _Replay:
    """What the journal alone says."""

    records: int = 0
    legs: dict[tuple[str, int, int], Row] = field(default_factory=dict)
    balances: Counter[str] = field(default_factory=Counter)
    stakes: dict[str, tuple[str, str, int, str, int]] = field(default_factory=dict)
    closed: dict[str, str] = field(default_factory=dict)
    rounds: set[str] = field(default_factory=set)
    ends: dict[str, tuple[int, str]] = field(default_factory=dict)
    limits: dict[tuple[str, str], LimitState] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def check_books(session: Session) -> Findings:
    """Compare journal and ledger: chain, moves, balances, bets, settlements, limits."""
    replay = _Replay()
    for row in _rows(session):
        try:
            _record(replay, row)
        except UNREADABLE:
            replay.faults.append(f"Record {row[1]} of {row[0]} cannot be read.")
    faults = replay.faults
    _compare_streams(session, replay)
    _compare_transfers(session, replay)
    _compare_limits(session, replay)
    accounts = _compare_accounts(session, replay)
    open_bets = _compare_bets(session, replay)
    return Findings(replay.records, len(replay.legs), accounts, open_bets, tuple(faults))


def _rows(session: Session) -> Iterator[Row]:
    for (stream,) in session.fetch("SELECT DISTINCT stream FROM journal ORDER BY stream"):
        after = 0
        rows: list[Row] = []
        while after == 0 or len(rows) == PAGE:
            rows = session.fetch(
                "SELECT stream, version, round_id, actor, client_id, fingerprint, at_ms, head,"
                " record FROM journal WHERE stream = ? AND version > ? ORDER BY version LIMIT ?",
                (stream, after, PAGE),
            )
            yield from rows
            after = rows[-1][1] if rows else -1


def _record(replay: _Replay, row: Row) -> None:
    stream, version, round_id, *_, head, data = row
    before, digest = replay.ends.get(stream, (0, first_head(stream).digest))
    if version != before + 1 or link(digest, data.encode()) != head:
        replay.faults.append(f"Record {version} of {stream} breaks the chain.")
    replay.ends[stream] = (version, head)
    replay.records += 1
    body = read_body(data)
    names = ("stream", "version", "round_id", "actor", "client_id", "fingerprint", "at_ms")
    if row[:7] != tuple(body.get(name) for name in names):
        replay.faults.append(f"The columns of record {version} of {stream} were changed.")
    if round_id is not None:
        replay.rounds.add(round_id)
    leg = 0
    for wish in body.get("limits", ()):
        key = (wish["player"], wish["kind"])
        state = replay.limits.get(key, NO_LIMIT)
        kind, value = LimitKind(wish["kind"]), wish.get("value")
        if "back_ms" in wish:
            replay.limits[key] = moved(kind, state, value=value, back_ms=wish["back_ms"])
            continue
        after = requested(kind, state, value=value, now_ms=body["at_ms"])
        if isinstance(after, LimitState):
            replay.limits[key] = after
    for transfer in body.get("transfers", ()):
        _bet(replay, transfer)
        moves = [(m["kind"], m["from"], m["to"], m["amount"]) for m in transfer["moves"]]
        if moves != _moves(replay, transfer):
            where = f"record {version} of {stream}"
            replay.faults.append(f"The moves of a {transfer['type']} in {where} are not its own.")
        for move in transfer["moves"]:
            leg += 1
            source, target, amount = move["from"], move["to"], move["amount"]
            replay.legs[stream, version, leg] = (move["kind"], source, target, amount)
            replay.balances[source] -= amount
            replay.balances[target] += amount
            _owing(replay, source, f"record {version} of {stream}")


def _owing(replay: _Replay, account: str, where: str) -> None:
    # Streams are replayed one after another, so only a seat's own stream tells when it owes.
    if account.startswith("stake:") and replay.balances[account] < 0:
        replay.faults.append(f"{account} owes at {where}.")


def _bet(replay: _Replay, transfer: dict[str, Any]) -> None:
    kind, hold_id = transfer["type"], transfer.get("hold_id", "")
    if kind == "hold":
        if hold_id in replay.stakes:
            replay.faults.append(f"Bet {hold_id} was made twice.")
        replay.stakes[hold_id] = (
            transfer["player"],
            transfer["table"],
            transfer["seat"],
            transfer["round_id"],
            transfer["amount"],
        )
        if "carried_from" in transfer:
            # A stake that stays up waits for a round that may not have begun.
            replay.rounds.add(transfer["round_id"])
    elif kind in {"post", "void"}:
        if hold_id in replay.closed:
            replay.faults.append(f"Bet {hold_id} was settled twice.")
        replay.closed[hold_id] = kind


def _moves(replay: _Replay, transfer: dict[str, Any]) -> list[tuple[str, str, str, int]]:
    """What a transfer moves, worked out from the bet it concerns."""
    kind, amount = transfer["type"], transfer.get("amount", 0)
    if kind == "issue":
        return [("issue", ISSUER, player_account(transfer["player"]), amount)]
    if kind == "fill":
        ways = (HOUSE, table_account(transfer["table"]))
        return [("fill", *(ways if amount > 0 else ways[::-1]), abs(amount))]
    bet = replay.stakes.get(transfer["hold_id"])
    if bet is None:
        return []
    player, stake = player_account(bet[0]), stake_account(bet[1], bet[2])
    table, staked = table_account(bet[1]), bet[4]
    if kind == "hold":
        return [("hold", player, stake, staked)]
    if kind == "void":
        return [("void", stake, player, staked)]
    if kind == "correct":
        ways = (table, player)
        return [("correct", *(ways if amount > 0 else ways[::-1]), abs(amount))]
    taken, won = transfer["taken"], transfer["won"]
    every = [
        ("take", stake, table, taken),
        ("return", stake, player, staked - taken),
        ("win", table, player, won),
    ]
    return [move for move in every if move[3]]


def _compare_limits(session: Session, replay: _Replay) -> None:
    rows = session.fetch("SELECT player_id, kind, in_force, pending, pending_from_ms FROM limits")
    if {(row[0], row[1]): LimitState(*row[2:]) for row in rows} != replay.limits:
        replay.faults.append("Players' limits differ from the journal.")


def _compare_streams(session: Session, replay: _Replay) -> None:
    stored = session.fetch("SELECT stream, version, head FROM streams WHERE version > 0")
    if {row[0]: (row[1], row[2]) for row in stored} != replay.ends:
        replay.faults.append("The ends of streams differ from the journal.")


def _compare_transfers(session: Session, replay: _Replay) -> None:
    rows = session.fetch(
        "SELECT stream, version, leg, kind, source, target, amount, player_id, player_move,"
        " balance_after FROM transfers ORDER BY player_id, player_move"
    )
    stored = {(row[0], row[1], row[2]): tuple(row[3:7]) for row in rows}
    if stored != replay.legs:
        differing = sorted(
            key
            for key in stored.keys() | replay.legs.keys()
            if stored.get(key) != replay.legs.get(key)
        )
        replay.faults.append(f"Transfers differ from the journal, first at {differing[0]}.")
    running: dict[str, tuple[int, int]] = {}
    for row in rows:
        source, target, amount, player, number, balance = row[4:]
        if player is None:
            continue
        account = player_account(player)
        lines, before = running.get(player, (0, 0))
        after = before + amount * ((target == account) - (source == account))
        if (number, balance) != (lines + 1, after):
            replay.faults.append(f"Line {number} of {player}'s statement does not add up.")
        running[player] = (number, balance)


def _compare_accounts(session: Session, replay: _Replay) -> int:
    rows = session.fetch("SELECT account, kind, balance FROM accounts")
    for account, kind, balance in rows:
        if balance != replay.balances.get(account, 0):
            replay.faults.append(f"{account} shows {balance}, its moves say otherwise.")
        if kind != kind_of(account).value or (balance < 0 and not may_go_negative(account)):
            replay.faults.append(f"{account} may not stand at {balance}.")
    if replay.balances.keys() - {row[0] for row in rows}:
        replay.faults.append("An account that moved is missing.")
    if sum(row[2] for row in rows) != 0:
        replay.faults.append("All balances together are not zero.")
    return len(rows)


def _compare_bets(session: Session, replay: _Replay) -> int:
    rows = session.fetch(
        "SELECT h.hold_id, h.player_id, h.table_id, h.seat, h.round_id, h.amount, h.is_open,"
        " s.outcome FROM holds h LEFT JOIN settlements s ON s.hold_id = h.hold_id"
    )
    stored = {row[0]: tuple(row[1:6]) for row in rows}
    if stored != replay.stakes:
        replay.faults.append("Bets differ from the journal.")
    outcomes = {row[0]: row[7] for row in rows if row[7] is not None}
    closed = {row[0] for row in rows if not row[6]}
    if outcomes != replay.closed or closed != replay.closed.keys():
        replay.faults.append("Settlements differ from the journal.")
    in_action: Counter[str] = Counter()
    for _, _, table, seat, round_id, amount, is_open, _ in rows:
        if is_open:
            in_action[stake_account(table, seat)] += amount
            if round_id not in replay.rounds:
                replay.faults.append(f"A stake is in action in {round_id}, which is no round.")
    standing = {
        account: balance
        for account, balance in replay.balances.items()
        if account.startswith("stake:") and balance
    }
    if standing != dict(in_action):
        replay.faults.append("The seats' stakes differ from the open bets.")
    return sum(row[6] for row in rows)
