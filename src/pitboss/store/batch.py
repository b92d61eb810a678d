"""A batch: several commits judged and written in one transaction.

Everything it needs is read first, in one order of locks for every process; each commit is then
judged on what the ones before it left; rows are written together at the end. A refused commit adds
no row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pitboss.audit.chain import first_head, link
from pitboss.invariants import check
from pitboss.ledger import accounts
from pitboss.ledger.clock_steps import ClockStep
from pitboss.ledger.facts import Exposure, HeldBet
from pitboss.ledger.judge import Judgement, judge
from pitboss.ledger.limits import NO_LIMIT, LimitKind, LimitState, move_limit, request_limit
from pitboss.ledger.repeats import repeat_refusal
from pitboss.ledger.transfers import Correct, Fill, Hold, Issue, Post, Transfer, Void
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.clock_leases import OVERTAKEN, ask_in_force
from pitboss.store.clock_steps import read_steps, sum_in_windows, times_in_windows
from pitboss.store.encode import record_bytes
from pitboss.store.records import Answer, Commit, Committed, Lease
from pitboss.store.rows import Rows
from pitboss.store.session import Query, Row, Session, marks, pad
from pitboss.store.tables import HOLD_COLUMNS, LIMITS

LOST_SINCE = (
    "SELECT COALESCE(SUM(CASE WHEN kind = 'take' OR kind = 'correct'"
    " AND substr(source, 1, 7) = 'player:' THEN amount ELSE -amount END), 0)"
    " FROM transfers WHERE player_id = ? AND at_ms BETWEEN ? AND ?"
    " AND kind IN ('take', 'win', 'correct')"
)
IN_ACTION = "SELECT COALESCE(SUM(amount), 0) FROM holds WHERE player_id = ? AND is_open = 1"
ACTIVE_SINCE = (
    "SELECT DISTINCT at_ms FROM transfers WHERE player_id = ? AND at_ms BETWEEN ? AND ?"
    " AND kind IN ('hold', 'take', 'return', 'win')"
)

_WITHOUT_BET = (Issue, Fill)


class Batch:
    """The state of one transaction; also the facts that its transfers are judged on."""

    __slots__ = (
        "_accounts",
        "_bets",
        "_first",
        "_leases",
        "_limits",
        "_now_ms",
        "_rows",
        "_session",
        "_steps",
        "_streams",
    )

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rows = Rows(session)
        self._now_ms = 0
        self._steps: tuple[ClockStep, ...] | None = None
        self._streams: dict[str, tuple[int, str]] = {}
        self._accounts: dict[str, tuple[int, int]] = {}
        self._bets: dict[str, HeldBet] = {}
        self._limits: dict[str, dict[LimitKind, LimitState]] = {}
        self._first: dict[tuple[str, str], tuple[str, Committed]] = {}
        self._leases: frozenset[Lease] = frozenset()

    def run(self, commits: Sequence[Commit]) -> list[Answer]:
        """Answer every commit in turn and leave the transaction ready to be committed."""
        self._load(commits)
        answers = [self._one(commit) for commit in commits]
        self._rows.flush()
        self._session.notify(self._rows.heads.items())
        return answers

    # What is read before anything is judged: streams, bets, accounts, ids, limits.

    def _load(self, commits: Sequence[Commit]) -> None:
        names = sorted({commit.stream for commit in commits})
        transfers = [transfer for commit in commits for transfer in commit.transfers]
        ids = sorted({t.hold_id for t in transfers if not isinstance(t, _WITHOUT_BET)})
        streams, bets = self._read(
            self._ask("stream, version, head FROM streams", "stream", names),
            self._ask(f"{HOLD_COLUMNS} FROM holds", "hold_id", ids),
        )
        self._streams = {stream: (version, head) for stream, version, head in streams}
        if len(streams) < len(names):
            self._make_streams(names)
        self._bets = {row[0]: bet_of(row) for row in bets}
        leases = {commit.lease for commit in commits if commit.lease is not None}
        bettors = {t.player for t in transfers if isinstance(t, Hold)}
        players = sorted(bettors | {w.player for c in commits for w in c.limits})
        moved, held, answers, limits = self._read(
            self._ask("account, balance, moves FROM accounts", "account", self._names(transfers)),
            ask_in_force(tuple(leases)) if leases else None,
            _ask_first([(commit.actor, commit.client_id) for commit in commits]),
            (f"{LIMITS} WHERE player_id IN ({marks(len(players))})", pad(players))
            if players
            else None,
        )
        self._accounts = {account: (balance, moves) for account, balance, moves in moved}
        self._leases = frozenset(Lease(*row) for row in held) & leases
        self._take_first(answers)
        for player, kind, *state in limits:
            self._limits.setdefault(player, {})[LimitKind(kind)] = LimitState(*state)

    def _read(self, *queries: Query | None) -> list[list[Row]]:
        """The rows of each query in one exchange with the database; none where none is asked."""
        found = iter(self._session.fetch_all([one for one in queries if one is not None]))
        return [[] if one is None else next(found) for one in queries]

    def _ask(self, what: str, key: str, names: Sequence[str]) -> Query | None:
        """Rows by name, locked in the order of names."""
        if not names:
            return None
        sql = (
            f"SELECT {what} WHERE {key} IN ({marks(len(names))}) ORDER BY {key}{self._session.lock}"
        )
        return sql, pad(names)

    def _make_streams(self, names: list[str]) -> None:
        fresh = [(name, first_head(name).digest) for name in names if name not in self._streams]
        self._session.write(
            "INSERT INTO streams (stream, version, head) VALUES (?, 0, ?) ON CONFLICT DO NOTHING",
            fresh,
        )
        (rows,) = self._read(self._ask("stream, version, head FROM streams", "stream", names))
        self._streams = {stream: (version, head) for stream, version, head in rows}
        check(len(self._streams) == len(names), "a stream that was made can be read")

    def _names(self, transfers: Sequence[Transfer]) -> list[str]:
        """The accounts that transfers may move."""
        names: set[str] = set()
        for transfer in transfers:
            match transfer:
                case Issue():
                    names |= {accounts.ISSUER, accounts.player_account(transfer.player)}
                case Fill():
                    names |= {accounts.HOUSE, accounts.table_account(transfer.table)}
                case Hold():
                    names |= _of_seat(transfer.player, transfer.table, transfer.seat)
                case Post() | Void() | Correct():
                    bet = self._bets.get(transfer.hold_id)
                    if bet is not None:
                        names |= _of_seat(bet.player, bet.table, bet.seat)
        return sorted(names)

    def _take_first(self, rows: Sequence[Row]) -> None:
        """What commands were answered that came before."""
        for actor, client_id, fingerprint, stream, version, head, at_ms in rows:
            answer = Committed(
                stream=stream,
                version=version,
                head=head,
                at_ms=at_ms,
                balances=balances_after(self._session, stream=stream, version=version),
            )
            self._first[actor, client_id] = (fingerprint, answer)

    # One commit.

    def _one(self, commit: Commit) -> Answer:
        key = (commit.actor, commit.client_id)
        first = self._first.get(key)
        if first is not None:
            refusal = repeat_refusal(first_fingerprint=first[0], fingerprint=commit.fingerprint)
            return replace(first[1], is_repeat=True) if refusal is None else refusal
        if commit.lease is not None and commit.lease not in self._leases:
            return OVERTAKEN
        version, head = self._streams[commit.stream]
        if commit.expected is not None and commit.expected.digest != head:
            return Refusal(
                RefusalCode.STALE_VERSION,
                f"{commit.stream} has moved on to version {version}; look again and retry.",
            )
        self._now_ms = commit.at_ms
        judgement = judge(
            commit.transfers, self, now_ms=commit.at_ms, payout_limit=commit.payout_limit
        )
        if isinstance(judgement, Refusal):
            return judgement
        limits = self._wishes(commit) if commit.limits else []
        if isinstance(limits, Refusal):
            return limits
        record = record_bytes(commit, version + 1, judgement)
        if isinstance(record, Refusal):
            return record
        answer = self._write(commit, version + 1, link(head, record), record, judgement)
        for player, kind, state in limits:
            self._limits.setdefault(player, {})[kind] = state
            self._rows.limit(player, kind, state)
        self._first[key] = (commit.fingerprint, answer)
        return answer

    def _wishes(self, commit: Commit) -> list[tuple[str, LimitKind, LimitState]] | Refusal:
        asked: dict[tuple[str, LimitKind], LimitState] = {}
        for wish in commit.limits:
            if not accounts.is_id(wish.player):
                return Refusal(RefusalCode.BAD_FIELD, "That is not a valid player id.")
            key = (wish.player, wish.kind)
            now = asked.get(key) or self.limits(wish.player).get(wish.kind, NO_LIMIT)
            if wish.back_ms is not None:
                asked[key] = move_limit(wish.kind, now, value=wish.value, back_ms=wish.back_ms)
                continue
            state = request_limit(wish.kind, now, value=wish.value, now_ms=commit.at_ms)
            if isinstance(state, Refusal):
                return state
            asked[key] = state
        return [(player, kind, state) for (player, kind), state in asked.items()]

    def _write(
        self, commit: Commit, version: int, head: str, record: bytes, judgement: Judgement
    ) -> Committed:
        self._streams[commit.stream] = (version, head)
        commit.tip.digest = head
        self._rows.record(commit, version, head, record)
        balances: dict[str, int] = {}
        for leg, move in enumerate(judgement.moves, 1):
            self._move(move.source, -move.amount)
            self._move(move.target, move.amount)
            player_move = balance = None
            if move.player is not None:
                account = accounts.player_account(move.player)
                balance, player_move = self._accounts[account]
                if account not in {move.source, move.target}:
                    # A take leaves the stake, not the stack, yet is a line of the statement.
                    player_move = self._count(account)
                balances[move.player] = balance
            self._rows.move(commit, version, leg, (move, player_move, balance))
        for bet in judgement.bets:
            self._rows.bet(commit, version, bet, self._bets.get(bet.hold_id), judgement)
            self._bets[bet.hold_id] = bet
        return Committed(
            stream=commit.stream,
            version=version,
            head=head,
            at_ms=commit.at_ms,
            balances=tuple(balances.items()),
        )

    def _move(self, account: str, delta: int) -> None:
        known = self._accounts.get(account)
        if known is None:
            self._rows.new_account(account)
            known = (0, 0)
        self._accounts[account] = (known[0] + delta, known[1] + 1)
        self._rows.balance(account, delta)

    def _count(self, account: str) -> int:
        balance, moves = self._accounts[account]
        self._accounts[account] = (balance, moves + 1)
        self._rows.balance(account, 0)
        return moves + 1

    # The facts that the ledger asks for.

    def balance(self, account: str) -> int | None:
        known = self._accounts.get(account)
        return None if known is None else known[0]

    def held(self, hold_id: str) -> HeldBet | None:
        return self._bets.get(hold_id)

    def limits(self, player: str) -> Mapping[LimitKind, LimitState]:
        return self._limits.get(player, {})

    def in_action(self, player: str) -> int:
        # Rows of earlier commits in this batch may still wait to be written.
        self._rows.flush()
        return int(self._session.fetch(IN_ACTION, (player,))[0][0])

    def lost_since(self, player: str, since_ms: int) -> int:
        self._rows.flush()
        span = (since_ms, self._now_ms)
        return sum_in_windows(self._session, LOST_SINCE, player, self._clock_steps(), span)

    def active_since(self, player: str, since_ms: int) -> Sequence[int]:
        self._rows.flush()
        span = (since_ms, self._now_ms)
        return times_in_windows(self._session, ACTIVE_SINCE, player, self._clock_steps(), span)

    def _clock_steps(self) -> tuple[ClockStep, ...]:
        if self._steps is None:
            self._steps = read_steps(self._session)
        return self._steps

    def exposure(self, table: str, round_id: str, player: str) -> Exposure:
        self._rows.flush()
        rows = self._session.fetch(
            "SELECT player_id, could_win FROM holds"
            " WHERE table_id = ? AND round_id = ? AND is_open = 1",
            (table, round_id),
        )
        mine = sum(could_win or 0 for name, could_win in rows if name == player)
        return Exposure(sum(could_win or 0 for _, could_win in rows), mine)


def _ask_first(keys: list[tuple[str, str]]) -> Query:
    sql = (
        # Joined in this order, the index is used for each pair; IN would scan the journal.
        f"WITH asked (who, what) AS (VALUES {marks(len(keys), '(?,?)')})"  # noqa: S608
        " SELECT actor, client_id, fingerprint, stream, version, head, at_ms"
        " FROM asked CROSS JOIN journal WHERE actor = who AND client_id = what"
    )
    return sql, [text for key in pad(keys) for text in key]


def _of_seat(player: str, table: str, seat: int) -> set[str]:
    return {
        accounts.player_account(player),
        accounts.stake_account(table, seat),
        accounts.table_account(table),
    }


def bet_of(row: Row) -> HeldBet:
    return HeldBet(*(*row[:8], bool(row[8])))


def balances_after(session: Session, *, stream: str, version: int) -> tuple[tuple[str, int], ...]:
    """Each player that a record moved, with the balance after it."""
    rows: Iterable[Row] = session.fetch(
        "SELECT player_id, balance_after FROM transfers"
        " WHERE stream = ? AND version = ? AND player_id IS NOT NULL ORDER BY leg",
        (stream, version),
    )
    return tuple(dict(rows).items())
