"""The exact figures of a fresh shoe: first cards by rank, and the war that follows a tie."""

from __future__ import annotations

from fractions import Fraction

from pitboss.gamekit.proof import BetFigures, Distribution, GameFigures
from pitboss_classics.casino_war import Edition

Law = dict[Fraction, int]

LOST, SURRENDERED = Fraction(-1), Fraction(-1, 2)
REDUCED = {"cards.ranks": "359", "cards.decks": "1"}
"""Few enough cards for the oracle, to compare the solver with it."""


def figures(edition: Edition) -> GameFigures:
    return GameFigures(
        (best_bet(edition), tie_bet(edition)),
        "First cards by rank, and for a tie the second cards of what is left of the shoe; burnt"
        " cards are unseen and change no chance.",
        strategy=("On a tie take whichever of war and surrender costs less.",),
    )


def best_bet(edition: Edition, *, surrenders: bool | None = None) -> BetFigures:
    """The base game by best play, or with every tie surrendered or fought."""
    each, ranks = 4 * edition.decks, len(edition.ranks)
    cards = each * ranks
    ties, war = each * ranks * (each - 1), _war(edition)
    seconds = sum(war.values())
    unequal = (cards * (cards - 1) - ties) // 2
    if surrenders is None:
        worth = sum(net * count for net, count in war.items())
        surrenders = worth < SURRENDERED * seconds
    law: Law = {edition.even.to_one: unequal * seconds, LOST: unequal * seconds}
    for net, count in {SURRENDERED: seconds}.items() if surrenders else war.items():
        law[net] = law.get(net, 0) + ties * count
    fought = Fraction(0) if surrenders else Fraction(ties, cards * (cards - 1))
    return BetFigures("ante-raise", "Bet", Distribution.of_counts(law), average_wager=1 + fought)


def _war(edition: Edition) -> Law:
    """Second cards, in order, after two cards of a rank are gone; every rank gives the same."""
    each, ranks = 4 * edition.decks, len(edition.ranks)
    left = each * ranks - 2
    equal = (each - 2) * (each - 3) + (ranks - 1) * each * (each - 1)
    higher = (left * (left - 1) - equal) // 2
    even = edition.even.to_one
    law: Law = {even: higher, 2 * LOST: higher}
    again = even * (2 if edition.has_bonus else 1)
    law[again] = law.get(again, 0) + equal
    return law


def tie_bet(edition: Edition) -> BetFigures:
    each = 4 * edition.decks
    others = each * len(edition.ranks) - 1
    law = {edition.tie.to_one: each - 1, LOST: others - (each - 1)}
    return BetFigures("tie", "stake", Distribution.of_counts(law))
