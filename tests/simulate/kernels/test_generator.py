"""The generator: its recurrence, its streams, and draws that are exactly fair."""

from __future__ import annotations

from hashlib import shake_256

import numpy as np
import pytest

from pitboss.invariants import BrokenInvariant
from pitboss.simulate import generator
from pitboss.simulate.generator import LANES, chunk_state, draw_below, fill_words, words_for
from tests.late import stats

WORD = (1 << 64) - 1


def state(chunk: int = 0) -> generator.Words:
    return chunk_state(seed=7, game="a-game", edition="an edition", chunk=chunk)


def rotated(word: int, left: int) -> int:
    return (word << left | word >> (64 - left)) & WORD


def recurrence(lane: list[int], count: int) -> list[int]:
    """xoshiro256++ as its authors write it, in plain integers."""
    s0, s1, s2, s3 = lane
    words = []
    for _ in range(count):
        words.append((rotated((s0 + s3) & WORD, 23) + s0) & WORD)
        shifted = (s1 << 17) & WORD
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        s3 = rotated(s3, 45)
    return words


@pytest.mark.nojit
@pytest.mark.bounds
def test_every_lane_follows_the_recurrence() -> None:
    lanes = state()
    starts = lanes.T.tolist()
    out = np.empty((20, LANES), dtype=np.uint64)
    with np.errstate(over="ignore"):
        fill_words(lanes, out)
        later = np.empty((3, LANES), dtype=np.uint64)
        fill_words(lanes, later)
    expected = [recurrence(start, 23) for start in starts]
    assert out.T.tolist() == [words[:20] for words in expected]
    assert later.T.tolist() == [words[20:] for words in expected]


def test_a_state_is_the_digest_of_its_spelled_key() -> None:
    key = b"".join(
        len(part).to_bytes(4, "big") + part
        for part in (b"pitboss simulate 1", (7).to_bytes(32, "big"), b"a-game", b"an edition")
    )
    digest = shake_256(key + (3).to_bytes(8, "big")).digest(32 * LANES)
    words = [int.from_bytes(digest[at : at + 8], "little") for at in range(0, len(digest), 8)]
    assert state(3).ravel().tolist() == words


def test_every_field_of_the_key_makes_a_stream_of_its_own() -> None:
    keys = [
        (7, "game", "edition", 0),
        (8, "game", "edition", 0),
        (7, "gamee", "dition", 0),
        (7, "game", "other", 0),
        (7, "game", "edition", 1),
        (7 << 200, "game", "edition", 0),
    ]
    states = [chunk_state(seed=s, game=g, edition=e, chunk=c) for s, g, e, c in keys]
    words = {int(word) for lanes in states for word in lanes.ravel()}
    assert len(words) == len(keys) * 4 * LANES


@pytest.mark.parametrize(("seed", "chunk"), [(-1, 0), (1 << 256, 0), (0, -1), (0, 1 << 63)])
def test_a_seed_or_chunk_out_of_range_is_refused(seed: int, chunk: int) -> None:
    with pytest.raises(BrokenInvariant):
        chunk_state(seed=seed, game="g", edition="e", chunk=chunk)


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("n", [1, 2, 3, 39, 52, 436, 440, 896])
def test_each_number_keeps_equally_many_of_all_halves(n: int) -> None:
    """Numbers own runs of consecutive halves; only the first of a run can be rejected."""
    share = (1 << 32) // n
    for number in range(n):
        first = -(-(number << 32) // n)
        end = -(-((number + 1) << 32) // n)
        sizes = np.array([n], dtype=np.uint32)
        rejected = [
            generator._any_rejected(np.array([half], dtype=np.uint32), sizes)
            for half in (first, first + 1, end - 1)
        ]
        assert rejected[1:] == [False, False]
        assert end - first - rejected[0] == share


@pytest.mark.nojit
@pytest.mark.bounds
def test_one_rejected_draw_draws_them_all_again() -> None:
    lanes = state()
    # Lanes whose first words are zero, which every size that is no power of two rejects.
    lanes[0], lanes[3] = 0, 0
    again = lanes.copy()
    sizes = np.array([52, 51, 50], dtype=np.uint32)
    out = np.empty(3, dtype=np.uint32)
    words = words_for(3)
    with np.errstate(over="ignore"):
        draw_below(lanes, words, sizes, out)
        second = np.empty((2 * words.shape[0], LANES), dtype=np.uint64)
        fill_words(again, second)
    assert not second[0].any()
    halves = second[1:].ravel().view(np.uint32)[:3].tolist()
    assert out.tolist() == [half * n >> 32 for half, n in zip(halves, sizes.tolist(), strict=True)]


def test_numbers_are_equidistributed_in_every_place_of_a_draw() -> None:
    lanes = state()
    sizes = np.full(200, 53, dtype=np.uint32)
    out = np.empty(200, dtype=np.uint32)
    words = words_for(200)
    counts = np.zeros((200, 53), dtype=np.int64)
    for _ in range(5_000):
        draw_below(lanes, words, sizes, out)
        counts[np.arange(200), out] += 1
    by_place = ((counts - 5_000 / 53) ** 2 / (5_000 / 53)).sum(axis=1)
    places = stats.kstest(stats.chi2.sf(by_place, df=52), "uniform").pvalue
    assert places > 1e-4
    assert stats.chisquare(counts.sum(axis=0)).pvalue > 1e-4


def test_bits_lanes_and_successive_words_show_no_pattern() -> None:
    lanes = state()
    out = np.empty((4096, LANES), dtype=np.uint64)
    fill_words(lanes, out)
    bits = np.unpackbits(out.view(np.uint8)).reshape(4096, LANES, 64)
    assert stats.binomtest(int(bits.sum()), bits.size).pvalue > 1e-4
    for agree in (
        bits[1:] == bits[:-1],  # one word and the next of its lane
        bits[:, 1:] == bits[:, :-1],  # one lane and its neighbour
        bits[..., 1:] == bits[..., :-1],  # one bit and the next
    ):
        assert stats.binomtest(int(agree.sum()), agree.size).pvalue > 1e-4
    assert stats.chisquare(np.bincount(out.view(np.uint8).ravel(), minlength=256)).pvalue > 1e-4
