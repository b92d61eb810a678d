"""Two disjoint seven-card hands from one deck, many rounds at a time, without bias.

Cards are numbered suit times 13 plus rank (Ace 0) and a hand is a mask of 52 bits. Seven cards of
52, then seven of the 45 others, by Floyd's sampling: for j rising over the last seven numbers draw
t from 0 to j and take t, or j when t is taken already; every set of seven is then equally likely.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.exact.gin_and_win.scoring import inlined
from pitboss.simulate.generator import LANES, Words, fill_words

W = np.uint64
H = np.uint16
Fields = NDArray[np.uint16]

DECK_CARDS = 52
HAND_CARDS = 7
DRAWS = 2 * HAND_CARDS
# A block's fields, picks and hands stay in the nearest caches; 14 * 256 / 4 words is 28 rows.
BLOCK_ROUNDS = 256
BLOCK_ROWS = DRAWS * BLOCK_ROUNDS // 4 // LANES


@inlined
def picked(taken: W, t: W, top: W) -> W:
    """Floyd's choice as one bit: card t, or the bit `top` (card j) when t is taken.

    Nothing less one sets every bit and so lets `top` through; a bit at or below `top` less
    one sets only bits below it.
    """
    fresh = (W(1) << t) & ~taken
    return fresh | (top & (fresh - W(1)))


@inlined
def moved(hand: W, card: W, top: W) -> W:
    """A hand of slots after `card` left them and card j took its place.

    The dealer's seven are drawn as slots 0 to 44, which stand for the 45 cards the player
    does not hold. At first slot and card agree; whenever the player took t, card j, which
    nobody could hold before, takes over the slot of t. Each step maps the free cards one to
    one, whatever the dealer's draws are, so a uniform set of slots is a uniform set of cards.
    A bit below `top`, negated, sets `top`; nothing negated does not.
    """
    held = hand & card
    return (hand ^ held) | (top & (W(0) - held))


@kernel(largest=2**32 - 1)
def bounded_draws(fields: Fields, picks: Fields, rejected: Fields) -> None:
    """Row k of `picks` becomes a number below n = 46 .. 52, 39 .. 45, each equally likely.

    A 16-bit field x gives the high half of x * n; it is rejected when the low half is below
    65536 mod n, which leaves exactly floor(65536 / n) fields for every number (Lemire). A
    round with a rejected field is dropped whole and never counted, so that its other draws
    are as they would have been: uniform on the product of their ranges.
    """
    for i in range(rejected.shape[0]):
        rejected[i] = H(0)
    for k in range(DRAWS):
        n = np.int64(46 + k if k < HAND_CARDS else 32 + k)
        for i in range(rejected.shape[0]):
            picks[k, i] = H((np.int64(fields[k, i]) * n) >> 16)
    # High and low halves in loops of their own: together they no longer fit 16-bit lanes.
    for k in range(DRAWS):
        n = np.int64(46 + k if k < HAND_CARDS else 32 + k)
        limit = H(65536 % n)
        for i in range(rejected.shape[0]):
            low = H((np.int64(fields[k, i]) * n) & 0xFFFF)
            rejected[i] |= H(low < limit)


@kernel(largest=2**52)
def floyd_hands(picks: Fields, player: Words, dealer: Words) -> None:
    """Hands from their fourteen draws; straight-line code, so that rounds fill a vector."""
    for i in range(player.shape[0]):
        p = picked(W(0), W(picks[0, i]), W(1 << 45))
        p0 = p
        p1 = picked(p, W(picks[1, i]), W(1 << 46))
        p |= p1
        p2 = picked(p, W(picks[2, i]), W(1 << 47))
        p |= p2
        p3 = picked(p, W(picks[3, i]), W(1 << 48))
        p |= p3
        p4 = picked(p, W(picks[4, i]), W(1 << 49))
        p |= p4
        p5 = picked(p, W(picks[5, i]), W(1 << 50))
        p |= p5
        p6 = picked(p, W(picks[6, i]), W(1 << 51))
        player[i] = p | p6
        d = picked(W(0), W(picks[7, i]), W(1 << 38))
        d |= picked(d, W(picks[8, i]), W(1 << 39))
        d |= picked(d, W(picks[9, i]), W(1 << 40))
        d |= picked(d, W(picks[10, i]), W(1 << 41))
        d |= picked(d, W(picks[11, i]), W(1 << 42))
        d |= picked(d, W(picks[12, i]), W(1 << 43))
        d |= picked(d, W(picks[13, i]), W(1 << 44))
        d = moved(d, p0, W(1 << 45))
        d = moved(d, p1, W(1 << 46))
        d = moved(d, p2, W(1 << 47))
        d = moved(d, p3, W(1 << 48))
        d = moved(d, p4, W(1 << 49))
        d = moved(d, p5, W(1 << 50))
        dealer[i] = moved(d, p6, W(1 << 51))


@kernel(largest=2**52)
def deal_block(  # noqa: PLR0917 - compiled code takes its arrays by position
    state: Words, words: Words, picks: Fields, rejected: Fields, player: Words, dealer: Words
) -> None:
    """One block of rounds: both hands of each, and which rounds do not count."""
    fill_words(state, words)
    bounded_draws(words.view(np.uint16).reshape((DRAWS, BLOCK_ROUNDS)), picks, rejected)
    floyd_hands(picks, player, dealer)
