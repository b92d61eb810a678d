"""Views: what one viewer sees of a table. The only source of anything that is shown to anyone.

Plain frozen records. Hidden cards, undealt order, sealed seeds and other people's balances do not
exist in them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from pitboss.games.bets import payable_unit
from pitboss.games.contract import NeedCards, NeedDecisions, NeedSpin, Result, Spot
from pitboss.games.rounds import Round, begin
from pitboss.games.steps import DEALER, SPECTATOR
from pitboss.invariants import check
from pitboss.table.offers import Offer, offers
from pitboss.table.setup import MODE_WORDS, OutcomeMode
from pitboss.table.state import Correction, Ended, TableState
from pitboss.units import SeatIndex


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: a seat, the dealer (0) or a spectator (-1), and what they may be told."""

    seat: SeatIndex = SPECTATOR
    is_in_charge: bool = False
    """Whether supervisor's acts are offered."""
    balance: int | None = None
    """The viewer's own credits in minor units, never anybody else's."""


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    name: str | None
    kind: str | None
    is_leaving: bool
    is_ready: bool
    in_round: bool
    in_action: int
    """Minor units in action."""


class BetView(msgspec.Struct, frozen=True):
    """A stake on the felt, in minor units."""

    seat: int
    spot: str
    stake: int


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


class OptionView(msgspec.Struct, frozen=True):
    """One thing that can be decided."""

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
    """What the dealer must give the table next."""

    kind: str
    count: int
    place: str
    number: int
    """The entry's number, from 0, for a later correction."""


class CorrectionView(msgspec.Struct, frozen=True):
    """Entries that were put right, and why."""

    draws: tuple[int, ...]
    reason: str


class LineView(msgspec.Struct, frozen=True):
    """One stake settled, in minor units, and the clause that says why."""

    seat: int
    spot: str
    stake: int
    result: str
    odds: str | None
    pays: int
    clause: str


class FairnessView(msgspec.Struct, frozen=True):
    """What makes a sealed round checkable; the seed only once the round is over."""

    commitment: str
    seed: str | None
    player_seeds: tuple[tuple[int, str], ...]
    chain_number: int = 0
    """Which chain of this table the seed is from; 0 in rounds older than chains."""
    chain_end: str = ""
    chain_length: int = 0
    link: int = 0
    hashes: tuple[tuple[int, str], ...] = ()
    """Hashes of the players' seeds, by seat."""
    missing: tuple[int, ...] = ()
    """Seats that did not reveal their seed in time."""


class CountsView(msgspec.Struct, frozen=True):
    """Public counts of a table: where a house that cheats by voids or withholding would show."""

    rounds: int
    voids: int
    missing_reveals: int
    chains: int


class LastView(msgspec.Struct, frozen=True):
    """The round before: settled or void, line by line, with its seed."""

    round_id: str
    is_void: bool
    sentence: str
    clause: str
    lines: tuple[LineView, ...]
    corrections: tuple[CorrectionView, ...]
    fairness: FairnessView | None
    game: object


class TableView(msgspec.Struct, frozen=True):
    """The table as one viewer sees it."""

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


class Common(msgspec.Struct, frozen=True):
    """What every viewer of a table sees alike."""

    seats: tuple[SeatView, ...]
    bets: tuple[BetView, ...]
    awaited: tuple[AwaitedView, ...]
    corrections: tuple[CorrectionView, ...]
    says: str
    fairness: FairnessView | None
    counts: CountsView


@dataclass(slots=True)
class Memory:
    """What was worked out for one viewer of a table and serves the next one as well.

    The round before does not change, and the table does not change between two viewers of it.
    """

    state: TableState | None = None
    common: Common | None = None
    ended: Ended | None = None
    lasts: dict[SeatIndex, LastView] = field(default_factory=dict)

    def common_of(self, state: TableState) -> Common:
        """What all see of the table as it is."""
        if self.common is None or self.state is not state:
            self.state, self.common = state, _common(state)
        return self.common

    def last_of(self, state: TableState, seat: SeatIndex) -> LastView | None:
        """What this seat may see of the round before."""
        if state.last is None:
            return None
        if self.ended is not state.last:
            self.ended, self.lasts = state.last, {}
        eyes = _eyes_then(state, state.last, seat)
        found = self.lasts.get(eyes)
        if found is None:
            found = self.lasts[eyes] = _last(state, state.last, eyes)
        return found


def view(
    state: TableState,
    viewer: Viewer,
    *,
    deadline_ms: int | None = None,
    memory: Memory | None = None,
) -> TableView:
    """The table as this viewer sees it, with the deadline the pit's clock gives.

    Whoever shows a table again and again keeps a memory for it.
    """
    memory = memory or Memory()
    common = memory.common_of(state)
    rules, current = state.rules, state.current
    head, game = rules.edition.head, rules.game
    eyes = _eyes(state, viewer.seat)
    return TableView(
        table=rules.table,
        game=head.game,
        title=game.title,
        edition=head.key,
        edition_hash=head.hash,
        approval=head.approval.value,
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
        seats=common.seats,
        bets=common.bets,
        spots=_spots(state, viewer.seat),
        awaited=common.awaited,
        draw=_draw(state, viewer.seat),
        corrections=common.corrections,
        offers=offers(state, viewer.seat, is_in_charge=viewer.is_in_charge),
        deadline_ms=None if state.is_revealing else deadline_ms,
        says=common.says,
        look=() if current is None else game.look(current.state, eyes),
        fairness=common.fairness,
        counts=common.counts,
        felt=None if current is None else game.view(current.state, eyes),
        last=memory.last_of(state, viewer.seat),
    )


