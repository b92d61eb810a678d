"""Comparison: whether the dealer qualifies, and which of two hands is lower."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.games.gin_and_win.combinations import Arrangement, Heights, left_over_heights


class Qualifier(msgspec.Struct, frozen=True):
    """The worst hand with which the dealer qualifies."""

    score: int
    height: int
    """How high the highest left-over card of that score may be."""

    def admits(self, dealer: Arrangement, heights: Heights) -> bool:
        """A lower score, or this score with no left-over card above the height (GNW-6.1)."""
        if dealer.score != self.score:
            return dealer.score < self.score
        return max(left_over_heights(dealer, heights), default=0) <= self.height


class Winner(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    TIE = "tie"


class Comparison(msgspec.Struct, frozen=True):
    """The winner, and which left-over card decided, counted from the highest."""

    winner: Winner
    deciding_card: int | None
    """None when the scores alone decided, or when nothing did."""


def compare(player: Arrangement, dealer: Arrangement, heights: Heights) -> Comparison:
    """The lower score wins (GNW-6.3); equal scores go card by card, highest first (GNW-6.4)."""
    if player.score != dealer.score:
        return Comparison(_lower(player.score, dealer.score), None)
    pairs = zip(left_over_heights(player, heights), left_over_heights(dealer, heights), strict=True)
    for position, (players, dealers) in enumerate(pairs):
        if players != dealers:
            return Comparison(_lower(players, dealers), position)
    return Comparison(Winner.TIE, None)


def _lower(player: int, dealer: int) -> Winner:
    return Winner.PLAYER if player < dealer else Winner.DEALER
