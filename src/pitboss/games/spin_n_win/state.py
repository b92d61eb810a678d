"""The state of one round: bets, whose turn it is to spin, and everything that was recorded."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.equipment.tops import Face
from pitboss.games.bets import Bets
from pitboss.games.spin_n_win.edition import Edition
from pitboss.games.spin_n_win.rotation import Rotation
from pitboss.games.steps import DEALER
from pitboss.units import SeatIndex

SpunBy = tuple[SeatIndex, SeatIndex]
"""Who spins Top A and who spins Top B; the dealer is seat 0."""


class Phase(StrEnum):
    BETTING = "betting"
    CHOOSING_END = "choosing-end"
    CHOOSING_TOP = "choosing-top"
    DECLINED = "declined"
    SPINNING = "spinning"
    OVER = "over"


class Choice(StrEnum):
    START_LEFT = "start-left"
    START_RIGHT = "start-right"
    SPIN_A = "spin-a"
    SPIN_B = "spin-b"
    PASS = "pass"  # noqa: S105 - what a player does with the Top
    DECLINE = "decline"
    SPIN_BOTH = "spin-both"
    PASS_ON = "pass-on"  # noqa: S105 - what the dealer does with the Top


class TopAnswer(msgspec.Struct, frozen=True):
    seat: SeatIndex
    choice: Choice


class VoidSpin(msgspec.Struct, frozen=True):
    """A spin that did not count (SNW-8.5)."""

    attempt: int
    reason: str
    faces: tuple[Face, ...]
    """The faces of Top A and Top B that showed; empty when none could be read."""
    spun_by: SpunBy


class SupervisorCall(msgspec.Struct, frozen=True):
    """A floor supervisor was called: why, and at what point of the round (SNW-8.7)."""

    reason: str
    phase: Phase


class State(msgspec.Struct, frozen=True):
    """One round, from the bets still up to the faces that decided it."""

    edition: Edition
    seats: tuple[SeatIndex, ...]
    spin_number: int
    """Counted from 1 at a fresh table; void spins do not count."""
    rotation: Rotation | None
    """None at a fresh table until the dealer has chosen an end."""
    bets: Bets
    stayed_up: Bets = ()
    """The bets that were still up when the round began (SNW-6.4)."""
    phase: Phase = Phase.BETTING
    queue: tuple[SeatIndex, ...] = ()
    """Seats with a bet that the Top may still reach, the one being asked first."""
    answers: tuple[TopAnswer, ...] = ()
    voids: tuple[VoidSpin, ...] = ()
    supervisor_calls: tuple[SupervisorCall, ...] = ()
    faces: tuple[Face, Face] | None = None
    """Top A and Top B, once they have decided the round."""


def with_bets(state: State, bets: Bets) -> State:
    """The state with other bets on the felt; nothing else is settled while bets are open."""
    return State(
        edition=state.edition,
        seats=state.seats,
        spin_number=state.spin_number,
        rotation=state.rotation,
        bets=bets,
        stayed_up=state.stayed_up,
        supervisor_calls=state.supervisor_calls,
    )


def spun_by(state: State) -> SpunBy:
    """Who spins which Top (SNW-1.3); only when the last answer has settled it."""
    last = state.answers[-1]
    if last.choice is Choice.SPIN_A:
        return (last.seat, DEALER)
    if last.choice is Choice.SPIN_B:
        return (DEALER, last.seat)
    return (DEALER, DEALER)
