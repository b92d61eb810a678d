"""The exact figures of Gin & Win: the base game with every hand played best, and the bonus.

May import games and exact; found by `exact.solvers` by the name of its folder. The mathematics
is explained in docs/mathematics/gin-and-win.md.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.equipment.cards import Card
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.gin_and_win.bonus import bonus_distribution, line_counts
from pitboss.exact.gin_and_win.hand_values import HandValue, hand_value
from pitboss.exact.gin_and_win.parameters import CardPool, GinParameters
from pitboss.exact.gin_and_win.solution import Solution
from pitboss.exact.gin_and_win.solve import solve_quickly
from pitboss.games.editions import HasHead
from pitboss.games.gin_and_win.bonus import BonusLine
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.invariants import BrokenInvariant, check

BASE = "ante-play"
BONUS = "gin-bonus"


def figures(edition: HasHead) -> GameFigures:
    """The base game per Ante and the bonus per unit."""
    record = record_of(edition)
    solution = solution_of(record)
    bets = (
        BetFigures(BASE, "ante", solution.distribution, average_wager=solution.average_wager),
        BetFigures(BONUS, "stake", bonus_distribution(bonus_counts(record), bonus_pays(record))),
    )
    return GameFigures(bets, solution.method)


def solution_of(edition: GinEdition) -> Solution:
    """The base game solved, by the quick method or by the general one."""
    solution = solve_quickly(parameters_of(edition))
    if solution is None:
        raise BrokenInvariant("the shortcuts do not hold for these pays")
    return solution


def decision_values(edition: HasHead, cards: tuple[Card, ...]) -> dict[str, Fraction]:
    """What each decision on this hand nets on average, in Antes."""
    value = value_of(record_of(edition), cards)
    return {"play": value.play, "fold": value.fold}


def value_of(edition: GinEdition, cards: tuple[Card, ...]) -> HandValue:
    """The hand against every dealer hand beside it."""
    return hand_value(masks_of(edition, cards), parameters_of(edition))


def masks_of(edition: GinEdition, cards: tuple[Card, ...]) -> tuple[int, ...]:
    """One mask of ranks per suit of the deck; bit 0 is the lowest rank of the deck."""
    places = _places(edition)
    masks = dict.fromkeys(edition.deck.suits, 0)
    for card in cards:
        masks[card.suit] |= 1 << places[card.rank]
    return tuple(masks.values())


def parameters_of(edition: GinEdition) -> GinParameters:
    """The numbers of an edition that the mathematics depends on."""
    deck, pays = edition.deck, edition.pays
    qualifying = [rank for rank in deck.ranks if edition.heights[rank] <= edition.qualifier.height]
    check(bool(qualifying), "some rank of the deck qualifies")
    return GinParameters(
        qualifier_rank=len(qualifying),
        qualifier_score=edition.qualifier.score,
        ante_win=pays.ante.to_one,
        play_win=pays.play.to_one,
        zero_play_win=pays.play_zero.to_one,
        ante_no_qualify=pays.ante_no_qualify.to_one,
        pool=pool_of(edition),
    )


def pool_of(edition: GinEdition) -> CardPool:
    return CardPool(len(edition.deck.ranks), len(edition.deck.suits), edition.hand)


def bonus_counts(edition: GinEdition) -> dict[str, int]:
    """Hands by bonus line, and those that make none."""
    ranks, low = edition.deck.ranks, edition.low
    below = sum(edition.heights[rank] < low.height for rank in ranks)
    upto = sum(edition.heights[rank] <= low.height for rank in ranks)
    if low.or_higher:
        return line_counts(pool=pool_of(edition), lowest=below + 1, highest=len(ranks))
    return line_counts(pool=pool_of(edition), lowest=1, highest=upto)


def bonus_pays(edition: GinEdition) -> dict[str, Fraction]:
    return {line.value: edition.bonus_odds(line).to_one for line in BonusLine}


def record_of(edition: HasHead) -> GinEdition:
    check(isinstance(edition, GinEdition), "the edition belongs to this game")
    return edition  # type: ignore[return-value]


def _places(edition: GinEdition) -> dict[int, int]:
    """Where each rank of the deck stands, from the lowest up."""
    ranked = sorted(edition.deck.ranks, key=lambda rank: edition.heights[rank])
    return {rank: place for place, rank in enumerate(ranked)}
