"""Cards and positions come equally often, and the check that says so can also say no."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.simulate.generator import chunk_state, draw_below, fill_words, words_for
from pitboss.simulate.kernels.flip_it import trace_shoes
from pitboss.simulate.kernels.gin_and_win import trace_hands
from pitboss.simulate.kernels.spin_n_win import trace_spins
from tests.late import stats

REFUSED_BELOW = 1e-6
"""A check that refuses a good generator once in a million runs; seeds here are fixed."""


def chance(counts: NDArray[np.int64]) -> float:
    """How likely counts this uneven are when all are equally likely."""
    return float(stats.chisquare(counts.reshape(-1)).pvalue)


def state_of(chunk: int) -> NDArray[np.uint64]:
    return chunk_state(seed=99, game="checks", edition="none", chunk=chunk)


def drawn(size: int, count: int, chunk: int) -> NDArray[np.uint32]:
    sizes = np.full(count, size, dtype=np.uint32)
    out = np.empty(count, dtype=np.uint32)
    draw_below(state_of(chunk), words_for(count), sizes, out)
    return out


@pytest.mark.parametrize("size", [2, 7, 52, 440])
def test_numbers_below_a_size(size: int) -> None:
    values = np.concatenate([drawn(size, 4000, chunk) for chunk in range(50)])
    assert chance(np.bincount(values, minlength=size)) > REFUSED_BELOW
    pairs = values[::2].astype(np.int64) * size + values[1::2]
    if size <= 52:
        assert chance(np.bincount(pairs, minlength=size * size)) > REFUSED_BELOW


def test_every_card_comes_in_every_place_of_a_shoe() -> None:
    deck = np.arange(52, dtype=np.uint8)
    shoes, _ = trace_shoes(state_of(1), shoes=20_000, deck=deck, cut_undealt=0)
    for place in (0, 1, 25, 50, 51):
        assert chance(np.bincount(shoes[:, place], minlength=52)) > REFUSED_BELOW
    neighbours = shoes[:, 3].astype(np.int64) * 52 + shoes[:, 4]
    counts = np.bincount(neighbours, minlength=52 * 52).reshape(52, 52)
    assert (np.diag(counts) == 0).all()
    assert chance(counts[~np.eye(52, dtype=np.bool_)]) > REFUSED_BELOW


def test_every_card_comes_to_both_hands() -> None:
    for hands in trace_hands(state_of(2), rounds=100_000):
        held = [int((hands >> np.uint64(card) & np.uint64(1)).sum()) for card in range(52)]
        # Seven cards of a hand exclude each other: the spread is 45/52 of independent draws.
        square = stats.chisquare(held).statistic * 51 / 45
        assert stats.chi2.sf(square, 51) > REFUSED_BELOW


def test_every_result_of_the_tops_comes_and_follows_every_other() -> None:
    spins = trace_spins(state_of(3), rounds=400_000)
    assert chance(np.bincount(spins, minlength=64)) > REFUSED_BELOW
    pairs = spins[:-1:2].astype(np.int64) * 64 + spins[1::2]
    assert chance(np.bincount(pairs, minlength=4096)) > REFUSED_BELOW


def test_chunks_do_not_follow_each_other() -> None:
    first = np.empty((64, 32), dtype=np.uint64)
    second = np.empty((64, 32), dtype=np.uint64)
    fill_words(state_of(4), first)
    fill_words(state_of(5), second)
    same = np.bitwise_count(first ^ second).sum() / first.size / 64
    assert abs(same - 0.5) < 6 * 0.5 / (first.size * 64) ** 0.5


# --- the checks refuse what is wrong ------------------------------------------------------


def test_numbers_by_remainder_of_a_byte_are_refused() -> None:
    """256 is no multiple of 52, so the first 48 cards come a quarter oftener than the rest."""
    words = np.empty((400, 32), dtype=np.uint64)
    fill_words(state_of(6), words)
    assert chance(np.bincount(words.view(np.uint8).reshape(-1) % 52, minlength=52)) < REFUSED_BELOW


def test_a_lazy_shuffle_is_refused() -> None:
    """Each card changed with any other, not only with those that follow: a famous mistake."""
    offsets = drawn(6, 6 * 30_000, 7).reshape(-1, 6)
    last = np.empty(len(offsets), dtype=np.int64)
    for at, swaps in enumerate(offsets):
        order = list(range(6))
        for place, other in enumerate(swaps):
            order[place], order[other] = order[other], order[place]
        last[at] = order[0] * 6 + order[1]
    counts = np.bincount(last, minlength=36).reshape(6, 6)
    assert chance(counts[~np.eye(6, dtype=np.bool_)]) < REFUSED_BELOW


def test_a_counter_in_place_of_the_generator_is_refused() -> None:
    values = np.arange(40_000) % 53 % 52
    assert chance(np.bincount(values, minlength=52)) < REFUSED_BELOW
