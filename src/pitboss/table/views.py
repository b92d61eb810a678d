"""Views: what one viewer sees of a table. The only source of anything that is shown to anyone.

Plain frozen records. Hidden cards, undealt order, sealed seeds and other people's balances do not
exist in them.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
from msgspec.structs import replace

from pitboss.games.bets import most_on, payable_unit
from pitboss.games.editions import Limits
from pitboss.games.needs import NeedDecisions, NeedDraw, Option
from pitboss.games.places import view_places
from pitboss.games.rounds import Round, begin
from pitboss.games.spots import Spot
from pitboss.games.steps import DEALER, SPECTATOR
from pitboss.invariants import check
from pitboss.table.last_round import (
    CorrectionView,
    FairnessView,
    LastView,
    nets_of,
    seat_then,
    view_corrections,
    view_fairness,
    view_last,
)
from pitboss.table.offers import SeatSpots, offers
from pitboss.table.results import describe_end
from pitboss.table.setup import OutcomeMode
from pitboss.table.state import EndedRound, Occupant, Phase, TableState
from pitboss.table.view_records import (
    STRANGER,
    AwaitedView,
    BetView,
    CountsView,
    DrawView,
    OptionView,
    SeatView,
    SpotView,
    TableView,
    Viewer,
)
from pitboss.units import SeatIndex

T = TypeVar("T")


class Common(msgspec.Struct, frozen=True):
    seats: tuple[SeatView, ...]
    bets: tuple[BetView, ...]
    awaited: tuple[AwaitedView, ...]
    corrections: tuple[CorrectionView, ...]
    says: str
    fairness: FairnessView | None
    counts: CountsView


class Layout(NamedTuple):
    """The spots of a seat as the game gives them, why all are shut if so, and as they are shown."""

    given: tuple[tuple[Spot, ...], str | None, Limits]
    shown: tuple[SpotView, ...]
    lets: SeatSpots


LAYOUTS_MAX = 16
"""Layouts of a table that are kept: spots open and shut in turn."""
Told = tuple[int | None, frozenset[int], date | None]
"""What no event tells: the deadline, who is away, and the day."""


@dataclass(slots=True)
class Memory:
    """What was worked out for one viewer of a table and serves the next one as well.

    The round before does not change, and the table does not change between two viewers of it.
    What is alike is one object, so that it is compared and encoded once.
    """

    state: TableState | None = None
    common: Common | None = None
    felts: dict[SeatIndex, object] = field(default_factory=dict)
    layouts: dict[SeatIndex, Layout] = field(default_factory=dict)
    recent: deque[Layout] = field(default_factory=lambda: deque(maxlen=LAYOUTS_MAX))
    parts: dict[tuple[str, SeatIndex], Any] = field(default_factory=dict)
    """Parts that were seen last with somebody's eyes."""
    marked: dict[frozenset[int], tuple[SeatView, ...]] = field(default_factory=dict)
    """The seats with those marked who are away."""
    told: Told | None = None
    public: TableView | None = None
    ended: EndedRound | None = None
    lasts: dict[SeatIndex, LastView] = field(default_factory=dict)

    def common_of(self, state: TableState) -> Common:
        if self.common is None or self.state is not state:
            self.state, self.common = state, _common(state)
            self.felts, self.marked = {}, {}
        return self.common

    def public_of(self, state: TableState, told: Told) -> TableView:
        """The table as strangers see it: what every viewer's own parts are put into."""
        if self.public is None or self.state is not state or self.told != told:
            found = _public(state, told, self)
            self.public, self.told = _keep_equal(self.public, found), told
        return self.public

    def seats_of(self, common: Common, away: frozenset[int]) -> tuple[SeatView, ...]:
        """The seats with those marked whose players are not there, which no event tells."""
        if not away:
            return common.seats
        found = self.marked.get(away)
        if found is None:
            found = tuple(replace(one, is_away=one.seat in away) for one in common.seats)
            self.marked[away] = found
        return found

    def felt_of(self, state: TableState, eyes: SeatIndex) -> object | None:
        """The game's own view of the round in play, with somebody's eyes."""
        if state.current is None:
            return None
        game = state.rules.game
        eyes = SPECTATOR if game.is_open else eyes
        found = self.felts.get(eyes)
        if found is None:
            found = self.keep("felt", eyes, game.view(state.current.state, eyes))
            found = next((one for one in self.felts.values() if one == found), found)
            self.felts[eyes] = found
        return found

    def keep(self, name: str, seat: SeatIndex, part: T) -> T:
        """A part as it was seen last if it is equal, so that it is the same object."""
        known = self.parts.get((name, seat))
        if known == part:
            return cast(T, known)
        self.parts[name, seat] = part
        return part

    def layout_of(self, state: TableState, seat: SeatIndex) -> Layout:
        """The felt, in every phase and for everybody; shut with a reason where it is no bet now."""
        spots, shut = _felt(state, seat)
        given = spots, shut, state.limits
        kept = self.layouts.get(seat)
        if kept is None or kept.given != given:
            kept = next((one for one in self.recent if one.given == given), None)
            if kept is None:
                shown = _spots(state.limits, spots, shut)
                alike = (one.shown for one in self.recent if one.shown == shown)
                kept = Layout(given, next(alike, shown), SeatSpots.of(spots))
                self.recent.append(kept)
            self.layouts[seat] = kept
        return kept

    def last_of(self, state: TableState, viewer: Viewer) -> LastView | None:
        """What this viewer may see of the round before."""
        if state.last is None:
            return None
        if self.ended is not state.last:
            self.ended, self.lasts = state.last, {}
        eyes = seat_then(state.last, viewer.seat, viewer.player)
        found = self.lasts.get(eyes)
        if found is None:
            like = next(iter(self.lasts.values()), None)
            found = self.lasts[eyes] = view_last(state, state.last, eyes, like)
        return found


