"""Which stakes may leave the felt: all but contract bets, those bet behind another one first."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.games.bets import laid_spots
from pitboss.games.spots import Spot
from pitboss.table import events as ev
from pitboss.table.state import Stake, TableState
from pitboss.units import SeatIndex


def list_take_downs(state: TableState, seat: int) -> tuple[ev.BetTakenDown, ...]:
    """The events that take down every stake of a seat that is no contract bet."""
    return tuple(ev.BetTakenDown(seat, stake.spot) for stake in free_stakes(state, seat))


def removable_spots(felt: Iterable[Spot]) -> dict[str, bool]:
    """Spots whose stakes may be taken down, and whether each is bet behind no other one.

    What lies with another bet goes with it.
    """
    spots = tuple(felt)
    laid = laid_spots(spots)
    free = (spot for spot in spots if spot.contract is None and spot.key not in laid)
    return {str(spot.key): spot.times is None for spot in free}


def free_stakes(
    state: TableState, seat: int, removable: dict[str, bool] | None = None
) -> tuple[Stake, ...]:
    """A seat's stakes that may be taken down, in an order in which the rules let them go.

    A caller that knows the removable spots of the seat passes them in.
    """
    own = [stake for stake in state.stakes if stake.seat == seat]
    if not own:
        return ()
    spots = removable_spots(_spots(state, seat).values()) if removable is None else removable
    free = [stake for stake in own if stake.spot in spots]
    free.sort(key=lambda stake: spots[stake.spot])
    return tuple(free)


def has_contract(state: TableState, seat: int) -> bool:
    """Whether a stake of the seat must stay until it is decided."""
    spots, own = _spots(state, seat), [stake for stake in state.stakes if stake.seat == seat]
    return any(spots[stake.spot].contract is not None for stake in own)


def _spots(state: TableState, seat: int) -> dict[str, Spot]:
    current = state.current or state.upcoming
    return {str(spot.key): spot for spot in current.game.spots(current.state, SeatIndex(seat))}
