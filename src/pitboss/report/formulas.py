"""Formulas: a small tree of mathematics that every renderer can set properly.

Build one from strings, numbers and the shapes below: `Formula.of("y = ", Over("x", Root("n")))`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Row:
    """Parts side by side."""

    parts: tuple[Part, ...]

    @classmethod
    def of(cls, *parts: Part) -> Row:
        """The given parts, left to right."""
        return cls(parts)


@dataclass(frozen=True, slots=True)
class Over:
    """One part over another with a bar between them."""

    top: Part
    bottom: Part


@dataclass(frozen=True, slots=True)
class Power:
    """A part raised to an exponent."""

    base: Part
    exponent: Part


@dataclass(frozen=True, slots=True)
class Index:
    """A part with a subscript."""

    base: Part
    index: Part


@dataclass(frozen=True, slots=True)
class Root:
    """The square root of a part."""

    inside: Part


@dataclass(frozen=True, slots=True)
class Choose:
    """A binomial coefficient."""

    total: Part
    chosen: Part


Part: TypeAlias = str | int | Fraction | Row | Over | Power | Index | Root | Choose
"""In a string a single letter is a variable, a longer word is upright, digits are a number,
anything else is a sign, and two spaces or more are a wide space."""


class Token(Enum):
    """What a stretch of a string in a formula is."""

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
        """The given parts, left to right."""
        return cls(Row(parts))

    def plain(self) -> str:
        """The formula in one line of plain text, with brackets where they are needed."""
        return plain_part(self.root)


def plain_part(part: Part) -> str:
    """One part in plain text."""
    match part:
        case Row():
            return "".join(plain_part(inner) for inner in part.parts)
        case Over():
            return f"{_bracketed(part.top)}/{_bracketed(part.bottom)}"
        case Power():
            return f"{_bracketed(part.base)}^{_bracketed(part.exponent)}"
        case Index():
            return f"{plain_part(part.base)}_{_bracketed(part.index)}"
        case Root():
            return f"√{_bracketed(part.inside)}"
        case Choose():
            return f"C({plain_part(part.total)}, {plain_part(part.chosen)})"
        case Fraction():
            return f"{part.numerator}/{part.denominator}" if part.denominator > 1 else str(part)
        case _:
            return str(part)


# One word or number with its marks, or something that stands in brackets of its own.
_BRACKETED = re.compile(r"√?[\w.,]+%?|\([^()]*\)")


def _bracketed(part: Part) -> str:
    words = plain_part(part)
    return words if _BRACKETED.fullmatch(words) else f"({words})"
