"""Inline text: the pieces that paragraphs, captions and table cells are made of.

A piece is a plain string, an exact `Fraction`, a `Formula`, or one of the marks below.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from pitboss.invariants import check
from pitboss.report.formulas import Formula

_WEB = re.compile(r"(https?://|mailto:)[^\s]+")
_HUE = re.compile(r"#[0-9a-f]{6}")
_LOCAL = re.compile(r"#?[A-Za-z0-9][A-Za-z0-9._/-]*")


@dataclass(frozen=True, slots=True)
class Marked:
    text: str


class Strong(Marked):
    """Words that carry the sentence."""


class Emphasis(Marked):
    """Words set apart, such as the name of a document."""


class Mono(Marked):
    """Something to be typed or compared letter by letter: a hash, a key, a command."""


@dataclass(frozen=True, slots=True)
class Coloured(Marked):
    """Words in a colour that repeats what they say; black and white lose nothing."""

    hue: str
    """As in `#c2202f`."""

    def __post_init__(self) -> None:
        check(bool(_HUE.fullmatch(self.hue)), f"{self.hue!r} is no colour")


@dataclass(frozen=True, slots=True)
class Link(Marked):
    """Words that lead to a section (`#anchor`), a file beside the report, or a web page."""

    target: str

    def __post_init__(self) -> None:
        check(
            bool(_WEB.fullmatch(self.target) or _LOCAL.fullmatch(self.target)),
            f"{self.target!r} is neither a section, a relative file nor a web address",
        )


Piece: TypeAlias = str | Fraction | Marked | Formula
Text: TypeAlias = Piece | tuple[Piece, ...]
"""What a caller may pass wherever a report shows words."""


def pieces(text: Text) -> tuple[Piece, ...]:
    """The same text as a tuple of pieces."""
    return text if isinstance(text, tuple) else (text,)


def plain(text: Text) -> str:
    """The words alone, for a terminal, a CSV cell or a bookmark."""
    return "".join(_plain(piece) for piece in pieces(text))


def _plain(piece: Piece) -> str:
    if isinstance(piece, Marked):
        return piece.text
    return piece.plain() if isinstance(piece, Formula) else str(piece)
