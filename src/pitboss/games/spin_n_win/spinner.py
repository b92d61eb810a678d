"""The spinner: who is asked to spin, what they may answer, and where the Top goes next."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.bets import seats_with_bets
from pitboss.games.needs import Option, Pending
from pitboss.games.spin_n_win.rotation import Rotation, from_left, from_right
from pitboss.games.spin_n_win.state import Choice, Phase, State, TopAnswer
from pitboss.games.steps import DEALER, Decide
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex

END_OPTIONS = (
    Option(Choice.START_LEFT, "Start at the left end, seat 1"),
    Option(Choice.START_RIGHT, "Start at the right end, the last seat"),
)
SPINNER_OPTIONS = (
    Option(Choice.SPIN_A, "Spin Top A"),
    Option(Choice.SPIN_B, "Spin Top B"),
    Option(Choice.PASS, "Pass the Top to the next player"),
    Option(Choice.DECLINE, "Do not spin"),
)
DEALER_OPTIONS = (
    Option(Choice.SPIN_BOTH, "Spin both Tops"),
    Option(Choice.PASS_ON, "Pass the Top to the next player"),
)


def pending(state: State) -> Pending | None:
    """The decision that is owed now; a slow actor gets the hasty option (SNW-7.11)."""
    if state.phase is Phase.CHOOSING_END:
        return Pending(DEALER, END_OPTIONS, hasty=Choice.START_LEFT, is_free=True)
    if state.phase is Phase.CHOOSING_TOP:
        return Pending(state.queue[0], SPINNER_OPTIONS, hasty=Choice.DECLINE)
    if state.phase is Phase.DECLINED:
        return Pending(DEALER, DEALER_OPTIONS, hasty=Choice.SPIN_BOTH)
    return None


def first_ask(state: State) -> State:
    """After the bets are closed: the dealer chooses an end (SNW-7.1), or the Top is offered."""
    if state.rotation is None:
        return replace(state, phase=Phase.CHOOSING_END)
    return _offer(state, state.rotation)


def _offer(state: State, rotation: Rotation) -> State:
    # SNW-7.2: only seats with a bet, in the Top's own order.
    queue = rotation.order(seats_with_bets(state.bets))
    return replace(state, phase=Phase.CHOOSING_TOP, rotation=rotation, queue=queue)


def decide(state: State, step: Decide) -> State | Refusal:
    refusal = _decide_refusal(state, step)
    return refusal if refusal is not None else _take_choice(state, Choice(step.option))


def _take_choice(state: State, choice: Choice) -> State:
    if choice is Choice.START_LEFT:
        return _offer(state, from_left())
    if choice is Choice.START_RIGHT:
        return _offer(state, from_right(seats_max=state.edition.head.seats_max))
    if choice is Choice.SPIN_BOTH:  # SNW-7.8
        return replace(state, phase=Phase.SPINNING, queue=())
    if choice is Choice.PASS_ON:  # SNW-7.8
        return replace(state, phase=Phase.CHOOSING_TOP)
    return _take_answer(state, TopAnswer(state.queue[0], choice))


def _take_answer(state: State, answer: TopAnswer) -> State:
    state = replace(state, answers=(*state.answers, answer))
    left = state.queue[1:]
    spins = answer.choice in (Choice.SPIN_A, Choice.SPIN_B)  # SNW-7.3
    if spins or not left:  # SNW-7.9: nobody is left to ask, so the dealer spins both
        return replace(state, phase=Phase.SPINNING, queue=())
    # A decline puts the dealer to the choice (SNW-7.8); a pass simply goes on (SNW-7.7).
    declined = answer.choice is Choice.DECLINE
    return replace(state, phase=Phase.DECLINED if declined else Phase.CHOOSING_TOP, queue=left)


def not_asked(state: State) -> tuple[SeatIndex, ...]:
    """Seats with a bet that the Top has not been offered to in this spin (SNW-7.9)."""
    asked = {answer.seat for answer in state.answers}
    order = () if state.rotation is None else state.rotation.order(seats_with_bets(state.bets))
    return tuple(seat for seat in order if seat not in asked)


def give_up_top(state: State, *, is_passed: bool) -> State:
    """After a void spin (SNW-8.9): the spinner spins no more, the dealer or the next one does."""
    gone = TopAnswer(state.answers[-1].seat, Choice.PASS if is_passed else Choice.DECLINE)
    state = replace(state, answers=(*state.answers, gone))
    if is_passed:
        return replace(state, phase=Phase.CHOOSING_TOP, queue=not_asked(state))
    return replace(state, phase=Phase.SPINNING, queue=())


def _decide_refusal(state: State, step: Decide) -> Refusal | None:
    owed = pending(state)
    if step.option not in tuple(Choice):
        return _unknown(step.option, "the decisions of this game are", tuple(Choice))
    if owed is None:
        return Refusal(
            RefusalCode.NOT_NOW, f"Nobody decides anything now; the table is {_waiting(state)}."
        )
    if step.actor != owed.actor:
        return Refusal(
            RefusalCode.NOT_YOUR_TURN,
            f"It is not for {actor_name(step.actor)} to decide; {actor_name(owed.actor)} does.",
        )
    offered = tuple(option.key for option in owed.options)
    if step.option not in offered:
        return _unknown(step.option, f"{actor_name(owed.actor)} may choose", offered)
    if step.setting is not None:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION, "Nobody sets cards here; decide without a setting."
        )
    return None


def _unknown(option: str, choices_are: str, choices: tuple[str, ...]) -> Refusal:
    return Refusal(
        RefusalCode.UNKNOWN_OPTION,
        f"'{option}' cannot be chosen; {choices_are} {', '.join(choices)}.",
    )


def _waiting(state: State) -> str:
    return "taking bets" if state.phase is Phase.BETTING else "waiting for the spin"


def actor_name(actor: SeatIndex) -> str:
    return "the dealer" if actor == DEALER else f"seat {actor}"
