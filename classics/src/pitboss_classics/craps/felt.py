"""The felt of craps: every spot, what it pays, and where it lies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from pitboss.gamekit import (
    Area,
    Cell,
    ClauseId,
    Odds,
    PayLine,
    Refusal,
    RefusalCode,
    Spot,
    SpotKey,
    Times,
)
from pitboss_classics.craps.judging import (
    BOXES,
    COME,
    DONT,
    DONT_COME,
    EVEN,
    FIELD,
    HARD,
    LAY,
    ODDS,
    OFF,
    ONCE,
    PASS,
    PLACE,
    Edition,
    hard_odds,
    lay_odds,
    mirrored,
    place_odds,
    true_odds,
)

TABLE, MOVED, CENTRE = "table", "moved", "centre"
AREAS = (
    Area(TABLE, "Line and numbers"),
    Area(MOVED, "Come bets on their number"),
    Area(CENTRE, "Hardways and one roll"),
)
ONCE_LABELS = {
    "any-seven": "Any 7",
    "any-craps": "Any craps",
    "two": "Two",
    "three": "Three",
    "eleven": "Eleven",
    "twelve": "Twelve",
}
_SHUT = {
    "come-out": "It is made on a come-out roll; wait until the point is off.",
    "point": "It is made while a point is on; bet Pass or Don't pass now.",
    "moved": "Stakes only move here: bet Come or Don't come.",
}
_LIVES = "It stays until it is decided: a contract bet cannot be lowered or taken down."


@cache
def list_spots(edition: Edition) -> tuple[Spot, ...]:
    """Every spot, as a come-out finds it on an empty felt."""
    return (*_line(edition), *_come(edition), *_numbers(edition), *_centre(edition))


@cache
def lay_felt(edition: Edition, point: str) -> tuple[Spot, ...]:
    """The spots while this is the point: what is open, and what is a contract bet."""
    return tuple(_now(edition, spot, point) for spot in list_spots(edition))


def _now(edition: Edition, spot: Spot, point: str) -> Spot:
    kind, _, number = spot.key.partition(":")
    if number and kind in ("come", "dont-come"):
        kept = _refusal(_LIVES) if kind == "come" else None
        return replace(spot, closed=_refusal(_SHUT["moved"]), contract=kept)
    if kind in ("pass", "dont-pass") and point != OFF:
        kept = _refusal(_LIVES) if kind == "pass" else None
        return replace(spot, closed=_refusal(_SHUT["come-out"]), contract=kept)
    if kind in ("come", "dont-come") and point == OFF:
        return replace(spot, closed=_refusal(_SHUT["point"]))
    if kind in ("pass-odds", "dont-pass-odds"):
        return _backed(edition, spot, kind, point)
    if kind == "place" and number == point and spot.cell is not None:
        return replace(spot, cell=replace(spot.cell, colour="yellow"))
    return spot


def _backed(edition: Edition, spot: Spot, kind: str, point: str) -> Spot:
    """Odds behind the line take the odds and the limit of the point."""
    if point == OFF:
        return replace(spot, closed=_refusal(_SHUT["point"]))
    number = int(point)
    if kind == "pass-odds":
        times = Times(SpotKey("pass"), _most(edition, number))
        return replace(spot, odds=(true_odds(number),), times=times)
    return replace(spot, odds=(lay_odds(number),))


def _most(edition: Edition, number: int) -> int:
    return edition.odds_most[mirrored(number) - 4]


def _refusal(sentence: str) -> Refusal:
    return Refusal(RefusalCode.SPOT_CLOSED, sentence)


def _line(edition: Edition) -> Iterator[Spot]:
    yield _spot("pass", "Pass line", EVEN, PASS, Cell(3, 1, 1, 4, colour="green"))
    taken = {number: true_odds(number) for number in (4, 5, 6)}
    backed = _spot("pass-odds", "Odds", EVEN, ODDS, Cell(3, 5, 1, 2))
    yield _behind_line(backed, taken, Times(SpotKey("pass"), max(edition.odds_most)))
    yield _spot("dont-pass", "Don't pass, bar 12", EVEN, DONT, Cell(4, 1, 1, 4, colour="red"))
    laid = {number: lay_odds(number) for number in (4, 5, 6)}
    backed = _spot("dont-pass-odds", "Lay odds", EVEN, LAY, Cell(4, 5, 1, 2))
    yield _behind_line(backed, laid, Times(SpotKey("dont-pass"), edition.lay_most))


def _come(edition: Edition) -> Iterator[Spot]:
    yield _spot("come", "Come", EVEN, COME, Cell(2, 1, 1, 2, colour="green"))
    yield _spot("dont-come", "Don't come", EVEN, DONT_COME, Cell(2, 3, 1, 2, colour="red"))
    for at, number in enumerate(BOXES, 1):
        base = SpotKey(f"come:{number}")
        moved = _spot(base, f"Come {number}", EVEN, COME, Cell(1, at))
        yield replace(moved, area=MOVED, moved_from=SpotKey("come"))
        taken = _spot(f"come-odds:{number}", "Odds", true_odds(number), ODDS, Cell(2, at))
        yield replace(
            taken, label=f"Odds {number}", area=MOVED, times=Times(base, _most(edition, number))
        )
    for at, number in enumerate(BOXES, 1):
        base = SpotKey(f"dont-come:{number}")
        moved = _spot(base, f"Don't {number}", EVEN, DONT_COME, Cell(3, at))
        yield replace(moved, area=MOVED, moved_from=SpotKey("dont-come"))
        laid = _spot(f"dont-come-odds:{number}", "Lay", lay_odds(number), LAY, Cell(4, at))
        yield replace(laid, label=f"Lay {number}", area=MOVED, times=Times(base, edition.lay_most))


def _numbers(edition: Edition) -> Iterator[Spot]:
    for at, number in enumerate(BOXES, 1):
        odds = place_odds(edition, number)
        yield _spot(f"place:{number}", f"Place {number}", odds, PLACE, Cell(1, at, colour="blue"))
    pays = (
        PayLine("3, 4, 9, 10 or 11", EVEN, FIELD),
        PayLine("2", edition.field_two, FIELD),
        PayLine("12", edition.field_twelve, FIELD),
    )
    posted = tuple(dict.fromkeys(line.odds for line in pays))
    cell = Cell(2, 5, 1, 2, colour="yellow")
    yield Spot(SpotKey("field"), "Field", TABLE, posted, wager="field", pays=pays, cell=cell)


def _centre(edition: Edition) -> Iterator[Spot]:
    for at, number in enumerate((4, 6, 8, 10), 1):
        odds, cell = hard_odds(edition, number), Cell(1, at)
        yield replace(_spot(f"hard:{number}", f"Hard {number}", odds, HARD, cell), area=CENTRE)
    for at, (key, odds) in enumerate(edition.once):
        cell = Cell(at + 1, 5, colour="red") if at < 2 else Cell(2, at - 1)
        yield replace(_spot(key, ONCE_LABELS[key], odds, ONCE, cell), area=CENTRE)


def _spot(key: str, label: str, odds: Odds, clause: ClauseId, cell: Cell) -> Spot:
    pays = (PayLine(f"{label} wins", odds, clause),)
    return Spot(SpotKey(key), label, TABLE, (odds,), wager=key, pays=pays, cell=cell)


def _behind_line(spot: Spot, by: dict[int, Odds], times: Times) -> Spot:
    """Odds that depend on the point, with what each pair of numbers pays."""
    clause = spot.pays[0].clause
    pays = tuple(PayLine(f"{n} and {14 - n}", odds, clause) for n, odds in by.items())
    return replace(spot, odds=tuple(by.values()), pays=pays, times=times)
