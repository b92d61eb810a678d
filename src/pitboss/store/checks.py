"""The audit of the books: the journal replayed and compared with every row of the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import msgspec

from pitboss.audit.chain import first_head, link
from pitboss.ledger.accounts import (
    HOUSE,
    ISSUER,
    may_go_negative,
    player_account,
    stake_account,
    table_account,
)
from pitboss.ledger.limits import LimitState
from pitboss.store.encode import read_body
from pitboss.store.ledger_state import read_limits, replay_limit
from pitboss.store.session import Row, Session

_Key = TypeVar("_Key", bound=Any)

PAGE = 1_000
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""What reading a record raises whose bytes were changed into something else."""


class Findings(msgspec.Struct, frozen=True):
    """What was counted, and everything that is wrong; sound when nothing is."""

    records: int
    transfers: int
    accounts: int
    open_bets: int
    faults: tuple[str, ...]
    changed: frozenset[tuple[str, str]] = frozenset()
    """Streams with a record that was changed or cannot be read, each with its fault."""

    @property
    def is_sound(self) -> bool:
        return not self.faults


class _Stake(NamedTuple):
    player: str
    table: str
    seat: int
    round_id: str
    spot: str
    amount: int
    could_win: int | None


@dataclass(slots=True)
class _Replay:
    records: int = 0
    legs: dict[tuple[str, int, int], Row] = field(default_factory=dict)
    balances: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    stakes: dict[str, _Stake] = field(default_factory=dict)
    closed: dict[str, tuple[str, int, int, int]] = field(default_factory=dict)
    rounds: set[str] = field(default_factory=set)
    ends: dict[str, tuple[int, str]] = field(default_factory=dict)
    limits: dict[tuple[str, str], LimitState] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    changed: set[tuple[str, str]] = field(default_factory=set)

    def change(self, stream: str, fault: str) -> None:
        """A record that is not the one that was written."""
        self.faults.append(fault)
        self.changed.add((stream, fault))


def check_books(session: Session) -> Findings:
    """Compare journal and ledger: chain, moves, balances, bets, settlements, limits."""
    replay = _Replay()
    for row in _rows(session):
        try:
            _record(replay, row)
        except UNREADABLE:
            replay.change(row[0], f"Record {row[1]} of {row[0]} cannot be read.")
    _compare_streams(session, replay)
    _compare_transfers(session, replay)
    _compare_limits(session, replay)
    accounts = _compare_accounts(session, replay)
    open_bets = _compare_bets(session, replay)
    return Findings(
        *(replay.records, len(replay.legs), accounts, open_bets),
        *(tuple(replay.faults), frozenset(replay.changed)),
    )


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
        replay.change(stream, f"Record {version} of {stream} breaks the chain.")
    replay.ends[stream] = (version, head)
    replay.records += 1
    body = read_body(data)
    names = ("stream", "version", "round_id", "actor", "client_id", "fingerprint", "at_ms")
    if row[:7] != tuple(body.get(name) for name in names):
        replay.change(stream, f"The columns of record {version} of {stream} were changed.")
    if round_id is not None:
        replay.rounds.add(round_id)
    leg = 0
    for wish in body.get("limits", ()):
        replay_limit(replay.limits, wish, now_ms=body["at_ms"])
    for transfer in body.get("transfers", ()):
        _bet(replay, transfer)
        moves = [(m["kind"], m["from"], m["to"], m["amount"]) for m in transfer["moves"]]
        if moves != _moves(replay, transfer):
            where = f"record {version} of {stream}"
            replay.faults.append(f"The moves of a {transfer['type']} in {where} are not its own.")
        player = _player(replay, transfer)
        for move in moves:
            leg += 1
            replay.legs[stream, version, leg] = (*move, body["at_ms"], player)
            _, source, target, amount = move
            replay.balances[source] -= amount
            replay.balances[target] += amount
            replay.lines.update((source, target))
            if player is not None and player_account(player) not in (source, target):
                replay.lines[player_account(player)] += 1
            _owing(replay, source, f"record {version} of {stream}")


def _player(replay: _Replay, transfer: dict[str, Any]) -> str | None:
    """On whose statement the moves of a transfer stand."""
    bet = replay.stakes.get(transfer.get("hold_id", ""))
    return bet.player if bet is not None else transfer.get("player")


def _owing(replay: _Replay, account: str, where: str) -> None:
    # Streams are replayed one after another, so only a seat's own stream tells when it owes.
    if account.startswith("stake:") and replay.balances[account] < 0:
        replay.faults.append(f"{account} owes at {where}.")


