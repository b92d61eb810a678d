"""How to play Gin & Win: the best decision for every hand, and a rule to remember."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pitboss.equipment.cards import Card
from pitboss.exact.figures import BetFigures
from pitboss.exact.gin_and_win import BASE
from pitboss.exact.gin_and_win.decision_groups import failing_cells, scores_above
from pitboss.exact.gin_and_win.edition import parameters_of, suit_masks_of
from pitboss.exact.gin_and_win.hand_values import hand_value
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.qualifying_hands import score_level
from pitboss.exact.gin_and_win.solution import Solution
from pitboss.exact.gin_and_win.solve import everything_played
from pitboss.games.editions import HasHead
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.gin_and_win.state import BONUS, FOLD, PLAY_HAND
from pitboss.games.rounds import Round
from pitboss.games.steps import Decide
from pitboss.invariants import narrow
from pitboss.players.strategies import BEST, Decider
from pitboss.units import SeatIndex

SIMPLE = "simple"


def strategies(edition: HasHead) -> Mapping[str, Decider]:
    """Best by exact value; simple by one sentence: play what the dealer would qualify with."""
    record = narrow(edition, GinEdition)
    return {BEST: _decider(record, best=True), SIMPLE: _decider(record, best=False)}


def untouched_bets(edition: HasHead) -> frozenset[str]:
    """Bets that no decision changes: the bonus, unless a fold loses it (GNW-7.2)."""
    lost = isinstance(edition, GinEdition) and edition.readings.bonus_lost_on_fold
    return frozenset() if lost else frozenset({str(BONUS)})


def strategy_figures(edition: HasHead, strategy: str) -> tuple[BetFigures, ...]:
    """Exact figures of the bets that a strategy changes; none where they are not known."""
    parameters = parameters_of(narrow(edition, GinEdition))
    solution = simple_solution(parameters) if strategy == SIMPLE else None
    if solution is None:
        return ()
    wager = solution.average_wager
    return (BetFigures(BASE, "ante", solution.distribution, average_wager=wager),)


@lru_cache(maxsize=16)
def simple_solution(parameters: GinParameters) -> Solution | None:
    """The base game by the simple rule: all deals, less those of hands that would not qualify.

    None where left-over sets are not all alike, as on some reduced decks.
    """
    scores = (parameters.qualifier_score, *scores_above(parameters))
    levels = [score_level(parameters.pool, score) for score in scores]
    if parameters.qualifier_score == 0 or levels[0] is None or None in levels:
        return None
    played, zero_win, zero_tie = everything_played(parameters, levels[0])
    cells = failing_cells(parameters)
    folded = cells.tally(cells.hands > 0)
    method = "Every deal counted; no sampling."
    return Solution.of_played(
        parameters, played, folded, zero_win=zero_win, zero_tie=zero_tie, method=method
    )


def _decider(edition: GinEdition, *, best: bool) -> Decider:
    def decide(current: Round, seat: SeatIndex) -> Decide | None:
        state = current.state
        if seat not in state.undecided:
            return None
        cards = state.hand(seat)
        plays = plays_best(edition, cards) if best else plays_simply(edition, cards)
        return Decide(seat, PLAY_HAND if plays else FOLD)

    return decide


def plays_simply(edition: GinEdition, cards: tuple[Card, ...]) -> bool:
    """Play a hand with which the dealer would qualify, fold any other."""
    arranged = house_way(tuple(sorted(cards)), edition.heights)
    return edition.qualifier.admits(arranged, edition.heights)


@lru_cache(maxsize=1 << 16)
def plays_best(edition: GinEdition, cards: tuple[Card, ...]) -> bool:
    """Play where playing nets more than minus one Ante on average, exactly."""
    return hand_value(suit_masks_of(edition, cards), parameters_of(edition)).plays
