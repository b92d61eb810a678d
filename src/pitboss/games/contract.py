"""The contract of a game: what a round needs, what may be bet, and how it settles.

Every game is one subclass of `Game`. Methods are pure: an illegal step gives a `Refusal`, the state
is never changed in place, chance is an argument.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from enum import StrEnum
from math import comb, prod
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.chances import card_sets, stop_rows
from pitboss.equipment.draws import BitSource, draw_cards, draw_face, draw_mark
from pitboss.equipment.shoe import Composition
from pitboss.equipment.shown import CARDS, TOPS, Shown
from pitboss.equipment.stops import Mark, Stops
from pitboss.equipment.tops import Face, Top
from pitboss.games.calls import CallOption as CallOption  # noqa: PLC0414 - part of the contract
from pitboss.games.editions import EditionHead, HasHead
from pitboss.games.fields import Fields
from pitboss.games.layout import Area as Area  # noqa: PLC0414 - part of the contract
from pitboss.games.layout import Cell as Cell  # noqa: PLC0414 - part of the contract
from pitboss.games.layout import Place as Place  # noqa: PLC0414 - part of the contract
from pitboss.games.spots import PayLine as PayLine  # noqa: PLC0414 - part of the contract
from pitboss.games.spots import PlacedBet as PlacedBet  # noqa: PLC0414 - part of the contract
from pitboss.games.spots import Spot as Spot  # noqa: PLC0414 - part of the contract
from pitboss.games.spots import Times as Times  # noqa: PLC0414 - part of the contract
from pitboss.games.steps import Step
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import NO_CREDITS, ClauseId, Credits, Odds, SeatIndex, SpotKey

# --- what a round needs next -------------------------------------------------------------


class NeedBets(msgspec.Struct, frozen=True):
    """Bets are open until the dealer closes them."""


class NeedDraw(msgspec.Struct, frozen=True):
    """Equipment must show something: what it can show, how likely, and where it goes."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """`cards`, `tops`, `dice` or `wheel`."""

    @abstractmethod
    def draw(self, source: BitSource) -> Shown:
        """An unbiased draw."""

    @abstractmethod
    def cases(self) -> Iterator[tuple[int, Shown]]:
        """Everything that can show, each with its number of equally likely cases."""

    @abstractmethod
    def most_cases(self) -> int:
        """How many different results `cases` gives at most."""

    @abstractmethod
    def origin(self) -> list[Any]:
        """What it is drawn from, in plain data, for whoever draws it again."""

    @abstractmethod
    def refusal(self, shown: Shown) -> Refusal | None:
        """Why this cannot have shown."""


class NeedCards(NeedDraw, frozen=True):
    """Cards off the shoe. The order of the cards within one need never matters."""

    count: int
    place: str
    """Where they go: `seat 3`, `dealer`, `row`."""
    face_up: bool
    undealt: Composition

    @property
    def kind(self) -> str:
        return CARDS

    def draw(self, source: BitSource) -> Shown:
        return draw_cards(source, self.undealt, self.count)

    def cases(self) -> Iterator[tuple[int, Shown]]:
        return card_sets(self.undealt, self.count)

    def most_cases(self) -> int:
        return comb(self.undealt.total, self.count)

    def origin(self) -> list[Any]:
        return [[str(card), count] for card, count in self.undealt.entries if count]

    def deal(self, shown: Shown) -> Composition | Refusal:
        """What is left when these are dealt, or why they cannot have been."""
        cards = [card for card in shown if isinstance(card, Card)]
        if not len(cards) == len(shown) == self.count:
            return Refusal(RefusalCode.WRONG_COUNT, f"The draw is {self.count} card(s).")
        return self.undealt.without(cards)

    def refusal(self, shown: Shown) -> Refusal | None:
        left = self.deal(shown)
        return left if isinstance(left, Refusal) else None


class NeedSpin(NeedDraw, frozen=True):
    """A spin of both Tops, and who spins which."""

    tops: tuple[Top, Top]
    spun_by: tuple[SeatIndex, SeatIndex]
    place: ClassVar[str] = "dish"
    face_up: ClassVar[bool] = True

    @property
    def kind(self) -> str:
        return TOPS

    @property
    def count(self) -> int:
        return len(self.tops)

    def draw(self, source: BitSource) -> Shown:
        return tuple(draw_face(source, top) for top in self.tops)

    def cases(self) -> Iterator[tuple[int, Shown]]:
        return stop_rows(tuple(top.counts() for top in self.tops))

    def most_cases(self) -> int:
        return prod(len(top.faces) for top in self.tops)

    def faces(self) -> tuple[Face, ...]:
        """Every face that can show, once."""
        return tuple(dict.fromkeys(face for top in self.tops for face in top.counts()))

    def origin(self) -> list[Any]:
        return [list(map(str, top.faces)) for top in self.tops]

    def refusal(self, shown: Shown) -> Refusal | None:
        if len(shown) == self.count and all(
            one in top.faces for one, top in zip(shown, self.tops, strict=True)
        ):
            return None
        return Refusal(RefusalCode.BAD_FACE, "Each Top shows one of its own faces.")


class NeedStops(NeedDraw, frozen=True):
    """A roll of dice or a spin of a wheel: one mark of each."""

    stops: tuple[Stops, ...]
    place: str = "table"
    face_up: ClassVar[bool] = True

    @property
    def kind(self) -> str:
        return self.stops[0].kind

    @property
    def count(self) -> int:
        return len(self.stops)

    def draw(self, source: BitSource) -> Shown:
        return tuple(draw_mark(source, one) for one in self.stops)

    def cases(self) -> Iterator[tuple[int, Shown]]:
        return stop_rows(tuple(one.marks() for one in self.stops))

    def most_cases(self) -> int:
        return prod(len(one.texts) for one in self.stops)

    def faces(self) -> tuple[Mark, ...]:
        """Every mark that can show, once."""
        return tuple(dict.fromkeys(mark for one in self.stops for mark in one.marks()))

    def origin(self) -> list[Any]:
        return [list(one.texts) for one in self.stops]

    def refusal(self, shown: Shown) -> Refusal | None:
        if len(shown) != self.count:
            what = f"{self.kind}, {self.count} in all"
            return Refusal(RefusalCode.WRONG_COUNT, f"The draw is of {what}.")
        for mark, one in zip(shown, self.stops, strict=True):
            if mark not in one.marks():
                known = ", ".join(dict.fromkeys(one.texts))
                return Refusal(RefusalCode.BAD_FACE, f"The {self.kind} can show {known} only.")
        return None


AnyDraw = NeedCards | NeedSpin | NeedStops


class Option(msgspec.Struct, frozen=True):
    """What an actor may decide, and what that does to the actor's stakes."""

    key: str
    label: str
    takes_setting: bool = False
    stakes: tuple[tuple[SpotKey, Credits], ...] = ()
    """What lies on spots from then on: more where it raises, zero where it takes a stake back."""


