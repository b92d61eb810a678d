"""The needs of a round: bets, a draw of some equipment, decisions, or nothing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from math import comb, prod
from typing import Any, ClassVar

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.chances import card_sets, stop_rows
from pitboss.equipment.draws import BitSource, draw_cards, draw_face, draw_mark
from pitboss.equipment.shoe import Composition
from pitboss.equipment.shown import CARDS, TOPS, Shown
from pitboss.equipment.stops import Mark, Stops
from pitboss.equipment.tops import Face, Top
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey


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
        """What it is drawn from, in plain data, so that a draw can be checked."""

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
    """An option of a decision, and what it does to the actor's stakes."""

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
