"""A model's tally, its trace and the rules of the table tell of the same rounds."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.exact.solvers import game_figures
from pitboss.players.wagers import wagers_of
from pitboss.simulate.by_rules import RulesModel
from pitboss.simulate.model import SimulatedGame, model_of, run_chunk
from pitboss.simulate.one_draw import OneDrawModel
from pitboss.simulate.statistics import bet_results
from pitboss.simulate.tallies import tally_of_counts
from tests.simulate.subjects import EDITIONS, FLIP, GIN, KIT_GAME, SPIN, subject

ROUNDS = 3000


def traced_counts(what: SimulatedGame, *, rounds: int, purpose: str = "rounds") -> NDArray[np.intp]:
    model = model_of(what)
    state = what.state(seed=5, chunk=3, purpose=purpose)
    traced = model.trace(state, trips=1, rounds=rounds)
    return np.bincount(traced.cells[0], minlength=traced.table.cells)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_tally_counts_what_the_trace_shows(game: str, edition: str) -> None:
    what = subject(game, edition)
    tally = run_chunk(what, 5, 3, ROUNDS)
    counts = traced_counts(what, rounds=ROUNDS)
    assert tally.cells == tuple(counts.tolist())
    assert tally.rounds == ROUNDS
    columns = model_of(what).table.columns
    assert tally.sums == tuple((columns @ counts).tolist())


def test_other_tops_count_what_their_trace_shows() -> None:
    what = subject(SPIN, tops__red="3", tops__joker="2")
    tally = run_chunk(what, 5, 3, ROUNDS)
    # Tally and trace draw in different blocks, so they agree in what can occur, not in order.
    counts = traced_counts(what, rounds=50_000)
    assert {at for at, n in enumerate(tally.cells) if n} <= set(np.flatnonzero(counts).tolist())
    figures = game_figures(what.game, what.edition)
    results = bet_results(
        model_of(what).table, tally_of_counts(model_of(what).table.columns, counts), figures
    )
    assert all(abs(result.z or 0.0) < 4.5 for result in results)


@pytest.mark.bounds
@pytest.mark.nojit
def test_a_continuous_shuffler_counts_what_its_trace_shows() -> None:
    what = subject(FLIP, options__shoe="continuous")
    tally = run_chunk(what, 5, 3, ROUNDS)
    assert tally.cells == tuple(traced_counts(what, rounds=ROUNDS).tolist())
    assert "all cards but the row" in model_of(what).method


@pytest.mark.parametrize("game", [SPIN, GIN, FLIP])
def test_bets_are_named_as_the_exact_figures_name_them(game: str) -> None:
    what = subject(game)
    named = tuple(bet.bet for bet in game_figures(what.game, what.edition).bets)
    assert model_of(what).table.bets == named
    assert tuple(w.name for w in wagers_of(what.game, what.edition)) == named


@pytest.mark.untraced
@pytest.mark.parametrize("game", [SPIN, GIN, FLIP])
def test_the_rules_give_every_bet_the_same_nets(game: str) -> None:
    """Every net that rounds through the rules show is one that the model can give, and back."""
    what = subject(game, strategy="simple" if game == GIN else "best")
    slow = RulesModel.of(what.game, what.edition, what.strategy)
    traced = slow.trace(what.state(seed=1, chunk=0), trips=1, rounds=1500)
    fast = model_of(what).table
    assert traced.table.bets == fast.bets
    assert traced.table.largest_wager == fast.largest_wager or game == SPIN
    for bet in range(len(fast.bets)):
        ours = {_net(fast, bet, cell) for cell in range(fast.cells)}
        theirs = {_net(traced.table, bet, int(cell)) for cell in np.unique(traced.cells)}
        assert theirs <= ours


def _net(table, bet: int, cell: int) -> tuple[float, int, int]:  # type: ignore[no-untyped-def]
    exposure = table.exposures[table.exposure_of[bet], cell]
    return table.nets[bet, cell] / table.scale, int(table.wagers[bet, cell]), int(exposure)


def test_a_game_of_one_draw_without_a_model_is_settled_by_its_rules() -> None:
    what = subject(KIT_GAME)
    model = model_of(what)
    assert isinstance(model, OneDrawModel)
    tally = run_chunk(what, 1, 0, 2000)
    figures = game_figures(what.game, what.edition)
    results = bet_results(model.table, tally, figures)
    assert tally.packets == 2000
    assert all(result.units == 2000 and abs(result.z or 9.9) < 4.5 for result in results)
    assert tally == run_chunk(what, 1, 0, 2000)
    assert tally != run_chunk(what, 2, 0, 2000)


def test_an_edition_beyond_the_kernel_runs_through_its_rules() -> None:
    what = subject(GIN, cards__ranks="A23456789T", qualifier__rank="9", table__seats="3")
    assert isinstance(model_of(what), RulesModel)
    what = subject(FLIP, pays__call_it="900000000")
    assert isinstance(model_of(what), RulesModel)


def test_a_game_has_its_own_randomness_for_each_purpose() -> None:
    what = subject(SPIN)
    states = [
        what.state(seed=seed, chunk=chunk, purpose=purpose).tobytes()
        for seed in (1, 2)
        for chunk in (0, 1)
        for purpose in ("rounds", "trips")
    ]
    assert len(set(states)) == len(states)
