"""Sic bo: three dice, and bets on what they show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from pitboss.gamekit import (
    DIE,
    Area,
    ClauseId,
    DealtState,
    EditionHead,
    Fields,
    NeedStops,
    Odds,
    OneDrawGame,
    PayLine,
    PlacedBet,
    Shown,
    Spot,
    SpotKey,
    Verdict,
)
from pitboss_classics import COLLECTION

HALF, TOTAL, SINGLE, PAIR = (ClauseId(f"SIC-2.{n}") for n in range(1, 5))
DOUBLE, TRIPLE, ANY_TRIPLE = (ClauseId(f"SIC-2.{n}") for n in range(5, 8))
TOTALS = range(4, 18)
FACES = range(1, 7)
THREE_DICE = NeedStops((DIE, DIE, DIE))
AREAS = (
    Area("half", "Small and big"),
    Area("total", "Totals"),
    Area("single", "Single numbers"),
    Area("pair", "Two numbers"),
    Area("double", "Doubles"),
    Area("triple", "Triples"),
)


@dataclass(frozen=True, slots=True)
class Edition:
    head: EditionHead
    half: Odds
    totals: tuple[Odds, ...]
    """By total, 4 first."""
    single: tuple[Odds, Odds, Odds]
    """When the number shows on one, two or three dice."""
    pair: Odds
    double: Odds
    triple: Odds
    any_triple: Odds


class SicBo(OneDrawGame[Edition]):
    key = "sic-bo"
    title = "Sic Bo"
    collection = COLLECTION
    clause_prefix = "SIC"
    default_edition = "atlantic"
    void_clause = ClauseId("SIC-3.1")
    end_clause = ClauseId("SIC-1.3")

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        pays, totals, single = (fields.table(name) for name in ("pays", "totals", "single"))
        # A total and its mirror (4 and 17, 5 and 16) are equally likely and pay alike.
        mirrored = [totals.odds(f"t{total}") for total in range(4, 11)]
        one, two, three = (single.odds(name) for name in ("one", "two", "three"))
        return Edition(
            head,
            pays.odds("half"),
            (*mirrored, *reversed(mirrored)),
            (one, two, three),
            pays.odds("pair"),
            pays.odds("double"),
            pays.odds("triple"),
            pays.odds("any_triple"),
        )

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return AREAS

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return _felt(edition)

    def equipment(self, edition: Edition) -> NeedStops:
        return THREE_DICE

    def judge(self, edition: Edition, bet: PlacedBet, shown: Shown) -> Verdict:
        return Verdict(*_judge(edition, *_named(bet.spot), *_roll(shown)))

    def tell(self, state: DealtState[Edition]) -> str:
        dice = [int(str(die)) for die in state.shown]
        words = f"{', '.join(map(str, sorted(dice)))}: {sum(dice)}"
        return f"{words}, a triple." if len(set(dice)) == 1 else f"{words}."


@cache
def _roll(shown: Shown) -> tuple[int, tuple[int, ...]]:
    """The total, and how often each number shows, from none to six."""
    dice = [int(str(die)) for die in shown]
    return sum(dice), tuple(dice.count(face) for face in range(7))


@cache
def _named(spot: SpotKey) -> tuple[str, tuple[int, ...]]:
    """The area of a spot, and the totals or numbers that it names."""
    area, _, what = spot.partition(":")
    if area == "half":
        return area, tuple(range(4, 11) if what == "small" else range(11, 18))
    return area, tuple(FACES) if what == "any" else tuple(map(int, what.split("-")))


@cache
def _felt(edition: Edition) -> tuple[Spot, ...]:
    return tuple(_spots(edition))


def _spots(edition: Edition) -> Iterator[Spot]:
    yield _spot("half:small", "Small", (edition.half,), HALF)
    yield _spot("half:big", "Big", (edition.half,), HALF)
    for total, odds in zip(TOTALS, edition.totals, strict=True):
        yield _spot(f"total:{total}", f"Total {total}", (odds,), TOTAL)
    for face in FACES:
        names = ("on one die", "on two dice", "on three dice")
        pays = tuple(
            PayLine(name, odds, SINGLE) for name, odds in zip(names, edition.single, strict=True)
        )
        yield _spot(f"single:{face}", f"Number {face}", edition.single, SINGLE, pays)
    for first, second in combinations(FACES, 2):
        label = f"{first} and {second}"
        yield _spot(f"pair:{first}-{second}", label, (edition.pair,), PAIR)
    for face in FACES:
        yield _spot(f"double:{face}", f"Double {face}", (edition.double,), DOUBLE)
    for face in FACES:
        yield _spot(f"triple:{face}", f"Triple {face}", (edition.triple,), TRIPLE)
    yield _spot("triple:any", "Any triple", (edition.any_triple,), ANY_TRIPLE)


def _spot(
    key: str,
    label: str,
    odds: tuple[Odds, ...],
    clause: ClauseId,
    pays: tuple[PayLine, ...] = (),
) -> Spot:
    area = key.partition(":")[0]
    lines = pays or (PayLine(f"{label} wins", odds[0], clause),)
    return Spot(SpotKey(key), label, area, odds, wager=key, pays=lines)


def _judge(
    edition: Edition, area: str, named: tuple[int, ...], total: int, counts: tuple[int, ...]
) -> tuple[Odds | None, ClauseId]:
    if area == "pair":
        first, second = named
        return edition.pair if counts[first] and counts[second] else None, PAIR
    if area == "total":
        return edition.totals[total - 4] if total in named else None, TOTAL
    if area == "half":
        return edition.half if total in named and 3 not in counts else None, HALF
    held = counts[named[0]]
    if area == "single":
        return edition.single[held - 1] if held else None, SINGLE
    if area == "double":
        return edition.double if held >= 2 else None, DOUBLE
    if len(named) == 1:
        return edition.triple if held == 3 else None, TRIPLE
    return edition.any_triple if 3 in counts else None, ANY_TRIPLE


GAME = SicBo()
