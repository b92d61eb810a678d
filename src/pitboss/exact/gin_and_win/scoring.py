"""Gin & Win hands scored from four suit masks, without tables and without branches.

A suit mask has 13 bits (bit 0 the Ace, bit 12 the King). Strength is the score shifted left by 13,
joined with the mask of the left-over ranks: lower is better, which is the house way's own order
(fewest cards, then lowest ranks from the highest down). All arithmetic stays in 16-bit lanes, so
that a loop over arrays scores 16 hands in one vector.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.invariants import check

Masks = NDArray[np.uint16]

SCORE_SHIFT = 13
RANKS_MASK = 0x1FFF
LARGEST_STRENGTH = 0xFFFF  # a score of seven with every rank bit set would still fit
HAND_CARDS = 7

# The bonus lines from worst to best; an index into this tuple is what kernels tally.
BONUS_LINES = (
    "lose",
    "two-low",
    "one",
    "zero",
    "quads-flush3",
    "flush5-pair",
    "quads-trips",
)
LOSE, TWO_LOW, ONE, ZERO, QUADS_FLUSH3, FLUSH5_PAIR, QUADS_TRIPS = range(7)
# Ace to Seven: the ranks that both left-over cards of the last paid line must have.
LOW_RANKS = 0x7F

U = np.uint16


inlined = kernel(largest=LARGEST_STRENGTH, inline=True)
"""A helper whose bound on counts is that of the kernel it is pasted into."""


@inlined
def _less_one(mask: U) -> U:
    """The mask without its lowest bit; an empty mask stays empty."""
    return U(mask & U(np.int64(mask) - np.int64(1)))


@inlined
def when(condition: bool | np.bool, mask: U) -> U:
    """The mask, or nothing where the condition does not hold."""
    return U(mask & U(-np.int64(condition)))


@inlined
def _count(mask: U) -> U:
    """The number of bits, added up in place."""
    pairs = U(mask - U(U(mask >> U(1)) & U(0x5555)))
    fours = U(U(pairs & U(0x3333)) + U(U(pairs >> U(2)) & U(0x3333)))
    eights = U(U(fours + U(fours >> U(4))) & U(0x0F0F))
    return U(U(eights + U(eights >> U(8))) & U(0x1F))


@inlined
def _top(mask: U) -> U:
    """The highest bit alone; an empty mask stays empty."""
    filled = U(mask | U(mask >> U(1)))
    filled = U(filled | U(filled >> U(2)))
    filled = U(filled | U(filled >> U(4)))
    filled = U(filled | U(filled >> U(8)))
    return U(filled ^ U(filled >> U(1)))


@inlined
def _lone(c: U, d: U, h: U, s: U) -> U:
    """Ranks present in exactly one of the four masks: odd, and not three."""
    odd = U(U(c ^ d) ^ U(h ^ s))
    return U(odd & U(~U(U(c & d) | U(h & s))))


@inlined
def _third(mask: U) -> U:
    """Not empty when the suit holds three cards or more."""
    return _less_one(_less_one(mask))


@inlined
def _four(c: U, d: U, h: U, s: U) -> U:
    """Not empty when some suit holds four cards or more; only one suit of a hand can."""
    left = U(_less_one(_third(c)) | _less_one(_third(d)))
    return U(left | U(_less_one(_third(h)) | _less_one(_third(s))))


@inlined
def _flush_leavings(c: U, d: U, h: U, s: U, four: U) -> U:
    """Left-over ranks when every suit of three cards or more is a flush.

    Two flush suits leave at most one card, and neither can spare one for it (three and three)
    or none is left (four and three). One flush suit of k cards may spare k - 3 of them to pair
    single cards of other suits: with four cards the highest such rank is paired, with five or
    more at most two single cards exist and every one that can be paired is.
    """
    oc = when(_third(c) == U(0), c)
    od = when(_third(d) == U(0), d)
    oh = when(_third(h) == U(0), h)
    os = when(_third(s) == U(0), s)
    flush = U(U(U(c ^ oc) | U(d ^ od)) | U(U(h ^ oh) | U(s ^ os)))
    single = _lone(oc, od, oh, os)
    pairable = U(single & flush)
    spared = U(when(_less_one(four) != U(0), pairable) | when(four != U(0), _top(pairable)))
    return U(single ^ spared)


@inlined
def strength16(c: U, d: U, h: U, s: U) -> U:
    """The strength of seven cards, for use inside vectorised loops (all arguments uint16).

    Only two plans can be best: rank sets alone, or every suit of three or more as a flush. A
    plan that uses just one of two flush suits leaves two cards or more, and theirs leaves one.
    """
    sets = _lone(c, d, h, s)
    flushes = _flush_leavings(c, d, h, s, _four(c, d, h, s))
    by_sets = U(U(_count(sets) << U(SCORE_SHIFT)) | sets)
    by_flushes = U(U(_count(flushes) << U(SCORE_SHIFT)) | flushes)
    return min(by_sets, by_flushes)


@inlined
def bonus16(c: U, d: U, h: U, s: U, strength: U, low: U) -> U:  # noqa: PLR0917
    """The bonus line of seven cards of that strength: an index into BONUS_LINES (clause 8).

    - quads and trips: some rank four times and two ranks at least three times;
    - five-card flush and a pair: five of a suit with a pair beside them, or six of a suit
      that hold the rank of the seventh card;
    - quads and three-card flush: the three other cards share a suit, which then holds four;
    - a low score of two: `low` has both left-over ranks.
    """
    zero = U(0)
    quads = U(U(c & d) & U(h & s))
    thrice = U(U(U(c & d) & U(h | s)) | U(U(h & s) & U(c | d)))
    four = _four(c, d, h, s)
    five = _less_one(four)
    six = _less_one(five)
    oc = when(_third(c) == zero, c)
    od = when(_third(d) == zero, d)
    oh = when(_third(h) == zero, h)
    os = when(_third(s) == zero, s)
    others = U(U(oc | od) | U(oh | os))
    flush = U(U(U(c ^ oc) | U(d ^ od)) | U(U(h ^ oh) | U(s ^ os)))
    paired = U(others & U(~_lone(oc, od, oh, os)))
    seventh = when(six != zero, U(others & flush))
    high = U(U(strength & U(RANKS_MASK)) & U(~low))
    two = when(U(strength >> U(SCORE_SHIFT)) == U(2), U(TWO_LOW))
    line = when(high == zero, two)
    line = max(line, when(strength < U(2 << SCORE_SHIFT), U(ONE)))
    line = max(line, when(strength == zero, U(ZERO)))
    line = max(line, when(when(four != zero, quads) != zero, U(QUADS_FLUSH3)))
    line = max(line, when(when(five != zero, U(paired | seventh)) != zero, U(FLUSH5_PAIR)))
    return max(line, when(when(_less_one(thrice) != zero, quads) != zero, U(QUADS_TRIPS)))


@kernel(largest=LARGEST_STRENGTH)
def strength(c: int, d: int, h: int, s: int) -> int:
    """The strength of one hand of seven cards, from plain integers."""
    return int(np.int64(strength16(U(c), U(d), U(h), U(s))))


@kernel(largest=LARGEST_STRENGTH)
def bonus_line(c: int, d: int, h: int, s: int) -> int:
    """The bonus line of one hand of seven cards: an index into BONUS_LINES."""
    c16, d16, h16, s16 = U(c), U(d), U(h), U(s)
    return int(np.int64(bonus16(c16, d16, h16, s16, strength16(c16, d16, h16, s16), U(LOW_RANKS))))


@kernel(largest=2**52)
def hand_key(c: int | U, d: int | U, h: int | U, s: int | U) -> int:
    """One number below 2^52 for all hands that differ only in the names of their suits."""
    a, b = max(c, d), min(c, d)
    e, f = max(h, s), min(h, s)
    middle, other = min(a, e), max(b, f)
    high, low = np.int64(max(middle, other)), np.int64(min(middle, other))
    first, last = np.int64(max(a, e)), np.int64(min(b, f))
    return int(((first << 13 | high) << 13 | low) << 13 | last)


@kernel(largest=LARGEST_STRENGTH)
def strengths_into(c: Masks, d: Masks, h: Masks, s: Masks, out: Masks) -> None:
    """Score equally long contiguous arrays of suit masks into `out`."""
    for i in range(c.shape[0]):
        out[i] = strength16(c[i], d[i], h[i], s[i])


@kernel(largest=LARGEST_STRENGTH)
def lines_into(  # noqa: PLR0917 - compiled code takes its arrays by position
    c: Masks, d: Masks, h: Masks, s: Masks, strengths: Masks, low: int, out: NDArray[np.uint8]
) -> None:
    """The bonus lines of hands whose strengths are known, into `out`; see `bonus16`."""
    wanted = U(low)
    for i in range(c.shape[0]):
        out[i] = np.uint8(bonus16(c[i], d[i], h[i], s[i], strengths[i], wanted))


@kernel(largest=4 * 16)
def first_wrong_hand(c: Masks, d: Masks, h: Masks, s: Masks) -> int:
    """The index of the first hand that is not seven cards of 13 ranks, or -1."""
    for i in range(c.shape[0]):
        cards = _count(c[i]) + _count(d[i]) + _count(h[i]) + _count(s[i])
        if cards != HAND_CARDS or (c[i] | d[i] | h[i] | s[i]) > RANKS_MASK:
            return i
    return -1


def _contiguous(c: Masks, d: Masks, h: Masks, s: Masks) -> tuple[Masks, Masks, Masks, Masks]:
    check(all(mask.dtype == np.uint16 for mask in (c, d, h, s)), "suit masks are uint16")
    check(c.ndim == 1 and c.shape == d.shape == h.shape == s.shape, "one mask per hand and suit")
    together = np.ascontiguousarray
    return together(c), together(d), together(h), together(s)


def score_hands(c: Masks, d: Masks, h: Masks, s: Masks) -> Masks:
    """The strengths of many hands; four arrays of suit masks, one element per hand."""
    c, d, h, s = _contiguous(c, d, h, s)
    out = np.empty(c.shape[0], dtype=np.uint16)
    strengths_into(c, d, h, s, out)
    return out
