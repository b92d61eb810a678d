"""Messages: what a browser may send and what it is sent, one tagged record each.

Money is whole minor units, times are milliseconds of the server's clock. Views are the table's own
and pass unchanged. May import msgspec and the table's views; read by scripts/wire_types, which
writes the browser's types from it, and by the edge that speaks with browsers.
"""

from __future__ import annotations

import msgspec

from pitboss.table.views import TableView


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", rename=None):
    """Anything that travels over the socket."""


# --- what a browser asks for: the acts of the table's offers, by the offers' own names ---------


class TakeSeat(Message, tag="take-seat"):
    """Sit down at a free seat."""

    seat: int
    name: str = ""


class LeaveSeat(Message, tag="leave-seat"):
    """Stand up."""

    seat: int


class SetSeed(Message, tag="set-seed"):
    """A text of the player's own that the draws depend on."""

    seat: int
    text: str


class PlaceBet(Message, tag="place-bet"):
    """The stake on a spot shall be this much."""

    seat: int
    spot: str
    stake: int


class TakeDown(Message, tag="take-down"):
    """Take a stake back."""

    seat: int
    spot: str


class SayReady(Message, tag="ready"):
    """Finished betting."""

    seat: int


class Decide(Message, tag="decide"):
    """Take an option; the setting is the combinations laid out, card by card."""

    seat: int
    option: str
    setting: tuple[tuple[str, ...], ...] | None = None


Act = TakeSeat | LeaveSeat | SetSeed | PlaceBet | TakeDown | SayReady | Decide


class Ask(Message, tag="ask"):
    """One act under an id the browser made; sent again with the same id it is done once."""

    id: str
    act: Act


class Hello(Message, tag="hello"):
    """The first message of a socket: what was seen last, to be told what happened meanwhile."""

    seen: int = 0
    """The version of the last view, or 0."""
    takes_over: bool = True
    """Whether another tab of the same viewer gives way to this one."""


class CheckSetting(Message, tag="check-setting"):
    """What would this setting of my own cards be worth? None asks for the house way."""

    id: str
    seat: int
    setting: tuple[tuple[str, ...], ...] | None


class Pong(Message, tag="pong"):
    """The answer to a ping."""


FromBrowser = Hello | Ask | CheckSetting | Pong


# --- what a browser is sent -----------------------------------------------------------------


class ResultNote(Message, tag="result"):
    """A finished round for the ribbon, oldest first."""

    round_id: str
    is_void: bool
    shown: tuple[str, ...]
    """The faces or the card that decided; the dealer's hand in Gin & Win."""
    note: str


class Welcome(Message, tag="welcome"):
    """What never changes at this table, and what happened while the viewer was away."""

    viewer_name: str
    edition_title: str
    rounds_per_hour: int
    helpline: str
    history: tuple[ResultNote, ...]
    meanwhile: str | None
    is_coach_allowed: bool


class Shown(Message, tag="shown"):
    """The table as this viewer sees it now."""

    version: int
    now_ms: int
    view: TableView


class Refused(Message, tag="refused"):
    """The one shape of an error: code, sentence, reference."""

    code: str
    sentence: str
    reference: str


class Answer(Message, tag="answer"):
    """What became of an ask."""

    id: str
    refused: Refused | None = None


class Checked(Message, tag="checked"):
    """What a setting is worth, or which combination is false."""

    id: str
    combinations: tuple[tuple[str, ...], ...]
    left_over: tuple[str, ...]
    score: int
    sentence: str
    clause: str | None
    refused: Refused | None = None


class Replaced(Message, tag="replaced"):
    """Another tab of the same viewer took over; this one stays quiet."""

    sentence: str


class Closing(Message, tag="closing"):
    """The server goes away or sheds load; come back after so long, or never when None."""

    sentence: str
    retry_ms: int | None


class Ping(Message, tag="ping"):
    """Are you there?"""

    now_ms: int


ToBrowser = Welcome | Shown | Answer | Checked | Refused | Replaced | Closing | Ping


# --- pages that are fetched -----------------------------------------------------------------


class EditionCard(msgspec.Struct, frozen=True, kw_only=True):
    """An edition that can be dealt."""

    edition: str
    title: str
    approval: str
    profiles: tuple[str, ...]


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table to sit down at."""

    table: str
    game: str
    edition_title: str
    seats_free: int
    seats: int
    minimum: int
    maximum: int
    says: str


class GameCard(msgspec.Struct, frozen=True, kw_only=True):
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


class LobbyPage(msgspec.Struct, frozen=True, kw_only=True):
    """The lobby."""

    viewer_name: str | None
    balance: int | None
    helpline: str
    games: tuple[GameCard, ...]


class ClauseNote(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered clause of the rules."""

    number: str
    heading: str
    text: str
    source: str
    is_ruling: bool


class PayNote(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the paytable."""

    area: str
    label: str
    odds: tuple[str, ...]


class RulesPage(msgspec.Struct, frozen=True, kw_only=True):
    """Rules and pays of an edition."""

    game: str
    title: str
    edition_title: str
    document: str
    approval: str
    pays: tuple[PayNote, ...]
    clauses: tuple[ClauseNote, ...]


PAGES = (LobbyPage, RulesPage)
