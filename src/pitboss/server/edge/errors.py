"""Errors: one shape for everything that is not done: code, sentence, reference.

The reference is written to the log with what happened, so that somebody who quotes it can be
helped.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

import msgspec

from pitboss.refusals import Refusal, RefusalCode


class DoorCode(StrEnum):
    """Refusal codes of the server itself, each with its HTTP status."""

    status: int

    def __new__(cls, code: str, status: int) -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        member.status = status
        return member

    SIGN_IN_FIRST = "sign-in-first", 401
    WRONG_PASSWORD = "wrong-password", 401
    LOCKED = "locked", 429
    PROVE_AGAIN = "prove-again", 401
    NAME_TAKEN = "name-taken", 409
    NOT_ALLOWED = "not-allowed", 403
    BAD_ORIGIN = "bad-origin", 403
    BAD_TOKEN = "bad-token", 403
    UNKNOWN_TOKEN = "unknown-token", 401
    BAD_MESSAGE = "bad-message", 400
    TOO_LARGE = "too-large", 413
    HEAD_TOO_LARGE = "head-too-large", 431
    URL_TOO_LONG = "url-too-long", 414
    TOO_SLOW = "too-slow", 408
    TOO_MANY = "too-many", 429
    NOT_FOUND = "not-found", 404
    WRONG_METHOD = "wrong-method", 405
    BUSY = "busy", 503
    CLOSING = "closing", 503
    DEFECT = "defect", 500


@dataclass(frozen=True, slots=True)
class Denial:
    """A refusal of the server itself."""

    code: DoorCode
    sentence: str


AnyRefusal = Refusal | Denial


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="refused"):
    """The one shape of an error: code, sentence, reference."""

    code: str
    sentence: str
    reference: str


SIGN_IN_FIRST = Denial(DoorCode.SIGN_IN_FIRST, "Enter a name or sign in first.")
NOT_ALLOWED = Denial(DoorCode.NOT_ALLOWED, "You don't have permission to do that.")
PROVE_AGAIN = Denial(
    DoorCode.PROVE_AGAIN, "You were idle for a while; enter your password to continue as staff."
)
TOO_MANY = Denial(DoorCode.TOO_MANY, "Too many requests at once; wait a moment and try again.")
BUSY = Denial(DoorCode.BUSY, "The house is too busy to take more now; try again in a moment.")
CLOSING = Denial(DoorCode.CLOSING, "The house is closing; your seat and bets are kept.")
DEFECT = Denial(
    DoorCode.DEFECT, "Something went wrong on our side; quote the reference if you report it."
)
UNSAVED = Refusal(
    RefusalCode.STORE_UNAVAILABLE,
    "The house cannot save anything now. If nothing changes in a moment, try again.",
)
"""What people are told when the store fails, since what they did may be on disk all the same."""

_STATUS: dict[str, int] = {
    **{code: code.status for code in DoorCode},
    RefusalCode.NOT_YOUR_TURN: 403,
    RefusalCode.STORE_UNAVAILABLE: 503,
    RefusalCode.TAMPERED: 503,
}
_BAD = ("bad-", "missing-", "unknown-field")


def status_of(code: str) -> int:
    if code in _STATUS:
        return _STATUS[code]
    if code.startswith(_BAD):
        return 400
    return 404 if code.startswith("unknown-") else 409
