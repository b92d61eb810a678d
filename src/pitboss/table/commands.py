"""Commands to a table: the act, and who sends it.

Plain values as an edge hands them in; `decide` trusts nothing about them.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from pitboss.equipment.shown import Shown
from pitboss.games.steps import Setting


class Role(StrEnum):
    """In what capacity somebody acts."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    HOUSE = "house"


class Actor(msgspec.Struct, frozen=True):
    """The sender of a command. A player's id is the account's; the edge has proved it."""

    role: Role
    id: str

    @property
    def journal_name(self) -> str:
        """Under which name they are journalled; ids of one role never meet another's."""
        return f"{Role(self.role).value}:{self.id}"


HOUSE = Actor(Role.HOUSE, "house")


class Act(msgspec.Struct, frozen=True):
    """An act that a command can carry."""


class TimedAct(Act, frozen=True, kw_only=True):
    """An act whose time is part of it."""

    at_ms: int = 0
    """When, by the house's clock; filled in where the command is planned."""


class NumberedAct(TimedAct, frozen=True):
    """An act about something that the table has numbered."""

    number: int


class TakeSeat(Act, frozen=True):
    seat: int
    name: str = ""
    is_bot: bool = False


class LeaveSeat(Act, frozen=True):
    """Stand up; bets that cannot be taken down stay in action."""

    seat: int


class CommitSeed(Act, frozen=True):
    """The hash of a seed of the player's own, while bets are open."""

    seat: int
    hash: str


class RevealSeed(Act, frozen=True):
    """The seed itself, after bets closed; the draws of the round depend on it."""

    seat: int
    text: str


class NewChain(msgspec.Struct, frozen=True):
    """A chain of round seeds to publish: its end, how many seeds, the last one encrypted."""

    end: str
    length: int
    sealed: str


class OpenRound(Act, frozen=True):
    """Open bets; on a sealed table the next seed of the chain is committed to, or a new chain's."""

    chain: NewChain | None = None


class PlaceBet(Act, frozen=True):
    """Let the stake on a spot be this much, in the round named if one is."""

    seat: int
    spot: str
    stake: int
    round_id: str = ""


class TakeDownBet(Act, frozen=True):
    seat: int
    spot: str
    round_id: str = ""


class SayReady(Act, frozen=True):
    """This seat has finished betting; when all have, bets close."""

    seat: int
    round_id: str = ""


class CloseBetting(Act, frozen=True):
    """No more bets."""


class ShowDraw(Act, frozen=True):
    """What the equipment gave: derived from the seed, typed by a dealer, or scripted."""

    shown: Shown


class CorrectDraws(Act, frozen=True):
    """Put entries right: pairs of a draw's number (from 0) and what it really showed."""

    draws: tuple[tuple[int, Shown], ...]
    reason: str


class MakeDecision(Act, frozen=True):
    """Take an option; seat 0 is the dealer."""

    seat: int
    option: str
    setting: Setting | None = None
    round_id: str = ""
    step: int | None = None
    """Where the round stood when it was asked for; None decides wherever it stands."""


class MakeCall(Act, frozen=True):
    """The dealer calls a procedure; `is_readable` is False when equipment showed nothing."""

    what: str
    reason: str
    shown: Shown = ()
    is_readable: bool = True


class SettleRound(Act, frozen=True):
    """Settle a round that is over; on a sealed table with its seed."""

    seed: str = ""


class VoidRound(Act, frozen=True):
    """Give every stake of the round back, with what showed and, when sealed, the seed."""

    reason: str
    shown: Shown = ()
    seed: str = ""


class Expire(Act, frozen=True):
    """The time for what the table waited for at this mark is up."""

    mark: int


class RelieveDealer(Act, frozen=True):
    """A dealer takes the table over from the one who deals it."""


class CallSupervisor(TimedAct, frozen=True):
    """Ring for a floor supervisor, in a round or between two."""

    reason: str


class AcknowledgeCall(NumberedAct, frozen=True):
    """A floor supervisor comes."""


class SeatWalkUp(Act, frozen=True):
    """Seat a player who has no screen, with chips bought at the table."""

    seat: int
    name: str
    amount: int


class BuyChips(Act, frozen=True):
    """More chips for a walk-up player."""

    seat: int
    amount: int


class OpenTray(TimedAct, frozen=True):
    """Begin a shift with this count of the tray."""

    count: int


class AskTransfer(TimedAct, frozen=True):
    """Ask for a fill or a credit: the first signature."""

    kind: str
    amount: int


class SignTransfer(NumberedAct, frozen=True):
    """The second signature, by another person."""


class WithdrawTransfer(NumberedAct, frozen=True):
    """Drop a fill or a credit that lacks its second signature."""


class CloseTray(TimedAct, frozen=True):
    """End a shift: what was counted in the tray and in the drop box."""

    count: int
    drop: int


class AskCorrection(TimedAct, frozen=True):
    """Ask for the last round to be settled again: with the right entries, or void without any."""

    settled_round: str
    entries: tuple[tuple[int, Shown], ...]
    """Pairs of a draw's number (from 0) and what it really showed."""
    reason: str


class SignCorrection(NumberedAct, frozen=True):
    """A floor supervisor's signature, under which the credits move."""


class WithdrawCorrection(NumberedAct, frozen=True):
    """Drop a correction that nobody has signed."""


class ChangeLimits(Act, frozen=True):
    """Post other limits for the rounds that open from now on."""

    minimum: int
    maximum: int


class Pause(Act, frozen=True):
    reason: str


class Resume(Act, frozen=True):
    """Let the table go on."""


class CloseTable(Act, frozen=True):
    """Close the table for good, between rounds."""

    reason: str


def _kinds(act: type[Act]) -> tuple[type[Act], ...]:
    return tuple(kind for below in act.__subclasses__() for kind in _kinds(below)) or (act,)


ACTS = _kinds(Act)
"""Every kind of act."""


class Command(msgspec.Struct, frozen=True):
    by: Actor
    act: Act


def stamp(command: Command, now_ms: int) -> Command:
    """The command with the time of the house's clock, where its act takes one."""
    if not isinstance(command.act, TimedAct):
        return command
    return Command(command.by, replace(command.act, at_ms=now_ms))
