"""The rules of a round: what it needs next, what may be called, and what each step does.

Pure: an illegal step gives a refusal.
"""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.equipment.cards import Card
from pitboss.games.bets import (
    apply_option,
    place,
    seats_with_bets,
    stake_on,
    stake_refusal,
    take_down,
)
from pitboss.games.calls import CallOption
from pitboss.games.gin_and_win.edition import SettingRule
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.gin_and_win.setting import sentence_for, set_right, weigh
from pitboss.games.gin_and_win.spots import all_spots, spots_now
from pitboss.games.gin_and_win.state import (
    ANTE,
    FOLD,
    PLAY,
    PLAY_AS_SET,
    PLAY_HAND,
    UNSEEN,
    Decision,
    GinState,
    Hand,
    Phase,
)
from pitboss.games.needs import (
    Need,
    NeedBets,
    NeedCards,
    NeedDecisions,
    NeedNothing,
    Option,
    Pending,
)
from pitboss.games.steps import DEALER, Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import ClauseId, SeatIndex, SpotKey

MISDEAL = "misdeal"
FACE_DOWN = "dealt-face-down"
SUPERVISOR = "supervisor"
VERIFIED = "verified"
LAID_OUT = "laid-out-"
VOID = ClauseId("GNW-8.1")
SUPERVISION = ClauseId("GNW-8.2")
BY_HAND = ClauseId("GNW-5.8")

_PLAY_OPTION = Option(PLAY_HAND, "Play, with a bet equal to the Ante", takes_setting=True)
_AS_SET_OPTION = Option(PLAY_AS_SET, "Play my own setting even if it is worse", takes_setting=True)
_FOLD_OPTION = Option(FOLD, "Fold, and lose the Ante")
_PLAY_UNSEEN_OPTION = Option(PLAY_HAND, "Play, with a bet equal to the Ante")
_VERIFIED_OPTION = Option(VERIFIED, "Every combination is right")

_WAITING = {
    Phase.BETTING: "bets are open; place, change or take down a bet, or close the bets",
    Phase.DEALING: "cards are being dealt",
    Phase.DECIDING: "players decide to play or fold",
    Phase.SHOWDOWN: "hands are laid open one by one",
    Phase.VERIFYING: "the dealer verifies the combinations",
    Phase.OVER: "the round is over",
    Phase.VOID: "the round is void",
}


# --- what comes next ---------------------------------------------------------------------


def need(state: GinState) -> Need:
    match state.phase:
        case Phase.BETTING:
            return NeedBets()
        case Phase.DEALING | Phase.SHOWDOWN:
            seat = state.next_seat
            where = "dealer" if seat is None else f"seat {seat}"
            is_open = state.phase is Phase.SHOWDOWN
            return NeedCards(state.edition.hand, where, face_up=is_open, undealt=state.undealt)
        case Phase.DECIDING:
            return NeedDecisions(
                tuple(Pending(seat, _options(state, seat), FOLD) for seat in state.undecided)
            )
        case Phase.VERIFYING:
            return NeedDecisions((Pending(DEALER, _verifying_options(state), VERIFIED),))
        case _:
            return NeedNothing()


def _options(state: GinState, seat: SeatIndex) -> tuple[Option, ...]:
    """To play, with a bet equal to the Ante, or to fold (GNW-4.3)."""
    playing: tuple[Option, ...] = (_PLAY_OPTION,)
    if state.face_down:
        playing = (_PLAY_UNSEEN_OPTION,)
    elif state.edition.setting is SettingRule.AS_SET:
        playing = (_PLAY_OPTION, _AS_SET_OPTION)
    antes = (bet for bet in state.bets if bet.seat == seat and bet.spot == ANTE)
    raised = tuple((PLAY, ante.stake) for ante in antes)
    return (*(replace(option, stakes=raised) for option in playing), _FOLD_OPTION)


def _verifying_options(state: GinState) -> tuple[Option, ...]:
    """Every combination is right, or a hand was laid out otherwise than the house way (GNW-3.7)."""
    is_as_set = state.edition.setting is SettingRule.AS_SET
    words = "as it was laid out" if is_as_set else "a false combination"
    seats = [made.seat for made in state.decisions if made.played is not None and not made.note]
    laid = (Option(f"{LAID_OUT}{at}", f"Seat {at}: {words}", takes_setting=True) for at in seats)
    return _VERIFIED_OPTION, *laid


def calls(state: GinState) -> tuple[CallOption, ...]:
    """A misdeal once cards are being dealt, a supervisor until the end."""
    supervisor = CallOption(SUPERVISOR, "Call a floor supervisor", SUPERVISION)
    misdeal = CallOption(MISDEAL, "Misdeal: the round is void, stakes go back", VOID)
    match state.phase:
        case Phase.BETTING:
            return (supervisor,)
        case Phase.DEALING if not state.hands and not state.dealer:
            label = f"Dealt face down, {state.edition.hand} cards to each"
            dealt = CallOption(FACE_DOWN, label, BY_HAND, by_hand=True, is_due=True)
            return dealt, misdeal, supervisor
        case Phase.OVER | Phase.VOID:
            return ()
        case _:
            return misdeal, supervisor


# --- what a step does --------------------------------------------------------------------


