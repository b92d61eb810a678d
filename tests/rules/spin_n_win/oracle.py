"""A second opinion on every result, written without the product's settlement.

It lets each joker become every symbol in turn and looks for the best reading: where the rules
count matching Tops, this searches. Imports the standard library only.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

FACES = "RRGGBBYJ"
SYMBOL = {"red": "R", "green": "G", "blue": "B", "yellow": "Y", "joker": "J"}

POSTED = {
    "single:red": Fraction(1, 2),
    "single:green": Fraction(1, 2),
    "single:blue": Fraction(1, 2),
    "single:yellow": Fraction(1),
    "single:joker": Fraction(3),
    "combo:red-green": Fraction(5, 2),
    "combo:red-blue": Fraction(5, 2),
    "combo:green-blue": Fraction(5, 2),
    "combo:yellow-red": Fraction(9, 2),
    "combo:yellow-green": Fraction(9, 2),
    "combo:yellow-blue": Fraction(9, 2),
    "combo:joker-joker": Fraction(60),
}


def oracle_odds(spot: str, tops: str) -> Fraction | None:
    """What the spot wins to one when the Tops show these two letters; None when it loses."""
    area, _, name = spot.partition(":")
    wanted = sorted(SYMBOL[word] for word in name.split("-"))
    readings = [sorted(reading) for reading in product(*map(_may_be, tops))]
    if area == "combo":
        return POSTED[spot] if wanted in readings else None
    best = max(reading.count(wanted[0]) for reading in readings)
    return POSTED[spot] * best if best else None


def _may_be(face: str) -> str:
    return "RGBYJ" if face == "J" else face


def oracle_edge(spot: str) -> Fraction:
    """The house advantage over the 64 results."""
    total = Fraction(0)
    for first, second in product(FACES, repeat=2):
        odds = oracle_odds(spot, first + second)
        total += -1 if odds is None else odds
    return -total / len(FACES) ** 2
