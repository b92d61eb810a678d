"""The parts of a view that every viewer of a table sees alike: seats, bets, decisions, words."""

from __future__ import annotations

import msgspec

from pitboss.games.needs import NeedDecisions, Option
from pitboss.table.last_round import (
    CorrectionView,
    FairnessView,
    nets_of,
    view_corrections,
    view_fairness,
)
from pitboss.table.results import describe_end
from pitboss.table.state import Occupant, Phase, TableState
from pitboss.table.view_records import AwaitedView, BetView, CountsView, OptionView, SeatView
from pitboss.units import SeatIndex


class CommonParts(msgspec.Struct, frozen=True):
    seats: tuple[SeatView, ...]
    bets: tuple[BetView, ...]
    awaited: tuple[AwaitedView, ...]
    corrections: tuple[CorrectionView, ...]
    says: str
    fairness: FairnessView | None
    counts: CountsView


def view_common(state: TableState) -> CommonParts:
    return CommonParts(
        seats=_seats(state),
        bets=_bets(state),
        awaited=_awaited(state),
        corrections=view_corrections(state.corrections),
        says=_says(state),
        fairness=view_fairness(state, seed=None),
        counts=_counts(state),
    )


def _bets(state: TableState) -> tuple[BetView, ...]:
    current = state.current
    gone = set() if current is None else set(state.rules.game.taken(current.state))
    return tuple(
        BetView(int(s.seat), str(s.spot), int(s.amount), (s.seat, s.spot) in gone)
        for s in state.stakes
    )


def _counts(state: TableState) -> CountsView:
    return CountsView(
        rounds=state.number,
        voids=state.voids,
        missing_reveals=state.reveals_missed,
        chains=0 if state.chain is None else state.chain.number,
    )


def _says(state: TableState) -> str:
    if state.phase is Phase.CLOSED:
        return (
            f"This table is closed: {state.closed.rstrip('.')}. Bets that still lay here went back"
            " to their players."
        )
    if state.paused is not None:
        return f"The table is paused: {state.paused.rstrip('.')}."
    if state.current is not None:
        return state.rules.game.say(state.current.state)
    if state.last is not None and state.last.is_void:
        return describe_end(state.last)
    if state.last is not None:
        return state.rules.game.say(state.last.played.state)
    return "Take a seat."


def _seats(state: TableState) -> tuple[SeatView, ...]:
    found = []
    nets = nets_of(state)
    playing = () if state.current is None else state.current.seats
    staked: dict[int, int] = {}
    for stake in state.stakes:
        staked[stake.seat] = staked.get(stake.seat, 0) + stake.amount
    for seat, one in enumerate(state.occupants, 1):
        in_action = staked.get(seat, 0)
        found.append(
            SeatView(
                seat=seat,
                name=None if one is None else one.name,
                kind=None if one is None else _kind(one),
                is_leaving=one is not None and one.is_leaving,
                is_ready=one is not None and one.is_ready,
                in_round=seat in playing,
                in_action=in_action,
                chips=one.chips - in_action if one is not None and one.is_walk_up else None,
                net=None if one is None else nets.get((seat, one.player)),
            )
        )
    return tuple(found)


def _kind(occupant: Occupant) -> str:
    if occupant.is_walk_up:
        return "walk-up"
    return "bot" if occupant.is_bot else "person"


def _awaited(state: TableState) -> tuple[AwaitedView, ...]:
    need = None if state.current is None else state.current.need
    if not isinstance(need, NeedDecisions):
        return ()
    return tuple(
        AwaitedView(
            actor=int(one.actor),
            options=tuple(
                OptionView(str(o.key), o.label, o.takes_setting, _adds(state, one.actor, o))
                for o in one.options
            ),
            in_default=str(one.hasty),
            step=state.step_of(one.actor),
        )
        for one in need.pending
    )


def _adds(state: TableState, actor: SeatIndex, option: Option) -> int:
    lying = {stake.spot: stake.amount for stake in state.stakes if stake.seat == actor}
    return sum(stake - lying.get(spot, 0) for spot, stake in option.stakes)
