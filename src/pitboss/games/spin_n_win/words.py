"""The dealer's voice: what is said at each moment of a round."""

from __future__ import annotations

from pitboss.equipment.tops import Face
from pitboss.games.spin_n_win.carry import keeps_top
from pitboss.games.spin_n_win.edition import Edition
from pitboss.games.spin_n_win.felt import COMBO
from pitboss.games.spin_n_win.settle import SINGLE_ONCE, SINGLE_TWICE, Faces, shown, verdict
from pitboss.games.spin_n_win.state import Phase, State, spun_by
from pitboss.games.steps import DEALER
from pitboss.units import SeatIndex


def say(state: State) -> str:
    if state.phase is Phase.BETTING:
        return _invite(state)
    if state.phase is Phase.CHOOSING_END:
        return "No more bets. A fresh table: I choose the end where the Top starts."
    if state.phase is Phase.CHOOSING_TOP:
        opening = "The Top goes on." if state.answers else "No more bets."
        return f"{opening} Seat {state.queue[0]}, choose your Top: A or B?"
    if state.phase is Phase.DECLINED:
        seat, following = state.answers[-1].seat, state.queue[0]
        return f"Seat {seat} does not spin. I spin both Tops, or seat {following} may."
    if state.phase is Phase.SPINNING:
        return _call_for_spin(state)
    return f"{announce(state.edition, shown(state))} {_top_goes(state)}"


def announce(edition: Edition, faces: Faces) -> str:
    """The winning colours, called when the Tops have landed (SNW-6.5)."""
    if faces == (Face.JOKER, Face.JOKER):
        return "Two Jokers! Every bet on the table wins."
    first, second = faces
    found = [(spot, verdict(spot, faces)) for spot in edition.spots]
    twice = [spot.label for spot, what in found if what.clause == SINGLE_TWICE]
    once = [spot.label for spot, what in found if what.clause == SINGLE_ONCE]
    combos = [spot.label for spot, what in found if spot.area == COMBO and what.odds is not None]
    sentences = [
        f"{first.word} and {second.word}.",
        _sentence(twice, one="{} pays double.", many="{} pay double."),
        _sentence(once, one="{} pays once.", many="{} pay once."),
        _sentence(combos, one="Combo {} wins.", many="Combos {} win."),
    ]
    return " ".join(filter(None, sentences))


def explain(state: State, seat: SeatIndex) -> str:
    """The faces that decided, for every seat alike."""
    first, second = shown(state)
    return f"{first.word} and {second.word}."


def _sentence(names: list[str], *, one: str, many: str) -> str:
    if not names:
        return ""
    *rest, last = names
    return many.format(f"{', '.join(rest)} and {last}") if rest else one.format(last)


def _invite(state: State) -> str:
    if any(bet in state.stayed_up for bet in state.bets):
        return f"Spin {state.spin_number}: place your bets. Bets that are up play again."
    return f"Spin {state.spin_number}: place your bets."


def _call_for_spin(state: State) -> str:
    top_a, top_b = spun_by(state)
    if top_a == top_b:
        call = "I spin both Tops."
    elif top_b == DEALER:
        call = f"Seat {top_a} spins Top A, I spin Top B. Spin!"
    else:
        call = f"Seat {top_b} spins Top B, I spin Top A. Spin!"
    if not state.voids:
        return call
    return f"No spin: {state.voids[-1].reason.rstrip('.')}. Nothing is settled. {call}"


def _top_goes(state: State) -> str:
    last = state.answers[-1].seat
    return f"Seat {last} keeps the Top." if keeps_top(state) else "The Top passes on."
