"""The exact figures of Gin & Win: the base game best played, the bonus, and any hand's value.

Nothing compiled is imported here, so a sheet starts at once; only pays for which hands below the
qualifying score may fold need the compiled tables (`census`).
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.equipment.cards import Card
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.gin_and_win.bonus import bonus_distribution, line_counts
from pitboss.exact.gin_and_win.edition import (
    bonus_pays,
    low_pair_ranks,
    names_by_height,
    parameters_of,
    record_of,
    suit_masks_of,
)
from pitboss.exact.gin_and_win.hand_values import hand_value
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.solve import solve
from pitboss.exact.gin_and_win.strategy import best_simple_rule, simple_rules
from pitboss.games.editions import HasHead

BASE = "ante-play"
BONUS = "gin-bonus"


def figures(edition: HasHead) -> GameFigures:
    """The base game when every hand is decided best, and the bonus bet."""
    record = record_of(edition)
    parameters = parameters_of(record)
    solution = solve(parameters)
    base = BetFigures(BASE, "ante", solution.distribution, average_wager=solution.average_wager)
    lowest, highest = low_pair_ranks(record)
    counts = line_counts(pool=parameters.pool, lowest=lowest, highest=highest)
    if record.readings.bonus_lost_on_fold:
        from pitboss.exact.gin_and_win.line_deals import lost_on_fold

        counts = lost_on_fold(counts, parameters, lowest=lowest, highest=highest)
    bonus = BetFigures(BONUS, "stake", bonus_distribution(counts, bonus_pays(record)))
    return GameFigures((base, bonus), solution.method, strategy(edition))


def strategy(edition: HasHead) -> tuple[str, ...]:
    """The best rule to remember, and what it costs."""
    record = record_of(edition)
    return strategy_lines(parameters_of(record), names_by_height(record))


def strategy_lines(parameters: GinParameters, names: tuple[str, ...]) -> tuple[str, ...]:
    """The same for any parameters; `names` are the names of the ranks from the lowest."""
    rule = best_simple_rule(simple_rules(parameters, names))
    if rule is None:
        return ()
    percent = 100 * rule.cost
    return (rule.sentence, f"This costs {float(percent):.4f}% of an Ante against best play.")


def decision_values(edition: HasHead, cards: tuple[Card, ...]) -> dict[str, Fraction]:
    """What playing and what folding a hand nets on average, in Antes."""
    record = record_of(edition)
    value = hand_value(suit_masks_of(record, cards), parameters_of(record))
    return {"play": value.play, "fold": value.fold}
