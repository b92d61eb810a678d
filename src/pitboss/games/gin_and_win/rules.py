"""The rules of a round: what it needs next, what may be called, and what each step does.

Pure: an illegal step gives a refusal.
"""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.equipment.cards import Card
from pitboss.games.bets import (
    in_felt_order,
    place,
    seats_with_bets,
    stake_on,
    stake_refusal,
    take_down,
)
from pitboss.games.contract import (
    CallOption,
    Need,
    NeedBets,
    NeedCards,
    NeedDecisions,
    NeedNothing,
    Option,
    Pending,
    PlacedBet,
)
from pitboss.games.gin_and_win.edition import SettingRule
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.gin_and_win.setting import sentence_for, weigh
from pitboss.games.gin_and_win.spots import all_spots, spots_now
from pitboss.games.gin_and_win.state import (
    ANTE,
    BONUS,
    FOLD,
    PLAY,
    PLAY_AS_SET,
    PLAY_HAND,
    Decision,
    GinState,
    Hand,
    Phase,
)
from pitboss.games.steps import Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import ClauseId, SeatIndex

MISDEAL = "misdeal"
SUPERVISOR = "supervisor"
VOID = ClauseId("GNW-8.1")
SUPERVISION = ClauseId("GNW-8.2")

_PLAY_OPTION = Option(PLAY_HAND, "Play, with a bet equal to the Ante", takes_setting=True)
_AS_SET_OPTION = Option(PLAY_AS_SET, "Play my own setting even if it is worse", takes_setting=True)
_FOLD_OPTION = Option(FOLD, "Fold, and lose the Ante")

_WAITING = {
    Phase.BETTING: "bets are open; place, change or take down a bet, or close the bets",
    Phase.DEALING: "cards are being dealt",
    Phase.DECIDING: "players decide to play or fold",
    Phase.OVER: "the round is over",
    Phase.VOID: "the round is void",
}


# --- what comes next ---------------------------------------------------------------------


def need(state: GinState) -> Need:
    match state.phase:
        case Phase.BETTING:
            return NeedBets()
        case Phase.DEALING:
            seat = state.next_seat
            where = "dealer" if seat is None else f"seat {seat}"
            return NeedCards(state.edition.hand, where, face_up=False, undealt=state.undealt)
        case Phase.DECIDING:
            options = _options(state)
            return NeedDecisions(tuple(Pending(seat, options, FOLD) for seat in state.undecided))
        case _:
            return NeedNothing()


def _options(state: GinState) -> tuple[Option, ...]:
    if state.edition.setting is SettingRule.AS_SET:
        return _PLAY_OPTION, _AS_SET_OPTION, _FOLD_OPTION
    return _PLAY_OPTION, _FOLD_OPTION


def calls(state: GinState) -> tuple[CallOption, ...]:
    """A misdeal once cards are being dealt, a supervisor until the end."""
    supervisor = CallOption(SUPERVISOR, "Call a floor supervisor", SUPERVISION)
    misdeal = CallOption(MISDEAL, "Misdeal: the round is void, stakes go back", VOID)
    match state.phase:
        case Phase.BETTING:
            return (supervisor,)
        case Phase.DEALING | Phase.DECIDING:
            return misdeal, supervisor
        case _:
            return ()


# --- what a step does --------------------------------------------------------------------


def apply(state: GinState, step: Step) -> GinState | Refusal:
    if isinstance(step, Call):
        return _call(state, step)
    match step, state.phase:
        case ((Bet() | TakeDown()), Phase.BETTING):
            return _change_bet(state, step)
        case CloseBets(), Phase.BETTING:
            return _close(state)
        case Draw(), Phase.DEALING:
            return _deal(state, step)
        case Decide(), Phase.DECIDING:
            return _decide(state, step)
        case _:
            return Refusal(RefusalCode.NOT_NOW, f"Not now: {_WAITING[state.phase]}.")


def _change_bet(state: GinState, step: Bet | TakeDown) -> GinState | Refusal:
    if step.seat not in state.seats:
        return Refusal(
            RefusalCode.NO_SUCH_SEAT,
            f"Seat {step.seat} is not in this round; the seats are {_listed(state.seats)}.",
        )
    if isinstance(step, TakeDown):
        felt = take_down(state.bets, step)
    else:
        felt = place(state.bets, step, spots=spots_now(state), limits=state.edition.head.limits)
        if not isinstance(felt, Refusal) and step.spot == ANTE:
            # The Ante may be matched by a Play bet, so chips must pay that as well (GNW-4.4).
            play = all_spots(state.edition)[1]
            felt = stake_refusal(play, step.stake, state.edition.head.limits) or felt
    return felt if isinstance(felt, Refusal) else replace(state, bets=felt)


