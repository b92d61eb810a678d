"""Means and errors against plain arithmetic; verdicts that can tell wrong from right."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from pitboss.exact.solvers import game_figures
from pitboss.games.bet_names import BetNames
from pitboss.simulate.cells import CellTable
from pitboss.simulate.engines import local_engine
from pitboss.simulate.model import SimulatedGame, model_of
from pitboss.simulate.runner import RunOrder, run
from pitboss.simulate.statistics import (
    AGREES,
    DIFFERS,
    UNKNOWN,
    BetResult,
    bet_results,
    chance_of,
    verdict_line,
)
from pitboss.simulate.tallies import RoundTally, nothing, tally_of_counts, tally_of_packets
from tests.simulate.subjects import EDITIONS, FLIP, GIN, SPIN, subject


def played(what: SimulatedGame, rounds: int, *, seed: int = 2) -> RoundTally:
    with local_engine(2) as engine:
        return run(RunOrder(what, seed, rounds), engine, figures=None).tally


def test_mean_and_error_of_independent_rounds() -> None:
    what = subject(SPIN)
    table = model_of(what).table
    tally = played(what, 50_000)
    nets = np.repeat(table.nets[0] / table.scale, tally.cells)
    result = bet_results(table, tally, None)[0]
    assert result.mean == pytest.approx(nets.mean(), abs=1e-12)
    assert result.standard_error == pytest.approx(nets.std(ddof=1) / sqrt(len(nets)), rel=1e-9)
    assert result.exact is None and result.z is None and result.verdict == UNKNOWN
    low, high = result.interval
    assert high - low == pytest.approx(2 * 1.959963984540054 * result.standard_error)


def test_the_error_of_a_ratio_over_packets() -> None:
    rng = np.random.Generator(np.random.PCG64DXSM(4))
    units = rng.integers(1, 9, size=500)
    nets = rng.integers(-9, 9, size=500)
    none = np.zeros((1, 0), dtype=np.int64)
    table = CellTable(("bet",), 2, none, none, none, (0,), (1,))
    tally = tally_of_packets(np.stack([nets, units], axis=1), rounds=int(units.sum()))
    found = bet_results(table, tally, None)[0].standard_error
    mean = nets.sum() / units.sum()
    spread = ((nets - mean * units) ** 2).sum() * 500 / 499
    assert found == pytest.approx(sqrt(spread) / units.sum() / 2, rel=1e-12)
    assert bet_results(table, nothing(columns=2, cells=0), None)[0].standard_error == 0.0


def test_tallies_add_up_and_stay_whole_beyond_64_bits() -> None:
    columns = np.array([[2**30, -3], [1, 1]], dtype=np.int64)
    counts = np.array([2**40, 7], dtype=np.int64)
    tally = tally_of_counts(columns, counts)
    assert tally.products[0][0] == 2**100 + 63
    total = tally + tally
    assert total.products[0][0] == 2 * (2**100 + 63)
    assert total.rounds == 2 * (2**40 + 7)
    assert total == nothing(columns=2, cells=2) + tally + tally
    packets = tally_of_packets(np.array([[1, 2], [3, 4]], dtype=np.int64), rounds=6)
    assert (packets.rounds, packets.packets, packets.sums) == (6, 2, (4, 6))
    assert packets.products == ((10, 14), (14, 20))


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_bet_of_every_edition_agrees(game: str, edition: str) -> None:
    what = subject(game, edition)
    figures = game_figures(what.game, what.edition)
    results = bet_results(model_of(what).table, played(what, 4_000_000), figures)
    assert {result.verdict for result in results} == {AGREES}
    assert verdict_line(results, what.names).startswith("AGREES")


@pytest.mark.parametrize(
    ("game", "change", "bet"),
    [
        (SPIN, {"pays__single_joker": "13/4"}, "single:joker"),
        (SPIN, {"pays__combo_red_green": "71/20"}, "combo:red-green"),
        (GIN, {"pays__play_zero": "4/1"}, "ante-play"),
        (GIN, {"bonus__one": "21/10"}, "gin-bonus"),
        (FLIP, {"pays__call_it": "121/10"}, "call:7"),
        (FLIP, {"bonus__two_pair": "3/1"}, "bonus"),
    ],
)
def test_a_wrong_pay_is_caught(game: str, change: dict[str, str], bet: str) -> None:
    """Rounds are settled with one pay changed and judged by the figures of the right ones."""
    right, wrong = subject(game), subject(game, **change)
    figures = game_figures(right.game, right.edition)
    table, tally = model_of(wrong).table, played(wrong, 4_000_000)
    results = bet_results(table, tally, figures)
    verdicts = {result.bet: result.verdict for result in results}
    assert verdicts[bet] == DIFFERS
    sentence = verdict_line(results, wrong.names)
    assert wrong.names(bet) in sentence and sentence.startswith("DIFFERS")
    own = bet_results(table, tally, game_figures(wrong.game, wrong.edition))
    assert {result.bet: result.verdict for result in own}[bet] == AGREES


def test_too_few_rounds_are_judged_by_the_exact_spread() -> None:
    what = subject(SPIN)
    figures = game_figures(what.game, what.edition)
    tally = played(what, 10)
    result = bet_results(model_of(what).table, tally, figures)[-1]
    variance = figures.bets[-1].distribution.variance
    assert result.standard_error == pytest.approx(sqrt(variance / 10))
    assert result.z is not None


def test_flips_of_one_shoe_err_less_than_independent_ones() -> None:
    what = subject(FLIP)
    figures = game_figures(what.game, what.edition)
    red = bet_results(model_of(what).table, played(what, 2_000_000), figures)[0]
    independent = sqrt(figures.bets[0].distribution.variance / 2_000_000)
    assert 0.2 * independent < red.standard_error < 0.6 * independent


def test_a_bonus_counts_only_where_it_is_offered() -> None:
    what = subject(FLIP)
    figures = game_figures(what.game, what.edition)
    tally = played(what, 2_000_000)
    bonus = bet_results(model_of(what).table, tally, figures)[-1]
    offered = figures.bets[-1].offered
    assert bonus.bet == "bonus"
    assert bonus.units / tally.rounds == pytest.approx(float(offered), rel=0.01)


def test_a_verdict_says_how_far_and_how_sharp() -> None:
    fine = BetResult("one", 10, -0.01, 0.001, Fraction(-1, 100), 0.5)
    odd = BetResult("two", 10, -0.01, 0.001, Fraction(-1, 100), -4.2)
    none = BetResult("three", 0, 0.0, 0.0, None, None)
    names = BetNames({})
    assert "One lies +0.50" in verdict_line((fine, none), names)
    assert "0.008 per unit" in verdict_line((fine,), names)
    assert "all 2 bets" in verdict_line((fine, fine), names)
    assert verdict_line((fine, odd), names).startswith("DIFFERS: Two.")
    assert verdict_line((none,), names).startswith("No exact value")
    assert chance_of(1, 1.959963984540054) == pytest.approx(0.05)
    assert chance_of(12, 4.0) == pytest.approx(1 - (1 - 6.334e-5) ** 12, rel=1e-3)
