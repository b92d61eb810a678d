"""The exact figures of flip~it: before any card is seen, given the row, and given any shoe.

The compiled kernel for depleted shoes is in `shoes` and is not imported here, so a sheet starts at
once.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures, RowFigures
from pitboss.exact.flip_it.bonus_rows import BonusRow, bonus_rows
from pitboss.exact.flip_it.fresh_shoe import FreshShoe, simple_wins
from pitboss.games.editions import HasHead
from pitboss.games.flip_it.edition import ROW_SIZE, Edition
from pitboss.invariants import narrow

BONUS = "bonus"


def figures(edition: HasHead) -> GameFigures:
    """Every bet on the first round of a fresh shoe, before a card is seen."""
    record = record_of(edition)
    shoe = FreshShoe.of(record)
    bets = [
        BetFigures(key, "stake", simple_distribution(shoe, cards, odds))
        for key, (cards, odds) in simple_wins(record).items()
    ]
    bets.append(bonus_figures(record, shoe))
    return GameFigures(tuple(bets), shoe.method)


def simple_distribution(shoe: FreshShoe, winning: int, odds: Fraction) -> Distribution:
    """A bet that wins on some of the cards, none of which has been seen."""
    won = shoe.plain_chance * Fraction(winning, shoe.plain)
    return Distribution.of_probabilities(
        {odds: won, Fraction(-1): 1 - won}, cases=shoe.cases_unseen
    )


def bonus_figures(edition: Edition, shoe: FreshShoe) -> BetFigures:
    """The bonus per unit bet when it is offered, overall and by row."""
    rows = bonus_rows(edition)
    offered = sum((row.probability for row in rows), Fraction(0))
    chances: dict[Fraction, Fraction] = {}
    parts = []
    for row in rows:
        by_net = row_chances(edition, shoe, row)
        parts.append(RowFigures(row.kind, row.probability, Distribution.of_probabilities(by_net)))
        for net, chance in by_net.items():
            share = chance * row.probability / offered
            chances[net] = chances.get(net, Fraction(0)) + share
    return BetFigures(
        BONUS,
        "stake",
        Distribution.of_probabilities(chances),
        offered=offered,
        rows=tuple(parts),
    )


def row_chances(edition: Edition, shoe: FreshShoe, row: BonusRow) -> dict[Fraction, Fraction]:
    """The net results of the bonus given the kind of row, with their probabilities."""
    chances = {Fraction(-1): Fraction(1)}
    for hand, cards in row.makes:
        net = edition.bonus_odds(hand).to_one
        chance = shoe.plain_chance * Fraction(cards, shoe.plain - ROW_SIZE)
        chances[net] = chances.get(net, Fraction(0)) + chance
        chances[Fraction(-1)] -= chance
    return chances


def record_of(edition: HasHead) -> Edition:
    return narrow(edition, Edition)
