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
_LOCAL = re.compile(r"#?[A-Za-z0-9][A-Za-z0-9._/-]*")


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that carry the sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words set apart, such as the name of a document."""

    text: str


@dataclass(frozen=True, slots=True)
class Mono:
    """Something to be typed or compared letter by letter: a hash, a key, a command."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to a section (`#anchor`), a file beside the report, or a web page."""

    text: str
    target: str

    def __post_init__(self) -> None:
        check(
            bool(_WEB.fullmatch(self.target) or _LOCAL.fullmatch(self.target)),
            f"{self.target!r} is neither a section, a relative file nor a web address",
        )


Piece: TypeAlias = str | Fraction | Strong | Emphasis | Mono | Link | Formula
Text: TypeAlias = Piece | tuple[Piece, ...]
"""What a caller may pass wherever a report shows words."""


def pieces(text: Text) -> tuple[Piece, ...]:
    """The same text as a tuple of pieces."""
    return text if isinstance(text, tuple) else (text,)


def plain(text: Text) -> str:
    """The words alone, for a terminal, a CSV cell or a bookmark."""
    return "".join(_plain_piece(piece) for piece in pieces(text))


def _plain_piece(piece: Piece) -> str:
    match piece:
        case str():
            return piece
        case Fraction():
            return f"{piece.numerator}/{piece.denominator}" if piece.denominator > 1 else str(piece)
        case Formula():
            return piece.plain()
        case _:
            return piece.text
