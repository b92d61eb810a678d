"""Spots: Ante, Play and Gin Bonus, and when each is open."""

from __future__ import annotations

from dataclasses import replace

from pitboss.games.contract import Spot
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.gin_and_win.state import ANTE, BONUS, PLAY, GinState, Phase
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Odds

BASE_WAGER = "base"
BONUS_WAGER = "bonus"

# GNW-4.3
PLACED_BY_PLAYING = Refusal(
    RefusalCode.SPOT_CLOSED,
    "The Play bet is placed by deciding to play, equal to the Ante; bet on ante or gin-bonus.",
)
# GNW-4.5
BETS_CLOSED = Refusal(
    RefusalCode.SPOT_CLOSED, "Bets are closed; wait for the next round to place or change one."
)


def all_spots(edition: GinEdition) -> tuple[Spot, ...]:
    """Every spot, in the order of the felt. Ante and Play are decided together (GNW-9.2)."""
    pays = edition.pays
    return (
        Spot(ANTE, "Ante", "base", _odds(pays.ante, pays.ante_no_qualify), BASE_WAGER),
        Spot(PLAY, "Play", "base", _odds(pays.play, pays.play_zero), BASE_WAGER),
        Spot(BONUS, "Gin Bonus", "bonus", _odds(*(odds for _, odds in edition.bonus)), BONUS_WAGER),
    )


def spots_now(state: GinState) -> tuple[Spot, ...]:
    """Every spot with the reason why it is closed if it is; the same for every seat."""
    ante, play, bonus = all_spots(state.edition)
    if state.phase is not Phase.BETTING:
        return tuple(replace(spot, closed=BETS_CLOSED) for spot in (ante, play, bonus))
    return ante, replace(play, closed=PLACED_BY_PLAYING), bonus


def _odds(*odds: Odds) -> tuple[Odds, ...]:
    """Each odds once, the posted ones first."""
    return tuple(dict.fromkeys(odds))
