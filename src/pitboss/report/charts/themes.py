"""Themes: one set of drawing roles, as concrete colours for paper or CSS classes for a screen.

Hues are told apart with every common colour blindness and meet contrast AA on their ground.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

SERIES_COUNT = 8

_LIGHT = {
    "ink": "#1d2328",
    "quiet": "#5d666e",
    "axis": "#8b949b",
    "grid": "#e4e7e9",
    "minus": "#a8431f",
    "1": "#1f5c94",
    "2": "#b4500f",
    "3": "#1b7a5a",
    "4": "#8f4a86",
    "5": "#7d6000",
    "6": "#3b7f96",
    "7": "#5a5a5a",
    "8": "#7a3b3b",
}

_DARK = {
    "ink": "#ece7dc",
    "quiet": "#a9a89f",
    "axis": "#6d7178",
    "grid": "#2e3238",
    "minus": "#f0916a",
    "1": "#7db5ea",
    "2": "#f2a06a",
    "3": "#63c9a4",
    "4": "#d99bd2",
    "5": "#dcbb55",
    "6": "#8ccfe4",
    "7": "#bdbdbd",
    "8": "#e2a3a3",
}

_BANDS = {"band-1": 0.36, "band-2": 0.20, "band-3": 0.10}


def _roles(colours: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What each role looks like, as SVG properties."""
    roles = {
        "ink": {"fill": colours["ink"]},
        "quiet": {"fill": colours["quiet"]},
        "strong": {"fill": colours["ink"], "font-weight": "600"},
        "axis": {"stroke": colours["axis"], "stroke-width": "0.8", "fill": "none"},
        "grid": {"stroke": colours["grid"], "stroke-width": "0.8", "fill": "none"},
        "mark": {
            "stroke": colours["ink"],
            "stroke-width": "1",
            "stroke-dasharray": "4 3",
            "fill": "none",
        },
        "minus": {"fill": colours["minus"]},
    }
    for role, opacity in _BANDS.items():
        roles[role] = {"fill": colours["1"], "fill-opacity": str(opacity)}
    for place in range(1, SERIES_COUNT + 1):
        hue = colours[str(place)]
        roles[f"fill-{place}"] = {"fill": hue}
        roles[f"line-{place}"] = {
            "stroke": hue,
            "stroke-width": "1.8",
            "stroke-linejoin": "round",
            "stroke-linecap": "round",
            "fill": "none",
        }
    return roles


@dataclass(frozen=True, slots=True)
class Theme:
    """How roles are written into the SVG; without `roles` a style sheet gives them."""

    font: str
    roles: Mapping[str, Mapping[str, str]] | None

    def attributes(self, role: str) -> dict[str, str]:
        if self.roles is None:
            return {"class": f"chart-{role}"}
        return dict(self.roles[role])


PAPER = Theme("Libertinus Serif", MappingProxyType(_roles(_LIGHT)))
"""Concrete colours and an embedded face: for PDF and for a file that stands alone."""

SCREEN = Theme("", None)
"""Class names only: for a page whose style sheet holds `chart_css()`."""


def chart_css() -> str:
    """The rules for `SCREEN`, light first and dark by the reader's preference."""
    return (
        _rules(_LIGHT)
        + "@media screen and (prefers-color-scheme: dark) {\n"
        + _rules(_DARK)
        + "}\n"
    )


def _rules(colours: Mapping[str, str]) -> str:
    lines = []
    for role, properties in _roles(colours).items():
        body = "; ".join(f"{name}: {value}" for name, value in properties.items())
        lines.append(f".chart-{role} {{ {body} }}\n")
    return "".join(lines)
