"""Spots: Ante, Play and Gin Bonus, and when each is open."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from pitboss.equipment.cards import RANK_NAMES
from pitboss.games.gin_and_win.bonus import BonusLine
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.gin_and_win.state import ANTE, BONUS, PLAY, GinState, Phase
from pitboss.games.spots import PayLine, Spot
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import ClauseId, SpotKey

BASE_WAGER = "base"
BONUS_WAGER = "bonus"
PAYTABLE = "Gin Bonus paytable"

# GNW-4.3
PLACED_BY_PLAYING = Refusal(
    RefusalCode.SPOT_CLOSED,
    "The Play bet is placed by deciding to play, equal to the Ante; bet on Ante or Gin Bonus.",
)
# GNW-4.5
BETS_CLOSED = Refusal(
    RefusalCode.SPOT_CLOSED, "Bets are closed; wait for the next round to place or change one."
)


@lru_cache(maxsize=16)
def all_spots(edition: GinEdition) -> tuple[Spot, ...]:
    """Every spot, in the order of the felt. Ante and Play are decided together (GNW-9.2)."""
    pays = edition.pays
    ante = (
        PayLine("Your hand wins", pays.ante, ClauseId("GNW-6.5"), "win"),
        PayLine("The dealer does not qualify", pays.ante_no_qualify, ClauseId("GNW-6.2"),
                "dealer out"),
    )  # fmt: skip
    play = (
        PayLine("Your hand wins", pays.play, ClauseId("GNW-6.5"), "win"),
        PayLine("Your hand wins with a score of zero", pays.play_zero, ClauseId("GNW-6.6"), "zero"),
    )
    bonus = tuple(PayLine(_name(line, edition), odds, line.clause) for line, odds in edition.bonus)
    return (
        _spot(ANTE, "Ante", "base", BASE_WAGER, ante),
        _spot(PLAY, "Play", "base", BASE_WAGER, play),
        _spot(BONUS, "Gin Bonus", "bonus", BONUS_WAGER, bonus),
    )


def spots_now(state: GinState) -> tuple[Spot, ...]:
    """Every spot with the reason why it is closed if it is; the same for every seat."""
    return _spots_in(state.edition, is_betting=state.phase is Phase.BETTING)


@lru_cache(maxsize=32)
def _spots_in(edition: GinEdition, *, is_betting: bool) -> tuple[Spot, ...]:
    ante, play, bonus = all_spots(edition)
    if not is_betting:
        return tuple(replace(spot, closed=BETS_CLOSED) for spot in (ante, play, bonus))
    return ante, replace(play, closed=PLACED_BY_PLAYING), bonus


def _spot(key: SpotKey, label: str, area: str, wager: str, pays: tuple[PayLine, ...]) -> Spot:
    """A spot with each odds once, the posted ones first."""
    odds = tuple(dict.fromkeys(line.odds for line in pays))
    return Spot(key, label, area, odds, wager, None, pays, PAYTABLE if key == BONUS else "")


def _name(line: BonusLine, edition: GinEdition) -> str:
    """The name a paytable gives the line; which cards are low is the edition's (GNW-7.9)."""
    if line is not BonusLine.TWO_LOW:
        return line.label[0].upper() + line.label[1:]
    low = edition.low
    rank = next(rank for rank, height in enumerate(edition.heights) if height == low.height)
    side = "higher" if low.or_higher else "lower"
    return f"A score of two, both cards {RANK_NAMES[rank - 1]} or {side}"
