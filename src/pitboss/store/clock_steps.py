"""Clock steps as they stand in the journal."""

from __future__ import annotations

from pitboss.ledger.clock_steps import ClockStep, windows
from pitboss.store.encode import read_body
from pitboss.store.session import Row, Session

ACTOR = "house:clock"
STREAM = "house"
KIND = "clock.confirmed"


def read_steps(session: Session) -> tuple[ClockStep, ...]:
    """Every confirmation of the machine's clock, oldest first."""
    rows = session.fetch(
        "SELECT version, record FROM journal WHERE actor = ? AND stream = ? ORDER BY version",
        (ACTOR, STREAM),
    )
    return tuple(_step(row) for row in rows)


def _step(row: Row) -> ClockStep:
    version, record = row
    body = read_body(record)["events"][0]["body"]
    return ClockStep(
        version=version,
        from_ms=body["from_ms"],
        to_ms=body["to_ms"],
        since_ms=body["since_ms"],
        who=body["who"],
    )


def first_after(session: Session, at_ms: int) -> int | None:
    """The oldest stamp in the journal that is later than a time."""
    found: int | None = session.fetch("SELECT MIN(at_ms) FROM journal WHERE at_ms > ?", (at_ms,))[
        0
    ][0]
    return found


def sum_in_windows(
    session: Session, sql: str, player: str, steps: tuple[ClockStep, ...], span: tuple[int, int]
) -> int:
    """A player's sum over the stamps of what happened between two times."""
    since_ms, now_ms = span
    return sum(
        int(session.fetch(sql, (player, one.first_ms, one.last_ms))[0][0])
        for one in windows(steps, since_ms=since_ms, now_ms=now_ms)
    )


def times_in_windows(
    session: Session, sql: str, player: str, steps: tuple[ClockStep, ...], span: tuple[int, int]
) -> tuple[int, ...]:
    """A player's times between two times, each as old as it really is."""
    since_ms, now_ms = span
    return tuple(
        row[0] - one.ahead_ms
        for one in windows(steps, since_ms=since_ms, now_ms=now_ms)
        for row in session.fetch(sql, (player, one.first_ms, one.last_ms))
    )
