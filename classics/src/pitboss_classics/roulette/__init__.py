"""Roulette: one spin of a wheel with 37 or 38 pockets, and every bet of the felt."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from pitboss.gamekit import (
    WHEEL,
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
    Stops,
    Verdict,
)
from pitboss_classics import COLLECTION
from pitboss_classics.roulette.layout import DOUBLE_ZERO, ZERO, Place, colour_of, places

CLAUSES = {
    "straight": ClauseId("ROU-2.1"),
    "split": ClauseId("ROU-2.2"),
    "street": ClauseId("ROU-2.3"),
    "trio": ClauseId("ROU-2.3"),
    "corner": ClauseId("ROU-2.4"),
    "five": ClauseId("ROU-2.5"),
    "line": ClauseId("ROU-2.6"),
    "column": ClauseId("ROU-2.7"),
    "dozen": ClauseId("ROU-2.7"),
    "even": ClauseId("ROU-2.8"),
}
LOST = {kind: Verdict(None, clause) for kind, clause in CLAUSES.items()}
HALF_BACK = ClauseId("ROU-2.9")
PAYS = {"trio": "street"}
"""Bets that pay as others do; every other kind has its own pay."""
AREAS = (Area("layout", "Inside and outside bets"),)


@dataclass(frozen=True, slots=True)
class Edition:
    head: EditionHead
    zeros: tuple[str, ...]
    half_back: bool
    """Whether a zero takes only half of an even-money bet."""
    pays: tuple[tuple[str, Odds], ...]

    def odds(self, kind: str) -> Odds:
        return dict(self.pays)[PAYS.get(kind, kind)]


class Roulette(OneDrawGame[Edition]):
    key = "roulette"
    title = "Roulette"
    collection = COLLECTION
    clause_prefix = "ROU"
    default_edition = "single-zero"
    void_clause = ClauseId("ROU-3.1")
    end_clause = ClauseId("ROU-1.3")

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        wheel, pays = fields.table("wheel"), fields.table("pays")
        zeros = (ZERO, DOUBLE_ZERO)[: wheel.integer("zeros", low=1, high=2)]
        kinds = [kind for kind in CLAUSES if kind not in PAYS and (kind != "five" or zeros[1:])]
        odds = tuple((kind, pays.odds(kind)) for kind in kinds)
        return Edition(head, zeros, wheel.flag("half_back"), odds)

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return AREAS

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return _felt(edition)

    def equipment(self, edition: Edition) -> NeedStops:
        return _wheel(edition.zeros)

    def judge(self, edition: Edition, bet: PlacedBet, shown: Shown) -> Verdict:
        mark, bet_on = str(shown[0]), _places(edition.zeros)[bet.spot]
        if mark in bet_on.covers:
            return Verdict(edition.odds(bet_on.kind), CLAUSES[bet_on.kind])
        if edition.half_back and bet_on.kind == "even" and mark in edition.zeros:
            return Verdict(None, HALF_BACK, share=Fraction(1, 2))
        return LOST[bet_on.kind]

    def result(self, state: DealtState[Edition]) -> tuple[str, ...] | None:
        return tuple(map(str, state.shown)) or None

    def tell(self, state: DealtState[Edition]) -> str:
        mark = str(state.shown[0])
        if mark in (ZERO, DOUBLE_ZERO):
            return f"{mark}, green."
        number = int(mark)
        parity = "even" if number % 2 == 0 else "odd"
        return f"{mark}, {colour_of(mark)}, {parity}, {'low' if number <= 18 else 'high'}."


@cache
def _wheel(zeros: tuple[str, ...]) -> NeedStops:
    return NeedStops((Stops(WHEEL, (*zeros, *map(str, range(1, 37)))),))


@cache
def _places(zeros: tuple[str, ...]) -> dict[str, Place]:
    return {one.key: one for one in places(zeros)}


@cache
def _felt(edition: Edition) -> tuple[Spot, ...]:
    return tuple(_spot(edition, one) for one in places(edition.zeros))


def _spot(edition: Edition, place: Place) -> Spot:
    odds = edition.odds(place.kind)
    return Spot(
        SpotKey(place.key),
        place.label,
        "layout",
        (odds,),
        wager=place.key,
        pays=(PayLine(f"{place.label} wins", odds, CLAUSES[place.kind]),),
        shares=2 if edition.half_back and place.kind == "even" else 1,
        cell=place.cell,
    )


GAME = Roulette()
