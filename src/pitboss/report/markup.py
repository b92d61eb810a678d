"""HTML markup of inline text, formulas and cells, everything escaped."""

from __future__ import annotations

from fractions import Fraction

from markupsafe import Markup, escape

from pitboss.report import formulas
from pitboss.report.blocks import Cell, Column
from pitboss.report.cells import NO, YES, cell_text
from pitboss.report.charts.canvas import clean
from pitboss.report.figures import MINUS, is_short
from pitboss.report.text import Emphasis, Link, Mono, Piece, Strong, Text, pieces

_TOKEN_TAGS = {
    formulas.Token.VARIABLE: "mi",
    formulas.Token.NUMBER: "mn",
    formulas.Token.SIGN: "mo",
}


def html_text(text: Text) -> Markup:
    """Inline text as HTML."""
    return Markup("").join(_piece(piece) for piece in pieces(text))


def html_cell(column: Column, cell: Cell) -> Markup:
    """A table's cell as HTML."""
    if isinstance(cell, bool):
        mark, words = ("✓", YES) if cell else ("✗", NO)
        return Markup('<span class="mark {}">{} {}</span>').format(words, mark, words)
    return html_text(cell_text(column, cell))


def _piece(piece: Piece) -> Markup:
    match piece:
        case str():
            return escape(clean(piece))
        case Fraction():
            return html_fraction(piece)
        case Strong():
            return _tagged("strong", piece.text)
        case Emphasis():
            return _tagged("em", piece.text)
        case Mono():
            return _tagged("code", piece.text)
        case Link():
            return Markup('<a href="{}">{}</a>').format(piece.target, clean(piece.text))
        case formulas.Formula():
            return html_formula(piece)


def _tagged(tag: str, words: str) -> Markup:
    return Markup("<{0}>{1}</{0}>").format(tag, clean(words))


def html_fraction(value: Fraction) -> Markup:
    """A fraction with raised numerator and lowered denominator, still readable when copied."""
    if not is_short(value):
        return escape(str(value).replace("-", MINUS))
    return Markup('{}<span class="fraction"><sup>{}</sup>&frasl;<sub>{}</sub></span>').format(
        MINUS if value < 0 else "", abs(value.numerator), value.denominator
    )


def html_formula(formula: formulas.Formula, *, display: bool = False) -> Markup:
    """A formula as MathML."""
    kind = "block" if display else "inline"
    return Markup('<math display="{}">{}</math>').format(kind, _part(formula.root))


def _part(part: formulas.Part) -> Markup:
    match part:
        case str():
            return Markup("<mrow>{}</mrow>").format(
                Markup("").join(_token(kind, words) for kind, words in formulas.tokens(part))
            )
        case Fraction():
            return _nested("mfrac", part.numerator, part.denominator)
        case int():
            return Markup("<mn>{}</mn>").format(part)
        case formulas.Row():
            return Markup("<mrow>{}</mrow>").format(
                Markup("").join(_part(inner) for inner in part.parts)
            )
        case formulas.Over():
            return _nested("mfrac", part.top, part.bottom)
        case formulas.Power():
            return _nested("msup", part.base, part.exponent)
        case formulas.Index():
            return _nested("msub", part.base, part.index)
        case formulas.Root():
            return _nested("msqrt", part.inside)
        case formulas.Choose():
            inner = Markup('<mfrac linethickness="0">{}{}</mfrac>').format(
                _part(part.total), _part(part.chosen)
            )
            return Markup("<mrow><mo>(</mo>{}<mo>)</mo></mrow>").format(inner)


def _nested(tag: str, *parts: formulas.Part) -> Markup:
    inner = Markup("").join(_part(part) for part in parts)
    return Markup("<{0}>{1}</{0}>").format(tag, inner)


def _token(kind: formulas.Token, words: str) -> Markup:
    if kind is formulas.Token.SPACE:
        return Markup('<mspace width="1.5em"></mspace>')
    tag = _TOKEN_TAGS.get(kind, "mtext")
    return _tagged(tag, words)
