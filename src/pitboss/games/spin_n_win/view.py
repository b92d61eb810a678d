"""What a viewer sees: everything, for nothing in this game is hidden before the Tops land.

Frozen records of plain values.
"""

from __future__ import annotations

import msgspec

from pitboss.equipment.tops import Face
from pitboss.games.bets import seats_with_bets
from pitboss.games.spin_n_win.settle import verdict
from pitboss.games.spin_n_win.state import Phase, State, spun_by
from pitboss.units import SeatIndex, show_credits


class BetView(msgspec.Struct, frozen=True):
    seat: int
    spot: str
    stake: str
    stayed_up: bool
    """Won the last spin and was neither changed nor taken down since."""


class TopView(msgspec.Struct, frozen=True):
    """One Top: its name, who spins it (0 is the dealer), and what it shows."""

    name: str
    spun_by: int | None
    face: str | None


class AnswerView(msgspec.Struct, frozen=True):
    seat: int
    choice: str


class VoidView(msgspec.Struct, frozen=True):
    attempt: int
    reason: str
    faces: tuple[str, ...]
    spun_by: tuple[int, int]


class SupervisorView(msgspec.Struct, frozen=True):
    reason: str
    phase: str


class WinView(msgspec.Struct, frozen=True):
    """A spot that the landed faces make a winner, and its odds."""

    spot: str
    odds: str
    clause: str


class View(msgspec.Struct, frozen=True):
    spin_number: int
    phase: str
    seats: tuple[int, ...]
    bets: tuple[BetView, ...]
    tops: tuple[TopView, TopView]
    face_counts: tuple[tuple[str, int], ...]
    spin_seconds: tuple[int, int]
    direction: str | None
    spinner: int | None
    """The seat that spins, is asked now, or would be asked first; None when the dealer decides."""
    queue: tuple[int, ...]
    """Seats the Top may still reach this spin, the nearest first."""
    answers: tuple[AnswerView, ...]
    attempt: int
    voids: tuple[VoidView, ...]
    supervisor_calls: tuple[SupervisorView, ...]
    wins: tuple[WinView, ...]


def view(state: State) -> View:
    queue = _queue(state)
    return View(
        spin_number=state.spin_number,
        phase=state.phase.value,
        seats=state.seats,
        bets=tuple(
            BetView(b.seat, b.spot, show_credits(b.stake), b in state.stayed_up) for b in state.bets
        ),
        tops=_tops(state),
        face_counts=tuple((face.word, count) for face, count in state.edition.top.counts().items()),
        spin_seconds=state.edition.spin_seconds,
        direction=None if state.rotation is None else state.rotation.direction.value,
        spinner=_spinner(state, queue),
        queue=queue,
        answers=tuple(AnswerView(a.seat, a.choice.value) for a in state.answers),
        attempt=len(state.voids) + 1,
        voids=tuple(
            VoidView(v.attempt, v.reason, tuple(map(_word, v.faces)), v.spun_by)
            for v in state.voids
        ),
        supervisor_calls=tuple(
            SupervisorView(call.reason, call.phase.value) for call in state.supervisor_calls
        ),
        wins=_wins(state),
    )


def _queue(state: State) -> tuple[SeatIndex, ...]:
    if state.phase is Phase.BETTING and state.rotation is not None:
        return state.rotation.order(seats_with_bets(state.bets))
    return state.queue


def _spinner(state: State, queue: tuple[SeatIndex, ...]) -> int | None:
    if state.phase in (Phase.SPINNING, Phase.OVER):
        return max(spun_by(state)) or None
    return queue[0] if queue and state.phase is not Phase.DECLINED else None


def _tops(state: State) -> tuple[TopView, TopView]:
    decided = state.phase in (Phase.SPINNING, Phase.OVER)
    by_a, by_b = spun_by(state) if decided else (None, None)
    face_a, face_b = map(_word, state.faces) if state.faces is not None else (None, None)
    return TopView("A", by_a, face_a), TopView("B", by_b, face_b)


def _wins(state: State) -> tuple[WinView, ...]:
    if state.faces is None:
        return ()
    return tuple(
        WinView(spot.key, str(found.odds), found.clause)
        for spot in state.edition.spots
        if (found := verdict(spot, state.faces)).odds is not None
    )


def _word(face: Face) -> str:
    return face.word
