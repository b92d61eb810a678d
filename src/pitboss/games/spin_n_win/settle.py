"""Settlement: which bets the two faces decide, at what odds, and by which clause."""

from __future__ import annotations

from pitboss.equipment.tops import Face
from pitboss.games.bets import Bets
from pitboss.games.settlement import Ending, Line, Verdict, settled_line, settlement_order
from pitboss.games.spin_n_win.felt import SINGLE, WAGERS
from pitboss.games.spin_n_win.state import State
from pitboss.games.spots import Spot
from pitboss.invariants import BrokenInvariant
from pitboss.units import ClauseId, SpotKey

Faces = tuple[Face, Face]
JOKER = Face.JOKER

SINGLE_ONCE = ClauseId("SNW-3.2")
SINGLE_TWICE = ClauseId("SNW-3.3")
SINGLE_LOSES = ClauseId("SNW-3.4")
COMBO_WINS = ClauseId("SNW-4.1")
COMBO_WINS_BY_JOKER = ClauseId("SNW-4.2")
TWO_JOKERS_WIN = ClauseId("SNW-4.3")
COMBO_LOSES = ClauseId("SNW-4.4")
FACES_DECIDE = ClauseId("SNW-5.1")


def verdict(spot: Spot, faces: Faces) -> Verdict:
    """What the faces mean for a spot; which Top shows which face never matters (SNW-5.3)."""
    targets = WAGERS[spot.key].faces
    shown, other = faces
    if spot.area == SINGLE:
        (target,) = targets
        return _single(spot, tops=_stands_for(shown, target) + _stands_for(other, target))
    first, second = targets
    wins = (_stands_for(shown, first) and _stands_for(other, second)) or (
        _stands_for(shown, second) and _stands_for(other, first)
    )
    if not wins:
        return Verdict(None, COMBO_LOSES)
    if first is JOKER:
        return Verdict(spot.odds[0], TWO_JOKERS_WIN)
    clause = COMBO_WINS_BY_JOKER if JOKER in faces else COMBO_WINS
    return Verdict(spot.odds[0], clause)


def _stands_for(face: Face, target: Face) -> bool:
    """A joker is every colour (SNW-3.1, SNW-5.2); a colour is never a joker (SNW-3.5)."""
    return face is target or face is JOKER


def _single(spot: Spot, *, tops: int) -> Verdict:
    posted, doubled = spot.odds
    if tops == 2:
        return Verdict(doubled, SINGLE_TWICE)
    return Verdict(posted, SINGLE_ONCE) if tops else Verdict(None, SINGLE_LOSES)


def shown(state: State) -> Faces:
    """The faces that decided the round; only when it is over."""
    if state.faces is None:
        raise BrokenInvariant("a round is settled when the Tops have landed")
    return state.faces


def settle(state: State) -> tuple[Line, ...]:
    """Every bet settled, takes before pays (SNW-6.1), by seat and in the order of the felt."""
    found = verdicts(state)
    return settlement_order(tuple([settled_line(bet, found[bet.spot]) for bet in state.bets]))


def winning_bets(state: State) -> Bets:
    """The bets that won, by seat and in the order of the felt."""
    found = verdicts(state)
    return tuple(bet for bet in state.bets if found[bet.spot].odds is not None)


def verdicts(state: State) -> dict[SpotKey, Verdict]:
    faces = shown(state)
    wanted = {bet.spot for bet in state.bets}
    return {spot.key: verdict(spot, faces) for spot in state.edition.spots if spot.key in wanted}


def ending(state: State) -> Ending:
    """Every round of this game ends with a valid spin: void ones are spun again (SNW-8.2)."""
    first, second = shown(state)
    return Ending(
        void=False, sentence=f"Top A {first.word}, Top B {second.word}.", clause=FACES_DECIDE
    )
