"""A second reading of the document: what each spot wins, from the letters of the cards alone.

Written on its own: it imports nothing of the game and knows cards only as texts such as `Td`.
"""

from __future__ import annotations

from fractions import Fraction

INSIDE = {
    "inside:red": ("suit", "dh"),
    "inside:black": ("suit", "sc"),
    "inside:odd": ("rank", "3579JK"),
    "inside:even": ("rank", "2468TQ"),
    "inside:high": ("rank", "89TJQK"),
    "inside:low": ("rank", "234567"),
}
CALLS = {f"call:{rank}": rank for rank in "23456789TJQK"}
ALL_SPOTS = (*INSIDE, *CALLS, "bonus")
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]

PAYTABLES = {
    1: {"royal": 50, "five": 12, "four": 7, "three": 6, "full": 5, "two pair": 2},
    2: {"royal": 50, "five": 14, "four": 7, "three": 6, "full": 5, "two pair": 2},
}


def poker_hand(cards: list[str]) -> str:
    """The name of a poker hand of four or five cards; straights and flushes have none here."""
    if {card[0] for card in cards} == set("TJQKA") and len({card[1] for card in cards}) == 1:
        return "royal"
    alike = [sum(one[0] == other[0] for other in cards) for one in cards]
    # Summed over the cards, the sizes of their groups tell every shape apart.
    shapes = {
        5: {25: "five", 17: "four", 13: "full", 11: "three", 9: "two pair", 7: "pair"},
        4: {16: "four", 10: "three", 8: "two pair", 6: "pair"},
    }
    return shapes[len(cards)].get(sum(alike), "nothing")


def is_offered(row: list[str]) -> bool:
    """Whether the bonus may be bet on this row."""
    if poker_hand(row) != "nothing":
        return True
    return any(poker_hand([*row, card]) == "royal" for card in DECK)


def wins(spot: str, *, row: list[str], fifth: str, call_it: int, paytable: int) -> Fraction | None:
    """What one credit on the spot wins, or None when it is lost."""
    if fifth == "JK":
        return None
    if spot in INSIDE:
        part, letters = INSIDE[spot]
        letter = fifth[1] if part == "suit" else fifth[0]
        return Fraction(1) if letter in letters else None
    if spot in CALLS:
        return Fraction(call_it) if CALLS[spot] == fifth[0] else None
    before, after = poker_hand(row), poker_hand([*row, fifth])
    pays = PAYTABLES[paytable].get(after)
    return None if pays is None or before == after or not is_offered(row) else Fraction(pays)