def view(
    state: TableState,
    viewer: Viewer,
    *,
    deadline_ms: int | None = None,
    away: frozenset[int] = frozenset(),
    today: date | None = None,
    memory: Memory | None = None,
) -> TableView:
    """The table as this viewer sees it, with the deadline and the day the pit's clock gives.

    Whoever shows a table again and again keeps a memory for it.
    """
    memory = memory or Memory()
    public = memory.public_of(state, (deadline_ms, away, today))
    if viewer == STRANGER:
        return public
    return replace(public, **_own_parts(state, viewer, memory))


def _own_parts(state: TableState, viewer: Viewer, memory: Memory) -> dict[str, Any]:
    """The parts of a view that are not the same for everybody, with this viewer's eyes."""
    seat, current = viewer.seat, state.current
    eyes, layout = _eyes(state, seat), memory.layout_of(state, seat)
    acts = offers(state, seat, layout.lets, is_in_charge=viewer.is_in_charge)
    look = () if current is None else state.rules.game.look(current.state, eyes)
    return {
        "viewer": int(seat),
        "balance": viewer.balance,
        "spots": layout.shown,
        "draw": _draw(state, seat),
        "offers": memory.keep("offers", seat, acts),
        "look": memory.keep("look", eyes, look),
        "felt": memory.felt_of(state, eyes),
        "last": memory.last_of(state, viewer),
        "places": () if current is None else view_places(current, eyes),
    }


def _public(state: TableState, told: Told, memory: Memory) -> TableView:
    """The table as strangers see it."""
    deadline_ms, away, today = told
    common = memory.common_of(state)
    rules = state.rules
    head = rules.edition.head
    return TableView(
        table=rules.table,
        game=head.game,
        title=rules.game.title,
        edition=head.key,
        edition_hash=head.hash,
        approval=rules.standing(today).words,
        profile=None if rules.profile is None else rules.profile.title,
        placard=None if rules.profile is None else rules.profile.placard,
        mode=rules.mode.value,
        mode_words=rules.mode.words,
        is_training=rules.mode is OutcomeMode.SCRIPTED,
        phase=state.phase.value,
        paused=state.paused,
        round_id=state.round_id,
        seats=memory.seats_of(common, away),
        bets=common.bets,
        awaited=common.awaited,
        corrections=common.corrections,
        deadline_ms=None if state.is_revealing else deadline_ms,
        says=common.says,
        fairness=common.fairness,
        counts=common.counts,
        **_own_parts(state, STRANGER, memory),
    )


def _common(state: TableState) -> Common:
    return Common(
        seats=_seats(state),
        bets=_bets(state),
        awaited=_awaited(state),
        corrections=view_corrections(state.corrections),
        says=_says(state),
        fairness=view_fairness(state, seed=None),
        counts=_counts(state),
    )


def _keep_equal(before: TableView | None, now: TableView) -> TableView:
    """A view in which equal parts are the very objects that they were before."""
    if before is None:
        return now
    pairs = ((name, getattr(before, name)) for name in TableView.__struct_fields__)
    return replace(now, **{name: was for name, was in pairs if was == getattr(now, name)})


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


def _eyes(state: TableState, seat: SeatIndex) -> SeatIndex:
    """With whose eyes the viewer looks at the cards: an empty seat sees what a spectator sees."""
    return seat if seat <= 0 or state.occupant(seat) is not None else SPECTATOR


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
    for seat, one in enumerate(state.occupants, 1):
        in_action = sum(stake.amount for stake in state.stakes if stake.seat == seat)
        found.append(
            SeatView(
                seat=seat,
                name=None if one is None else one.name,
                kind=None if one is None else _kind(one),
                is_leaving=one is not None and one.is_leaving,
                is_ready=one is not None and one.is_ready,
                in_round=state.current is not None and seat in state.current.seats,
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


_ALWAYS_SHUT = {SPECTATOR: "Take a seat to bet.", DEALER: "The dealer makes no bets."}


def _spots(limits: Limits, spots: tuple[Spot, ...], shut: str | None) -> tuple[SpotView, ...]:
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


def _felt(state: TableState, seat: SeatIndex) -> tuple[tuple[Spot, ...], str | None]:
    """The spots of the viewer's seat, else those of any seat with why they are not for the viewer.

    The reason is the viewer's own, so nothing of another seat shows in it.
    """
    rules, current, eyes = state.rules, state.current, _eyes(state, seat)
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
        )
        for one in need.pending
    )


def _adds(state: TableState, actor: SeatIndex, option: Option) -> int:
    lying = {stake.spot: stake.amount for stake in state.stakes if stake.seat == actor}
    return sum(stake - lying.get(spot, 0) for spot, stake in option.stakes)


def _draw(state: TableState, seat: SeatIndex) -> DrawView | None:
    if seat != 0 or state.rules.mode is not OutcomeMode.ENTERED:
        return None
    need = None if state.current is None else state.current.need
    if not isinstance(need, NeedDraw):
        return None
    return DrawView(need.kind, need.count, need.place, len(state.draws))
