"""A round cut short with one step more, or begun from another start: is it legal or not?

Nothing is settled in such a file, so that the step or the start alone decides what the rules say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pitboss.equipment.cards import STANDARD_CARDS
from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.pit.roundfile import digest_of

File = dict[str, Any]
Below = Callable[[int], int]

SPOTS = {
    "spin-n-win": ("single:red", "single:joker", "combo:red-green", "combo:joker-joker", "ante"),
    "flip-it": ("inside:red", "call:2", "call:A", "call:K", "bonus", "inside:ace"),
    "gin-and-win": ("ante", "play", "gin-bonus", "bonus"),
}
STAKES = (
    "1.00",
    "5.00",
    "0.99",
    "10.50",
    "10.25",
    "10.01",
    "300.00",
    "300.01",
    "1000.00",
    "1000.01",
)
OPTIONS = (
    *("start-left", "start-right", "spin-a", "spin-b", "pass", "decline", "spin-both", "pass-on"),
    *("play", "play", "play-as-set", "fold", "Fold"),
)
CALLS = ("supervisor", "invalid-spin", "exposed-card", "misdeal", "misdeal now", "nothing")
SHOWN = (
    "",
    "",
    "[tops R J] ",
    "[tops R] ",
    "[cards Ac] ",
    "[cards JK] ",
    "[tops Y J R] ",
    "[tops] ",
)
REASONS = (
    "Why",
    "x " * 99 + "x",
    "x" * 200,
    "x" * 201,
    "",
    "7 of them",
    "½",
    "_",
    "a\u200bb",
    "é.",
)
STARTS = {
    "spin-n-win": (
        *("spins=1", "spins=", "spins=1234567890", "spins=x", "spinner=1", "direction=up", "x=1"),
        *("spinner=7\nstart direction=down", "spinner=8\nstart direction=up", "up="),
        *("spinner=0\nstart direction=up", "spinner=2\nstart direction=left", "up=;"),
        *("up=1 single:red 10.00", "up=1 single:red 10.00; 2 single:red 5.00;", "up=1 single:red"),
        *("up=8 single:red 10.00", "up=0 single:red 10.00", "up=1 single:red 0.10", "up=1 x 1.00"),
        *("up=1 single:red 10.00; 1 single:red 10.00", "up=1 combo:red-green 1.25", "up=x y z"),
    ),
    "flip-it": tuple(
        f"row={row}\nstart out={out}"
        for row in (
            "none",
            "Ac Kd 7h 2s",
            "7c 7d 7h 7s",
            "Kd",
            "JK",
            "Ac Kd 7h 2s 3s",
            "Ac Ac",
            "x",
        )
        for out in ("none", "Ac Kd 7h 2s", "JK*2 Ac*2 Kd 2s 7c 7d 7h 7s", "Ac Ac", "Ac*0", "Kd*9")
    ),
    "gin-and-win": (
        *("round=1", "round=0", "round=01", "round=", "round=x", "round=1000000000000", "deal=1"),
        *("round=1000000000001", "round=99999999999999", "round=5\nstart deal=1", "round=-1"),
    ),
}


def _some(below: Below, items: Any) -> Any:
    found = list(items)
    return found[below(len(found))]


def _setting(file: File, below: Below) -> str:
    """A player's own setting, of cards that were dealt or of others."""
    hands = [line.split()[2:] for line in file["notation"].splitlines() if line.startswith("draw ")]
    hand = _some(below, hands) if hands else ["Ac", "Kd"]
    link = below(2)
    parts = []
    for _ in range(_some(below, (0, 1, 1, 1, 2, 3))):
        first = _some(below, hand)
        near = [card for card in hand if card[link : link + 1] == first[link : link + 1]]
        cards = near if below(3) else [*near, str(_some(below, STANDARD_CARDS))]
        parts.append(" ".join(cards[: 2 + below(6)]))
    return "[" + " | ".join(parts) + "]"


def _step(file: File, below: Below, likely: str) -> str:
    """Any step, whoever takes it and whether or not it can be; often of the kind that comes now."""
    word, _, rest = likely.partition(" ")
    words = rest.split()
    actor = words[0] if word in ("bet", "decide") and below(4) else 1 + below(5)
    spot = _some(below, SPOTS.get(file["game"], ("ante",)))
    cards = (str(_some(below, STANDARD_CARDS)) for _ in range(_some(below, (0, 1, 1, 2, 7))))
    faces = (_some(below, "RGBYJ") for _ in range(_some(below, (1, 2, 2, 3))))
    option = words[1] if word == "decide" and below(2) else _some(below, OPTIONS)
    setting = f" {_setting(file, below)}" if below(2) else ""
    steps = {
        "bet": f"bet {actor} {spot} {_some(below, STAKES)}",
        "takedown": f"takedown {actor} {spot}",
        "close": "close",
        "draw": f"draw cards {' '.join(cards)}" if below(2) else f"draw tops {' '.join(faces)}",
        "decide": f"decide {actor if below(4) else 'dealer'} {option}{setting}",
        "call": f"call {_some(below, CALLS)} {_some(below, SHOWN)}{_some(below, REASONS)}",
    }
    return steps[word] if word in steps and below(2) else str(_some(below, steps.values()))


def _void(file: File, lines: list[str]) -> File:
    void = {**file, "is_void": 1, "settlement": [], "notation": "\n".join(lines) + "\n"}
    return {**void, "digest": digest_of(void)}


def with_step(file: File, bits: SeededBits) -> File:
    """The round cut short somewhere, and one step more."""

    def below(limit: int) -> int:
        return draw_below(bits, limit)

    lines = [line for line in file["notation"].splitlines() if not re.match(r"#|=|end", line)]
    heads = sum(bool(re.match(r"pitboss|game|edition|seats|start", line)) for line in lines)
    # More often late than early: most steps can be taken in one phase only.
    cut = max(heads + below(len(lines) - heads + 1) for _ in range(2))
    likely = _some(below, lines[cut:] or [""])
    if below(2) and file["draws"]:  # As often as not where the first decision was taken.
        cut = next((at for at, line in enumerate(lines) if line.startswith("decide ")), cut)
        likely = lines[cut] if cut < len(lines) else ""
    return _void(file, [*lines[:cut], _step(file, below, likely)])


def with_start(file: File, bits: SeededBits) -> File:
    """The round as it opens, from another start, by other seats."""

    def below(limit: int) -> int:
        return draw_below(bits, limit)

    heads = re.findall(r"^(?:pitboss-round|game|edition|seats) .*", file["notation"], re.MULTILINE)
    if not below(4):
        heads[3] = _some(
            below, ("seats 1", "seats 7", "seats 2 1", "seats 1 1", "seats", "seats 0")
        )
    return _void(file, [*heads, "start " + _some(below, STARTS[file["game"]])])
