"""Every bet at one shoe, by laying each undealt card as the fifth and letting the rules settle.

Slow beside the kernel in `shoes` and without a compiler: for one question at a time.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.equipment.shoe import Composition
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import Row, RowKind, row_kind
from pitboss.games.flip_it.settle import verdict
from pitboss.games.flip_it.spots import BONUS_SPOT, spots_of
from pitboss.invariants import check


def expected_nets(edition: Edition, *, row: Row, undealt: Composition) -> dict[str, Fraction]:
    """What one unit on each bet that is offered nets on average when a card is flipped now."""
    check(undealt.total > 0, "a card is left to flip")
    offered = row_kind(row) is not RowKind.NOTHING
    nets: dict[str, Fraction] = {}
    for spot in spots_of(edition):
        if spot.key == BONUS_SPOT and not offered:
            continue
        returned = Fraction(0)
        for card, held in undealt.entries:
            odds = verdict(edition, row=row, fifth=card, spot=spot.key).odds
            if odds is not None:
                returned += held * (odds.to_one + 1)
        nets[str(spot.key)] = returned / undealt.total - 1
    return nets
