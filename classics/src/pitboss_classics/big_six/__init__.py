"""Big six: a wheel of 54 stops, and bets on the symbol that it stops at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pitboss.gamekit import (
    WHEEL,
    Area,
    ClauseId,
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

SYMBOL = ClauseId("BIG-2.1")
SYMBOLS = ("1", "2", "5", "10", "20", "joker", "logo")
AREAS = (Area("symbol", "Symbols"),)


@dataclass(frozen=True, slots=True)
class Edition:
    head: EditionHead
    stops: tuple[int, ...]
    """By symbol."""
    pays: tuple[Odds, ...]


class BigSix(OneDrawGame[Edition]):
    key = "big-six"
    title = "Big Six"
    collection = COLLECTION
    clause_prefix = "BIG"
    default_edition = "standard"
    void_clause = ClauseId("BIG-3.1")
    end_clause = ClauseId("BIG-1.2")

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        stops, pays = fields.table("stops"), fields.table("pays")
        names = tuple(f"s{symbol}" if symbol.isdigit() else symbol for symbol in SYMBOLS)
        return Edition(
            head,
            tuple(stops.integer(name, low=1, high=54) for name in names),
            tuple(pays.odds(name) for name in names),
        )

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return AREAS

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return tuple(
            Spot(
                SpotKey(symbol),
                symbol.capitalize(),
                "symbol",
                (odds,),
                wager=symbol,
                pays=(PayLine(f"the wheel stops at {symbol}", odds, SYMBOL),),
            )
            for symbol, odds in zip(SYMBOLS, edition.pays, strict=True)
        )

    def equipment(self, edition: Edition) -> NeedStops:
        return _wheel(edition.stops)

    def judge(self, edition: Edition, bet: PlacedBet, shown: Shown) -> Verdict:
        won = str(shown[0]) == bet.spot
        return Verdict(edition.pays[SYMBOLS.index(bet.spot)] if won else None, SYMBOL)


@cache
def _wheel(counts: tuple[int, ...]) -> NeedStops:
    texts = (symbol for symbol, count in zip(SYMBOLS, counts, strict=True) for _ in range(count))
    return NeedStops((Stops(WHEEL, tuple(texts)),))


GAME = BigSix()
