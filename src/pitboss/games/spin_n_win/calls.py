"""Calls: the dealer voids a spin, or asks for a floor supervisor."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.equipment.shown import Shown
from pitboss.equipment.tops import Face
from pitboss.games.calls import CallOption
from pitboss.games.spin_n_win.edition import Edition
from pitboss.games.spin_n_win.spinner import give_up_top, not_asked
from pitboss.games.spin_n_win.state import Phase, State, SupervisorCall, VoidSpin, spun_by
from pitboss.games.steps import DEALER, Call
from pitboss.refusals import Refusal, RefusalCode, first_of
from pitboss.units import ClauseId

INVALID_SPIN = "invalid-spin"
DEALER_SPINS = "dealer-spins-both"
NEXT_SPINS = "pass-the-top"
SUPERVISOR = "supervisor"
KNOWN_CALLS = (INVALID_SPIN, DEALER_SPINS, NEXT_SPINS, SUPERVISOR)

VOID_REASONS = (  # SNW-8.8
    ("short-player", "Short spin by the player"),
    ("short-dealer", "Short spin by the dealer"),
    ("cocked", "Came to rest cocked"),
    ("off-dish", "Left the dish"),
    ("other", "Another reason"),
)

SPIN_IS_VOID = ClauseId("SNW-8.2")
AFTER_A_VOID = ClauseId("SNW-8.9")
SUPERVISOR_COMES = ClauseId("SNW-8.7")

REASON_LENGTH_MAX = 200


def calls(state: State) -> tuple[CallOption, ...]:
    if state.phase is Phase.OVER:
        return ()
    supervisor = CallOption(SUPERVISOR, "Call a floor supervisor", SUPERVISOR_COMES)
    if state.phase is not Phase.SPINNING:
        return (supervisor,)
    turns = state.edition.valid_turns
    label = f"Void the spin (guide: fewer than {turns} full turns, off the dish, or cocked)"
    void = CallOption(INVALID_SPIN, label, SPIN_IS_VOID, shows=2, reasons=VOID_REASONS)
    return (void, *_calls_after_void(state), supervisor)


def _calls_after_void(state: State) -> tuple[CallOption, ...]:
    """SNW-8.9: the same player spins again, unless the dealer spins both or passes the Top."""
    if not state.voids or spun_by(state) == (DEALER, DEALER):
        return ()
    both = CallOption(DEALER_SPINS, "The dealer spins both Tops", AFTER_A_VOID)
    if not not_asked(state):
        return (both,)
    return both, CallOption(NEXT_SPINS, "Pass the Top to the next player", AFTER_A_VOID)


def call(state: State, step: Call) -> State | Refusal:
    faces = read_faces(state.edition, step.shown)
    refusal = _call_refusal(state, step)
    if isinstance(faces, Refusal):
        return first_of((refusal, faces)) or faces
    if refusal is not None:
        return refusal
    if step.what == SUPERVISOR:
        called = SupervisorCall(step.reason, state.phase)
        return replace(state, supervisor_calls=(*state.supervisor_calls, called))
    if step.what in (DEALER_SPINS, NEXT_SPINS):
        return give_up_top(state, is_passed=step.what == NEXT_SPINS)
    # The player's bad spin (SNW-8.2), the dealer's (SNW-8.3), a Top off the dish or cocked
    # (SNW-8.4): all are recorded (SNW-8.5), settle nothing, and the same people spin again.
    void = VoidSpin(len(state.voids) + 1, step.reason, faces, spun_by(state))
    return replace(state, voids=(*state.voids, void))


def read_faces(edition: Edition, shown: Shown) -> tuple[Face, ...] | Refusal:
    """What was shown as faces that these Tops have."""
    there_are = edition.top.counts()
    faces = tuple(item for item in shown if isinstance(item, Face) and item in there_are)
    if len(faces) == len(shown):
        return faces
    names = ", ".join(face.value for face in there_are)
    return Refusal(
        RefusalCode.BAD_FACE,
        f"Something shown is no face of these Tops; give the faces of Top A and Top B: {names}.",
    )


def _call_refusal(state: State, step: Call) -> Refusal | None:
    available = {option.key: option for option in calls(state)}
    return first_of(
        (
            _unknown_call(step.what),
            _bad_reason(step.reason),
            _wrong_count(step, 2 if step.what == INVALID_SPIN else 0),
            None if step.what in available else _not_now(available),
        )
    )


def _unknown_call(what: str) -> Refusal | None:
    if what in KNOWN_CALLS:
        return None
    return Refusal(
        RefusalCode.UNKNOWN_OPTION,
        f"There is no call '{what}'; the dealer may call {' or '.join(KNOWN_CALLS)}.",
    )


def _bad_reason(reason: str) -> Refusal | None:
    # A bracket in front would read as faces in the round notation, and blanks would be lost.
    plain = reason == reason.strip() and reason.isprintable() and not reason.startswith("[")
    if plain and 0 < len(reason) <= REASON_LENGTH_MAX:
        return None
    return Refusal(
        RefusalCode.BAD_TEXT,
        f"A call needs a reason: one line of 1 to {REASON_LENGTH_MAX} characters, no blanks around"
        " it and no bracket in front.",
    )


def _wrong_count(step: Call, most: int) -> Refusal | None:
    if len(step.shown) in (0, most):
        return None
    right = "both faces or none" if most else "none"
    return Refusal(
        RefusalCode.WRONG_COUNT,
        f"{len(step.shown)} faces cannot be recorded with '{step.what}'; give {right}.",
    )


def _not_now(available: dict[str, CallOption]) -> Refusal:
    # SNW-8.6: before the spin there is nothing to void, after the result nothing may be.
    return Refusal(
        RefusalCode.NOT_NOW,
        "That can be called only while a spin is awaited; the dealer may now call"
        f" {' or '.join(available)}.",
    )
