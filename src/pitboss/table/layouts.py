"""Layouts: the spots of a seat as a viewer sees them, open or shut with the reason."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games.bets import most_on, payable_unit
from pitboss.games.editions import Limits
from pitboss.games.rounds import Round, begin
from pitboss.games.spots import Spot
from pitboss.games.steps import DEALER, SPECTATOR
from pitboss.invariants import check
from pitboss.table.offers import SeatSpots
from pitboss.table.state import TableState
from pitboss.table.view_records import SpotView
from pitboss.units import SeatIndex


class Layout(NamedTuple):
    """The spots of a seat as the game gives them, why all are shut if so, and as they are shown."""

    given: tuple[tuple[Spot, ...], str | None, Limits]
    shown: tuple[SpotView, ...]
    lets: SeatSpots


def eyes_of(state: TableState, seat: SeatIndex) -> SeatIndex:
    """With whose eyes the viewer looks at the cards: an empty seat sees what a spectator sees."""
    return seat if seat <= 0 or state.occupant(seat) is not None else SPECTATOR


_ALWAYS_SHUT = {SPECTATOR: "Take a seat to bet.", DEALER: "The dealer makes no bets."}


def view_spots(limits: Limits, spots: tuple[Spot, ...], shut: str | None) -> tuple[SpotView, ...]:
    def shown(spot: Spot) -> SpotView:
        unit = payable_unit(spot, limits)
        own = None if spot.closed is None else spot.closed.sentence
        return SpotView(
            spot=str(spot.key),
            label=spot.label,
            area=spot.area,
            odds=tuple(odds.spoken() for odds in spot.odds),
            minimum=-(-limits.minimum // unit) * unit,
            maximum=most_on(spot, limits) // unit * unit,
            unit=unit,
            closed=shut or own,
            cell=spot.cell,
            contract=None if spot.contract is None else spot.contract.sentence,
        )

    return tuple(map(shown, spots))


def spots_of(state: TableState, seat: SeatIndex) -> tuple[tuple[Spot, ...], str | None]:
    """The spots of the viewer's seat, else those of any seat with why they are not for the viewer.

    The reason is the viewer's own, so nothing of another seat shows in it.
    """
    rules, current, eyes = state.rules, state.current, eyes_of(state, seat)
    if current is not None and eyes in current.seats:
        return rules.game.spots(current.state, eyes), None
    shut = _ALWAYS_SHUT.get(eyes)
    if current is not None:
        shut = shut or "You are dealt in from the next round on."
        return rules.game.spots(current.state, current.seats[0]), shut
    shut = shut or "Bets open with the next round."
    if state.last is not None:
        played = state.last.played
        return rules.game.spots(played.state, played.seats[0]), shut
    first = begin(rules.game, rules.edition, seats=(SeatIndex(1),), carry=state.carry)
    check(isinstance(first, Round), "a fresh table can open a round for one seat")
    return (rules.game.spots(first.state, SeatIndex(1)) if isinstance(first, Round) else ()), shut
