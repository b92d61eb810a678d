"""Spin N Win's kernel: rounds drawn one way and tallied another, and the rules' own lines."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from pitboss.equipment.tops import Face
from pitboss.games.needs import NeedDecisions
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Step
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal
from pitboss.simulate.generator import Words, chunk_state
from pitboss.simulate.kernels import spin_n_win as kernel
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.late import stats

SEAT, STAKE = SeatIndex(1), Credits(200)
COLOUR = np.array([kernel.COLOURS.index(face) for face in kernel.FACES])


def state(chunk: int = 0) -> Words:
    return chunk_state(seed=11, game="spin-n-win", edition="test", chunk=chunk)


def cells_of(results: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> list[int]:
    cells = COLOUR[results // 8] * 5 + COLOUR[results % 8]
    return [int(count) for count in np.bincount(cells, minlength=kernel.CELLS)]


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("rounds", [0, 1, 63, 64, 65, 500, kernel.BLOCK_ROUNDS + 130])
def test_a_tally_counts_exactly_the_rounds_of_the_trace(rounds: int) -> None:
    tallied, traced = state(), state()
    tally = kernel.tally_spins(tallied, rounds=rounds)
    results = kernel.trace_spins(traced, rounds=rounds)
    assert tally.tolist() == cells_of(results)
    assert (tallied == traced).all()


def stepped(current: Round | Refusal, *steps: Step) -> Round:
    for step in steps:
        assert isinstance(current, Round)
        current = take(current, step)
    assert isinstance(current, Round)
    return current


@cache
def betting_round() -> Round:
    """A round in which seat 1 bets on everything and waits for the Tops."""
    folder = Registry().games["spin-n-win"]
    edition = folder.edition()
    assert not isinstance(edition, Refusal)
    spots = folder.game.all_spots(edition)
    assert len(spots) == 12
    bets = (Bet(SEAT, spot.key, STAKE) for spot in spots)
    current = stepped(begin(folder.game, edition, seats=(SEAT,)), *bets, CloseBets())
    while isinstance(current.need, NeedDecisions):
        asked = current.need.pending[0]
        current = stepped(current, Decide(asked.actor, asked.options[0].key))
    return current


def rules_nets(first: str, second: str) -> dict[SpotKey, int]:
    over = stepped(betting_round(), Draw((Face(first), Face(second))))
    return {line.spot: line.net for line in over.lines()}


@pytest.mark.untraced
@pytest.mark.parametrize("rounds", [3_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_the_rules_settle_traced_rounds_as_the_tally_does(rounds: int) -> None:
    tally = kernel.tally_spins(state(1), rounds=rounds)
    results = kernel.trace_spins(state(1), rounds=rounds)
    by_cell = [rules_nets(a, b) for a in kernel.COLOURS for b in kernel.COLOURS]
    settled = dict.fromkeys(by_cell[0], 0)
    for result in results.tolist():
        first, second = kernel.FACES[result // 8], kernel.FACES[result % 8]
        nets = rules_nets(first, second)
        assert nets == by_cell[5 * kernel.COLOURS.index(first) + kernel.COLOURS.index(second)]
        for spot, net in nets.items():
            settled[spot] += net
    assert len(settled) == 12
    assert len(set(results.tolist())) == 64
    for spot, net in settled.items():
        counted = zip(tally.tolist(), by_cell, strict=True)
        assert net == sum(count * nets[spot] for count, nets in counted)


def test_all_sixty_four_results_are_equally_likely() -> None:
    counts = np.bincount(kernel.trace_spins(state(2), rounds=2_000_000), minlength=64)
    assert stats.chisquare(counts).pvalue > 1e-4
    tally = kernel.tally_spins(state(3), rounds=1_000_000_000)
    faces = np.bincount(COLOUR)
    expected = np.outer(faces, faces).ravel() * (1_000_000_000 / 64)
    assert stats.chisquare(tally, expected).pvalue > 1e-4


def test_tops_of_any_faces_are_drawn_fairly() -> None:
    first = np.array([0, 0, 1, 2, 2, 3, 4], dtype=np.uint8)
    second = np.array([4, 1, 0], dtype=np.uint8)
    tally = kernel.tally_any_spins(state(4), rounds=2_100_003, first=first, second=second)
    assert tally.sum() == 2_100_003
    shares = np.outer(np.bincount(first, minlength=5), np.bincount(second, minlength=5)).ravel()
    assert not tally[shares == 0].any()
    expected = shares[shares > 0] * (2_100_003 / 21)
    assert stats.chisquare(tally[shares > 0], expected).pvalue > 1e-4


@pytest.mark.nojit
@pytest.mark.bounds
def test_tops_of_any_faces_take_whole_blocks_and_single_rounds() -> None:
    top = np.array([3], dtype=np.uint8)
    tally = kernel.tally_any_spins(state(), rounds=1030, first=top, second=top)
    assert tally.tolist() == [1030 if cell == 18 else 0 for cell in range(25)]


def test_impossible_orders_are_refused() -> None:
    good, none = np.zeros(8, dtype=np.uint8), np.zeros(0, dtype=np.uint8)
    with pytest.raises(BrokenInvariant):
        kernel.tally_spins(state(), rounds=-1)
    with pytest.raises(BrokenInvariant):
        kernel.trace_spins(state(), rounds=-1)
    with pytest.raises(BrokenInvariant, match="faces"):
        kernel.tally_any_spins(state(), rounds=1, first=good, second=none)
    with pytest.raises(BrokenInvariant, match="colour"):
        kernel.tally_any_spins(state(), rounds=1, first=good + 5, second=good)
