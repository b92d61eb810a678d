"""Formulas: a small tree of mathematics that every renderer can set properly.

Build one from strings, numbers and the shapes below: `Formula.of("y = ", Over("x", Root("n")))`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias


@dataclass(frozen=True, slots=True, init=False)
class Shape:
    """Parts set together in one way; each subclass says how many it takes."""

    parts: tuple[Part, ...]

    def __init__(self, *parts: Part) -> None:
        object.__setattr__(self, "parts", parts)


class Row(Shape):
    """Parts side by side."""


class Over(Shape):
    """Numerator, denominator."""


class Power(Shape):
    """Base, exponent."""


class Index(Shape):
    """Base, subscript."""


class Root(Shape):
    """The square root of one part."""


Part: TypeAlias = str | int | Fraction | Shape
"""In a string a single letter is a variable, a longer word is upright, digits are a number,
anything else is a sign, and two spaces or more are a wide space."""

PLAIN = {Over: "{}/{}", Power: "{}^{}", Index: "{}_{}", Root: "√{}"}


class Token(Enum):
    VARIABLE = "variable"
    WORD = "word"
    NUMBER = "number"
    SIGN = "sign"
    SPACE = "space"


_TOKENS = re.compile(
    r"(?P<NUMBER>\d+(?:[.,]\d+)*%?)|(?P<WORD>[^\W\d_]{2,})|(?P<VARIABLE>[^\W\d_])"
    r"|(?P<SPACE>\s{2,})|\s|(?P<SIGN>.)",
    re.DOTALL,
)


def tokens(text: str) -> list[tuple[Token, str]]:
    """A string cut into what a typesetter sets differently; single spaces are left to it."""
    return [
        (Token[match.lastgroup], match.group())
        for match in _TOKENS.finditer(text)
        if match.lastgroup is not None
    ]


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, in a line of text or as a block of its own."""

    root: Row

    @classmethod
    def of(cls, *parts: Part) -> Formula:
        return cls(Row(*parts))

    def plain(self) -> str:
        """The formula in one line of plain text, with brackets where they are needed."""
        return _plain(self.root)


def _plain(part: Part) -> str:
    if isinstance(part, Row):
        return "".join(map(_plain, part.parts))
    if isinstance(part, Shape):
        return PLAIN[type(part)].format(*map(_bracket, part.parts))
    return str(part)


# One word or number with its marks, or something that stands in brackets of its own.
_BRACKETED = re.compile(r"√?[\w.,]+%?|\([^()]*\)")


def _bracket(part: Part) -> str:
    words = _plain(part)
    return words if _BRACKETED.fullmatch(words) else f"({words})"
