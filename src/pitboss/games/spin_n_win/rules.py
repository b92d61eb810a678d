"""The rules of a round: what it needs next and what each step makes of it."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.bets import find_spot, in_felt_order, place, take_down
from pitboss.games.needs import Need, NeedBets, NeedDecisions, NeedNothing, NeedSpin
from pitboss.games.spin_n_win.calls import call, read_faces
from pitboss.games.spin_n_win.carry import Carry, carry_refusal
from pitboss.games.spin_n_win.edition import Edition
from pitboss.games.spin_n_win.spinner import decide, first_ask, pending
from pitboss.games.spin_n_win.state import Phase, State, spun_by, with_bets
from pitboss.games.spots import Spot
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex


def open_round(edition: Edition, *, seats: tuple[SeatIndex, ...], carry: Carry) -> State | Refusal:
    """A new round: bets still up are in action for the seats that are still here (SNW-6.4)."""
    refusal = carry_refusal(edition, carry)
    if refusal is not None:
        return refusal
    here = in_felt_order(tuple(bet for bet in carry.up if bet.seat in seats), edition.spots)
    return State(
        edition=edition,
        seats=seats,
        spin_number=carry.spins + 1,
        rotation=carry.rotation,
        bets=here,
        stayed_up=here,
    )


def need(state: State) -> Need:
    if state.phase is Phase.BETTING:
        return NeedBets()
    if state.phase is Phase.SPINNING:
        # SNW-1.2: two fair Tops, every face of each equally likely.
        return NeedSpin((state.edition.top, state.edition.top), spun_by(state))
    owed = pending(state)
    return NeedNothing() if owed is None else NeedDecisions((owed,))


def open_spots(state: State, seat: SeatIndex) -> tuple[Spot, ...]:
    """The spots of a seat; closed once the dealer has called no more bets (SNW-2.5)."""
    closed = _not_betting(state) or _not_seated(state, seat)
    if closed is None:
        return state.edition.spots
    return tuple(replace(spot, closed=closed) for spot in state.edition.spots)


def apply(state: State, step: Step) -> State | Refusal:
    if state.phase is Phase.OVER:
        return Refusal(RefusalCode.ROUND_OVER, "The round is over; wait for the next one.")
    if isinstance(step, Bet | TakeDown):
        return _change_bet(state, step)
    if isinstance(step, CloseBets):
        return _close(state)
    if isinstance(step, Decide):
        return decide(state, step)
    if isinstance(step, Draw):
        return _land(state, step)
    return call(state, step)


def _change_bet(state: State, step: Bet | TakeDown) -> State | Refusal:
    spots = open_spots(state, step.seat)
    if isinstance(step, Bet):
        # Any spots together (SNW-2.2), within the casino's limits (SNW-2.3), payable (SNW-2.4).
        bets = place(state.bets, step, spots=spots, limits=state.edition.head.limits)
    else:
        spot = find_spot(spots, step.spot)
        closed = spot if isinstance(spot, Refusal) else spot.closed
        bets = take_down(state.bets, step, spots) if closed is None else closed  # SNW-6.3
    return bets if isinstance(bets, Refusal) else with_bets(state, bets)


def _close(state: State) -> State | Refusal:
    refusal = _not_betting(state)
    if refusal is not None:
        return refusal
    if not state.bets:
        return Refusal(
            RefusalCode.NO_BETS, "There is no bet on the table; place at least one bet first."
        )
    return first_ask(state)


def _land(state: State, step: Draw) -> State | Refusal:
    faces = read_faces(state.edition, step.shown)
    if isinstance(faces, Refusal):
        return faces
    if len(faces) != 2:
        return Refusal(
            RefusalCode.WRONG_COUNT,
            f"{len(faces)} faces were given; a spin shows two, Top A and Top B.",
        )
    if state.phase is not Phase.SPINNING:
        return Refusal(
            RefusalCode.NOT_NOW, "No spin is awaited; close the bets and ask the spinner first."
        )
    return replace(state, phase=Phase.OVER, faces=(faces[0], faces[1]))


def _not_betting(state: State) -> Refusal | None:
    if state.phase is Phase.BETTING:
        return None
    return Refusal(RefusalCode.NOT_NOW, "Bets are closed; bet or take down before the next spin.")


def _not_seated(state: State, seat: SeatIndex) -> Refusal | None:
    if seat in state.seats:
        return None
    seats = ", ".join(map(str, state.seats))
    return Refusal(RefusalCode.NO_SUCH_SEAT, f"Nobody sits at seat {seat}; taken seats: {seats}.")
