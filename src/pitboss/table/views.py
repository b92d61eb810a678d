"""Views: what one viewer sees of a table. The only source of anything that is shown to anyone.

Plain frozen records. Hidden cards, undealt order, sealed seeds and other people's balances do not
exist in them.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import date
from operator import attrgetter
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from pitboss.games.needs import NeedDraw
from pitboss.games.places import view_places
from pitboss.games.steps import SPECTATOR
from pitboss.table.last_round import LastView, seat_then, view_last
from pitboss.table.layouts import Layout, eyes_of, spots_of, view_spots
from pitboss.table.offers import SeatSpots, offers
from pitboss.table.setup import OutcomeMode, TableRules
from pitboss.table.state import EndedRound, TableState
from pitboss.table.view_parts import CommonParts, view_common
from pitboss.table.view_records import STRANGER, DrawView, SeatView, TableView, Viewer
from pitboss.units import SeatIndex

T = TypeVar("T")
OWN_PARTS = ("viewer", "balance", "spots", "draw", "offers", "look", "felt", "last", "places")
"""The parts of a view that are not the same for everybody."""
_CHANGING = (
    *("approval", "phase", "paused", "round_id", "seats", "bets", "awaited", "corrections"),
    *("deadline_ms", "says", "fairness", "counts", *OWN_PARTS),
)
_changing = attrgetter(*_CHANGING)

LAYOUTS_MAX = 16
"""Layouts of a table that are kept: spots open and shut in turn."""
Moment = tuple[int | None, frozenset[int], date | None]
"""What is in no event: the deadline, who is away, and the day."""


@dataclass(slots=True)
class Memory:
    """A cache of parts of a table's views that serve several viewers.

    The round before does not change, and the table does not change between two viewers of it.
    What is alike is one object, so that it is compared and encoded once.
    """

    state: TableState | None = None
    common: CommonParts | None = None
    felts: dict[SeatIndex, object] = field(default_factory=dict)
    layouts: dict[SeatIndex, Layout] = field(default_factory=dict)
    recent: deque[Layout] = field(default_factory=lambda: deque(maxlen=LAYOUTS_MAX))
    parts: dict[tuple[str, SeatIndex], Any] = field(default_factory=dict)
    """Parts that were seen last with somebody's eyes."""
    marked: dict[frozenset[int], tuple[SeatView, ...]] = field(default_factory=dict)
    """The seats with those marked who are away."""
    moment: Moment | None = None
    public: TableView | None = None
    shown: TableState | None = None
    """The state that `public` shows: the common parts may be asked for before it is made."""
    ended: EndedRound | None = None
    lasts: dict[SeatIndex, LastView] = field(default_factory=dict)

    def common_of(self, state: TableState) -> CommonParts:
        if self.common is None or self.state is not state:
            self.state, self.common = state, view_common(state)
            self.felts, self.marked = {}, {}
        return self.common

    def public_of(self, state: TableState, moment: Moment) -> TableView:
        """The table as strangers see it: what every viewer's own parts are put into."""
        if self.public is None or self.shown is not state or self.moment != moment:
            before = self.public
            if before is None or self.shown is None or self.shown.rules is not state.rules:
                before = _open(state.rules, _view_changing(state, moment, self))
            else:
                parts = _view_changing(state, moment, self)
                # Equal parts are the very objects that they were before.
                was = zip(parts.items(), _changing(before), strict=True)
                new = {name: part for (name, part), old in was if part is not old and part != old}
                before = replace(before, **new) if new else before
            self.public, self.shown, self.moment = before, state, moment
        return self.public

    def seats_of(self, common: CommonParts, away: frozenset[int]) -> tuple[SeatView, ...]:
        """The seats with those marked whose players are away, which is in no event."""
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
        spots, shut = spots_of(state, seat)
        given = spots, shut, state.limits
        kept = self.layouts.get(seat)
        if kept is None or kept.given != given:
            kept = next((one for one in self.recent if one.given == given), None)
            if kept is None:
                shown = view_spots(state.limits, spots, shut)
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

    A caller that shows a table repeatedly keeps a memory for it.
    """
    memory = memory or Memory()
    public = memory.public_of(state, (deadline_ms, away, today))
    if viewer == STRANGER:
        return public
    return replace(public, **_own_parts(state, viewer, memory))


def _own_parts(state: TableState, viewer: Viewer, memory: Memory) -> dict[str, Any]:
    """The parts of a view that are not the same for everybody, with this viewer's eyes."""
    seat, current = viewer.seat, state.current
    eyes, layout = eyes_of(state, seat), memory.layout_of(state, seat)
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


def _open(rules: TableRules, parts: dict[str, Any]) -> TableView:
    """The table as strangers see it, with what never changes at it."""
    head = rules.edition.head
    return TableView(
        table=rules.table,
        game=head.game,
        title=rules.game.title,
        edition=head.key,
        edition_hash=head.hash,
        profile=None if rules.profile is None else rules.profile.title,
        placard=None if rules.profile is None else rules.profile.placard,
        mode=rules.mode.value,
        mode_words=rules.mode.words,
        is_training=rules.mode is OutcomeMode.SCRIPTED,
        **parts,
    )


def _view_changing(state: TableState, moment: Moment, memory: Memory) -> dict[str, Any]:
    """All other parts, as strangers see them; in one order always."""
    deadline_ms, away, today = moment
    common = memory.common_of(state)
    return {
        "approval": state.rules.standing(today).words,
        "phase": state.phase.value,
        "paused": state.paused,
        "round_id": state.round_id,
        "seats": memory.seats_of(common, away),
        "bets": common.bets,
        "awaited": common.awaited,
        "corrections": common.corrections,
        "deadline_ms": None if state.is_revealing else deadline_ms,
        "says": common.says,
        "fairness": common.fairness,
        "counts": common.counts,
        **_own_parts(state, STRANGER, memory),
    }


def _draw(state: TableState, seat: SeatIndex) -> DrawView | None:
    if seat != 0 or state.rules.mode is not OutcomeMode.ENTERED:
        return None
    need = None if state.current is None else state.current.need
    if not isinstance(need, NeedDraw):
        return None
    return DrawView(need.kind, need.count, need.place, len(state.draws))
