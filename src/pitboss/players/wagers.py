"""Wagers: the bets of a felt as mathematics counts them, one for spots that stand together.

Spots that share a wager, such as an Ante and the raise that matches it, are one bet, named by its
spots.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.games.bets import unknown_bet
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.spots import Spot
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SpotKey


@dataclass(frozen=True, slots=True)
class Wager:
    """One bet: its name, the spot that is bet on, and all spots that are decided with it."""

    name: str
    spot: Spot
    spots: tuple[SpotKey, ...]


def wagers_of(game: AnyGame, edition: HasHead) -> tuple[Wager, ...]:
    """Every bet of the edition, in the order of the felt."""
    groups: dict[str, list[Spot]] = {}
    for spot in game.all_spots(edition):
        if spot.moved_from is not None:
            continue
        groups.setdefault(spot.wager, []).append(spot)
    return tuple(
        Wager("-".join(spot.key for spot in spots), spots[0], tuple(spot.key for spot in spots))
        for spots in groups.values()
    )


def find_wager(wagers: tuple[Wager, ...], name: str) -> Wager | Refusal:
    """The bet of that name, or the one that is made on the spot of that name."""
    for wager in wagers:
        if name in (wager.name, wager.spot.key):
            return wager
        if name in wager.spots:
            return Refusal(
                RefusalCode.SPOT_CLOSED,
                f"{name} follows from a decision; bet on {wager.spot.key} instead.",
            )
    return unknown_bet(name, [wager.spot.key for wager in wagers])
