"""The rules of flip~it: how a round opens, what it needs, and what each step does.

Nothing here settles.
"""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.equipment.cards import Card
from pitboss.equipment.shown import Shown
from pitboss.games.bets import place, take_down
from pitboss.games.calls import CallOption
from pitboss.games.flip_it.carry import (
    NEW_SHOE,
    Carry,
    all_but,
    full_shoe,
    is_spent,
    left_after,
    out_of,
)
from pitboss.games.flip_it.edition import ROW_SIZE, Edition, ShoeMode
from pitboss.games.flip_it.row import RowKind, next_row, row_kind
from pitboss.games.flip_it.spots import ACE_CALL, NO_ACE_CALL, spots_of
from pitboss.games.flip_it.state import CallMade, Phase, State
from pitboss.games.needs import Need, NeedBets, NeedCards, NeedNothing
from pitboss.games.spots import Spot
from pitboss.games.steps import Bet, Call, CloseBets, Draw, Step, TakeDown
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode, first_of
from pitboss.units import ClauseId, SeatIndex

EXPOSED_CARD = CallOption(
    "exposed-card", "A card was exposed or misdealt", ClauseId("FLP-7.1"), shows=1
)
SHOE_STEPS = (
    CallOption(
        "cut-card",
        "Shuffled and cut, the cut card placed",
        ClauseId("FLP-7.5"),
        by_hand=True,
        is_due=True,
    ),
    CallOption(
        "burn-card", "One card burnt face down", ClauseId("FLP-7.5"), by_hand=True, is_due=True
    ),
)
LAST_OF_SHOE = CallOption(
    "change-shoe", "Change of shoe after this round", ClauseId("FLP-7.6"), by_hand=True
)
SUPERVISOR = CallOption("supervisor", "Call a floor supervisor", ClauseId("FLP-7.3"))

# FLP-2.1, FLP-2.5, FLP-7.1: where the next card goes, one at a time and face up.
_PLACES = {Phase.ROW: "row", Phase.FLIP: "fifth", Phase.EXPOSED: "exposed"}

# Why bets are shut outside the betting phase (FLP-2.3).
_SHUT = {
    Phase.ROW: Refusal(
        RefusalCode.NOT_NOW, "Bets open when four cards lie in the row; wait for the row."
    ),
    Phase.FLIP: Refusal(RefusalCode.NOT_NOW, "Bets are closed; bet again after the flip."),
    Phase.EXPOSED: Refusal(
        RefusalCode.NOT_NOW, "A card was exposed; every bet goes back once it is shown."
    ),
    Phase.OVER: Refusal(RefusalCode.ROUND_OVER, "The round is over; wait for the next one."),
}


def open_round(edition: Edition, seats: tuple[SeatIndex, ...], carry: Carry) -> State | Refusal:
    """The start of a round: on the row that was left, or with a new shoe (FLP-6.5)."""
    undealt = left_after(edition.deck, carry.out)
    if isinstance(undealt, Refusal):
        return undealt
    row = carry.row
    if is_spent(edition, row, undealt):
        row, undealt = (), full_shoe(edition.deck)
    return _row_laid(State(edition, seats, Phase.ROW, row, undealt))


def carry_after(state: State) -> Carry:
    check(state.phase is Phase.OVER, "a round hands on when it is over")
    row = state.row if state.fifth is None else next_row(state.row, state.fifth)
    if state.ends_shoe or is_spent(state.edition, row, state.undealt):
        return NEW_SHOE
    return Carry(row=row, out=out_of(state.edition.deck, state.undealt))


def spots(state: State, seat: SeatIndex) -> tuple[Spot, ...]:
    """Every spot, with the reason why it is closed to this seat now."""
    shut = _SHUT.get(state.phase)
    closed = first_of((shut, _seat_refusal(state, seat)))
    return spots_of(state.edition, closed=closed, bonus_closed=_bonus_refusal(state))


def need(state: State) -> Need:
    if state.phase is Phase.BETS:
        return NeedBets()
    if state.phase is Phase.OVER:
        return NeedNothing()
    return NeedCards(count=1, place=_PLACES[state.phase], face_up=True, undealt=state.undealt)


def calls(state: State) -> tuple[CallOption, ...]:
    """A supervisor at any time (FLP-7.3); a card is exposed once and ends the round."""
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.EXPOSED:
        return (SUPERVISOR,)
    return (*_shoe_calls(state), EXPOSED_CARD, SUPERVISOR)


def _shoe_calls(state: State) -> tuple[CallOption, ...]:
    """The steps of a new shoe in their order (FLP-7.5), and its end (FLP-7.6)."""
    if state.edition.shoe is ShoeMode.CONTINUOUS:
        return ()
    is_fresh = not state.row and state.undealt.total == full_shoe(state.edition.deck).total
    if state.phase is Phase.ROW:
        return SHOE_STEPS[state.shoe_steps :][:1] if is_fresh else ()
    return () if state.ends_shoe else (LAST_OF_SHOE,)


