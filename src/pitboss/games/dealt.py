"""A dealt game: bets, then draws and decisions in the order that the game says, then settlement.

A subclass says what can be bet, what comes next and what each stake wins; everything else of the
contract is here. A shoe that is kept from round to round is part of what a round leaves behind.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Generic

import msgspec
from msgspec.structs import replace

from pitboss.equipment.cards import Card, parse_card
from pitboss.equipment.shoe import Composition
from pitboss.equipment.shown import Shown, kind_of, read_shown
from pitboss.games.bets import Bets, in_felt_order, place, take_down
from pitboss.games.contract import (
    AnyDraw,
    CallOption,
    E,
    Ending,
    Game,
    Line,
    Need,
    NeedBets,
    NeedDecisions,
    NeedDraw,
    NeedNothing,
    Place,
    PlacedBet,
    Result,
    RoundScript,
    Spot,
    TypedRound,
    settlement_order,
)
from pitboss.games.settlement import Verdict, settled_line, unpaid_line
from pitboss.games.steps import Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import ClauseId, SeatIndex

MISDEAL = "misdeal"
SUPERVISOR = "supervisor"


class Start(msgspec.Struct, frozen=True):
    """What a round begins with: its number, and the shoe where one is kept."""

    number: int
    undealt: Composition | None = None


class Drawn(msgspec.Struct, frozen=True):
    """What showed, where it went, and whether everybody saw it."""

    place: str
    shown: Shown
    face_up: bool = True


class DealtState(msgspec.Struct, Generic[E], frozen=True):
    """Bets lie, then equipment shows and seats decide; or the round was called void."""

    edition: E
    seats: tuple[SeatIndex, ...]
    number: int
    undealt: Composition | None = None
    """The cards of a game that is dealt from a shoe; None for other equipment."""
    bets: Bets = ()
    closed: bool = False
    draws: tuple[Drawn, ...] = ()
    decisions: tuple[tuple[SeatIndex, str], ...] = ()
    voided: str | None = None
    calls: tuple[str, ...] = ()

    @property
    def shoe(self) -> Composition:
        """The cards of a game that has some."""
        return Composition(()) if self.undealt is None else self.undealt

    def at(self, where: str) -> Shown:
        """What was drawn to a place, in order."""
        return tuple(item for one in self.draws if one.place == where for item in one.shown)  # type: ignore[return-value]

    def cards(self, where: str) -> tuple[Card, ...]:
        """The cards at a place."""
        return tuple(card for card in self.at(where) if isinstance(card, Card))

    def decided(self, seat: SeatIndex) -> str | None:
        """What a seat decided last; None before it did."""
        return next((what for who, what in reversed(self.decisions) if who == seat), None)

    @property
    def shown(self) -> Shown:
        """What the first draw showed; nothing before it."""
        return self.draws[0].shown if self.draws else ()


class DealtView(msgspec.Struct, frozen=True):
    """A round as one viewer sees it; what lies face down is not in it."""

    number: int
    bets: tuple[tuple[int, str, int], ...]
    closed: bool
    places: tuple[Place, ...]
    decisions: tuple[tuple[int, str], ...]
    voided: str | None
    calls: tuple[str, ...]


class DealtGame(Game[E, DealtState[E], Start]):
    """Bets, draws and decisions, settlement; a round leaves its number behind, and its shoe."""

    void_clause: ClauseId
    end_clause: ClauseId

    @abstractmethod
    def next_need(self, state: DealtState[E]) -> Need:
        """What the round needs once bets are closed."""

    @abstractmethod
    def verdict(self, state: DealtState[E], bet: PlacedBet) -> Verdict:
        """What became of this stake."""

    def fresh_cards(self, edition: E) -> Composition | None:
        """A fresh shoe; None for other equipment."""
        return None

    def keeps_shoe(self, edition: E, undealt: Composition) -> bool:
        """Whether the next round is dealt from the cards that are left."""
        return False

    def decide(self, state: DealtState[E], step: Decide) -> Bets:
        """The bets after a decision: raised, taken back, or as they were."""
        return state.bets

    def closing_refusal(self, state: DealtState[E]) -> Refusal | None:
        """Why bets cannot be closed as they lie."""
        return None

    # --- the contract ---

    def first_carry(self, edition: E) -> Start:
        return Start(1, self.fresh_cards(edition))

    def open(
        self, edition: E, *, seats: tuple[SeatIndex, ...], carry: Start
    ) -> DealtState[E] | Refusal:
        return DealtState(edition, seats, carry.number, carry.undealt)

    def spots(self, state: DealtState[E], seat: SeatIndex) -> tuple[Spot, ...]:
        return self.all_spots(state.edition)

    def bets(self, state: DealtState[E]) -> tuple[PlacedBet, ...]:
        return state.bets

    def need(self, state: DealtState[E]) -> Need:
        if state.voided is not None:
            return NeedNothing()
        return self.next_need(state) if state.closed else NeedBets()

    def calls(self, state: DealtState[E]) -> tuple[CallOption, ...]:
        return (
            CallOption(MISDEAL, "Misdeal: all stakes go back", self.void_clause, shows=1),
            CallOption(SUPERVISOR, "Call a floor supervisor", self.void_clause),
        )

    def apply(self, state: DealtState[E], step: Step) -> DealtState[E] | Refusal:
        match step:
            case Call(what, reason, _) if what == MISDEAL:
                return replace(state, voided=reason)
            case Call(what, reason, _) if what == SUPERVISOR:
                return replace(state, calls=(*state.calls, reason))
            case Bet() | TakeDown() | CloseBets() if not state.closed:
                return self._felt(state, step)
            case Draw() | Decide() if state.closed:
                return self._after(state, step)
        return Refusal(RefusalCode.NOT_NOW, "That cannot be done at this point of the round.")

    def settle(self, state: DealtState[E]) -> tuple[Line, ...]:
        return settlement_order(tuple(self._line(state, bet) for bet in state.bets))

    def ending(self, state: DealtState[E]) -> Ending:
        if state.voided is not None:
            return Ending(True, f"Void: {state.voided}", self.void_clause)
        return Ending(False, self.say(state), self.end_clause)

    def carry(self, state: DealtState[E]) -> Start:
        left = state.undealt
        if left is not None and not self.keeps_shoe(state.edition, left):
            left = self.fresh_cards(state.edition)
        return Start(state.number + 1, left)

    def view(self, state: DealtState[E], viewer: SeatIndex) -> object:
        bets = tuple((int(b.seat), str(b.spot), int(b.stake)) for b in state.bets)
        decisions = tuple((int(seat), what) for seat, what in state.decisions)
        places = self.places(state, viewer)
        return DealtView(
            state.number, bets, state.closed, places, decisions, state.voided, state.calls
        )

    def places(self, state: DealtState[E], viewer: SeatIndex) -> tuple[Place, ...]:
        """What lies where; cards dealt face down are seen by their seat, and by all at the end."""
        is_over = isinstance(self.need(state), NeedNothing)
        found: dict[str, tuple[str, ...]] = {}
        kinds: dict[str, str] = {}
        for one in state.draws:
            is_seen = one.face_up or one.place == f"seat {viewer}" or is_over
            texts = tuple(str(item) if is_seen else "" for item in one.shown)
            found[one.place] = (*found.get(one.place, ()), *texts)
            kinds[one.place] = kind_of(one.shown)
        return tuple(
            Place(key, self.place_label(key), kinds[key], items, self.place_note(state, key, items))
            for key, items in found.items()
        )

    def place_label(self, key: str) -> str:
        """What a place is called."""
        return "" if key == "table" else key.capitalize()

    def place_note(self, state: DealtState[E], key: str, items: tuple[str, ...]) -> str:
        """What lies at a place comes to, as far as the viewer sees it."""
        return ""

    def say(self, state: DealtState[E]) -> str:
        if state.voided is not None:
            return f"No game: {state.voided}. All stakes go back."
        if state.draws:
            return self.tell(state)
        return "No more bets." if state.closed else "Place your bets."

    def tell(self, state: DealtState[E]) -> str:
        """The dealer's words once something showed."""
        return "The draw is " + ", ".join(map(str, state.shown)) + "."

    def write_carry(self, carry: Start) -> dict[str, str]:
        words = {"round": str(carry.number)}
        if carry.undealt is not None:
            words["shoe"] = " ".join(f"{card}{count}" for card, count in carry.undealt.entries)
        return words

    def read_carry(self, edition: E, words: Mapping[str, str]) -> Start | Refusal:
        first = self.first_carry(edition)
        number, names = words.get("round", ""), set(self.write_carry(first))
        if set(words) != names or not (number.isascii() and number.isdigit()):
            wanted = " and ".join(sorted(names))
            return Refusal(RefusalCode.BAD_TEXT, f"The start of the round names {wanted}.")
        undealt = first.undealt and _read_shoe(first.undealt, words["shoe"])
        return undealt if isinstance(undealt, Refusal) else Start(int(number), undealt)

    def typed_round(self, edition: E, typed: TypedRound) -> RoundScript[Start] | Refusal:
        """Draws are divided by slashes in the order they are made, decisions by commas."""
        seat = SeatIndex(1)
        start = self.first_carry(edition)
        steps: list[Step] = [*(Bet(seat, spot, stake) for spot, stake in typed.bets), CloseBets()]
        state: DealtState[E] | Refusal = self.open(edition, seats=(seat,), carry=start)
        draws = [part for part in typed.draw.split("/") if part.strip()]
        choices = [part.strip() for part in (typed.decide or "").split(",") if part.strip()]
        for step in tuple(steps):
            state = state if isinstance(state, Refusal) else self.apply(state, step)
        while not isinstance(state, Refusal):
            further = _typed_step(self.need(state), draws, choices)
            if further is None:
                return RoundScript((seat,), start, tuple(steps))
            if isinstance(further, Refusal):
                return further
            steps.append(further)
            state = self.apply(state, further)
        return state

    # --- steps ---

    def _felt(
        self, state: DealtState[E], step: Bet | TakeDown | CloseBets
    ) -> DealtState[E] | Refusal:
        if isinstance(step, CloseBets):
            if not state.bets:
                return Refusal(RefusalCode.NO_BETS, "Nobody has bet; place a bet first.")
            return self.closing_refusal(state) or replace(state, closed=True)
        if step.seat not in state.seats:
            return Refusal(RefusalCode.NO_SUCH_SEAT, f"Seat {step.seat} is not in this round.")
        if isinstance(step, TakeDown):
            felt = take_down(state.bets, step)
        else:
            spots, limits = self.spots(state, step.seat), state.edition.head.limits
            felt = place(state.bets, step, spots=spots, limits=limits)
        return felt if isinstance(felt, Refusal) else replace(state, bets=felt)

    def _after(self, state: DealtState[E], step: Draw | Decide) -> DealtState[E] | Refusal:
        need = self.next_need(state)
        if isinstance(step, Draw) and isinstance(need, NeedDraw):
            return self._show(state, need, step.shown)
        if isinstance(step, Decide) and isinstance(need, NeedDecisions):
            pending = [one for one in need.pending if one.actor == step.actor]
            if not pending:
                return Refusal(RefusalCode.NOT_YOUR_TURN, "No decision of that seat is awaited.")
            if step.option not in {option.key for option in pending[0].options}:
                names = ", ".join(option.key for option in pending[0].options)
                return Refusal(RefusalCode.UNKNOWN_OPTION, f"The options are {names}.")
            felt = in_felt_order(self.decide(state, step), self.all_spots(state.edition))
            return replace(
                state, bets=felt, decisions=(*state.decisions, (step.actor, step.option))
            )
        return Refusal(RefusalCode.NOT_NOW, "That cannot be done at this point of the round.")

    def _show(self, state: DealtState[E], need: AnyDraw, shown: Shown) -> DealtState[E] | Refusal:
        refused = need.refusal(shown)
        if refused is not None:
            return refused
        undealt = state.undealt
        if undealt is not None:
            undealt = unwrap(undealt.without(card for card in shown if isinstance(card, Card)))
        drawn = Drawn(need.place, shown, need.face_up)
        return replace(state, draws=(*state.draws, drawn), undealt=undealt)

    def _line(self, state: DealtState[E], bet: PlacedBet) -> Line:
        if state.voided is not None:
            return unpaid_line(bet, Result.REFUND, self.void_clause)
        return settled_line(bet, self.verdict(state, bet))


