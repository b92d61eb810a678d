"""Tops: spinning tops with painted faces, one of which lands up."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType

import msgspec

from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode


class Face(StrEnum):
    RED = "R"
    GREEN = "G"
    BLUE = "B"
    YELLOW = "Y"
    JOKER = "J"

    @property
    def word(self) -> str:
        return self.name.capitalize()


class Top(msgspec.Struct, frozen=True):
    """A fair Top: every face equally likely to land up."""

    faces: tuple[Face, ...]

    def __post_init__(self) -> None:
        check(len(self.faces) > 0, "a Top has faces")

    def counts(self) -> Mapping[Face, int]:
        """How many faces show each symbol, in the order of `Face`."""
        return _count_faces(self)


@cache
def _count_faces(top: Top) -> Mapping[Face, int]:
    return MappingProxyType({one: top.faces.count(one) for one in Face if one in top.faces})


def parse_face(text: str) -> Face | Refusal:
    """Read a face by its letter or its name."""
    word = text.strip().upper()
    for face in Face:
        if word in (face.value, face.name):
            return face
    return Refusal(
        RefusalCode.BAD_FACE, f"'{text}' is not a face of a Top; write one of R, G, B, Y, J."
    )
