"""Messages: what a browser may send and what it is sent, one tagged record each.

Money is whole minor units, times are milliseconds of the server's clock. Views are the table's own
and pass unchanged.
"""

from __future__ import annotations

import msgspec

from pitboss.games.layout import Area, Place
from pitboss.games.paytables import Paytable
from pitboss.server.edge.errors import Refused
from pitboss.table.last_round import LastView
from pitboss.table.results import ResultNote
from pitboss.table.view_records import TableView

Cards = tuple[tuple[str, ...], ...]


class Incoming(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True
):
    """Anything that a browser sends."""


class Outgoing(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Anything that a browser is sent."""


# --- what a browser asks for: the acts of the table's offers, by the offers' own names ---------


class TakeSeat(Incoming, frozen=True, tag="take-seat"):
    """Sit down at a free seat."""

    seat: int
    name: str = ""


class LeaveSeat(Incoming, frozen=True, tag="leave-seat"):
    """Stand up."""

    seat: int


class CommitSeed(Incoming, frozen=True, tag="commit-seed"):
    """The hash of a seed of the player's own, while bets are open."""

    seat: int
    hash: str


class RevealSeed(Incoming, frozen=True, tag="reveal-seed"):
    """The seed itself, once bets are closed."""

    seat: int
    text: str


class PlaceBet(Incoming, frozen=True, tag="place-bet"):
    """The stake on a spot shall be this much."""

    seat: int
    spot: str
    stake: int
    round: str = ""
    """The round it is meant for; in any other it is refused."""


class TakeDown(Incoming, frozen=True, tag="take-down"):
    """Take a stake back."""

    seat: int
    spot: str
    round: str = ""


class SayReady(Incoming, frozen=True, tag="ready"):
    """Finished betting."""

    seat: int
    round: str = ""


class Decide(Incoming, frozen=True, tag="decide"):
    """Take an option; the setting is the combinations laid out, card by card."""

    seat: int
    option: str
    setting: Cards | None = None
    round: str = ""
    step: int | None = None
    """The step of what is awaited; at any other it is refused."""


Act = TakeSeat | LeaveSeat | CommitSeed | RevealSeed | PlaceBet | TakeDown | SayReady | Decide


class Ask(Incoming, frozen=True, tag="ask"):
    """One act under an id the browser made; sent again with the same id it is done once."""

    id: str
    act: Act


class Hello(Incoming, frozen=True, tag="hello"):
    """The first message of a socket: what was seen last, to be told what happened meanwhile."""

    seen: int = 0
    takes_over: bool = True
    """Whether another tab of the same viewer gives way to this one."""


class CheckSetting(Incoming, frozen=True, tag="check-setting"):
    """What would this setting of my own cards be worth? None asks for the house way."""

    id: str
    seat: int
    setting: Cards | None


class Pong(Incoming, frozen=True, tag="pong"):
    """The answer to a ping."""


class Again(Incoming, frozen=True, tag="again"):
    """A message was missed: all that changed since the welcome is wanted, once."""

    number: int
    """The picture that is here."""


FromBrowser = Hello | Ask | CheckSetting | Pong | Again


# --- what a browser is sent -----------------------------------------------------------------


class Welcome(Outgoing, frozen=True, tag="welcome"):
    """What never changes at this table, and what happened while the viewer was away."""

    viewer_name: str
    edition_title: str
    rounds_per_hour: int
    refills_to: int
    """What a refill fills a player's credits up to."""
    helpline: str
    history: tuple[ResultNote, ...]
    own_last: LastView | None
    """The viewer's own last round here, where the table has played on without them."""
    meanwhile: str | None
    is_coach_allowed: bool
    paytables: tuple[Paytable, ...]
    """What every spot pays, and for what."""
    areas: tuple[Area, ...]
    """The betting areas in words, in the order of the felt."""
    beds: tuple[Place, ...]
    """Places of a game without a stage of its own, with as many items as a round may bring."""
    beside_approval: tuple[str, ...]
    """What the approval that the table claims never saw."""
    number: int
    view: TableView
    """The table as everybody sees it: the picture, under its number, that changes begin from."""


class Changed(Outgoing, frozen=True, tag="changed"):
    """What changed for this viewer since another picture of the table."""

    after: int
    """The number of the last message's picture, or of the welcome's."""
    number: int
    """The number of the picture with these changes."""
    version: int
    now_ms: int
    changes: dict[str, object]
    """What is there now, by path: `seats.2.name`; `bets.3-5` puts a list for items of another."""


class Shown(Outgoing, frozen=True, tag="shown"):
    """The table as this viewer sees it now: what a browser makes of the changes."""

    version: int
    now_ms: int
    view: TableView


class Answer(Outgoing, frozen=True, tag="answer"):
    """What became of an ask."""

    id: str
    refused: Refused | None = None


class Checked(Outgoing, frozen=True, tag="checked"):
    """What a setting is worth, or which combination is false."""

    id: str
    combinations: Cards
    left_over: tuple[str, ...]
    score: int
    sentence: str
    clause: str | None
    refused: Refused | None = None


class Replaced(Outgoing, frozen=True, tag="replaced"):
    """Another tab of the same viewer took over; this one stays quiet."""

    sentence: str


class Closing(Outgoing, frozen=True, tag="closing"):
    """The server goes away or sheds load; come back after so long, or never when None."""

    sentence: str
    retry_ms: int | None


class Ping(Outgoing, frozen=True, tag="ping"):
    """Are you there?"""

    now_ms: int


ToBrowser = Welcome | Changed | Answer | Checked | Refused | Replaced | Closing | Ping
