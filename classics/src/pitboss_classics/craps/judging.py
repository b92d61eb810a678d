"""What a roll does to each bet of craps, by what was the point before it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.gamekit import ClauseId, EditionHead, Odds, SpotKey, Verdict

BOXES = (4, 5, 6, 8, 9, 10)
OFF = "off"
"""The point before a come-out roll."""

PASS, DONT, COME, DONT_COME, ODDS, LAY, PLACE, FIELD, HARD, ONCE = (
    ClauseId(f"CRP-{number}")
    for number in ("2.1", "2.2", "2.3", "2.4", "3.1", "3.2", "4.1", "4.2", "4.3", "4.4")
)
EVEN = Odds.of(1)
TRUE = {4: Odds.of(2), 5: Odds.of(3, 2), 6: Odds.of(6, 5)}
"""What is fair against a seven, by the nearer number."""
SEVEN, CRAPS, NATURALS = 7, (2, 3, 12), (7, 11)
ONE_ROLL = {
    "any-seven": (SEVEN,),
    "any-craps": CRAPS,
    "two": (2,),
    "three": (3,),
    "eleven": (11,),
    "twelve": (12,),
}


@dataclass(frozen=True, slots=True)
class Edition:
    head: EditionHead
    odds_most: tuple[int, int, int]
    """How many times Pass or Come may be backed: on 4 and 10, on 5 and 9, on 6 and 8."""
    lay_most: int
    place: tuple[Odds, Odds, Odds]
    field_two: Odds
    field_twelve: Odds
    hard: tuple[Odds, Odds]
    """On 4 and 10, on 6 and 8."""
    once: tuple[tuple[str, Odds], ...]

    def __hash__(self) -> int:
        # Felts are looked up by edition at every roll; most of its fields are dear to hash.
        return hash(self.head.hash)


def mirrored(number: int) -> int:
    """4, 5 or 6: a number and its mirror are equally likely and pay alike."""
    return min(number, 14 - number)


def true_odds(number: int) -> Odds:
    return TRUE[mirrored(number)]


def lay_odds(number: int) -> Odds:
    return Odds(1 / true_odds(number).to_one)


def place_odds(edition: Edition, number: int) -> Odds:
    return edition.place[mirrored(number) - 4]


def hard_odds(edition: Edition, number: int) -> Odds:
    return edition.hard[0] if mirrored(number) == 4 else edition.hard[1]


def next_point(point: str, total: int) -> str:
    """The point after a roll: set on a come-out, gone when it or a seven is rolled."""
    if point == OFF:
        return str(total) if total in BOXES else OFF
    return OFF if total in (int(point), SEVEN) else point


def judge(edition: Edition, spot: SpotKey, point: str, dice: tuple[int, int]) -> Verdict:
    """What becomes of a stake on this spot."""
    total = sum(dice)
    kind, _, number = spot.partition(":")
    box = int(number) if number else 0 if point == OFF else int(point)
    match kind:
        case "pass":
            return _with_dice(total, box, PASS)
        case "come":
            return _with_dice(total, int(number or 0), COME, mover="come")
        case "dont-pass":
            return _against_dice(total, box, DONT)
        case "dont-come":
            return _against_dice(total, int(number or 0), DONT_COME, mover="dont-come")
        case "pass-odds" | "come-odds":
            return _number(total, box, true_odds(box), ODDS)
        case "dont-pass-odds" | "dont-come-odds":
            return _against_number(total, box, lay_odds(box), LAY)
        case "place":
            return _number(total, box, place_odds(edition, box), PLACE, stays_up=True)
        case "field":
            return Verdict(_field(edition, total), FIELD)
        case "hard":
            return _hard(edition, dice, box)
        case _:
            won = total in ONE_ROLL[kind]
            return Verdict(dict(edition.once)[kind] if won else None, ONCE)


def _with_dice(total: int, box: int, clause: ClauseId, mover: str = "") -> Verdict:
    """Pass and Come: a natural or the number wins."""
    if box:
        return _number(total, box, EVEN, clause)
    if total in BOXES:
        return _stands(total, clause, mover)
    return Verdict(EVEN if total in NATURALS else None, clause)


def _against_dice(total: int, box: int, clause: ClauseId, mover: str = "") -> Verdict:
    """Don't pass and Don't come: twelve is barred and pushes."""
    if box:
        return _against_number(total, box, EVEN, clause)
    if total in BOXES:
        return _stands(total, clause, mover)
    return Verdict(None if total in NATURALS else EVEN, clause, is_push=total == 12)


def _stands(total: int, clause: ClauseId, mover: str) -> Verdict:
    to = SpotKey(f"{mover}:{total}") if mover else None
    return Verdict(None, clause, stands=True, moves_to=to)


def _number(
    total: int, box: int, odds: Odds, clause: ClauseId, *, stays_up: bool = False
) -> Verdict:
    """Wins when the number comes before a seven."""
    if total not in (box, SEVEN):
        return Verdict(None, clause, stands=True)
    return Verdict(odds if total == box else None, clause, stays_up=stays_up)


def _against_number(total: int, box: int, odds: Odds, clause: ClauseId) -> Verdict:
    """Wins when a seven comes before the number."""
    if total not in (box, SEVEN):
        return Verdict(None, clause, stands=True)
    return Verdict(odds if total == SEVEN else None, clause)


def _field(edition: Edition, total: int) -> Odds | None:
    if total in (2, 12):
        return edition.field_two if total == 2 else edition.field_twelve
    return EVEN if total in (3, 4, 9, 10, 11) else None


def _hard(edition: Edition, dice: tuple[int, int], box: int) -> Verdict:
    """Wins as a pair, loses to a seven and to the same number made otherwise."""
    total = sum(dice)
    if total not in (box, SEVEN):
        return Verdict(None, HARD, stands=True)
    won = total == box and dice[0] == dice[1]
    return Verdict(hard_odds(edition, box) if won else None, HARD, stays_up=True)