class Pending(msgspec.Struct, frozen=True):
    """A decision that someone still owes."""

    actor: SeatIndex
    options: tuple[Option, ...]
    hasty: str
    """The option taken for an actor who does not act in time: never costs more than the rules."""
    is_free: bool = False
    """Whether the house, where it deals itself, may take any of the options."""


class NeedDecisions(msgspec.Struct, frozen=True):
    """Decisions, in any order among those pending."""

    pending: tuple[Pending, ...]


class NeedNothing(msgspec.Struct, frozen=True):
    """The round is over and can be settled."""


Need = NeedBets | AnyDraw | NeedDecisions | NeedNothing


# --- how it ends -------------------------------------------------------------------------


class Result(StrEnum):
    LOSE = "lose"
    WIN = "win"
    PUSH = "push"
    REFUND = "refund"
    STANDS = "stands"
    """Neither won nor lost: the stake stays up for the next round."""
    AWARD = "award"
    """Paid beside a stake that has a line of its own, such as an Ante bonus."""


class Line(msgspec.Struct, frozen=True):
    """One stake settled, or one award, and the clause that says why."""

    seat: SeatIndex
    spot: SpotKey
    stake: Credits
    """Zero for an award: its stake is settled by another line."""
    result: Result
    odds: Odds | None
    """The odds paid; None unless something is won."""
    pays: Credits
    """The winnings, without the stake."""
    clause: ClauseId
    lost: Credits | None = None
    """How much of a lost stake is taken; None for all of it."""
    moves_to: SpotKey | None = None
    """Where a stake that stands lies from now on; None where it lay."""

    @property
    def is_award(self) -> bool:
        """Whether it is paid beside a stake and settles none."""
        return self.result is Result.AWARD

    @property
    def taken(self) -> Credits:
        """How much of the stake the house takes."""
        if self.result is not Result.LOSE:
            return NO_CREDITS
        return self.stake if self.lost is None else self.lost

    @property
    def net(self) -> int:
        """What the line is worth to the player, in minor units."""
        return self.pays if self.result is not Result.LOSE else self.pays - self.taken


class Ending(msgspec.Struct, frozen=True):
    """How the round ended as a whole: settled or void, why, and by which clause."""

    void: bool
    sentence: str
    clause: ClauseId


# --- the game itself ---------------------------------------------------------------------

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
    """Where a round starts and every step of it: enough to play it again."""

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

        Asked of games with contract bets alone: of whoever leaves, only those play on.
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
        """What decides bets on these spots of a card; None where every card is told apart."""
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


def settlement_order(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Takes first, then everything that is paid or returned; otherwise as given."""
    lose = Result.LOSE
    taken = [line for line in lines if line.result is lose]
    return (*taken, *[line for line in lines if line.result is not lose])
