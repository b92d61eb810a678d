"""A game of one draw: bets, one draw for everybody, settlement. The shortest way to a new game.

A subclass says what can be bet, what is drawn and what each stake wins; everything else of the
contract is here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Generic

import msgspec
from msgspec.structs import replace

from pitboss.equipment.cards import Card, parse_cards
from pitboss.equipment.decks import Deck
from pitboss.equipment.shoe import Composition
from pitboss.games.bets import Bets, place, take_down
from pitboss.games.contract import (
    CallOption,
    E,
    Ending,
    Game,
    Line,
    Need,
    NeedBets,
    NeedCards,
    NeedNothing,
    PlacedBet,
    Result,
    RoundScript,
    Spot,
    TypedRound,
    settlement_order,
)
from pitboss.games.settlement import Verdict, settled_line, unpaid_line
from pitboss.games.steps import Bet, Call, CloseBets, Draw, Step, TakeDown
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import ClauseId, SeatIndex

MISDEAL = "misdeal"
SUPERVISOR = "supervisor"


class OneDrawState(msgspec.Struct, Generic[E], frozen=True):
    """Bets lie, then cards show; or the round was called void."""

    edition: E
    seats: tuple[SeatIndex, ...]
    number: int
    bets: Bets = ()
    closed: bool = False
    shown: tuple[Card, ...] = ()
    voided: str | None = None
    calls: tuple[str, ...] = ()


class OneDrawView(msgspec.Struct, frozen=True):
    """Everything lies open, so every viewer sees the same."""

    number: int
    bets: tuple[tuple[int, str, int], ...]
    closed: bool
    shown: tuple[str, ...]
    voided: str | None
    calls: tuple[str, ...]


class OneDrawGame(Game[E, OneDrawState[E], int]):
    """Bets, one draw of cards, settlement; the carry is the number of the round."""

    void_clause: ClauseId
    end_clause: ClauseId
    cards_drawn: int = 1

    @abstractmethod
    def deck(self, edition: E) -> Deck:
        """The cards the draw is made from, fresh in every round."""

    @abstractmethod
    def verdict(self, edition: E, bet: PlacedBet, shown: tuple[Card, ...]) -> Verdict:
        """What this stake wins when these cards show."""

    def first_carry(self, edition: E) -> int:
        return 1

    def open(
        self, edition: E, *, seats: tuple[SeatIndex, ...], carry: int
    ) -> OneDrawState[E] | Refusal:
        return OneDrawState(edition, seats, carry)

    def spots(self, state: OneDrawState[E], seat: SeatIndex) -> tuple[Spot, ...]:
        return self.all_spots(state.edition)

    def bets(self, state: OneDrawState[E]) -> tuple[PlacedBet, ...]:
        return state.bets

    def need(self, state: OneDrawState[E]) -> Need:
        if state.shown or state.voided is not None:
            return NeedNothing()
        if not state.closed:
            return NeedBets()
        undealt = Composition.full(self.deck(state.edition))
        return NeedCards(self.cards_drawn, place="table", face_up=True, undealt=undealt)

    def calls(self, state: OneDrawState[E]) -> tuple[CallOption, ...]:
        return (
            CallOption(MISDEAL, "Misdeal: all stakes go back", self.void_clause, shows=1),
            CallOption(SUPERVISOR, "Call a floor supervisor", self.void_clause),
        )

    def apply(self, state: OneDrawState[E], step: Step) -> OneDrawState[E] | Refusal:
        match step:
            case Call(what, reason, _) if what == MISDEAL:
                return replace(state, voided=reason)
            case Call(what, reason, _) if what == SUPERVISOR:
                return replace(state, calls=(*state.calls, reason))
            case Bet() | TakeDown() | CloseBets() if not state.closed:
                return self._felt(state, step)
            case Draw(shown) if state.closed:
                return self._show(state, shown)
        return Refusal(RefusalCode.NOT_NOW, "That cannot be done at this point of the round.")

    def settle(self, state: OneDrawState[E]) -> tuple[Line, ...]:
        return settlement_order(tuple(self._line(state, bet) for bet in state.bets))

    def ending(self, state: OneDrawState[E]) -> Ending:
        if state.voided is not None:
            return Ending(True, f"Void: {state.voided}", self.void_clause)
        return Ending(False, self.say(state), self.end_clause)

    def carry(self, state: OneDrawState[E]) -> int:
        return state.number + 1

    def view(self, state: OneDrawState[E], viewer: SeatIndex) -> object:
        bets = tuple((int(b.seat), str(b.spot), int(b.stake)) for b in state.bets)
        shown = tuple(map(str, state.shown))
        return OneDrawView(state.number, bets, state.closed, shown, state.voided, state.calls)

    def say(self, state: OneDrawState[E]) -> str:
        if state.voided is not None:
            return f"No game: {state.voided}. All stakes go back."
        if state.shown:
            return "The draw is " + ", ".join(map(str, state.shown)) + "."
        return "No more bets." if state.closed else "Place your bets."

    def write_carry(self, carry: int) -> dict[str, str]:
        return {"round": str(carry)}

    def read_carry(self, edition: E, words: Mapping[str, str]) -> int | Refusal:
        number = words.get("round", "")
        if number.isascii() and number.isdigit() and set(words) == {"round"}:
            return int(number)
        return Refusal(RefusalCode.BAD_TEXT, "The start of the round reads round=NUMBER.")

    def typed_round(self, edition: E, typed: TypedRound) -> RoundScript[int] | Refusal:
        cards = parse_cards(typed.draw)
        if isinstance(cards, Refusal):
            return cards
        seat = SeatIndex(1)
        bets = (Bet(seat, spot, stake) for spot, stake in typed.bets)
        return RoundScript((seat,), 1, (*bets, CloseBets(), Draw(cards)))

    def _felt(
        self, state: OneDrawState[E], step: Bet | TakeDown | CloseBets
    ) -> OneDrawState[E] | Refusal:
        if isinstance(step, CloseBets):
            if not state.bets:
                return Refusal(RefusalCode.NO_BETS, "Nobody has bet; place a bet first.")
            return replace(state, closed=True)
        if step.seat not in state.seats:
            return Refusal(RefusalCode.NO_SUCH_SEAT, f"Seat {step.seat} is not in this round.")
        if isinstance(step, TakeDown):
            felt = take_down(state.bets, step)
        else:
            spots, limits = self.all_spots(state.edition), state.edition.head.limits
            felt = place(state.bets, step, spots=spots, limits=limits)
        return felt if isinstance(felt, Refusal) else replace(state, bets=felt)

    def _show(self, state: OneDrawState[E], shown: tuple[object, ...]) -> OneDrawState[E] | Refusal:
        cards = tuple(card for card in shown if isinstance(card, Card))
        if not len(cards) == len(shown) == self.cards_drawn:
            return Refusal(RefusalCode.WRONG_COUNT, f"The draw is {self.cards_drawn} card(s).")
        left = Composition.full(self.deck(state.edition)).without(cards)
        return left if isinstance(left, Refusal) else replace(state, shown=cards)

    def _line(self, state: OneDrawState[E], bet: PlacedBet) -> Line:
        if state.voided is not None:
            return unpaid_line(bet, Result.REFUND, self.void_clause)
        return settled_line(bet, self.verdict(state.edition, bet, state.shown))
