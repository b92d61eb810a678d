"""Errors: one shape for everything that is not done: code, sentence, reference.

The reference is written to the log with what happened, so that somebody who quotes it can be
helped.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from pitboss.refusals import Refusal, RefusalCode


class DoorCode(StrEnum):
    """Reasons of the server's own, beside those of the house."""

    SIGN_IN_FIRST = "sign-in-first"
    WRONG_PASSWORD = "wrong-password"  # noqa: S105
    LOCKED = "locked"
    PROVE_AGAIN = "prove-again"
    NAME_TAKEN = "name-taken"
    NOT_ALLOWED = "not-allowed"
    BAD_ORIGIN = "bad-origin"
    BAD_TOKEN = "bad-token"  # noqa: S105
    BAD_MESSAGE = "bad-message"
    TOO_LARGE = "too-large"
    HEAD_TOO_LARGE = "head-too-large"
    URL_TOO_LONG = "url-too-long"
    TOO_SLOW = "too-slow"
    TOO_MANY = "too-many"
    NOT_FOUND = "not-found"
    WRONG_METHOD = "wrong-method"
    BUSY = "busy"
    CLOSING = "closing"
    DEFECT = "defect"


@dataclass(frozen=True, slots=True)
class Denial:
    """Why the server itself did not do something."""

    code: DoorCode
    sentence: str


AnyRefusal = Refusal | Denial


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="refused"):
    """The one shape of an error: code, sentence, reference."""

    code: str
    sentence: str
    reference: str


SIGN_IN_FIRST = Denial(DoorCode.SIGN_IN_FIRST, "Give a name first; then you can sit down.")
NOT_ALLOWED = Denial(DoorCode.NOT_ALLOWED, "That is not for you to do in this house.")
PROVE_AGAIN = Denial(
    DoorCode.PROVE_AGAIN, "You were idle for a while; give your password to go on as staff."
)
TOO_MANY = Denial(DoorCode.TOO_MANY, "That was too much at once; wait a moment and go on.")
BUSY = Denial(DoorCode.BUSY, "The house is too busy to take more now; try again in a moment.")
CLOSING = Denial(DoorCode.CLOSING, "The house is closing; your seat and bets are kept.")
UNWRITTEN = Refusal(
    RefusalCode.STORE_UNAVAILABLE,
    "The house cannot write anything down now, so nothing was done; try again in a moment.",
)
DEFECT = Denial(DoorCode.DEFECT, "Something is wrong on our side; the reference helps to find it.")

_STATUS: dict[str, int] = {
    DoorCode.SIGN_IN_FIRST: 401,
    DoorCode.WRONG_PASSWORD: 401,
    DoorCode.LOCKED: 429,
    DoorCode.PROVE_AGAIN: 401,
    DoorCode.NAME_TAKEN: 409,
    DoorCode.NOT_ALLOWED: 403,
    DoorCode.BAD_ORIGIN: 403,
    DoorCode.BAD_TOKEN: 403,
    DoorCode.BAD_MESSAGE: 400,
    DoorCode.TOO_LARGE: 413,
    DoorCode.HEAD_TOO_LARGE: 431,
    DoorCode.URL_TOO_LONG: 414,
    DoorCode.TOO_SLOW: 408,
    DoorCode.TOO_MANY: 429,
    DoorCode.NOT_FOUND: 404,
    DoorCode.WRONG_METHOD: 405,
    DoorCode.BUSY: 503,
    DoorCode.CLOSING: 503,
    DoorCode.DEFECT: 500,
    RefusalCode.NOT_YOUR_TURN: 403,
    RefusalCode.STORE_UNAVAILABLE: 503,
    RefusalCode.TAMPERED: 503,
}
_BAD = ("bad-", "missing-", "unknown-field")


def status_of(code: str) -> int:
    """The HTTP status that belongs to a code."""
    if code in _STATUS:
        return _STATUS[code]
    if code.startswith(_BAD):
        return 400
    return 404 if code.startswith("unknown-") else 409
