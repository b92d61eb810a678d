"""Offers: which acts a viewer may send now. A browser offers these and nothing else.

Every offer is taken by `decide` when its details are right, which a test proves by sending them.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pitboss.games.needs import NeedDraw
from pitboss.games.spots import Spot
from pitboss.games.steps import DEALER, Draw
from pitboss.table.running import open_calls
from pitboss.table.setup import OutcomeMode
from pitboss.table.state import Phase, TableState
from pitboss.table.take_downs import free_stakes, removable_spots
from pitboss.units import SeatIndex


class Offer(msgspec.Struct, frozen=True):
    """An act that is open to the viewer, and what it may name."""

    act: str
    names: tuple[str, ...] = ()
    """Free seats to sit at, stakes to take down, options to decide, calls to make."""


LEAVE, READY, COMMIT_SEED = Offer("leave-seat"), Offer("ready"), Offer("commit-seed")


class SeatSpots(NamedTuple):
    """The offers that follow from the spots of a seat."""

    bet: Offer
    """Names the spots that the game leaves open to the seat."""
    removable: dict[str, bool]

    @classmethod
    def of(cls, spots: tuple[Spot, ...]) -> SeatSpots:
        names = tuple(str(spot.key) for spot in spots if spot.closed is None)
        return cls(Offer("place-bet", names), removable_spots(spots))


def offers(
    state: TableState, seat: SeatIndex, spots: SeatSpots, *, is_in_charge: bool
) -> tuple[Offer, ...]:
    """The acts of a viewer, to whom the game gives these spots."""
    if state.phase is Phase.CLOSED:
        return ()
    found: list[Offer] = []
    if seat == DEALER:
        found += [] if state.paused is not None else _dealer(state)
    elif seat > 0 and state.occupant(seat) is not None:
        found += _player(state, seat, spots)
    elif state.paused is None:
        free = tuple(str(at) for at, one in enumerate(state.occupants, 1) if one is None)
        found += [Offer("take-seat", free)] if free else []
    if is_in_charge:
        found += _in_charge(state)
    if seat == DEALER or is_in_charge:
        found += _floor(state, is_in_charge=is_in_charge)
    return tuple(found)


def _floor(state: TableState, *, is_in_charge: bool) -> list[Offer]:
    """Calls, the tray and walk-up players: what staff may do at any time."""
    found = [Offer("call-supervisor")]
    if is_in_charge and state.calls:
        found.append(Offer("acknowledge", tuple(str(one.number) for one in state.calls)))
    if state.rules.mode is not OutcomeMode.ENTERED:
        return found
    found += _corrections(state, is_in_charge=is_in_charge)
    if state.tray is None:
        found.append(Offer("open-tray"))
    else:
        found += [Offer("ask-transfer", ("fill", "credit"))]
        asked = tuple(str(one.number) for one in state.tray.asked)
        found += [Offer("sign-transfer", asked), Offer("withdraw-transfer", asked)] if asked else []
        is_free = state.current is None and state.correction is None
        found += [Offer("close-tray")] if is_free and not asked else []
    return found if state.paused is not None else [*found, *_walk_ups(state)]


def _corrections(state: TableState, *, is_in_charge: bool) -> list[Offer]:
    """The last round: its entries may be put right, or every stake given back."""
    asked = state.correction
    if asked is not None:
        number = (str(asked.number),)
        signing = [Offer("sign-correction", number)] if is_in_charge else []
        return [*signing, Offer("withdraw-correction", number)]
    if state.last is None or state.last.is_void:
        return []
    drawn = sum(isinstance(step, Draw) for step in state.last.played.steps)
    return [Offer("ask-correction", tuple(map(str, range(drawn))))]


def _walk_ups(state: TableState) -> list[Offer]:
    taken = [(seat, one) for seat, one in enumerate(state.occupants, 1) if one is not None]
    free = tuple(str(at) for at, one in enumerate(state.occupants, 1) if one is None)
    own = [seat for seat, one in taken if one.is_walk_up]
    current = state.current
    betting = state.phase is Phase.BETTING and current is not None
    playing = [seat for seat in own if betting and current and seat in current.seats]
    idle = [seat for seat in own if betting or current is None or not state.has_stake(seat)]
    by_act = {
        "seat-walk-up": free,
        "buy-chips": tuple(map(str, own)),
        "bet-for": tuple(map(str, playing)),
        "decide-for": tuple(str(seat) for seat in own if seat in state.awaited),
        "colour-up": tuple(map(str, idle)),
    }
    return [Offer(act, names) for act, names in by_act.items() if names]


def _player(state: TableState, seat: SeatIndex, spots: SeatSpots) -> list[Offer]:
    occupant = state.occupant(seat)
    if occupant is None or occupant.is_leaving:
        return [] if occupant is None else _reveal(state, seat)
    if state.paused is not None:
        return [LEAVE]
    found = [*_reveal(state, seat), LEAVE]
    current = state.current
    if state.phase is Phase.BETTING and current is not None and seat in current.seats:
        found += [COMMIT_SEED, spots.bet] if state.link else [spots.bet]
        own = tuple(str(stake.spot) for stake in free_stakes(state, seat, spots.removable))
        found += [Offer("take-down", own)] if own else []
        found += [] if occupant.is_ready else [READY]
    elif state.is_between and not occupant.is_ready:
        found.append(READY)
    return [*found, *_decision(state, seat)]


def _reveal(state: TableState, seat: SeatIndex) -> list[Offer]:
    if not state.is_revealing:
        return []
    owes = int(seat) in dict(state.hashes) and int(seat) not in dict(state.seeds)
    return [Offer("reveal-seed")] if owes else []


def _decision(state: TableState, seat: SeatIndex) -> list[Offer]:
    if state.current is None or int(seat) not in state.awaited:
        return []
    need = state.current.need
    pending = getattr(need, "pending", ())
    own = next(one for one in pending if one.actor == seat)
    return [Offer("decide", tuple(str(option.key) for option in own.options))]


def _dealer(state: TableState) -> list[Offer]:
    current = state.current
    if current is None:
        is_ready = any(state.occupants) and state.rules.mode is not OutcomeMode.SEALED
        is_ready &= state.correction is None
        return [Offer("open-round")] if is_ready else []
    found = _decision(state, DEALER)
    if state.phase is Phase.BETTING and state.stakes:
        found.append(Offer("close-bets"))
    entered = state.rules.mode is OutcomeMode.ENTERED
    called = open_calls(state)
    if entered and isinstance(current.need, NeedDraw) and not any(one.is_due for one in called):
        found.append(Offer("enter-draw"))
    if entered and state.draws:
        found.append(Offer("correct-draws", tuple(map(str, range(len(state.draws))))))
    if state.phase is Phase.SETTLING and not state.is_sealed and state.correction is None:
        found.append(Offer("settle"))
    calls = tuple(option.key for option in called)
    return [*found, Offer("call", calls)] if calls else found


def _in_charge(state: TableState) -> list[Offer]:
    found = [Offer("pause") if state.paused is None else Offer("resume"), Offer("change-limits")]
    if state.current is None:
        is_held = state.tray is not None or state.correction is not None
        return found if is_held else [*found, Offer("close-table")]
    if not (state.is_sealed and state.outcome_derived):
        found.append(Offer("void-round"))
    return found
