"""Views: what one viewer sees of a table. The only source of anything that is shown to anyone.

Plain frozen records. Hidden cards, undealt order, sealed seeds and other people's balances do not
exist in them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.games.bets import payable_unit
from pitboss.games.contract import Cell, NeedDecisions, NeedDraw, Place, Spot
from pitboss.games.editions import Limits
from pitboss.games.places import view_places
from pitboss.games.rounds import Round, begin
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
from pitboss.table.offers import Offer, offers
from pitboss.table.results import describe_end
from pitboss.table.setup import MODE_WORDS, OutcomeMode
from pitboss.table.state import EndedRound, Occupant, Phase, TableState
from pitboss.units import SeatIndex


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: a seat, the dealer (0) or a spectator (-1), and what they may be told."""

    seat: SeatIndex = SPECTATOR
    is_in_charge: bool = False
    """Whether supervisor's acts are offered."""
    balance: int | None = None
    """The viewer's own credits in minor units, never anybody else's."""
    player: str = ""
    """Whose last round is shown as their own, wherever they sit now."""


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    kind: str | None
    is_leaving: bool
    is_ready: bool
    in_round: bool
    in_action: int
    """Minor units in action."""
    is_away: bool = False
    """Whether whoever sits here is not at the table just now."""
    chips: int | None = None
    """A walk-up player's chips, those on the felt not counted."""
    net: int | None = None
    """Between rounds, what whoever sits here now won or lost in the last one."""


class BetView(msgspec.Struct, frozen=True):
    """A stake on the felt, in minor units."""

    seat: int
    spot: str
    stake: int
    is_taken: bool = False
    """Whether it is lost and taken already, before the others are settled."""


class SpotView(msgspec.Struct, frozen=True):
    """A bet on the felt: odds, limits, and why the viewer's seat may not make it now, if so."""

    spot: str
    label: str
    area: str
    odds: tuple[str, ...]
    minimum: int
    maximum: int
    unit: int
    """Stakes are whole multiples of this."""
    closed: str | None
    cell: Cell | None = None
    """Where it lies on the grid of its area, where the game says so."""


class OptionView(msgspec.Struct, frozen=True):
    option: str
    label: str
    takes_setting: bool


class AwaitedView(msgspec.Struct, frozen=True):
    """Somebody's decision is awaited; the options are shown to everybody."""

    actor: int
    options: tuple[OptionView, ...]
    in_default: str
    """What is taken for an actor who does not act in time."""


class DrawView(msgspec.Struct, frozen=True):
    kind: str
    count: int
    place: str
    number: int
    """The entry's number, from 0, for a later correction."""


class CountsView(msgspec.Struct, frozen=True):
    """Public counts of a table: where a house that cheats by voids or withholding would show."""

    rounds: int
    voids: int
    missing_reveals: int
    chains: int


class TableView(msgspec.Struct, frozen=True):
    table: str
    game: str
    title: str
    edition: str
    edition_hash: str
    approval: str
    profile: str | None
    placard: str | None
    mode: str
    mode_words: str
    is_training: bool
    """Whether outcomes were chosen beforehand; to be marked wherever they show."""
    phase: str
    paused: str | None
    round_id: str | None
    viewer: int
    balance: int | None
    seats: tuple[SeatView, ...]
    bets: tuple[BetView, ...]
    spots: tuple[SpotView, ...]
    awaited: tuple[AwaitedView, ...]
    draw: DrawView | None
    corrections: tuple[CorrectionView, ...]
    offers: tuple[Offer, ...]
    deadline_ms: int | None
    says: str
    look: tuple[str, ...]
    fairness: FairnessView | None
    counts: CountsView
    felt: object | None
    """The game's own view of the round in play."""
    last: LastView | None
    places: tuple[Place, ...] = ()
    """What lies where in the round in play, for a game without a stage of its own."""


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

    spots: tuple[Spot, ...]
    shut: str | None
    limits: Limits
    shown: tuple[SpotView, ...]


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
    marked: dict[frozenset[int], tuple[SeatView, ...]] = field(default_factory=dict)
    """The seats with those marked who are away."""
    ended: EndedRound | None = None
    lasts: dict[SeatIndex, LastView] = field(default_factory=dict)

    def common_of(self, state: TableState) -> Common:
        if self.common is None or self.state is not state:
            self.state, self.common = state, _common(state)
            self.felts, self.marked = {}, {}
        return self.common

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
            found = game.view(state.current.state, eyes)
            found = next((one for one in self.felts.values() if one == found), found)
            self.felts[eyes] = found
        return found

    def layout_of(self, state: TableState, seat: SeatIndex) -> Layout:
        """The felt, in every phase and for everybody; shut with a reason where it is no bet now."""
        spots, shut = _felt(state, seat)
        limits = state.limits
        kept = self.layouts.get(seat)
        if kept is None or (kept.spots, kept.shut, kept.limits) != (spots, shut, limits):
            shown = _spots(limits, spots, shut)
            alike = (one.shown for one in self.layouts.values() if one.shown == shown)
            kept = self.layouts[seat] = Layout(spots, shut, limits, next(alike, shown))
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
    common = memory.common_of(state)
    rules, current = state.rules, state.current
    head, game = rules.edition.head, rules.game
    eyes, layout = _eyes(state, viewer.seat), memory.layout_of(state, viewer.seat)
    return TableView(
        table=rules.table,
        game=head.game,
        title=game.title,
        edition=head.key,
        edition_hash=head.hash,
        approval=rules.standing(today).words,
        profile=None if rules.profile is None else rules.profile.title,
        placard=None if rules.profile is None else rules.profile.placard,
        mode=rules.mode.value,
        mode_words=MODE_WORDS[rules.mode],
        is_training=rules.mode is OutcomeMode.SCRIPTED,
        phase=state.phase.value,
        paused=state.paused,
        round_id=state.round_id,
        viewer=int(viewer.seat),
        balance=viewer.balance,
        seats=memory.seats_of(common, away),
        bets=common.bets,
        spots=layout.shown,
        awaited=common.awaited,
        draw=_draw(state, viewer.seat),
        corrections=common.corrections,
        offers=offers(state, viewer.seat, layout.spots, is_in_charge=viewer.is_in_charge),
        deadline_ms=None if state.is_revealing else deadline_ms,
        says=common.says,
        look=() if current is None else game.look(current.state, eyes),
        fairness=common.fairness,
        counts=common.counts,
        felt=memory.felt_of(state, eyes),
        last=memory.last_of(state, viewer),
        places=() if current is None else view_places(current, eyes),
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
            maximum=limits.maximum // unit * unit,
            unit=unit,
            closed=shut or own,
            cell=spot.cell,
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
                OptionView(str(o.key), o.label, takes_setting=o.takes_setting) for o in one.options
            ),
            in_default=str(one.hasty),
        )
        for one in need.pending
    )


def _draw(state: TableState, seat: SeatIndex) -> DrawView | None:
    need = None if state.current is None else state.current.need
    if seat != 0 or state.rules.mode is not OutcomeMode.ENTERED:
        return None
    if not isinstance(need, NeedDraw):
        return None
    return DrawView(need.kind, need.count, need.place, len(state.draws))