def _common(state: TableState) -> Common:
    return Common(
        seats=_seats(state),
        bets=tuple(BetView(int(s.seat), str(s.spot), int(s.amount)) for s in state.stakes),
        awaited=_awaited(state),
        corrections=_corrections(state.corrections),
        says=_says(state),
        fairness=_fairness(state, seed=None),
        counts=_counts(state),
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
    if state.paused is not None:
        return f"The table is paused: {state.paused}"
    if state.current is not None:
        return state.rules.game.say(state.current.state)
    if state.last is not None and state.last.is_void:
        return state.last.sentence
    if state.last is not None:
        return state.rules.game.say(state.last.played.state)
    return "Take a seat."


def _seats(state: TableState) -> tuple[SeatView, ...]:
    found = []
    for seat, one in enumerate(state.occupants, 1):
        found.append(
            SeatView(
                seat=seat,
                name=None if one is None else one.name,
                kind=None if one is None else ("bot" if one.is_bot else "person"),
                is_leaving=one is not None and one.is_leaving,
                is_ready=one is not None and one.is_ready,
                in_round=state.current is not None and seat in state.current.seats,
                in_action=sum(stake.amount for stake in state.stakes if stake.seat == seat),
            )
        )
    return tuple(found)


_ALWAYS_SHUT = {SPECTATOR: "Take a seat to bet.", DEALER: "The dealer makes no bets."}


def _spots(state: TableState, seat: SeatIndex) -> tuple[SpotView, ...]:
    """The felt, in every phase and for everybody; closed with a reason where it is no bet now."""
    rules = state.rules
    limits = rules.edition.head.limits
    most = int(limits.maximum)
    if rules.profile is not None:
        most = min(most, int(rules.profile.max_single_wager))
    found, shut = _felt(state, seat)

    def shown(spot: Spot) -> SpotView:
        unit = payable_unit(spot, limits)
        own = None if spot.closed is None else spot.closed.sentence
        return SpotView(
            spot=str(spot.key),
            label=spot.label,
            area=spot.area,
            odds=tuple(odds.spoken() for odds in spot.odds),
            minimum=-(-limits.minimum // unit) * unit,
            maximum=most // unit * unit,
            unit=unit,
            closed=shut or own,
        )

    return tuple(map(shown, found))


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
    if isinstance(need, NeedSpin):
        return DrawView("tops", 2, "dish", len(state.draws))
    if isinstance(need, NeedCards):
        return DrawView("cards", need.count, need.place, len(state.draws))
    return None


def _corrections(made: tuple[Correction, ...]) -> tuple[CorrectionView, ...]:
    return tuple(CorrectionView(one.draws, one.reason) for one in made)


def _fairness(of: TableState | Ended, *, seed: str | None) -> FairnessView | None:
    """A round in play or one that ended, as far as it can be checked by anybody."""
    if not of.commitment:
        return None
    chain = of.chain if of.link else None
    return FairnessView(
        commitment=of.commitment,
        seed=seed,
        player_seeds=of.seeds,
        chain_number=0 if chain is None else chain.number,
        chain_end="" if chain is None else chain.end,
        chain_length=0 if chain is None else chain.length,
        link=of.link,
        hashes=of.hashes,
        missing=of.missing,
    )


def _eyes_then(state: TableState, ended: Ended, seat: SeatIndex) -> SeatIndex:
    # A seat that changed hands since sees the old round as a stranger does.
    occupant = state.occupant(seat)
    same = occupant is not None and (int(seat), occupant.player) in ended.players
    return seat if seat == 0 or same else SPECTATOR


def _last(state: TableState, ended: Ended, eyes: SeatIndex) -> LastView:
    return LastView(
        round_id=ended.round_id,
        is_void=ended.is_void,
        sentence=ended.sentence,
        clause=ended.clause,
        lines=_lines(state, ended),
        corrections=_corrections(ended.corrections),
        fairness=_fairness(ended, seed=ended.seed or None),
        game=state.rules.game.view(ended.played.state, eyes),
    )


def _lines(state: TableState, ended: Ended) -> tuple[LineView, ...]:
    if not ended.lines:
        bets = state.rules.game.bets(ended.played.state)
        refund = Result.REFUND.value
        return tuple(
            LineView(int(b.seat), str(b.spot), int(b.stake), refund, None, 0, ended.clause)
            for b in bets
        )
    return tuple(
        LineView(
            seat=int(line.seat),
            spot=str(line.spot),
            stake=int(line.stake),
            result=line.result.value,
            odds=None if line.odds is None else line.odds.spoken(),
            pays=int(line.pays),
            clause=str(line.clause),
        )
        for line in ended.played.lines()
    )
