"""How Gin & Win is played: the best decision by exact value, and the simple rule."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.equipment.cards import Card, parse_cards
from pitboss.exact.gin_and_win.edition import parameters_of
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.strategy import bands
from pitboss.exact.solvers import game_figures
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import Bet, CloseBets, Draw
from pitboss.players.gin_and_win import (
    plays_best,
    plays_simply,
    simple_solution,
    strategies,
    strategy_figures,
    untouched_bets,
)
from pitboss.players.plans import SEAT
from pitboss.refusals import Refusal
from pitboss.simulate.model import model_of, run_chunk
from pitboss.simulate.results import exact_figures
from pitboss.simulate.statistics import bet_results
from pitboss.units import Credits, SpotKey
from tests.simulate.subjects import GIN, subject


def edition(key: str, **changes: str) -> GinEdition:
    found = subject(GIN, key, **changes).edition
    assert isinstance(found, GinEdition)
    return found


def cards(text: str) -> tuple[Card, ...]:
    found = parse_cards(text)
    assert not isinstance(found, Refusal)
    return found


@pytest.mark.parametrize(
    ("hand", "jack", "ten"),
    [
        ("Ac Ah 7d 8d Jd 3s 2c", True, True),  # a pair and a flush leave two cards
        ("Ac Ad 3h 5s 7c 9d Jh", False, False),  # five left over
        ("Ac Ad As 3h 5s 9c Jd", True, False),  # four left over, the Jack highest
        ("Ac Ad As 3h 5s 9c Td", True, True),  # four left over, the Ten highest
        ("Ac Ad As 3h 5s 9c Qd", False, False),
    ],
)
def test_the_simple_rule_plays_what_would_qualify(hand: str, jack: bool, ten: bool) -> None:
    assert plays_simply(edition("wsgc-2017"), cards(hand)) is jack
    assert plays_simply(edition("ten"), cards(hand)) is ten


def test_the_best_play_differs_from_the_simple_rule_somewhere() -> None:
    record = edition("wsgc-2017")
    assert plays_best(record, cards("Ac Ah 7d 8d Jd 3s 2c"))
    assert not plays_best(record, cards("Ac 3d 5h 7s 9c Jd Kh"))
    near = cards("Ac Ad As 3h 5s 9c Jd")
    assert plays_simply(record, near)
    assert not plays_best(record, near) or plays_best(record, cards("Ac Ad As 2h 3s 4c 5d"))


def test_a_decision_is_made_through_the_contract() -> None:
    folder = Registry().games[GIN]
    record = edition("wsgc-2017")
    current = begin(folder.game, record, seats=(SEAT,))
    for step in (
        Bet(SEAT, SpotKey("ante"), Credits(1000)),
        CloseBets(),
        Draw(cards("Ac 3d 5h 7s 9c Jd Kh")),
        Draw(cards("2c 4d 6h 8s Tc Qd Kd")),
    ):
        assert isinstance(current, Round)
        current = take(current, step)
    assert isinstance(current, Round)
    for decide in strategies(record).values():
        decision = decide(current, SEAT)
        assert decision is not None and decision.option == "fold"
        after = take(current, decision)
        assert isinstance(after, Round) and decide(after, SEAT) is None


def test_the_bonus_is_untouched_unless_a_fold_loses_it() -> None:
    assert untouched_bets(edition("ten")) == {"gin-bonus"}
    assert untouched_bets(edition("ten", readings__bonus_on_fold="loses")) == frozenset()
    simple = exact_figures(subject(GIN, "ten", strategy="simple"))
    assert [bet.bet for bet in simple.bets] == ["ante-play", "gin-bonus"]


@pytest.mark.parametrize("key", ["wsgc-2017", "ten"])
def test_the_simple_rule_has_an_exact_value(key: str) -> None:
    """All deals less those folded, against best play less what each band of hands gives away."""
    record = edition(key)
    parameters = parameters_of(record)
    simple = simple_solution(parameters)
    assert simple is not None
    lost = sum(
        band.gain_best - (band.gain_played if band.qualifies else 0) for band in bands(parameters)
    )
    pool = parameters.pool
    cost = Fraction(lost, whole_pays(parameters).unit * pool.hands * pool.dealer_hands)
    best = game_figures(Registry().games[GIN].game, record).bets[0].distribution.mean
    assert simple.distribution.mean == best - cost
    assert cost > 0
    qualifying = sum(band.hands for band in bands(parameters) if band.qualifies)
    assert simple.folded_hands == pool.hands - qualifying
    assert strategy_figures(record, "best") == ()


def test_a_deck_whose_hands_are_not_alike_has_no_exact_simple_value() -> None:
    parameters = replace(parameters_of(edition("ten")), qualifier_score=0)
    assert simple_solution(parameters) is None


def test_best_play_wins_more_than_the_simple_rule() -> None:
    means = {}
    for strategy in ("best", "simple"):
        what = subject(GIN, "wsgc-2017", strategy=strategy)
        # The same deals for both would need the same seed tree; so many rounds need not.
        tally = run_chunk(what, 1, 0, 20_000_000)
        figures = exact_figures(what)
        means[strategy] = bet_results(model_of(what).table, tally, figures)[0]
    assert all(abs(mean.z or 9.9) < 4.5 for mean in means.values())
    assert means["best"].mean > means["simple"].mean + 0.001
