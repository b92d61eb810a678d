"""Strict JSON: a text becomes a message or nothing.

A key that stands twice, NaN, an endless number or a shape that no message has is refused, so that
two readers of the same bytes can never understand different things.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn, TypeVar

import msgspec

T = TypeVar("T")

DIGITS_MAX = 18


class Unreadable(ValueError):
    """The text is not one of the messages."""


def read_message(text: str, kinds: msgspec.json.Decoder[T]) -> T:
    """A text as one of the decoder's kinds of message."""
    try:
        json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole)
        # Read twice: a decoder knows its kinds, while converting would look into them each time.
        return kinds.decode(text)
    except (ValueError, RecursionError) as problem:
        raise Unreadable(str(problem)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("a key stands twice")
    return found


def _constant(text: str) -> NoReturn:
    raise Unreadable(f"{text} is not a number")


def _whole(text: str) -> int:
    if len(text) > DIGITS_MAX:
        raise Unreadable("a number has too many digits")
    return int(text)
