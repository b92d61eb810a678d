"""Random words for simulation: 32 lanes of xoshiro256++, seeded by a tree of SHAKE-256 keys.

Period and separation. A lane (Blackman and Vigna's xoshiro256++, 256 bits of state) repeats after
2^256 - 1 words. A chunk's lanes start at points that SHAKE-256 picks from (root seed, game, edition
hash, chunk index), so no chunk depends on how many workers there are. If a run used 2^40 lanes of
2^40 words each, two would share a word's state with probability below 2^(80 + 41 - 256) = 2^-135.
For simulation only: live tables draw from sealed seeds.
"""

from __future__ import annotations

from hashlib import shake_256

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.invariants import check
from pitboss.simulate.chunks import SEED_BITS

Words = NDArray[np.uint64]
Numbers = NDArray[np.uint32]

LANES = 32
STATE_WORDS = 4
_DOMAIN = b"pitboss simulate 1"
_LARGEST_CHUNK = 2**63
_LOW_HALF = np.uint64(0xFFFFFFFF)


def chunk_state(*, seed: int, game: str, edition: str, chunk: int) -> Words:
    """The state of one chunk's lanes: a (4, LANES) array that kernels advance in place."""
    check(0 <= seed < 1 << SEED_BITS, f"a root seed has at most {SEED_BITS} bits")
    check(0 <= chunk < _LARGEST_CHUNK, "a chunk index is a count")
    # Every field carries its length, so that no two different keys are spelled alike.
    fields = (_DOMAIN, seed.to_bytes(32, "big"), game.encode(), edition.encode())
    key = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    key += chunk.to_bytes(8, "big")
    drawn = shake_256(key).digest(STATE_WORDS * LANES * 8)
    state = np.frombuffer(drawn, dtype="<u8").astype(np.uint64).reshape(STATE_WORDS, LANES)
    # The one state that the recurrence never leaves; 2^-256 per lane, but it costs nothing.
    state[0, ~state.any(axis=0)] = 1
    return state


@kernel(largest=2**63 - 1)
def _rotated(word: np.uint64, left: int) -> np.uint64:
    return np.uint64((word << np.uint64(left)) | (word >> np.uint64(64 - left)))


@kernel(largest=2**63 - 1)
def fill_words(state: Words, out: Words) -> None:
    """Fill a (steps, LANES) array: row after row, one new word from every lane.

    Words are unsigned and wrap as the generator means them to; no count is held here.
    """
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            s0 = state[0, j]
            s1 = state[1, j]
            s2 = state[2, j]
            s3 = state[3, j]
            out[i, j] = _rotated(s0 + s3, 23) + s0
            s2 ^= s0
            s3 ^= s1
            state[1, j] = s1 ^ s2
            state[0, j] = s0 ^ s3
            state[2, j] = s2 ^ (s1 << np.uint64(17))
            state[3, j] = _rotated(s3, 45)


@kernel(largest=2**31)
def words_for(draws: int) -> Words:
    """Room for the words that so many draws of 32 bits take."""
    return np.empty((draws // (2 * LANES) + 1, LANES), dtype=np.uint64)


@kernel(largest=2**63 - 1)
def draw_below(state: Words, words: Words, sizes: Numbers, out: Numbers) -> None:
    """One number below each size, every combination of them exactly equally likely.

    A 32-bit half x of a word gives the high half of x * n, which is fair when every x whose
    low half is under 2^32 mod n is rejected (Lemire): floor(2^32 / n) values of x are then
    left for each number. One rejected draw rejects them all, so that what remains is uniform
    on the product of the ranges. The largest size is a cheap first test, since no remainder
    exceeds it. A size is at most 2^31, a product below 2^63.
    """
    halves = words.view(np.uint32).reshape(-1)
    largest = np.uint64(0)
    for i in range(sizes.shape[0]):
        largest = max(largest, np.uint64(sizes[i]))
    rejected = True
    while rejected:
        fill_words(state, words)
        lowest = np.uint32(_LOW_HALF)
        for i in range(sizes.shape[0]):
            product = np.uint64(halves[i]) * np.uint64(sizes[i])
            out[i] = np.uint32(product >> np.uint64(32))
            lowest = min(lowest, np.uint32(product & _LOW_HALF))
        rejected = bool(np.uint64(lowest) < largest) and _any_rejected(halves, sizes)


@kernel(largest=2**63 - 1)
def _any_rejected(halves: Numbers, sizes: Numbers) -> bool:
    for i in range(sizes.shape[0]):
        n = np.int64(sizes[i])
        if (np.int64(halves[i]) * n) & 0xFFFFFFFF < 4294967296 % n:
            return True
    return False
