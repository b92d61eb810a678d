"""Commands: what somebody asks of a table, and who asks.

Plain values as an edge hands them in; `decide` trusts nothing about them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pitboss.equipment.cards import Card
from pitboss.equipment.tops import Face
from pitboss.games.steps import Setting

Shown = tuple[Card, ...] | tuple[Face, ...]


class Role(StrEnum):
    """In what capacity somebody acts."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks. A player's id is the account's; the edge has proved it."""

    role: Role
    id: str


HOUSE = Actor(Role.HOUSE, "house")


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down."""

    seat: int
    name: str = ""
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Stand up; bets that cannot be taken down stay in action."""

    seat: int


@dataclass(frozen=True, slots=True)
class CommitSeed:
    """The hash of a seed of the player's own, while bets are open."""

    seat: int
    hash: str


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """The seed itself, after bets closed; the draws of the round depend on it."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class NewChain:
    """A chain of round seeds to publish: its end, how many seeds, the last one encrypted."""

    end: str
    length: int
    sealed: str


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Open bets; on a sealed table the next seed of the chain is committed to, or a new chain's."""

    chain: NewChain | None = None


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """Let the stake on a spot be this much."""

    seat: int
    spot: str
    stake: int


@dataclass(frozen=True, slots=True)
class TakeDownBet:
    """Take a stake back while bets are open."""

    seat: int
    spot: str


@dataclass(frozen=True, slots=True)
class SayReady:
    """This seat has finished betting; when all have, bets close."""

    seat: int


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """No more bets."""


@dataclass(frozen=True, slots=True)
class ShowDraw:
    """What the equipment gave: derived from the seed, typed by a dealer, or scripted."""

    shown: Shown


@dataclass(frozen=True, slots=True)
class CorrectDraws:
    """Put entries right: pairs of a draw's number (from 0) and what it really showed."""

    draws: tuple[tuple[int, Shown], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class MakeDecision:
    """Take an option; seat 0 is the dealer."""

    seat: int
    option: str
    setting: Setting | None = None


@dataclass(frozen=True, slots=True)
class MakeCall:
    """The dealer calls a procedure; `is_readable` is False when equipment showed nothing."""

    what: str
    reason: str
    shown: Shown = ()
    is_readable: bool = True


@dataclass(frozen=True, slots=True)
class SettleRound:
    """Settle a round that is over; on a sealed table with its seed."""

    seed: str = ""


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Give every stake of the round back, with what showed and, when sealed, the seed."""

    reason: str
    shown: Shown = ()
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Expire:
    """The time for what the table waited for at this mark is up."""

    mark: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the table."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Let the table go on."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table for good, between rounds."""

    reason: str


Act = (
    TakeSeat
    | LeaveSeat
    | CommitSeed
    | RevealSeed
    | OpenRound
    | PlaceBet
    | TakeDownBet
    | SayReady
    | CloseBetting
    | ShowDraw
    | CorrectDraws
    | MakeDecision
    | MakeCall
    | SettleRound
    | VoidRound
    | Expire
    | Pause
    | Resume
    | CloseTable
)


@dataclass(frozen=True, slots=True)
class Command:
    """Somebody asks for something."""

    by: Actor
    act: Act
