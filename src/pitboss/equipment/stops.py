"""Dice and wheels: equipment with marked stops, one of which shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode

DICE, WHEEL = "dice", "wheel"
KINDS = (DICE, WHEEL)

_TEXT = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{0,15}", re.ASCII)


class Mark(msgspec.Struct, frozen=True, order=True):
    """A mark that a die or a wheel can show, as it is written: `6`, `00`, `joker`."""

    kind: str
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def word(self) -> str:
        return self.text


class Stops(msgspec.Struct, frozen=True):
    """One die or one wheel: every stop equally likely; a mark may stand on several stops."""

    kind: str
    texts: tuple[str, ...]

    def __post_init__(self) -> None:
        check(self.kind in KINDS and len(self.texts) > 0, "a die or a wheel has stops")
        check(all(map(_TEXT.fullmatch, self.texts)), "a mark is one plain word")

    def marks(self) -> Mapping[Mark, int]:
        """How many stops show each mark, in the order of the stops."""
        return _count_marks(self)


@cache
def _count_marks(stops: Stops) -> Mapping[Mark, int]:
    counts = {Mark(stops.kind, text): stops.texts.count(text) for text in stops.texts}
    return MappingProxyType(counts)


DIE = Stops(DICE, ("1", "2", "3", "4", "5", "6"))


def parse_mark(kind: str, text: str) -> Mark | Refusal:
    """Read what showed; whether the equipment has such a mark is for its owner to say."""
    if _TEXT.fullmatch(text):
        return Mark(kind, text)
    return Refusal(RefusalCode.BAD_FACE, f"'{text[:20]}' is not a mark of {kind}.")
