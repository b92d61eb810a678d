"""Records of people, their credits, limits and time.

Amounts are minor units, times are milliseconds of the server's clock.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pitboss.server.edge.schemas import AskId, Form, Key, Page

PersonName = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Password = Annotated[str, msgspec.Meta(min_length=10, max_length=200)]
GivenPassword = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Me(Page, frozen=True):
    """Who you are here, and the token that every form must carry in its header."""

    person: str
    name: str
    role: str
    is_guest: bool
    balance: int
    refills_to: int
    """What a refill fills your credits up to."""
    csrf: str


class Balance(Page, frozen=True):
    """Your practice credits in minor units."""

    balance: int


class LimitNote(Page, frozen=True):
    """One of your own limits as it stands: amounts in minor units, times in milliseconds."""

    kind: str
    in_force: int | None
    pending: int | None
    pending_from_ms: int | None


class StatementNote(Page, frozen=True):
    """One line of your account."""

    number: int
    at_ms: int
    kind: str
    change: int
    balance: int
    round_id: str | None
    reason: str


class LimitLine(LimitNote, frozen=True):
    """One limit: what holds, what waits, and how much of it is used."""

    is_money: bool
    """Whether it is an amount in minor units; otherwise milliseconds."""
    used: int | None
    """What counts against it now; a net loss, never below zero."""
    left: int | None
    """What may still be lost or played, open stakes taken off; None without a limit."""


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
    checked_ms: int
    """When you last took note of this, at any screen; 0 for never."""


class StatementPage(Page, frozen=True):
    """Your account, newest line first, and the number to go on from; 0 at the end."""

    balance: int
    lines: tuple[StatementNote, ...]
    before: int


class GuestForm(Form, frozen=True):
    """Sit down with a name only."""

    name: PersonName


class AccountForm(Form, frozen=True):
    """Keep your seat, credits and history under a password."""

    name: PersonName
    password: Password


class SignInForm(Form, frozen=True):
    """Name and password of an account."""

    name: PersonName
    password: GivenPassword


class PasswordForm(Form, frozen=True):
    """Another password in place of the old one."""

    old: GivenPassword
    new: Password


class ProofForm(Form, frozen=True):
    """Your password once more."""

    password: GivenPassword


class TokenForm(Form, frozen=True):
    """A new API token: a name to know it by, what it may be used for, and your password."""

    name: PersonName
    scopes: Annotated[
        tuple[Literal["read", "compute", "tables"], ...], msgspec.Meta(min_length=1, max_length=3)
    ]
    password: GivenPassword


class TokenNote(Page, frozen=True):
    """One of your API tokens; the token itself is kept nowhere."""

    id: str
    name: str
    scopes: tuple[str, ...]
    made_ms: int
    used_ms: int | None


class TokensPage(Page, frozen=True):
    """Your API tokens, newest first."""

    tokens: tuple[TokenNote, ...]


class NewToken(Page, frozen=True):
    """A token that was just made; it is shown this once."""

    token: str
    note: TokenNote


class RefillForm(Form, frozen=True):
    """Fill your practice credits up."""

    id: AskId


class LimitForm(Form, frozen=True):
    """Set one of your own limits; none takes it away after 24 hours."""

    id: AskId
    kind: Key
    value: Annotated[int, msgspec.Meta(ge=0, le=2**50)] | None
