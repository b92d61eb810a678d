"""All bets of a game of one draw at once: the same chances as each bet walked by itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.exact.oracle import joint_distribution
from pitboss.exact.oracle_marginals import marginals
from pitboss.exact.solvers import oracle_figures
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.registry import Registry
from pitboss.games.settlement import Award, Line, Result
from pitboss.refusals import unwrap
from pitboss.units import Credits, Odds, SpotKey
from tests.contract.conftest import CLASSICS, KIT

STAKE = Credits(20_00)


def assert_the_same(game: AnyGame, edition: HasHead, spots: tuple[str, ...]) -> None:
    figures = {bet.bet: bet.distribution for bet in oracle_figures(game, edition).bets}
    for spot in spots:
        joint = joint_distribution(game, edition, ((SpotKey(spot), STAKE),))
        alone = {Fraction(net, STAKE): chance for (net,), chance in joint.items()}
        law = figures[spot]
        assert {one.net: law.probability(one.net) for one in law.outcomes} == alone


@pytest.mark.parametrize("key", ["single-zero", "la-partage"])
def test_half_losses_and_wins(key: str) -> None:
    entry = Registry((CLASSICS,)).games["roulette"]
    spots = ("straight:0", "split:16-17", "dozen:2", "red", "even")
    assert_the_same(entry.game, unwrap(entry.edition(key)), spots)


def test_an_award_beside_a_lost_stake_and_beside_a_won_one() -> None:
    entry = Registry((KIT,)).games["red-or-black"]

    def award(self: Any, state: Any, bet: Any) -> Award | None:
        clause = entry.clauses()[0].number
        return Award(Odds.of(3), clause) if state.shown[0].suit == 1 else None

    game = type("WithAward", (type(entry.game),), {"award": award})()
    edition = unwrap(entry.edition())
    assert_the_same(game, edition, ("red", "black"))
    red, black = (bet.distribution for bet in oracle_figures(game, edition).bets)
    assert red.probability(Fraction(4)) == black.probability(Fraction(2)) > 0


@pytest.mark.parametrize("choice", ["decline", "none"])
def test_a_decision_counts_where_it_changes_a_result(choice: str) -> None:
    """Whoever is asked to spin may decline; here that costs every bet."""
    entry = Registry().games["spin-n-win"]

    def settle(state: Any) -> tuple[Line, ...]:
        lost = [one for one in state.answers if str(one.choice) == choice]
        lines = entry.game.settle(state)
        change = {"result": Result.LOSE, "odds": None, "pays": Credits(0)}
        return tuple(replace(line, **change) for line in lines) if lost else lines

    game = type("Costly", (type(entry.game),), {"settle": staticmethod(settle)})()
    stakes = ((SpotKey("single:red"), STAKE), (SpotKey("combo:red-green"), STAKE))
    counts = marginals(game, unwrap(entry.edition()), stakes)
    assert (counts is None) == (choice == "decline")
