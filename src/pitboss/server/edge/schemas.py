"""Pages: the records of everything that is fetched or posted, and not sent over the socket."""

from __future__ import annotations

from typing import Annotated

import msgspec

ASK_ID = r"^[A-Za-z0-9._~-]{1,64}$"

AskId = Annotated[str, msgspec.Meta(pattern=ASK_ID)]
"""An id that the sender makes; the same id sent again has one effect."""
PersonName = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Password = Annotated[str, msgspec.Meta(min_length=10, max_length=200)]
GivenPassword = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """Anything that is fetched."""


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Anything that is posted."""


# --- fetched --------------------------------------------------------------------------------


class EditionCard(Page, frozen=True):
    """An edition that can be dealt."""

    edition: str
    title: str
    approval: str
    profiles: tuple[str, ...]
    profile_titles: tuple[str, ...]
    """In the order of the profiles."""


class TableCard(Page, frozen=True):
    """A table to sit down at."""

    table: str
    game: str
    edition_title: str
    seats_free: int
    seats: int
    minimum: int
    maximum: int
    says: str
    rounds: int
    voids: int
    missing_reveals: int
    """Seeds that players committed to and did not reveal in time."""


class GameCard(Page, frozen=True):
    """A game in the lobby: what makes it special, and the exact edge of its best bet."""

    game: str
    title: str
    pitch: str
    best_bet: str
    edge_percent: str | None
    """None until the exact figure is known."""
    edge_fraction: str | None
    seats_max: int
    editions: tuple[EditionCard, ...]
    tables: tuple[TableCard, ...]


class LobbyPage(Page, frozen=True):
    """The lobby."""

    viewer_name: str | None
    balance: int | None
    helpline: str
    has_coach: bool
    """Whether the house lets its coach speak at all."""
    games: tuple[GameCard, ...]


class ClauseNote(Page, frozen=True):
    """A numbered clause of the rules."""

    number: str
    heading: str
    text: str
    source: str
    is_ruling: bool


class PayNote(Page, frozen=True):
    """A line of the paytable."""

    area: str
    label: str
    odds: tuple[str, ...]


class RulesPage(Page, frozen=True):
    """Rules and pays of an edition."""

    game: str
    title: str
    edition_title: str
    document: str
    approval: str
    pays: tuple[PayNote, ...]
    clauses: tuple[ClauseNote, ...]


class Me(Page, frozen=True):
    """Who you are here, and the token that every form must carry in its header."""

    person: str
    name: str
    role: str
    is_guest: bool
    balance: int
    csrf: str


class OpenedTable(Page, frozen=True):
    """A table that was opened for you, and the link to pass on."""

    table: str
    link: str


class Balance(Page, frozen=True):
    """Your practice credits in minor units."""

    balance: int


class LimitNote(Page, frozen=True):
    """One of your own limits as it stands: amounts in minor units, times in milliseconds."""

    kind: str
    in_force: int | None
    pending: int | None
    pending_from_ms: int | None


class RoundNote(Page, frozen=True):
    """A round that is over, and its file for `pitboss verify`."""

    round_id: str
    table: str
    at_ms: int
    notation: str
    file: dict[str, object]


class StatementNote(Page, frozen=True):
    """One line of your account."""

    number: int
    at_ms: int
    kind: str
    change: int
    balance: int
    round_id: str | None
    reason: str


class HeadNote(Page, frozen=True):
    """How far a stream of the journal goes, and its digest there."""

    stream: str
    version: int
    digest: str


class ClockStepNote(Page, frozen=True):
    """A time that somebody confirmed: the house went on at `to_ms` in place of `from_ms`."""

    who: str
    from_ms: int
    to_ms: int


class ClockNote(Page, frozen=True):
    """The house's time and how far the machine's clock is ahead of it."""

    now_ms: int
    off_ms: int
    is_held: bool
    """Whether the machine's clock is not believed until a pit boss confirms it."""
    confirmed: tuple[ClockStepNote, ...] = ()
    """The last confirmations, newest first."""


class Health(Page, frozen=True):
    """Whether the server lives or is ready, in one sentence."""

    is_well: bool
    sentence: str


class Done(Page, frozen=True):
    """It was done, and is on disk up to this version."""

    version: int


# --- posted ---------------------------------------------------------------------------------


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


class TableForm(Form, frozen=True):
    """A private table: game, edition, how many seats and how many of them for bots."""

    game: Key
    edition: Annotated[str, msgspec.Meta(max_length=64)] = ""
    profile: Annotated[str, msgspec.Meta(max_length=64)] = ""
    mode: Annotated[str, msgspec.Meta(pattern="^(sealed|entered)$")] = "sealed"
    """Entered tables are opened by pit bosses and dealt by a dealer."""
    seats: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    """0 for as many as the game has."""
    bots: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    is_listed: bool = False
    """Whether it shows in the lobby; for pit bosses."""
    has_coach: bool = True
    """Whether players may ask the coach here."""


class BotsForm(Form, frozen=True):
    """How many bots shall take seats."""

    count: Annotated[int, msgspec.Meta(ge=1, le=8)]


class RefillForm(Form, frozen=True):
    """Fill your practice credits up."""

    id: AskId


class LimitForm(Form, frozen=True):
    """Set one of your own limits; none takes it away after 24 hours."""

    id: AskId
    kind: Key
    value: Annotated[int, msgspec.Meta(ge=0, le=2**50)] | None


class RoleForm(Form, frozen=True):
    """What a person may do in this house."""

    role: Annotated[str, msgspec.Meta(pattern="^(player|dealer|pit-boss|auditor)$")]
