"""Typst source of text, formulas and cells, with every word of a document as a string literal.

Nothing that a document says is ever read as markup: words appear only inside quotation marks.
"""

from __future__ import annotations

import unicodedata
from fractions import Fraction

from pitboss.report import formulas
from pitboss.report.blocks import Cell, Column
from pitboss.report.figures import MINUS, is_short
from pitboss.report.text import Coloured, Emphasis, Link, Marked, Mono, Piece, Strong, Text, pieces

_MARKS = {Strong: "strong", Emphasis: "emph", Mono: "mono"}
_SHAPES = {
    formulas.Over: "math.frac({}, {})",
    formulas.Power: "math.attach({}, t: {})",
    formulas.Index: "math.attach({}, b: {})",
    formulas.Root: "math.sqrt({})",
}
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\n"}


def literal(words: str) -> str:
    """Words as a typst string literal that stands for exactly these words.

    Control characters, which no face can show, and halves of surrogate pairs, which no file
    can hold, become the replacement character. Soft hyphens are left out: they are no letters,
    and inside a link the typesetter fails on them.
    """
    words = words.replace("\r\n", "\n").replace(SOFT_HYPHEN, "")
    return '"' + "".join(_ESCAPES.get(c) or _visible(c) for c in words) + '"'


def _visible(character: str) -> str:
    code = ord(character)
    hidden = code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000
    return "\N{REPLACEMENT CHARACTER}" if hidden else character


def array(items: list[str]) -> str:
    """A typst array, with the comma that one item alone needs."""
    return f"({', '.join(items)}{',' if items else ''})"


def typst_text(text: Text) -> str:
    return _join(list(map(_piece, pieces(text))))


def typst_cell(column: Column, cell: Cell) -> str:
    if isinstance(cell, bool):
        return f"tick({str(cell).lower()})"
    return typst_text(column.text(cell))


def _piece(piece: Piece) -> str:
    match piece:
        case str():
            return f"[#{literal(piece)}]"
        case Fraction():
            return typst_fraction(piece)
        case Link():
            return _link(piece)
        case Coloured():
            return f'text(fill: rgb("{piece.hue}"), weight: 600, {literal(piece.text)})'
        case Marked():
            return f"{_MARKS[type(piece)]}({literal(piece.text)})"
        case formulas.Formula():
            return typst_formula(piece)


def _link(link: Link) -> str:
    # The typesetter cannot make a link of letters that leave no trace on the page.
    if not any(unicodedata.category(c)[0] in "LNPS" for c in link.text):
        return f"[#{literal(link.text)}]"
    target = link.target
    goal = f"label({literal(target[1:])})" if target.startswith("#") else literal(target)
    return f"link({goal}, {literal(link.text)})"


def typst_fraction(value: Fraction) -> str:
    """A fraction in the face's own fraction figures; it reads back as `n/d`."""
    words = str(value).replace("-", MINUS)
    return f"ratio({literal(words)})" if is_short(value) else f"[#{literal(words)}]"


def typst_formula(formula: formulas.Formula, *, display: bool = False) -> str:
    kind = "true" if display else "false"
    alt = literal(formula.plain())
    return f"math.equation(block: {kind}, alt: {alt}, {_part(formula.root)})"


def _part(part: formulas.Part) -> str:
    match part:
        case str():
            return _join([_token(kind, words) for kind, words in formulas.tokens(part)])
        case Fraction():
            return _part(formulas.Over(part.numerator, part.denominator))
        case int():
            return f"[#{literal(str(part).replace('-', MINUS))}]"
        case formulas.Row():
            return _join(list(map(_part, part.parts)))
        case _:
            return _SHAPES[type(part)].format(*map(_part, part.parts))


def _join(parts: list[str]) -> str:
    return f"({' + '.join(parts)})" if parts else "[]"


def _token(kind: formulas.Token, words: str) -> str:
    if kind is formulas.Token.SPACE:
        return "h(1.6em)"
    if kind is formulas.Token.WORD or kind is formulas.Token.NUMBER:
        return f"math.upright({literal(words)})"
    if kind is formulas.Token.VARIABLE:
        return f"math.italic({literal(words)})"
    return f"sign({literal(words)})"
