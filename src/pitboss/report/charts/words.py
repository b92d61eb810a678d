"""Words on a chart: how wide they are, how they wrap, and how labels make room.

Widths are estimates on the wide side of common faces, so that what fits here fits there.
"""

from __future__ import annotations

from collections.abc import Sequence

SIZE = 12.0
SMALL = 11.0
LINE = 15.0

_NARROW = frozenset("iljtfrI.,:;'|!()[]-/ ")
_WIDE = frozenset("mwMWQOG@%—")


def width(text: str, size: float = SIZE) -> float:
    """About how many units a line of text takes."""
    return sum(_em(letter) for letter in text) * size


def _em(letter: str) -> float:
    if letter in _NARROW:
        return 0.34
    if letter in _WIDE:
        return 0.88
    if letter.isdigit():
        return 0.58
    if letter.isupper():
        return 0.68
    return 0.56 if ord(letter) < 0x2E80 else 1.0


def widest(texts: Sequence[str], size: float = SIZE) -> float:
    return max((width(text, size) for text in texts), default=0.0)


def wrap(text: str, room: float, size: float = SIZE) -> list[str]:
    """Text in lines no wider than the room, breaking a word only when it alone is too wide."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.extend(_broken(word, room, size))
    return lines or [""]


def _broken(word: str, room: float, size: float) -> list[str]:
    parts = [""]
    for letter in word:
        if parts[-1] and width(parts[-1] + letter, size) > room:
            parts.append("")
        parts[-1] += letter
    return parts


def spread(wanted: Sequence[float], *, gap: float, low: float, high: float) -> list[float]:
    """Places as near as possible to the wanted ones, in their order, at least a gap apart.

    Neighbours that would collide move together around their common middle; when the room
    between low and high is too small for all of them, they share it evenly.
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(len(wanted) - 1, 1))
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    groups: list[tuple[list[int], float]] = []
    for place in order:
        members, top = [place], min(max(wanted[place], low), high)
        while groups and groups[-1][1] + gap * len(groups[-1][0]) > top:
            members = groups.pop()[0] + members
            middle = sum(wanted[m] for m in members) / len(members)
            extent = gap * (len(members) - 1)
            top = min(max(middle - extent / 2, low), high - extent)
        groups.append((members, top))
    places = [0.0] * len(wanted)
    for members, top in groups:
        for step, member in enumerate(members):
            places[member] = top + gap * step
    return places
