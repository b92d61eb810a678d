"""Rows waiting to be written: gathered per table, then sent with one statement each.

The order of writing satisfies every foreign key without deferring it.
"""

from __future__ import annotations

from pitboss.invariants import check
from pitboss.ledger.accounts import kind_of
from pitboss.ledger.facts import HeldBet
from pitboss.ledger.judge import Judgement
from pitboss.ledger.limits import LimitKind, LimitState
from pitboss.ledger.transfers import Move, MoveKind
from pitboss.store.records import Commit
from pitboss.store.session import Row, Session

NEW_ACCOUNT = (
    "INSERT INTO accounts (account, kind, balance, moves) VALUES (?, ?, 0, 0)"
    " ON CONFLICT DO NOTHING"
)
SET_BALANCE = "UPDATE accounts SET balance = balance + ?, moves = moves + ? WHERE account = ?"
SET_STREAM = "UPDATE streams SET version = ?, head = ? WHERE stream = ?"
ADD_RECORD = (
    "INSERT INTO journal (stream, version, at_ms, actor, client_id, fingerprint, round_id,"
    " record, head) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ADD_HOLD = (
    "INSERT INTO holds (hold_id, player_id, table_id, seat, round_id, spot, amount, could_win,"
    " is_open, stream, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)"
)
CLOSE_HOLD = "UPDATE holds SET is_open = 0 WHERE hold_id = ? AND is_open = 1"
ADD_SETTLEMENT = (
    "INSERT INTO settlements (hold_id, outcome, taken, returned, won, stream, version)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
ADD_TRANSFER = (
    "INSERT INTO transfers (stream, version, leg, kind, source, target, amount, at_ms, player_id,"
    " player_move, balance_after, round_id, hold_id, reason)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
SET_LIMIT = (
    "INSERT INTO limits (player_id, kind, in_force, pending, pending_from_ms)"
    " VALUES (?, ?, ?, ?, ?) ON CONFLICT (player_id, kind) DO UPDATE SET"
    " in_force = excluded.in_force, pending = excluded.pending,"
    " pending_from_ms = excluded.pending_from_ms"
)


class Rows:
    """What a batch will write."""

    __slots__ = (
        "_balances",
        "_closed",
        "_holds",
        "_limits",
        "_new_accounts",
        "_records",
        "_session",
        "_settlements",
        "_streams",
        "_transfers",
        "heads",
    )

    def __init__(self, session: Session) -> None:
        self._session = session
        self.heads: dict[str, int] = {}
        """How far each stream goes that this batch appended to."""
        self._clear()

    def _clear(self) -> None:
        self._new_accounts: dict[str, str] = {}
        self._balances: dict[str, tuple[int, int]] = {}
        self._streams: dict[str, tuple[int, str]] = {}
        self._records: list[Row] = []
        self._holds: list[Row] = []
        self._closed: list[Row] = []
        self._settlements: list[Row] = []
        self._transfers: list[Row] = []
        self._limits: dict[tuple[str, str], Row] = {}

    def flush(self) -> None:
        """Write everything gathered so far into the open transaction."""
        write = self._session.write
        if self._new_accounts:
            write(NEW_ACCOUNT, sorted(self._new_accounts.items()))
        if self._balances:
            # In the order of names, as everywhere, so that two processes never lock crosswise.
            rows = [(delta, moves, name) for name, (delta, moves) in sorted(self._balances.items())]
            changed = write(SET_BALANCE, rows)
            check(changed == len(rows), "every account that moved exists")
        if self._streams:
            ends = [(version, head, name) for name, (version, head) in self._streams.items()]
            check(write(SET_STREAM, ends) == len(ends), "every stream that grew exists")
        if self._records:
            write(ADD_RECORD, self._records)
        if self._holds:
            write(ADD_HOLD, self._holds)
        if self._closed:
            changed = write(CLOSE_HOLD, self._closed)
            check(changed == len(self._closed), "every bet that closes was open")
        if self._settlements:
            write(ADD_SETTLEMENT, self._settlements)
        if self._transfers:
            write(ADD_TRANSFER, self._transfers)
        if self._limits:
            write(SET_LIMIT, list(self._limits.values()))
        self._clear()

    def new_account(self, account: str) -> None:
        """An account that credits reach for the first time."""
        self._new_accounts[account] = kind_of(account).value

    def balance(self, account: str, delta: int) -> None:
        """One more line at an account."""
        before, lines = self._balances.get(account, (0, 0))
        self._balances[account] = (before + delta, lines + 1)

    def record(self, commit: Commit, version: int, head: str, record: bytes) -> None:
        """A record of the journal and the stream's new end."""
        self.heads[commit.stream] = version
        self._streams[commit.stream] = (version, head)
        self._records.append(
            (
                commit.stream,
                version,
                commit.at_ms,
                commit.actor,
                commit.client_id,
                commit.fingerprint,
                commit.round_id,
                record.decode(),
                head,
            )
        )

    def move(
        self, commit: Commit, version: int, leg: int, line: tuple[Move, int | None, int | None]
    ) -> None:
        """A move, with its number and balance on the player's statement."""
        move, player_move, balance = line
        self._transfers.append(
            (
                commit.stream,
                version,
                leg,
                move.kind.value,
                move.source,
                move.target,
                move.amount,
                commit.at_ms,
                move.player,
                player_move,
                balance,
                move.round_id,
                move.hold_id,
                move.reason,
            )
        )

    def bet(
        self,
        commit: Commit,
        version: int,
        bet: HeldBet,
        before: HeldBet | None,
        judgement: Judgement,
    ) -> None:
        """A bet that this commit opened, closed, or both."""
        if before is None:
            self._holds.append(
                (
                    bet.hold_id,
                    bet.player,
                    bet.table,
                    bet.seat,
                    bet.round_id,
                    bet.spot,
                    bet.amount,
                    bet.could_win,
                    commit.stream,
                    version,
                )
            )
        if not bet.is_open:
            self._closed.append((bet.hold_id,))
            self._settlements.append(_settlement(commit, version, bet, judgement))

    def limit(self, player: str, kind: LimitKind, state: LimitState) -> None:
        """A limit as it stands now."""
        row = (player, kind.value, state.in_force, state.pending, state.pending_from_ms)
        self._limits[player, kind.value] = row


def _settlement(commit: Commit, version: int, bet: HeldBet, judgement: Judgement) -> Row:
    sums = dict.fromkeys(MoveKind, 0)
    for move in judgement.moves:
        if move.hold_id == bet.hold_id:
            sums[move.kind] += move.amount
    is_void = sums[MoveKind.VOID] > 0
    returned = sums[MoveKind.RETURN] + sums[MoveKind.VOID]
    taken, won = sums[MoveKind.TAKE], sums[MoveKind.WIN]
    check(taken + returned == bet.amount, "a settlement disposes of the whole stake")
    outcome = "void" if is_void else "post"
    return (bet.hold_id, outcome, taken, returned, won, commit.stream, version)
