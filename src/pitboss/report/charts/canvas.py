"""The canvas: SVG elements collected in order, every text escaped, every role themed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from pitboss.report.charts.themes import Theme
from pitboss.report.charts.words import SIZE
from pitboss.report.plots import Point

# Characters that XML cannot carry at all, not even escaped.
_CONTROLS = tuple(code for code in range(32) if code not in {9, 10, 13})
_FORBIDDEN = dict.fromkeys(
    (*_CONTROLS, *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\N{REPLACEMENT CHARACTER}"
)


def clean(text: str) -> str:
    """Text that XML can carry."""
    return text.translate(_FORBIDDEN)


def short(value: float) -> str:
    """A coordinate with two places at most."""
    words = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if words == "-0" else words


@dataclass(slots=True)
class Canvas:
    """A drawing under way; `finish` gives the SVG."""

    theme: Theme
    width: float
    parts: list[str] = field(default_factory=list)

    def _add(self, tag: str, role: str, inner: str = "", **attributes: str) -> None:
        named = {k.replace("_", "-"): v for k, v in attributes.items()}
        words = "".join(
            f" {name}={quoteattr(value)}"
            for name, value in (named | self.theme.attributes(role)).items()
        )
        self.parts.append(f"<{tag}{words}>{inner}</{tag}>" if inner else f"<{tag}{words}/>")

    def line(self, role: str, start: Point, end: Point) -> None:
        (x1, y1), (x2, y2) = start, end
        self._add("line", role, x1=short(x1), y1=short(y1), x2=short(x2), y2=short(y2))

    def rect(self, role: str, *, x: float, y: float, wide: float, high: float) -> None:
        box = {"x": short(x), "y": short(y), "width": short(wide), "height": short(high)}
        self._add("rect", role, **box)

    def dot(self, role: str, centre: Point, radius: float = 3.0) -> None:
        self._add("circle", role, cx=short(centre[0]), cy=short(centre[1]), r=short(radius))

    def path(self, role: str, points: Sequence[Point], *, closed: bool = False) -> None:
        """A line through points, or the shape that they enclose."""
        steps = " L".join(f"{short(x)} {short(y)}" for x, y in points)
        self._add("path", role, d=f"M{steps}{' Z' if closed else ''}")

    def text(
        self,
        role: str,
        words: str,
        place: Point,
        *,
        anchor: str = "start",
        size: float = SIZE,
        turned: float = 0.0,
    ) -> None:
        x, y = place
        attributes = {"x": short(x), "y": short(y), "font_size": short(size)}
        if anchor != "start":
            attributes["text_anchor"] = anchor
        if turned:
            attributes["transform"] = f"rotate({short(turned)} {short(x)} {short(y)})"
        self._add("text", role, escape(clean(words)), **attributes)

    def open_window(self, *, x: float, y: float, wide: float, high: float) -> None:
        """Until closed, draw only what falls into this box, in the same coordinates."""
        box = " ".join(short(v) for v in (x, y, wide, high))
        self.parts.append(
            f'<svg x="{short(x)}" y="{short(y)}" width="{short(wide)}" height="{short(high)}"'
            f' viewBox="{box}">'
        )

    def close_window(self) -> None:
        self.parts.append("</svg>")

    def finish(self, height: float, name: str) -> str:
        """The whole SVG, with a name for readers who cannot see it."""
        size = f"{short(self.width)} {short(height)}"
        font = f" font-family={quoteattr(self.theme.font)}" if self.theme.font else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}"'
            f' width="{short(self.width)}" height="{short(height)}" role="img"'
            f" aria-label={quoteattr(clean(name))}{font}>" + "".join(self.parts) + "</svg>"
        )
