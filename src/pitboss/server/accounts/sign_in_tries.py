"""Sign-in rate limits: how many passwords may be tried for an account, and by whom.

A try is counted before the password is looked at, in one step on the shared tables, so
that neither simultaneous tries nor several processes judge more than the limit. Names that nobody
has are counted alike.

- By account and address: so many tries, then a pause. Others are not affected.
- By account, from unknown browsers together: after many tries they take turns, each turn further
  from the last, up to a minute. A browser that signed in to the account before is exempt and has
  a count of its own, so nobody can keep somebody out of a browser they use.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.ledger.clock_steps import SLACK_MS
from pitboss.store.shared import SharedTables, in_one_step

TURN_MS = 1_000
TURN_MAX_MS = 60_000
EVERYBODY = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TryLimits:
    tries: int
    lock_ms: int
    account_tries: int


@dataclass(frozen=True, slots=True)
class SignInTries:
    shared: SharedTables
    limits: TryLimits

    @in_one_step
    def take(self, login: str, source: str, *, is_known: bool, now_ms: int) -> int:
        """Count a try; 0 when the password may be checked, else how long to wait."""
        limits = self.limits
        self.shared.run("DELETE FROM sign_in_tries WHERE at_ms < ?", now_ms - limits.lock_ms)
        own, own_until_ms = self._read(login, source)
        # A lock that would last longer than any was set by a clock that was ahead.
        if own >= limits.tries and not 0 < own_until_ms - now_ms <= limits.lock_ms + SLACK_MS:
            own = 0
        everybody, turn_ms = (0, 0) if is_known else self._read(login, EVERYBODY)
        if turn_ms - now_ms > TURN_MAX_MS + SLACK_MS:
            turn_ms = now_ms
        wait_ms = own_until_ms - now_ms if own >= limits.tries else 0
        if everybody >= limits.account_tries:
            wait_ms = max(wait_ms, turn_ms - now_ms)
        if wait_ms > 0:
            return wait_ms
        until_ms = now_ms + limits.lock_ms if own + 1 >= limits.tries else 0
        self._write(login, source, own + 1, until_ms, now_ms)
        if not is_known:
            over = everybody + 1 - limits.account_tries
            turn_ms = now_ms + _turn_ms(over) if over >= 0 else 0
            self._write(login, EVERYBODY, everybody + 1, turn_ms, now_ms)
        return 0

    def clear(self, login: str, source: str) -> None:
        query = "DELETE FROM sign_in_tries WHERE login = ? AND source IN (?, ?)"
        self.shared.run(query, login, source, EVERYBODY)

    def _read(self, login: str, source: str) -> tuple[int, int]:
        query = "SELECT count, until_ms FROM sign_in_tries WHERE login = ? AND source = ?"
        row = self.shared.row(query, login, source)
        return (0, 0) if row is None else (row[0], row[1])

    def _write(self, login: str, source: str, count: int, until_ms: int, at_ms: int) -> None:
        self.shared.run(
            "INSERT INTO sign_in_tries (login, source, count, until_ms, at_ms)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT (login, source) DO UPDATE"
            " SET count = excluded.count, until_ms = excluded.until_ms, at_ms = excluded.at_ms",
            *(login, source, count, until_ms, at_ms),
        )


def _turn_ms(over: int) -> int:
    return min(TURN_MAX_MS, TURN_MS << min(over, 20))