def _bet(replay: _Replay, transfer: dict[str, Any]) -> None:
    kind, hold_id = transfer["type"], transfer.get("hold_id", "")
    if kind == "hold":
        if hold_id in replay.stakes:
            replay.faults.append(f"Bet {hold_id} was made twice.")
        replay.stakes[hold_id] = _Stake(
            *(transfer["player"], transfer["table"], transfer["seat"], transfer["round_id"]),
            *(transfer["spot"], transfer["amount"], transfer.get("could_win")),
        )
        if "carried_from" in transfer:
            # A stake that stays up waits for a round that may not have begun.
            replay.rounds.add(transfer["round_id"])
    elif kind in {"post", "void"}:
        if hold_id in replay.closed:
            replay.faults.append(f"Bet {hold_id} was settled twice.")
        bet = replay.stakes.get(hold_id)
        staked = 0 if bet is None else bet.amount
        taken = transfer.get("taken", 0)
        replay.closed[hold_id] = (kind, taken, staked - taken, transfer.get("won", 0))


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
    player, stake = player_account(bet.player), stake_account(bet.table, bet.seat)
    table, staked = table_account(bet.table), bet.amount
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
    stored = read_limits(session)
    if stored != replay.limits:
        player, kind = _differing(stored, replay.limits)[0]
        replay.faults.append(
            f"Players' limits differ from the journal, first the limit '{kind}' of {player}."
        )


def _differing(stored: Mapping[_Key, object], replayed: Mapping[_Key, object]) -> list[_Key]:
    """The keys of rows that are not as the journal says."""
    every = stored.keys() | replayed.keys()
    return sorted(key for key in every if stored.get(key) != replayed.get(key))


def _compare_streams(session: Session, replay: _Replay) -> None:
    stored = session.fetch("SELECT stream, version, head FROM streams WHERE version > 0")
    if {row[0]: (row[1], row[2]) for row in stored} != replay.ends:
        replay.faults.append("The ends of streams differ from the journal.")


def _compare_transfers(session: Session, replay: _Replay) -> None:
    rows = session.fetch(
        "SELECT stream, version, leg, kind, source, target, amount, at_ms, player_id, player_move,"
        " balance_after FROM transfers ORDER BY player_id, player_move"
    )
    stored = {(row[0], row[1], row[2]): tuple(row[3:9]) for row in rows}
    if stored != replay.legs:
        stream, version, leg = _differing(stored, replay.legs)[0]
        where = f"move {leg} of record {version} of {stream}"
        replay.faults.append(f"Transfers differ from the journal, first {where}.")
    running: dict[str, tuple[int, int]] = {}
    for row in rows:
        source, target, amount, _, player, number, balance = row[4:]
        if player is None:
            continue
        account = player_account(player)
        lines, before = running.get(player, (0, 0))
        after = before + amount * ((target == account) - (source == account))
        if (number, balance) != (lines + 1, after):
            replay.faults.append(f"Line {number} of {player}'s statement does not add up.")
        running[player] = (number, balance)


def _compare_accounts(session: Session, replay: _Replay) -> int:
    rows = session.fetch("SELECT account, kind, balance, moves FROM accounts")
    for account, kind, balance, moves in rows:
        if balance != replay.balances.get(account, 0):
            replay.faults.append(f"{account} shows {balance}, its moves say otherwise.")
        if moves != replay.lines.get(account, 0):
            replay.faults.append(f"{account} counts {moves} lines, its moves say otherwise.")
        if kind != account.partition(":")[0] or (balance < 0 and not may_go_negative(account)):
            replay.faults.append(f"{account} may not stand at {balance}.")
    if replay.balances.keys() - {row[0] for row in rows}:
        replay.faults.append("An account that moved is missing.")
    if sum(row[2] for row in rows) != 0:
        replay.faults.append("All balances together are not zero.")
    return len(rows)


def _compare_bets(session: Session, replay: _Replay) -> int:
    rows = session.fetch(
        "SELECT h.hold_id, h.player_id, h.table_id, h.seat, h.round_id, h.spot, h.amount,"
        " h.could_win, h.is_open, s.outcome, s.taken, s.returned, s.won"
        " FROM holds h LEFT JOIN settlements s ON s.hold_id = h.hold_id"
    )
    stored = {row[0]: _Stake(*row[1:8]) for row in rows}
    if stored != replay.stakes:
        hold_id = _differing(stored, replay.stakes)[0]
        bet = stored.get(hold_id) or replay.stakes[hold_id]
        where = f"bet {hold_id} of {bet.player} at table {bet.table}"
        replay.faults.append(f"Bets differ from the journal, first {where}.")
    outcomes = {row[0]: tuple(row[9:]) for row in rows if row[9] is not None}
    closed = {row[0] for row in rows if not row[8]}
    if outcomes != replay.closed:
        hold_id = _differing(outcomes, replay.closed)[0]
        replay.faults.append(f"Settlements differ from the journal, first that of bet {hold_id}.")
    elif closed != replay.closed.keys():
        hold_id = min(closed ^ replay.closed.keys())
        replay.faults.append(
            f"Settlements differ from the journal, first whether {hold_id} has one."
        )
    in_action: Counter[str] = Counter()
    for _, _, table, seat, round_id, _, amount, _, is_open, *_ in rows:
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
    return sum(row[8] for row in rows)