def _close(state: GinState) -> GinState | Refusal:
    for seat in seats_with_bets(state.bets):
        if stake_on(state.bets, seat, ANTE) is None:  # GNW-4.2
            return Refusal(
                RefusalCode.NO_BETS,
                f"Seat {seat} has a {BONUS} bet and no Ante; place an Ante or take the bonus down.",
            )
    if not state.bets:  # GNW-4.1
        return Refusal(RefusalCode.NO_BETS, "Nobody has placed an Ante; place one to get cards.")
    return replace(state, closed=True)


def _deal(state: GinState, step: Draw) -> GinState | Refusal:
    cards = tuple(sorted(card for card in step.shown if isinstance(card, Card)))
    if len(cards) != len(step.shown):
        return Refusal(RefusalCode.BAD_CARD, "This game is dealt with cards; draw cards.")
    if len(cards) != state.edition.hand:  # GNW-5.1
        return Refusal(
            RefusalCode.WRONG_COUNT,
            f"A hand is {state.edition.hand} cards, not {len(cards)}.",
        )
    undealt = state.undealt.without(cards)
    if isinstance(undealt, Refusal):
        return undealt
    seat = state.next_seat
    if seat is None:
        return replace(state, undealt=undealt, dealer=cards)
    return replace(state, undealt=undealt, hands=(*state.hands, Hand(seat, cards)))


# --- decisions ---------------------------------------------------------------------------


def _decide(state: GinState, step: Decide) -> GinState | Refusal:
    if step.actor not in state.seats:
        return Refusal(
            RefusalCode.NO_SUCH_SEAT,
            f"Seat {step.actor} is not in this round; the seats are {_listed(state.seats)}.",
        )
    if step.actor not in state.undecided:  # GNW-5.4
        return Refusal(
            RefusalCode.NOT_YOUR_TURN,
            f"Seat {step.actor} has nothing to decide; waiting for {_listed(state.undecided)}.",
        )
    options = tuple(option.key for option in _options(state))
    if step.option not in options:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION,
            f"'{step.option}' is no decision; decide {' or '.join(options)}.",
        )
    if step.option == FOLD:
        if step.setting is not None:
            return Refusal(
                RefusalCode.NOT_NOW, "A folded hand is not set; fold without a setting, or play."
            )
        return _with_decision(state, Decision(step.actor, played=None))
    decision = _played(state, step)
    return decision if isinstance(decision, Refusal) else _with_decision(state, decision)


def _played(state: GinState, step: Decide) -> Decision | Refusal:
    """The hand as it will be compared: set by the player, or the house way (GNW-3.1)."""
    cards = state.hand(step.actor)
    rule = state.edition.setting
    if step.setting is None:
        if step.option == PLAY_AS_SET:
            return Refusal(
                RefusalCode.MISSING_FIELD,
                f"Lay out the combinations to play as set; without them decide {PLAY_HAND}.",
            )
        return Decision(step.actor, house_way(cards, state.edition.heights))
    weighed = weigh(cards, step.setting, state.edition)
    if isinstance(weighed, Refusal):
        return weighed
    note = sentence_for(weighed, rule)
    if weighed.is_worse and rule is SettingRule.CARDS_SPEAK:  # GNW-3.4
        return Decision(step.actor, weighed.house, note)
    if weighed.is_worse and step.option == PLAY_HAND:  # GNW-3.5: the one warning
        return Refusal(
            RefusalCode.WORSE_SETTING,
            f"{note} To keep it decide {PLAY_AS_SET}; without a setting the house way is taken.",
        )
    return Decision(step.actor, weighed.own, note)


def _with_decision(state: GinState, decision: Decision) -> GinState:
    decisions = tuple(sorted((*state.decisions, decision), key=lambda made: made.seat))
    ante = stake_on(state.bets, decision.seat, ANTE)
    bets = state.bets
    if decision.played is not None and ante is not None:  # GNW-4.3
        bets = in_felt_order(
            (*bets, PlacedBet(decision.seat, PLAY, ante)), all_spots(state.edition)
        )
    return replace(state, decisions=decisions, bets=bets)


# --- calls -------------------------------------------------------------------------------


def _call(state: GinState, step: Call) -> GinState | Refusal:
    known = tuple(option.key for option in calls(state))
    if not known:
        return Refusal(RefusalCode.NOT_NOW, f"Not now: {_WAITING[state.phase]}.")
    if step.what not in known:
        code = RefusalCode.NOT_NOW if step.what == MISDEAL else RefusalCode.UNKNOWN_OPTION
        return Refusal(code, f"The dealer cannot call '{step.what}' now; call {_listed(known)}.")
    if step.shown:
        return Refusal(
            RefusalCode.WRONG_COUNT, f"No card is recorded with {step.what}; name it in the reason."
        )
    if step.what == MISDEAL:
        return replace(state, void=step.reason)
    return replace(state, calls=(*state.calls, step.reason))


def _listed(names: tuple[SeatIndex, ...] | tuple[str, ...]) -> str:
    return ", ".join(map(str, names))
