"""The contract of a game: what may be bet, what a round needs next, and how it settles.

Every game is one subclass of `Game`. Methods are pure: an illegal step gives a `Refusal`, the state
is never changed in place, chance is an argument.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from pitboss.equipment.cards import Card
from pitboss.games.calls import CallOption
from pitboss.games.editions import EditionHead, HasHead
from pitboss.games.fields import Fields
from pitboss.games.layout import Area, Place
from pitboss.games.needs import Need
from pitboss.games.settlement import Ending, Line
from pitboss.games.spots import PlacedBet, Spot
from pitboss.games.steps import Step
from pitboss.refusals import Refusal
from pitboss.units import ClauseId, Credits, Odds, SeatIndex, SpotKey

E = TypeVar("E", bound=HasHead)
S = TypeVar("S")
C = TypeVar("C")


class TypedRound(msgspec.Struct, frozen=True):
    """A round as one person types it: the draw as text, bets, decision and setting."""

    draw: str
    bets: tuple[tuple[SpotKey, Credits], ...]
    decide: str | None = None
    setting: str | None = None


class RoundScript(msgspec.Struct, Generic[C], frozen=True):
    """The start of a round and every step of it: enough to play it again."""

    seats: tuple[SeatIndex, ...]
    carry: C
    steps: tuple[Step, ...]


class Game(ABC, Generic[E, S, C]):
    """One game: `E` its edition, `S` the state of a round, `C` what a round leaves behind."""

    key: str
    title: str
    clause_prefix: str
    default_edition: str
    collection: str = ""
    """The heading that a lobby lists it under; empty for the house's own games."""
    has_stage: bool = False
    """Whether the browser has a stage of its own for the game; every other gets the plain one."""
    is_open: bool = False
    """Whether nothing is hidden from anybody, so that one view serves every viewer."""
    keeps_bets: bool = False
    """Whether a bet may stand for several rounds before it is decided."""
    seats_max: int = 9
    """The most seats that an edition may give a table."""
    suits_alike: bool = False
    """Whether no rule prefers a suit, so that exchanging suits changes no result."""

    @abstractmethod
    def read_edition(self, head: EditionHead, fields: Fields) -> E:
        """The edition record from its file; problems are reported through `fields`."""

    @abstractmethod
    def all_spots(self, edition: E) -> tuple[Spot, ...]:
        """Every spot of the edition, whether open now or not, in the order of the felt."""

    def areas(self, edition: E) -> tuple[Area, ...]:
        """Words for betting areas; one without any is called by its key."""
        return ()

    @abstractmethod
    def first_carry(self, edition: E) -> C:
        """What the first round at a fresh table starts from."""

    def starts(self, edition: E) -> tuple[C, ...]:
        """Every start that decides which bets are open, without bets; a fresh table's by default.

        A bet that lives across rounds is solved from the first of them in which it can be made.
        """
        return (self.first_carry(edition),)

    def give_back(self, carry: C, bets: tuple[PlacedBet, ...]) -> C:
        """What a round starts from once these bets that stay up went back to their players.

        Only for games with contract bets: those of a player who leaves play on.
        """
        return carry

    def start_key(self, carry: C) -> Hashable:
        """What of a start decides what can follow; counts of rounds are left out."""
        return carry

    @abstractmethod
    def open(self, edition: E, *, seats: tuple[SeatIndex, ...], carry: C) -> S | Refusal:
        """The state at the start of a round."""

    @abstractmethod
    def spots(self, state: S, seat: SeatIndex) -> tuple[Spot, ...]:
        """Every spot of this seat, each with the reason why it is closed if it is."""

    @abstractmethod
    def bets(self, state: S) -> tuple[PlacedBet, ...]:
        """Every stake in action now, by seat and then in the order of the felt."""

    @abstractmethod
    def need(self, state: S) -> Need:
        """What must happen next."""

    @abstractmethod
    def calls(self, state: S) -> tuple[CallOption, ...]:
        """The procedures the dealer may call now."""

    @abstractmethod
    def apply(self, state: S, step: Step) -> S | Refusal:
        """The state after the step, or why it cannot be."""

    @abstractmethod
    def settle(self, state: S) -> tuple[Line, ...]:
        """Every stake settled in the dealer's order. Only when nothing is needed any more."""

    @abstractmethod
    def ending(self, state: S) -> Ending:
        """How the round ended. Only when nothing is needed any more."""

    def showing_s(self, edition: E) -> int:
        """How many seconds a screen needs to show how a round came out."""
        return 3

    def explain(self, state: S, seat: SeatIndex) -> str:
        """What decided the bets of one seat, in the second person. Only when a round is over."""
        return ""

    def result(self, state: S) -> tuple[str, ...] | None:
        """What a strip of results shows of a round that is over; None for what was drawn last."""
        return None

    def taken(self, state: S) -> tuple[tuple[SeatIndex, SpotKey], ...]:
        """Stakes that are lost and taken before the round is over; settled with all the others."""
        return ()

    @abstractmethod
    def carry(self, state: S) -> C:
        """What the next round starts from. Only when nothing is needed any more."""

    @abstractmethod
    def view(self, state: S, viewer: SeatIndex) -> object:
        """What this viewer sees: a frozen record in which hidden cards do not exist."""

    def places(self, state: S, viewer: SeatIndex) -> tuple[Place, ...]:
        """What lies where, for a table that is drawn from this alone; nothing by default."""
        return ()

    @abstractmethod
    def say(self, state: S) -> str:
        """The dealer's words at this point of the round."""

    def look(self, state: S, viewer: SeatIndex) -> tuple[str, ...]:
        """What lies before this viewer and no one else, in words; nothing where all is open."""
        return ()

    @abstractmethod
    def write_carry(self, carry: C) -> dict[str, str]:
        """The carry as words for the round notation."""

    @abstractmethod
    def read_carry(self, edition: E, words: Mapping[str, str]) -> C | Refusal:
        """The carry back from its words."""

    @abstractmethod
    def typed_round(self, edition: E, typed: TypedRound) -> RoundScript[C] | Refusal:
        """The round that a person typed in, for one player in seat 1."""

    def alike(self, edition: E, spots: frozenset[SpotKey]) -> Callable[[Card], Hashable] | None:
        """A key of a card for these spots: cards of one key settle alike; None if all differ."""
        return None

    def score_hand(self, edition: E, cards: tuple[Card, ...]) -> HandScore | Refusal | None:
        """The score of a hand of this game, or None where the game has no hands."""
        return None

    def check_setting(
        self, edition: E, cards: tuple[Card, ...], setting: tuple[tuple[Card, ...], ...]
    ) -> SettingCheck | Refusal | None:
        """What a player's own setting is worth, or None where nothing is set."""
        return None


class HandScore(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...]
    score: int
    left_over: tuple[Card, ...]
    combinations: tuple[tuple[Card, ...], ...]
    bonus_line: str | None
    bonus_odds: Odds | None
    bonus_words: str = ""
    """The line of the bonus in words, such as `a score of one`."""


class SettingCheck(msgspec.Struct, frozen=True):
    """A player's own legal setting beside the house way."""

    score: int
    left_over: tuple[Card, ...]
    as_good_as_house_way: bool
    sentence: str
    """Whether it stands or is corrected, and what it costs."""
    clause: ClauseId


AnyGame = Game[Any, Any, Any]
