"""Rows waiting to be written: gathered per table, then sent with one statement each.

The order of writing satisfies every foreign key without deferring it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.invariants import check
from pitboss.ledger.accounts import kind_of
from pitboss.ledger.facts import HeldBet
from pitboss.ledger.judge import Judgement
from pitboss.ledger.limits import LimitKind, LimitState
from pitboss.ledger.transfers import Move, MoveKind
from pitboss.store.records import Commit
from pitboss.store.session import Row, Session
from pitboss.store.tables import insert_into

NEW_ACCOUNT = insert_into("accounts") + " ON CONFLICT DO NOTHING"
SET_BALANCE = "UPDATE accounts SET balance = balance + ?, moves = moves + ? WHERE account = ?"
SET_STREAM = "UPDATE streams SET version = ?, head = ? WHERE stream = ?"
CLOSE_HOLD = "UPDATE holds SET is_open = 0 WHERE hold_id = ? AND is_open = 1"
SET_LIMIT = (
    insert_into("limits") + " ON CONFLICT (player_id, kind) DO UPDATE SET"
    " in_force = excluded.in_force, pending = excluded.pending,"
    " pending_from_ms = excluded.pending_from_ms"
)
ADD_RECORD, ADD_HOLD = insert_into("journal"), insert_into("holds")
ADD_SETTLEMENT, ADD_TRANSFER = insert_into("settlements"), insert_into("transfers")


class Rows:
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
        # In the order of names, as everywhere, so that two processes never lock crosswise.
        new = [(account, kind, 0, 0) for account, kind in sorted(self._new_accounts.items())]
        moved = [(delta, moves, name) for name, (delta, moves) in sorted(self._balances.items())]
        ends = [(version, head, name) for name, (version, head) in self._streams.items()]
        # A statement, its rows, and what must be true so that it changes each of them.
        writings: tuple[tuple[str, Sequence[Row], str], ...] = (
            (NEW_ACCOUNT, new, ""),
            (SET_BALANCE, moved, "every account that moved exists"),
            (SET_STREAM, ends, "every stream that grew exists"),
            (ADD_RECORD, self._records, ""),
            (ADD_HOLD, self._holds, ""),
            (CLOSE_HOLD, self._closed, "every bet that closes was open"),
            (ADD_SETTLEMENT, self._settlements, ""),
            (ADD_TRANSFER, self._transfers, ""),
            (SET_LIMIT, tuple(self._limits.values()), ""),
        )
        wanted = [one for one in writings if one[1]]
        changed = self._session.write_all([(sql, rows) for sql, rows, _ in wanted])
        for count, (_, rows, whole) in zip(changed, wanted, strict=True):
            check(not whole or count == len(rows), whole)
        self._clear()

    def new_account(self, account: str) -> None:
        """An account that credits reach for the first time."""
        self._new_accounts[account] = kind_of(account).value

    def balance(self, account: str, delta: int) -> None:
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
                    1,
                    commit.stream,
                    version,
                )
            )
        if not bet.is_open:
            self._closed.append((bet.hold_id,))
            self._settlements.append(_settlement(commit, version, bet, judgement))

    def limit(self, player: str, kind: LimitKind, state: LimitState) -> None:
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
