"""Spin N Win: 64 rounds at a time, each the same bit of six random words.

A face is three bits, so both Tops take six and no draw is ever rejected: the 64 results are equally
likely by construction. Rounds are tallied by the colours of both Tops, 25 cells (Top A's colour
times 5 plus Top B's), on which alone every bet depends (clauses 1 to 3).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.invariants import check
from pitboss.simulate.generator import LANES, Words, draw_below, fill_words, words_for

W = np.uint64
Tally = NDArray[np.int64]

# Faces by their three bits: 000 and 001 red, 010 and 011 green, 100 and 101 blue, 110
# yellow, 111 joker. The colours below are numbered in that order.
FACES = "RRGGBBYJ"
COLOURS = "RGBYJ"
CELLS = len(COLOURS) ** 2
FACE_BITS = 3
# 6 planes of this many words stay in the first cache; a multiple of LANES.
BLOCK_WORDS = 8 * LANES
BLOCK_ROUNDS = 64 * BLOCK_WORDS
LARGEST_ROUNDS = 2**62
LARGEST_TOP = 2**16
_ANY_BLOCK = 1024
_TRACE_BLOCK = 4096
_PLANES = 2 * FACE_BITS
_ALL = W(0xFFFFFFFFFFFFFFFF)
_EVERY_2ND = W(0x5555555555555555)
_EVERY_4TH = W(0x3333333333333333)
_EVERY_8TH = W(0x0F0F0F0F0F0F0F0F)
_BYTES = W(0x0101010101010101)


@kernel(largest=64)
def _bits(word: W) -> W:
    """The number of bits set, in the form that compilers know as a population count."""
    word = word - ((word >> W(1)) & _EVERY_2ND)
    word = (word & _EVERY_4TH) + ((word >> W(2)) & _EVERY_4TH)
    word = (word + (word >> W(4))) & _EVERY_8TH
    return W(word * _BYTES) >> W(56)


@kernel(largest=64)
def _colours(high: W, middle: W, low: W) -> tuple[W, W, W, W, W]:
    """Which of 64 rounds show red, green, blue, yellow, joker, one word each."""
    last = high & middle
    return ~(high | middle), middle & ~high, high & ~middle, last & ~low, last & low


@kernel(largest=LARGEST_ROUNDS)
def _add_cells(planes: Words, first: int, last: int, live: W, tally: Tally) -> None:
    """Settle the rounds of words first to last - 1 whose bits are set in `live`."""
    r0 = r1 = r2 = r3 = r4 = W(0)
    g0 = g1 = g2 = g3 = g4 = W(0)
    b0 = b1 = b2 = b3 = b4 = W(0)
    y0 = y1 = y2 = y3 = y4 = W(0)
    j0 = j1 = j2 = j3 = j4 = W(0)
    for i in range(first, last):
        red, green, blue, yellow, joker = _colours(planes[3, i], planes[4, i], planes[5, i])
        ar, ag, ab, ay, aj = _colours(planes[0, i], planes[1, i], planes[2, i])
        ar &= live
        ag &= live
        ab &= live
        ay &= live
        aj &= live
        r0 += _bits(ar & red)
        r1 += _bits(ar & green)
        r2 += _bits(ar & blue)
        r3 += _bits(ar & yellow)
        r4 += _bits(ar & joker)
        g0 += _bits(ag & red)
        g1 += _bits(ag & green)
        g2 += _bits(ag & blue)
        g3 += _bits(ag & yellow)
        g4 += _bits(ag & joker)
        b0 += _bits(ab & red)
        b1 += _bits(ab & green)
        b2 += _bits(ab & blue)
        b3 += _bits(ab & yellow)
        b4 += _bits(ab & joker)
        y0 += _bits(ay & red)
        y1 += _bits(ay & green)
        y2 += _bits(ay & blue)
        y3 += _bits(ay & yellow)
        y4 += _bits(ay & joker)
        j0 += _bits(aj & red)
        j1 += _bits(aj & green)
        j2 += _bits(aj & blue)
        j3 += _bits(aj & yellow)
        j4 += _bits(aj & joker)
    cells = (r0, r1, r2, r3, r4, g0, g1, g2, g3, g4, b0, b1, b2, b3, b4)
    for cell in range(15):
        tally[cell] += np.int64(cells[cell])
    rest = (y0, y1, y2, y3, y4, j0, j1, j2, j3, j4)
    for cell in range(10):
        tally[15 + cell] += np.int64(rest[cell])


@kernel(largest=LARGEST_ROUNDS)
def _tally(state: Words, rounds: int, tally: Tally) -> None:
    words = np.empty((_PLANES * BLOCK_WORDS // LANES, LANES), dtype=np.uint64)
    planes = words.reshape((_PLANES, BLOCK_WORDS))
    left = rounds
    while left > 0:
        fill_words(state, words)
        whole = min(left, BLOCK_ROUNDS) // 64
        _add_cells(planes, 0, whole, _ALL, tally)
        left -= 64 * whole
        if whole < BLOCK_WORDS and left > 0:
            live = W((W(1) << W(left)) - W(1))
            _add_cells(planes, whole, whole + 1, live, tally)
            left = 0


@kernel(largest=LARGEST_ROUNDS)
def _tally_any(
    state: Words, rounds: int, first: NDArray[np.uint8], second: NDArray[np.uint8], tally: Tally
) -> None:
    sizes = np.empty(2 * _ANY_BLOCK, dtype=np.uint32)
    for i in range(_ANY_BLOCK):
        sizes[i] = np.uint32(first.shape[0])
        sizes[_ANY_BLOCK + i] = np.uint32(second.shape[0])
    drawn = np.empty(2 * _ANY_BLOCK, dtype=np.uint32)
    words = words_for(2 * _ANY_BLOCK)
    left = rounds
    while left > 0:
        draw_below(state, words, sizes, drawn)
        for i in range(min(left, _ANY_BLOCK)):
            a = first[drawn[i]]
            b = second[drawn[_ANY_BLOCK + i]]
            tally[5 * a + b] += 1
        left -= _ANY_BLOCK


@kernel(largest=LARGEST_ROUNDS)
def _trace(state: Words, out: NDArray[np.uint8]) -> None:
    words = np.empty((_PLANES * BLOCK_WORDS // LANES, LANES), dtype=np.uint64)
    planes = words.reshape((_PLANES, BLOCK_WORDS))
    for i in range(out.shape[0]):
        at = i % BLOCK_ROUNDS
        if at == 0:
            fill_words(state, words)
        result = W(0)
        for plane in range(_PLANES):
            result = (result << W(1)) | ((planes[plane, at // 64] >> W(at % 64)) & W(1))
        out[i] = np.uint8(result)


@kernel(largest=2**31)
def _trace_any(state: Words, top: NDArray[np.uint8], out: NDArray[np.uint16]) -> None:
    sizes = np.full(2 * _TRACE_BLOCK, np.uint32(top.shape[0]), dtype=np.uint32)
    drawn = np.empty(2 * _TRACE_BLOCK, dtype=np.uint32)
    words = words_for(2 * _TRACE_BLOCK)
    for i in range(out.shape[0]):
        at = i % _TRACE_BLOCK
        if at == 0:
            draw_below(state, words, sizes, drawn)
        out[i] = top[drawn[at]] * 5 + top[drawn[_TRACE_BLOCK + at]]


def tally_spins(state: Words, *, rounds: int) -> Tally:
    """Draw and settle rounds: how many fell in each of the 25 cells, by COLOURS of A, then B.

    Advances `state` by whole blocks, so a tally and a trace of one length draw alike.
    """
    check(0 <= rounds <= LARGEST_ROUNDS, "more rounds than a tally can hold")
    tally = np.zeros(CELLS, dtype=np.int64)
    with np.errstate(over="ignore"):  # words wrap on purpose; heard only with the compiler off
        _tally(state, rounds, tally)
    return tally


def trace_spins(state: Words, *, rounds: int) -> NDArray[np.uint8]:
    """The same rounds one by one: Top A's face times 8 plus Top B's, indexes into FACES."""
    check(rounds >= 0, "a number of rounds is a count")
    out = np.empty(rounds, dtype=np.uint8)
    with np.errstate(over="ignore"):
        _trace(state, out)
    return out


def tally_any_spins(
    state: Words, *, rounds: int, first: NDArray[np.uint8], second: NDArray[np.uint8]
) -> Tally:
    """The same 25 cells for Tops of any faces, given as indexes into COLOURS; slower."""
    check(0 <= rounds <= LARGEST_ROUNDS, "more rounds than a tally can hold")
    for top in (first, second):
        check(0 < len(top) <= LARGEST_TOP, "a Top has faces")
        check(top.dtype == np.uint8 and bool((top < len(COLOURS)).all()), "a face is a colour")
    tally = np.zeros(CELLS, dtype=np.int64)
    with np.errstate(over="ignore"):
        _tally_any(state, rounds, first, second, tally)
    return tally


def trace_any_spins(state: Words, *, rounds: int, top: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Cells of spins of two such Tops, one by one."""
    out = np.empty(rounds, dtype=np.uint16)
    _trace_any(state, top, out)
    return out
