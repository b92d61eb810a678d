"""Pages of a player's own limits, time and money.

Times are milliseconds of the server's clock.
"""

from __future__ import annotations

from pitboss.server.edge.schemas import Page, StatementNote


class LimitLine(Page, frozen=True):
    """One limit: what holds, what waits, and how much of it is used."""

    kind: str
    is_money: bool
    """Whether it is an amount in minor units; otherwise milliseconds."""
    in_force: int | None
    pending: int | None
    pending_from_ms: int | None
    """When what waits comes into force; None when nothing waits."""
    used: int | None
    """What counts against it now; None where nothing does."""


class LimitsPage(Page, frozen=True):
    """Your limits by the server's clock."""

    now_ms: int
    raise_delay_ms: int
    cool_off_until_ms: int | None
    """Until when no bet of yours is taken; None when you are not cooling off."""
    limits: tuple[LimitLine, ...]


class TimeAndMoney(Page, frozen=True):
    """How long you have been playing and what it brought, at all tables of this visit."""

    now_ms: int
    since_ms: int | None
    """When the visit began; None when you have not played lately."""
    played_ms: int
    net: int


class StatementPage(Page, frozen=True):
    """Your account, newest line first, and the number to go on from; 0 at the end."""

    balance: int
    lines: tuple[StatementNote, ...]
    before: int