def _typed_step(need: Need, draws: list[str], choices: list[str]) -> Step | Refusal | None:
    """The next step of a typed round; None when nothing more is needed or typed."""
    if isinstance(need, NeedDraw):
        if not draws:
            what = f"{need.count} {need.kind} for {need.place}"
            return Refusal(RefusalCode.WRONG_COUNT, f"The draw goes on: {what}; divide by slashes.")
        shown = read_shown((need.kind, *draws.pop(0).replace(",", " ").split()))
        return shown if isinstance(shown, Refusal) else Draw(shown)
    if isinstance(need, NeedDecisions):
        pending = need.pending[0]
        return Decide(pending.actor, choices.pop(0) if choices else pending.hasty)
    if draws or choices:
        return Refusal(RefusalCode.WRONG_COUNT, "The round is over before the last that was typed.")
    return None


def _read_shoe(full: Composition, text: str) -> Composition | Refusal:
    """A shoe as `write_carry` tells it; never more of a card than a fresh one has."""
    counts = dict.fromkeys(full.counts, 0)
    for word in text.split():
        card, count = parse_card(word[:2]), word[2:]
        if isinstance(card, Refusal) or not (count.isascii() and count.isdigit()):
            return Refusal(RefusalCode.BAD_TEXT, f"'{word}' is not a card and how many are left.")
        counts[card] = int(count)
    if any(held > full.count(card) for card, held in counts.items()):
        return Refusal(RefusalCode.IMPOSSIBLE_CARD, "No shoe of this edition has so many cards.")
    return Composition.of(counts)
