"""Refusals: the closed list of reasons why an input is not taken.

Below the edge a refusal is a value that callers return and test for; the command line and the
server raise it as `Refused`. The order of `RefusalCode` is the precedence: when several reasons
apply, the one listed first is the one reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NoReturn, TypeVar

import msgspec

from pitboss.invariants import BrokenInvariant

T = TypeVar("T")


class RefusalCode(StrEnum):
    """Every reason for a refusal; the first that applies wins."""

    # What was asked for does not exist.
    UNKNOWN_GAME = "unknown-game"
    UNKNOWN_EDITION = "unknown-edition"
    UNKNOWN_PROFILE = "unknown-profile"
    UNKNOWN_SPOT = "unknown-spot"
    UNKNOWN_OPTION = "unknown-option"
    UNKNOWN_ROUND = "unknown-round"
    UNKNOWN_BET = "unknown-bet"
    UNKNOWN_ACCOUNT = "unknown-account"
    MISSING_EXTRA = "missing-extra"

    # What was sent cannot be read.
    BAD_TEXT = "bad-text"
    BAD_FILE = "bad-file"
    BAD_FIELD = "bad-field"
    MISSING_FIELD = "missing-field"
    UNKNOWN_FIELD = "unknown-field"
    BAD_AMOUNT = "bad-amount"
    BAD_CARD = "bad-card"
    BAD_FACE = "bad-face"

    # It can be read but cannot be.
    WRONG_COUNT = "wrong-count"
    IMPOSSIBLE_CARD = "impossible-card"
    FALSE_COMBINATION = "false-combination"
    WORSE_SETTING = "worse-setting"

    # It is not the time, the place or the person.
    NOT_NOW = "not-now"
    NOT_YOUR_TURN = "not-your-turn"
    NO_SUCH_SEAT = "no-such-seat"
    SPOT_CLOSED = "spot-closed"
    ROUND_OVER = "round-over"
    NO_BETS = "no-bets"

    # The amount is against the table's limits.
    NOT_POSITIVE = "not-positive"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    NOT_PAYABLE = "not-payable"
    NOT_EQUAL_ANTE = "not-equal-ante"
    TOO_MANY_GAMES = "too-many-games"
    PAYOUT_LIMIT = "payout-limit"
    PLAYER_LIMIT = "player-limit"
    NOT_ENOUGH_CREDITS = "not-enough-credits"

    # The record does not allow it.
    ALREADY_SETTLED = "already-settled"
    ID_REUSED = "id-reused"
    STALE_VERSION = "stale-version"
    TAMPERED = "tampered"
    STORE_UNAVAILABLE = "store-unavailable"
    CANNOT_WRITE = "cannot-write"


PRECEDENCE = {code: position for position, code in enumerate(RefusalCode)}


class Refusal(msgspec.Struct, frozen=True):
    """Why something was not done, in one sentence that also says what would be right."""

    code: RefusalCode
    sentence: str
    field: str = ""
    """The field of the input that it is about, where there is one."""

    def __str__(self) -> str:
        return self.sentence


def first_of(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """The refusal that takes precedence, or None when there is none."""
    real = [refusal for refusal in refusals if refusal is not None]
    return min(real, key=lambda refusal: PRECEDENCE[refusal.code], default=None)


class Refused(ValueError):
    """A refusal raised to the edge of the program, with its code, sentence and field."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal
        self.code, self.sentence, self.field = refusal.code, refusal.sentence, refusal.field


def unwrap_or_raise(result: T | Refusal) -> T:
    """The result, or `Refused`: for the edge, where one handler shows every refusal."""
    if isinstance(result, Refusal):
        raise Refused(result)
    return result


def refuse(code: RefusalCode, sentence: str) -> NoReturn:
    """Raise a refusal, at the edge."""
    raise Refused(Refusal(code, sentence))


def raise_first(*refusals: Refusal | None) -> None:
    """Raise the first of these that is a refusal."""
    for refusal in refusals:
        if refusal is not None:
            raise Refused(refusal)


def suggest(name: str, known: Iterable[str]) -> str:
    """A question that names what is nearest to an unknown name; nothing where nothing is near."""
    from difflib import get_close_matches

    # `red` is near `single:red`.
    full = {key: one for one in known for key in (one.rpartition(":")[2], one)}
    near = get_close_matches(name, full, 1)
    return f" Did you mean {full[near[0]]}?" if near else ""


def unwrap(result: T | Refusal) -> T:
    """The result of a step that cannot be refused, because it follows from what was offered."""
    if isinstance(result, Refusal):
        raise BrokenInvariant(f"a step that follows from the rules was refused: {result}")
    return result
