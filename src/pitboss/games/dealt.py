"""A dealt game: bets, then draws and decisions in the order that the game says, then settlement.

A subclass says what can be bet, what comes next and what each stake wins; everything else of the
contract is here. A shoe that is kept from round to round is part of what a round leaves behind.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping

from msgspec.structs import replace

from pitboss.equipment.shoe import Composition
from pitboss.equipment.shown import Shown, kind_of
from pitboss.games.bets import Bets, apply_option, in_felt_order, limit_spots, place, take_down
from pitboss.games.calls import CallOption
from pitboss.games.contract import E, Game, RoundScript, TypedRound
from pitboss.games.dealt_state import DealtState, DealtView, Drawn, Start
from pitboss.games.dealt_text import read_shoe, read_step, read_up, write_shoe, write_up
from pitboss.games.layout import Place
from pitboss.games.needs import (
    AnyDraw,
    Need,
    NeedBets,
    NeedCards,
    NeedDecisions,
    NeedDraw,
    NeedNothing,
)
from pitboss.games.settlement import (
    Award,
    Ending,
    Line,
    Result,
    Verdict,
    award_line,
    next_bet,
    settled_line,
    settlement_order,
    unpaid_line,
)
from pitboss.games.spots import PlacedBet, Spot
from pitboss.games.steps import Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import ClauseId, SeatIndex

MISDEAL = "misdeal"
SUPERVISOR = "supervisor"


class DealtGame(Game[E, DealtState[E], Start]):
    """Bets, draws and decisions, settlement; a round leaves its number behind, and its shoe."""

    void_clause: ClauseId
    end_clause: ClauseId
    memory_name: str = ""
    """What the game remembers from round to round is called, such as `point`; empty for nothing."""
    misdeal_label: str = "Misdeal: all stakes go back"

    @abstractmethod
    def next_need(self, state: DealtState[E]) -> Need:
        """What the round needs once bets are closed."""

    @abstractmethod
    def verdict(self, state: DealtState[E], bet: PlacedBet) -> Verdict:
        """What became of this stake."""

    def verdicts(self, state: DealtState[E]) -> Iterable[Verdict]:
        """What became of each stake, in the order of the bets."""
        return [self.verdict(state, bet) for bet in state.bets]

    def fresh_cards(self, edition: E) -> Composition | None:
        """A fresh shoe; None for other equipment."""
        return None

    def keeps_shoe(self, edition: E, undealt: Composition) -> bool:
        """Whether the next round is dealt from the cards that are left."""
        return False

    def memories(self, edition: E) -> tuple[str, ...]:
        """Everything that the game may remember, one word each, a fresh table's first."""
        return ("",)

    def remember(self, state: DealtState[E]) -> str:
        """What the next round remembers of this one; a void one changes nothing."""
        return state.memory

    def award(self, state: DealtState[E], bet: PlacedBet) -> Award | None:
        """What is paid on this stake beside its own result; nothing by default."""
        return None

    def closing_refusal(self, state: DealtState[E]) -> Refusal | None:
        """Why bets cannot be closed as they lie."""
        return None

    # --- the contract ---

    def first_carry(self, edition: E) -> Start:
        return Start(1, self.fresh_cards(edition), self.memories(edition)[0])

    def starts(self, edition: E) -> tuple[Start, ...]:
        first = self.first_carry(edition)
        return tuple(replace(first, memory=memory) for memory in self.memories(edition))

    def start_key(self, carry: Start) -> Hashable:
        return (carry.undealt, carry.memory, carry.up)

    def give_back(self, carry: Start, bets: tuple[PlacedBet, ...]) -> Start:
        return replace(carry, up=tuple(bet for bet in carry.up if bet not in bets))

    def open(
        self, edition: E, *, seats: tuple[SeatIndex, ...], carry: Start
    ) -> DealtState[E] | Refusal:
        up = tuple(bet for bet in carry.up if bet.seat in seats)
        return DealtState(edition, seats, carry.number, carry.undealt, bets=up, memory=carry.memory)

    def spots(self, state: DealtState[E], seat: SeatIndex) -> tuple[Spot, ...]:
        return limit_spots(self.felt(state, seat), state.bets, seat)

    def felt(self, state: DealtState[E], seat: SeatIndex) -> tuple[Spot, ...]:
        """The spots of a seat at this point, before other stakes limit them."""
        return self.all_spots(state.edition)

    def bets(self, state: DealtState[E]) -> tuple[PlacedBet, ...]:
        return state.bets

    def need(self, state: DealtState[E]) -> Need:
        if state.voided is not None:
            return NeedNothing()
        return self.next_need(state) if state.closed else NeedBets()

    def calls(self, state: DealtState[E]) -> tuple[CallOption, ...]:
        return (
            CallOption(MISDEAL, self.misdeal_label, self.void_clause, shows=1),
            CallOption(SUPERVISOR, "Call a floor supervisor", self.void_clause),
        )

    def apply(self, state: DealtState[E], step: Step) -> DealtState[E] | Refusal:
        match step:
            case Call(what, reason, _) if what == MISDEAL:
                return replace(state, voided=reason)
            case Call(what, reason, _) if what == SUPERVISOR:
                return replace(state, calls=(*state.calls, reason))
            case Bet() | TakeDown() | CloseBets() if not state.closed:
                return self._change_bets(state, step)
            case Draw() | Decide() if state.closed:
                return self._go_on(state, step)
        return Refusal(RefusalCode.NOT_NOW, "That cannot be done at this point of the round.")

    def settle(self, state: DealtState[E]) -> tuple[Line, ...]:
        if state.voided is not None:
            # Where bets live across rounds, a void round decides nothing; else all goes back.
            result = Result.STANDS if self.keeps_bets else Result.REFUND
            return tuple(unpaid_line(bet, result, self.void_clause) for bet in state.bets)
        lines = [*map(settled_line, state.bets, self.verdicts(state))]
        awards = [(bet, found) for bet in state.bets if (found := self.award(state, bet))]
        lines += [award_line(bet, award) for bet, award in awards]
        return settlement_order(tuple(lines))

    def ending(self, state: DealtState[E]) -> Ending:
        if state.voided is not None:
            return Ending(True, f"Void: {state.voided}", self.void_clause)
        return Ending(False, self.say(state), self.end_clause)

    def carry(self, state: DealtState[E]) -> Start:
        left = state.undealt
        if left is not None and not self.keeps_shoe(state.edition, left):
            left = self.fresh_cards(state.edition)
        memory = state.memory if state.voided is not None else self.remember(state)
        return Start(state.number + 1, left, memory, self._up(state) if self.keeps_bets else ())

    def view(self, state: DealtState[E], viewer: SeatIndex) -> object:
        bets = tuple((int(b.seat), str(b.spot), int(b.stake)) for b in state.bets)
        decisions = tuple((int(seat), what) for seat, what in state.decisions)
        places = self.places(state, viewer)
        return DealtView(
            state.number,
            bets,
            state.closed,
            places,
            decisions,
            state.voided,
            state.calls,
            state.memory,
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
            ends = "Every bet stands" if self.keeps_bets else "All stakes go back"
            return f"No game: {state.voided.rstrip('.')}. {ends}."
        if state.draws:
            return self.tell(state)
        return "No more bets." if state.closed else "Place your bets."

    def tell(self, state: DealtState[E]) -> str:
        """The dealer's words once something showed."""
        return "The draw is " + ", ".join(map(str, state.shown)) + "."

    def write_carry(self, carry: Start) -> dict[str, str]:
        words = {"round": str(carry.number)}
        if carry.undealt is not None:
            words["shoe"] = write_shoe(carry.undealt)
        if self.memory_name:
            words[self.memory_name] = carry.memory
        if self.keeps_bets:
            words["up"] = write_up(carry.up)
        return words

    def read_carry(self, edition: E, words: Mapping[str, str]) -> Start | Refusal:
        first = self.first_carry(edition)
        number, names = words.get("round", ""), set(self.write_carry(first))
        if set(words) != names or not (number.isascii() and number.isdigit()):
            wanted = " and ".join(sorted(names))
            return Refusal(RefusalCode.BAD_TEXT, f"The start of the round names {wanted}.")
        undealt = first.undealt and read_shoe(first.undealt, words["shoe"])
        memory = words[self.memory_name] if self.memory_name else ""
        up = read_up(words["up"], self.all_spots(edition)) if self.keeps_bets else ()
        if isinstance(undealt, Refusal):
            return undealt
        if isinstance(up, Refusal):
            return up
        if memory not in self.memories(edition):
            known = ", ".join(self.memories(edition))
            return Refusal(RefusalCode.BAD_TEXT, f"The {self.memory_name} is one of {known}.")
        return Start(int(number), undealt, memory, up)

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
            further = read_step(self.need(state), draws, choices)
            if further is None:
                return RoundScript((seat,), start, tuple(steps))
            if isinstance(further, Refusal):
                return further
            steps.append(further)
            state = self.apply(state, further)
        return state

    # --- steps ---

    def _change_bets(
        self, state: DealtState[E], step: Bet | TakeDown | CloseBets
    ) -> DealtState[E] | Refusal:
        if isinstance(step, CloseBets):
            if not state.bets:
                return Refusal(RefusalCode.NO_BETS, "Nobody has bet; place a bet first.")
            return self.closing_refusal(state) or replace(state, closed=True)
        if step.seat not in state.seats:
            return Refusal(RefusalCode.NO_SUCH_SEAT, f"Seat {step.seat} is not in this round.")
        if isinstance(step, TakeDown):
            felt = take_down(state.bets, step, self.spots(state, step.seat))
        else:
            spots, limits = self.spots(state, step.seat), state.edition.head.limits
            felt = place(state.bets, step, spots=spots, limits=limits)
        return felt if isinstance(felt, Refusal) else replace(state, bets=felt)

    def _go_on(self, state: DealtState[E], step: Draw | Decide) -> DealtState[E] | Refusal:
        need = self.next_need(state)
        if isinstance(step, Draw) and isinstance(need, NeedDraw):
            return self._show(state, need, step.shown)
        if isinstance(step, Decide) and isinstance(need, NeedDecisions):
            pending = [one for one in need.pending if one.actor == step.actor]
            if not pending:
                return Refusal(RefusalCode.NOT_YOUR_TURN, "That seat has nothing to decide now.")
            options = {option.key: option for option in pending[0].options}
            if step.option not in options:
                return Refusal(RefusalCode.UNKNOWN_OPTION, f"The options are {', '.join(options)}.")
            option = options[step.option]
            spots = self.all_spots(state.edition) if option.stakes else ()
            felt = apply_option(state.bets, step.actor, option, spots)
            return replace(
                state, bets=felt, decisions=(*state.decisions, (step.actor, step.option))
            )
        return Refusal(RefusalCode.NOT_NOW, "That cannot be done at this point of the round.")

    def _show(self, state: DealtState[E], need: AnyDraw, shown: Shown) -> DealtState[E] | Refusal:
        left: Composition | Refusal | None = state.undealt
        left = need.deal(shown) if isinstance(need, NeedCards) else need.refusal(shown) or left
        if isinstance(left, Refusal):
            return left
        drawn = Drawn(need.place, shown, need.face_up)
        return replace(state, draws=(*state.draws, drawn), undealt=left)

    def _up(self, state: DealtState[E]) -> Bets:
        """The bets that the next round finds on the felt."""
        if state.voided is not None:
            return state.bets
        found = map(next_bet, state.bets, self.verdicts(state))
        up = tuple(bet for bet in found if bet is not None)
        check(len({(bet.seat, bet.spot) for bet in up}) == len(up), "a stake moves to a free spot")
        return in_felt_order(up, self.all_spots(state.edition))
