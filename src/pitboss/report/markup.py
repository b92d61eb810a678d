"""HTML markup of inline text, formulas and cells, everything escaped."""

from __future__ import annotations

from fractions import Fraction

from markupsafe import Markup, escape

from pitboss.report import formulas
from pitboss.report.blocks import NO, YES, Cell, Column
from pitboss.report.charts.canvas import clean
from pitboss.report.figures import MINUS, is_short
from pitboss.report.text import Coloured, Emphasis, Link, Marked, Mono, Piece, Strong, Text, pieces

_TAGS = {Strong: "strong", Emphasis: "em", Mono: "code"}
_SHAPES = {
    formulas.Row: "mrow",
    formulas.Over: "mfrac",
    formulas.Power: "msup",
    formulas.Index: "msub",
    formulas.Root: "msqrt",
}
_TOKEN_TAGS = {
    formulas.Token.VARIABLE: "mi",
    formulas.Token.NUMBER: "mn",
    formulas.Token.SIGN: "mo",
}


def html_text(text: Text) -> Markup:
    return Markup("").join(_piece(piece) for piece in pieces(text))


def html_cell(column: Column, cell: Cell) -> Markup:
    if isinstance(cell, bool):
        mark, words = ("✓", YES) if cell else ("✗", NO)
        return Markup('<span class="mark {}">{} {}</span>').format(words, mark, words)
    return html_text(column.text(cell))


def _piece(piece: Piece) -> Markup:
    match piece:
        case str():
            return escape(clean(piece))
        case Fraction():
            return html_fraction(piece)
        case Link():
            return Markup('<a href="{}">{}</a>').format(piece.target, clean(piece.text))
        case Coloured():
            return Markup('<b style="color:{}">{}</b>').format(piece.hue, clean(piece.text))
        case Marked():
            return _tag(_TAGS[type(piece)], clean(piece.text))
        case formulas.Formula():
            return html_formula(piece)


def _tag(tag: str, *inner: str) -> Markup:
    return Markup("<{0}>{1}</{0}>").format(tag, Markup("").join(inner))


def html_fraction(value: Fraction) -> Markup:
    """A fraction with raised numerator and lowered denominator, still readable when copied."""
    if not is_short(value):
        return escape(str(value).replace("-", MINUS))
    return Markup('{}<span class="fraction"><sup>{}</sup>&frasl;<sub>{}</sub></span>').format(
        MINUS if value < 0 else "", abs(value.numerator), value.denominator
    )


def html_formula(formula: formulas.Formula, *, display: bool = False) -> Markup:
    kind = "block" if display else "inline"
    return Markup('<math display="{}">{}</math>').format(kind, _part(formula.root))


def _part(part: formulas.Part) -> Markup:
    match part:
        case str():
            return _tag("mrow", *(_token(kind, words) for kind, words in formulas.tokens(part)))
        case Fraction():
            return _part(formulas.Over(part.numerator, part.denominator))
        case int():
            return _tag("mn", str(part))
        case _:
            return _tag(_SHAPES[type(part)], *map(_part, part.parts))


def _token(kind: formulas.Token, words: str) -> Markup:
    if kind is formulas.Token.SPACE:
        return Markup('<mspace width="1.5em"></mspace>')
    return _tag(_TOKEN_TAGS.get(kind, "mtext"), clean(words))