def taken(state: GinState) -> tuple[tuple[SeatIndex, SpotKey], ...]:
    """The Ante of a fold is taken at the fold (GNW-6.11)."""
    if state.void is not None:
        return ()
    return tuple((made.seat, ANTE) for made in state.decisions if made.played is None)


def apply(state: GinState, step: Step) -> GinState | Refusal:
    if isinstance(step, Call):
        return _call(state, step)
    match step, state.phase:
        case ((Bet() | TakeDown()), Phase.BETTING):
            return _change_bet(state, step)
        case CloseBets(), Phase.BETTING:
            return _close(state)
        case Draw(), (Phase.DEALING | Phase.SHOWDOWN):
            return _deal(state, step)
        case Decide(), Phase.DECIDING:
            return _decide(state, step)
        case Decide(), Phase.VERIFYING:
            return _verify(state, step)
        case _:
            return Refusal(RefusalCode.NOT_NOW, f"Not now: {_WAITING[state.phase]}.")


def _change_bet(state: GinState, step: Bet | TakeDown) -> GinState | Refusal:
    if step.seat not in state.seats:
        return Refusal(
            RefusalCode.NO_SUCH_SEAT,
            f"Seat {step.seat} is not in this round; the seats are {_list(state.seats)}.",
        )
    if isinstance(step, TakeDown):
        felt = take_down(state.bets, step, spots_now(state))
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
                f"Seat {seat} has a Gin Bonus and no Ante; place an Ante or take the bonus down.",
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
    dealt = replace(state, undealt=undealt, hands=(*state.hands, Hand(seat, cards)))
    made = state.decision(seat)
    if made is None or not made.is_unseen:
        return dealt
    laid_open = Decision(seat, house_way(cards, state.edition.heights))
    return _with_decision(dealt, laid_open)


# --- decisions ---------------------------------------------------------------------------


def _decide(state: GinState, step: Decide) -> GinState | Refusal:
    if step.actor not in state.seats:
        return Refusal(
            RefusalCode.NO_SUCH_SEAT,
            f"Seat {step.actor} is not in this round; the seats are {_list(state.seats)}.",
        )
    if step.actor not in state.undecided:  # GNW-5.4
        return Refusal(
            RefusalCode.NOT_YOUR_TURN,
            f"Seat {step.actor} has nothing to decide; waiting for {_list(state.undecided)}.",
        )
    options = {option.key: option for option in _options(state, step.actor)}
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
    decision = _play(state, step)
    if isinstance(decision, Refusal):
        return decision
    spots = all_spots(state.edition)
    bets = apply_option(state.bets, step.actor, options[step.option], spots)  # GNW-4.3
    return _with_decision(replace(state, bets=bets), decision)


def _play(state: GinState, step: Decide) -> Decision | Refusal:
    """The hand as it will be compared: set by the player, or the house way (GNW-3.1)."""
    cards = state.hand(step.actor)
    rule = state.edition.setting
    if state.face_down:
        if step.setting is None:
            return Decision(step.actor, UNSEEN, is_unseen=True)
        return Refusal(
            RefusalCode.NOT_NOW, "The cards lie face down; combinations are shown at the showdown."
        )
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


def _verify(state: GinState, step: Decide) -> GinState | Refusal:
    """The dealer verifies the combinations of hands that were laid open (GNW-3.7)."""
    known = tuple(option.key for option in _verifying_options(state))
    if step.actor != DEALER:
        return Refusal(RefusalCode.NOT_YOUR_TURN, "The dealer verifies the combinations now.")
    if step.option not in known:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION,
            f"'{step.option}' is no decision; decide {' or '.join(known)}.",
        )
    if step.option == VERIFIED:
        return replace(state, verified=True)
    seat = SeatIndex(int(step.option.removeprefix(LAID_OUT)))
    shown = set_right(state.hand(seat), step.setting, state.edition)
    if isinstance(shown, Refusal):
        return shown
    return _with_decision(state, Decision(seat, *shown))


def _with_decision(state: GinState, decision: Decision) -> GinState:
    others = (made for made in state.decisions if made.seat != decision.seat)
    decisions = tuple(sorted((*others, decision), key=lambda made: made.seat))
    return replace(state, decisions=decisions)


# --- calls -------------------------------------------------------------------------------


def _call(state: GinState, step: Call) -> GinState | Refusal:
    known = tuple(option.key for option in calls(state))
    if not known:
        return Refusal(RefusalCode.NOT_NOW, f"Not now: {_WAITING[state.phase]}.")
    if step.what not in known:
        code = RefusalCode.NOT_NOW if step.what == MISDEAL else RefusalCode.UNKNOWN_OPTION
        return Refusal(code, f"The dealer cannot call '{step.what}' now; call {_list(known)}.")
    if step.shown:
        return Refusal(
            RefusalCode.WRONG_COUNT, f"No card is recorded with {step.what}; name it in the reason."
        )
    if step.what == MISDEAL:
        return replace(state, void=step.reason)
    if step.what == FACE_DOWN:
        return replace(state, face_down=True)
    return replace(state, calls=(*state.calls, step.reason))


def _list(names: tuple[SeatIndex, ...] | tuple[str, ...]) -> str:
    return ", ".join(map(str, names))
