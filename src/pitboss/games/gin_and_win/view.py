"""The view: what one viewer may see. Hidden cards are only counted in it."""

from __future__ import annotations

import msgspec

from pitboss.equipment.cards import Card
from pitboss.games.bets import stake_on
from pitboss.games.gin_and_win.combinations import Arrangement
from pitboss.games.gin_and_win.outcome import Outcome, SeatOutcome, outcome
from pitboss.games.gin_and_win.state import BONUS, Decision, GinState, Phase
from pitboss.games.gin_and_win.words import combination_words
from pitboss.games.profiles import RESPONSIBLE_GAMBLING
from pitboss.units import SeatIndex


class LaidOut(msgspec.Struct, frozen=True):
    """A hand laid out in combinations, left-over cards highest first."""

    combinations: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]
    """Each combination in words."""
    left_over: tuple[str, ...]
    score: int


class HandView(msgspec.Struct, frozen=True):
    """A hand: how many cards lie there, and the cards only for those who may see them."""

    seat: int
    count: int
    decision: str | None
    """`play` or `fold`, which everybody sees."""
    cards: tuple[str, ...] | None = None
    laid_out: LaidOut | None = None
    note: str = ""
    """What the dealer says about the player's own setting."""
    winner: str | None = None
    deciding_card: int | None = None
    """Which left-over card decided, counted from 0 at the highest."""
    bonus: str | None = None


class DealerView(msgspec.Struct, frozen=True):
    count: int
    cards: tuple[str, ...] | None = None
    laid_out: LaidOut | None = None
    qualifies: bool | None = None


class GinView(msgspec.Struct, frozen=True):
    number: int
    phase: str
    seats: tuple[int, ...]
    bets: tuple[tuple[int, str, int], ...]
    """Seat, spot and stake in minor units."""
    hands: tuple[HandView, ...]
    dealer: DealerView
    hand_size: int
    """Cards in a hand, dealt or still to come."""
    to_decide: tuple[int, ...]
    calls: tuple[str, ...]
    void: str | None
    responsible_gambling: str


def view_of(state: GinState, viewer: SeatIndex) -> GinView:
    """What this viewer sees (GNW-5.6, GNW-5.7)."""
    result = outcome(state) if state.phase is Phase.OVER else None
    return GinView(
        number=state.number,
        phase=state.phase.value,
        seats=tuple(map(int, state.seats)),
        bets=tuple((int(bet.seat), str(bet.spot), int(bet.stake)) for bet in state.bets),
        hands=tuple(_hand_view(state, seat, viewer, result) for seat in _dealt(state)),
        dealer=_dealer_view(state, result),
        hand_size=state.edition.hand,
        to_decide=tuple(map(int, state.undecided)) if state.phase is Phase.DECIDING else (),
        calls=state.calls,
        void=state.void,
        responsible_gambling=RESPONSIBLE_GAMBLING,
    )


def _dealt(state: GinState) -> tuple[SeatIndex, ...]:
    return state.in_play if state.face_down else tuple(hand.seat for hand in state.hands)


def _hand_view(
    state: GinState, seat: SeatIndex, viewer: SeatIndex, result: Outcome | None
) -> HandView:
    decision, cards = state.decision(seat), state.hand(seat)
    count = len(cards) or state.edition.hand
    hidden = HandView(int(seat), count, _name_decision(decision))
    if not cards:  # GNW-5.8: nobody at a screen knows a hand that lies face down
        return hidden
    if result is not None:
        settled = next(one for one in result.seats if one.seat == seat)
        if viewer == seat or _is_shown(state, settled):
            return _settled_view(state, settled, hidden)
    return _own_view(hidden, cards, decision) if viewer == seat else hidden


def _is_shown(state: GinState, settled: SeatOutcome) -> bool:
    """A played hand is laid open; a folded one only when its bonus is still in action (GNW-5.7)."""
    lost = state.edition.readings.bonus_lost_on_fold
    has_bonus = stake_on(state.bets, settled.seat, BONUS) is not None
    return not settled.folded or (has_bonus and not lost)


def _own_view(hidden: HandView, cards: tuple[Card, ...], decision: Decision | None) -> HandView:
    played = None if decision is None else decision.played
    return HandView(
        seat=hidden.seat,
        count=hidden.count,
        decision=hidden.decision,
        cards=tuple(map(str, cards)),
        laid_out=None if played is None else _laid_out(played),
        note="" if decision is None else decision.note,
    )


def _settled_view(state: GinState, settled: SeatOutcome, hidden: HandView) -> HandView:
    own = _own_view(hidden, state.hand(settled.seat), state.decision(settled.seat))
    comparison = settled.comparison
    return HandView(
        seat=own.seat,
        count=own.count,
        decision=own.decision,
        cards=own.cards,
        laid_out=_laid_out(settled.hand),
        note=own.note,
        winner=None if comparison is None else comparison.winner.value,
        deciding_card=None if comparison is None else comparison.deciding_card,
        bonus=None if settled.bonus is None else settled.bonus.value,
    )


def _dealer_view(state: GinState, result: Outcome | None) -> DealerView:
    """The dealer's cards show when every seat has decided (GNW-5.5)."""
    if result is None:
        lying = state.edition.hand if state.face_down else len(state.dealer)
        return DealerView(lying)
    return DealerView(
        count=len(state.dealer),
        cards=tuple(map(str, state.dealer)),
        laid_out=_laid_out(result.dealer),
        qualifies=result.qualifies,
    )


def _name_decision(decision: Decision | None) -> str | None:
    if decision is None:
        return None
    return "fold" if decision.played is None else "play"


def _laid_out(hand: Arrangement) -> LaidOut:
    return LaidOut(
        combinations=tuple(tuple(map(str, cards)) for cards in hand.combinations),
        names=tuple(combination_words(cards) for cards in hand.combinations),
        left_over=tuple(map(str, hand.left_over)),
        score=hand.score,
    )
