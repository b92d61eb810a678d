"""Where the words of a chart stand, read back from its SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from itertools import combinations

from pitboss.report.charts.words import width

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Box:
    """The room that one line of text takes."""

    words: str
    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  (our own drawing)


def boxes(svg: str) -> list[Box]:
    return [_box(element) for element in parse(svg).iter(f"{SVG}text")]


def _box(element: ET.Element) -> Box:
    words = element.text or ""
    size = float(element.attrib["font-size"])
    x, y = float(element.attrib["x"]), float(element.attrib["y"])
    # Estimates lie on the wide side; a tenth less is still wider than any common face.
    wide = width(words, size) * 0.9
    start = {"start": 0.0, "middle": wide / 2, "end": wide}[
        element.attrib.get("text-anchor", "start")
    ]
    up, down = size * 0.68, size * 0.18
    if re.match(r"rotate\(-90 ", element.attrib.get("transform", "")):
        return Box(words, x - up, y - wide + start, x + down, y + start)
    return Box(words, x - start, y - up, x - start + wide, y + down)


def collisions(svg: str) -> list[tuple[str, str]]:
    """Pairs of words that touch each other."""
    return [(a.words, b.words) for a, b in combinations(boxes(svg), 2) if a.touches(b)]


def outside(svg: str) -> list[str]:
    """Words that leave the drawing."""
    _, _, wide, high = (float(part) for part in parse(svg).attrib["viewBox"].split())
    return [
        box.words
        for box in boxes(svg)
        if box.left < -1 or box.top < -1 or box.right > wide + 1 or box.bottom > high + 1
    ]