def apply(state: State, step: Step) -> State | Refusal:
    if state.phase is Phase.OVER:
        return _SHUT[Phase.OVER]
    match step:
        case Bet():
            return _bet(state, step)
        case TakeDown():
            return _take_down(state, step)
        case CloseBets():
            return _close(state)
        case Draw():
            return _draw(state, step)
        case Call():
            return _call(state, step)
        case _:  # a decision, and nobody owes one
            return Refusal(
                RefusalCode.NOT_YOUR_TURN,
                "There is nothing to decide in flip~it; bet, or close the bets.",
            )


# --- bets --------------------------------------------------------------------------------


def _bet(state: State, step: Bet) -> State | Refusal:
    if step.spot == ACE_CALL:
        return NO_ACE_CALL  # FLP-4.2
    bets = place(state.bets, step, spots=spots(state, step.seat), limits=state.edition.head.limits)
    return bets if isinstance(bets, Refusal) else replace(state, bets=bets)


def _take_down(state: State, step: TakeDown) -> State | Refusal:
    refusal = first_of((_SHUT.get(state.phase), _seat_refusal(state, step.seat)))
    if refusal is not None:
        return refusal
    bets = take_down(state.bets, step, spots(state, step.seat))
    return bets if isinstance(bets, Refusal) else replace(state, bets=bets)


def _close(state: State) -> State | Refusal:
    shut = _SHUT.get(state.phase)
    if shut is not None:
        return shut
    if not state.bets:  # FLP-2.4
        return Refusal(RefusalCode.NO_BETS, "Nobody has bet; the flip waits for a first bet.")
    return replace(state, phase=Phase.FLIP)


def _seat_refusal(state: State, seat: SeatIndex) -> Refusal | None:
    if seat in state.seats:
        return None
    seated = ", ".join(map(str, state.seats))
    return Refusal(
        RefusalCode.NO_SUCH_SEAT, f"Seat {seat} is not in this round; the seats are {seated}."
    )


def _bonus_refusal(state: State) -> Refusal | None:
    """FLP-5.1: the bonus is shut while the row offers none."""
    if row_kind(state.row) is not RowKind.NOTHING:
        return None
    return Refusal(
        RefusalCode.SPOT_CLOSED,
        "The bonus is closed: the row shows no pair and no four to a royal flush;"
        " it opens when the row shows one of them.",
    )


# --- cards -------------------------------------------------------------------------------


def _draw(state: State, step: Draw) -> State | Refusal:
    if state.phase is Phase.BETS:
        return Refusal(RefusalCode.NOT_NOW, "Bets are open; close them before the flip.")
    card = _one_card(step.shown)
    if isinstance(card, Refusal):
        return card
    undealt = state.undealt.without((card,))
    if isinstance(undealt, Refusal):
        return undealt
    if state.phase is Phase.FLIP:
        return replace(state, phase=Phase.OVER, fifth=card, undealt=undealt)
    if state.phase is Phase.EXPOSED:
        return replace(state, phase=Phase.OVER, exposed=card, undealt=undealt)
    row = state.row if card.is_joker else (*state.row, card)  # FLP-2.2
    return _row_laid(replace(state, row=row, laid=card, undealt=undealt))


def _row_laid(state: State) -> State:
    """Bets open once four cards lie; a continuous shuffler takes its discards back (FLP-6.6)."""
    if len(state.row) < ROW_SIZE:
        return state
    if state.edition.shoe is ShoeMode.CONTINUOUS:
        state = replace(state, undealt=all_but(state.edition.deck, state.row))
    return replace(state, phase=Phase.BETS)


def _one_card(shown: Shown) -> Card | Refusal:
    cards = [card for card in shown if isinstance(card, Card)]
    if len(cards) != len(shown):
        return Refusal(RefusalCode.BAD_CARD, "Only cards are drawn here, such as Ac or JK.")
    if len(cards) != 1:
        return Refusal(RefusalCode.WRONG_COUNT, f"Cards come one at a time, not {len(cards)}.")
    return cards[0]


# --- the dealer's calls ------------------------------------------------------------------


def _call(state: State, step: Call) -> State | Refusal:
    known = [option.key for option in calls(state)]
    if step.what not in known:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION,
            f"There is no call '{step.what}' now; the dealer may call {' or '.join(known)}.",
        )
    called = replace(state, calls=(*state.calls, CallMade(step.what, step.reason)))
    if step.what == EXPOSED_CARD.key:
        return _expose(called, step)
    if step.shown:
        return Refusal(RefusalCode.WRONG_COUNT, "No card is recorded with this call; leave it out.")
    if step.what == LAST_OF_SHOE.key:
        return replace(called, ends_shoe=True)
    if step.what == SUPERVISOR.key:
        return called
    return replace(called, shoe_steps=called.shoe_steps + 1)


def _expose(called: State, step: Call) -> State | Refusal:
    """FLP-7.1: the card named with the call, or else the next one off the shoe, voids the round."""
    waiting = replace(called, phase=Phase.EXPOSED)
    return _draw(waiting, Draw(step.shown)) if step.shown else waiting
