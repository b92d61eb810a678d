"""Formats: how cells look in a workbook, one format object for each distinct look."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pitboss.report.blocks import Align, Column
from pitboss.report.figures import Kind

_BRASS = "#9A7430"
_INK = "#1D2328"
_QUIET = "#5D666E"
_RULE = "#D9D5CA"
_TINT = "#F4F1E9"
_HUES = {"note": "#1F5C94", "warning": "#A8431F", "finding": "#86631F"}

_STYLES: dict[str, dict[str, object]] = {
    "title": {"bold": True, "font_size": 20},
    "subtitle": {"italic": True, "font_size": 12, "font_color": _QUIET},
    "heading": {"bold": True, "font_size": 15, "bottom": 2, "bottom_color": _BRASS},
    "name": {"font_color": _QUIET, "valign": "top"},
    "words": {"text_wrap": True, "valign": "top"},
    "mono": {"font_name": "Consolas", "text_wrap": True, "valign": "top"},
    "caption": {"italic": True, "font_color": _QUIET},
    "link": {"font_color": "#1F5C94", "underline": 1},
    "figure": {"bold": True, "font_size": 16, "align": "left"},
    "head": {"bold": True, "top": 2, "bottom": 1, "text_wrap": True, "valign": "bottom"},
}


@dataclass(slots=True)
class Formats:
    """The formats of one workbook, made when first asked for."""

    workbook: Any
    made: dict[str, Any] = field(default_factory=dict)

    def named(self, name: str) -> Any:
        return self._make(_STYLES[name])

    def callout(self, kind: str) -> Any:
        hue = _HUES[kind]
        return self._make(
            {"text_wrap": True, "valign": "top", "bg_color": _TINT, "left": 5, "left_color": hue}
        )

    def head(self, align: Align) -> Any:
        return self._make(_STYLES["head"] | {"align": align.value})

    def cell(
        self, column: Column, *, whole: bool, total: bool = False, marked: bool = False
    ) -> Any:
        """A cell of a column; `whole` when its number has no decimals of its own."""
        look: dict[str, object] = {"align": column.alignment.value, "valign": "top"}
        if column.kind is Kind.TEXT:
            look["text_wrap"] = True
        else:
            look["num_format"] = number_format(column, whole=whole)
        if total:
            look |= {"bold": True, "top": 1, "bottom": 2}
        else:
            look |= {"bottom": 4, "bottom_color": _RULE}
        if marked:
            look |= {"bold": True, "bg_color": _TINT}
        return self._make(look)

    def _make(self, look: dict[str, object]) -> Any:
        key = repr(sorted(look.items()))
        if key not in self.made:
            self.made[key] = self.workbook.add_format({"font_color": _INK} | look)
        return self.made[key]


def number_format(column: Column, *, whole: bool) -> str:
    """The spreadsheet's own format for a column's numbers."""
    if column.kind in {Kind.FRACTION, Kind.MARK}:
        return "@"
    default = {Kind.PERCENT: 4, Kind.MONEY: 2}.get(column.kind, 0 if whole else 4)
    places = default if column.places is None else column.places
    decimals = "." + "0" * places if places else ""
    if column.kind is Kind.PERCENT:
        body = f"0{decimals}%"
    else:
        body = f"#,##0{decimals}"
    return f"+{body};-{body};{body}" if column.signed else body
