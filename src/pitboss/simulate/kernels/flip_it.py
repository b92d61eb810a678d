"""flip~it: whole shoes dealt without replacement, every flip settled on all its spots.

Flips of one shoe depend on each other, so a tally alone cannot tell its own error: a whole shoe
repeats its composition and errs far less than independent flips would. The kernel also sums
products over packets of eight shoes, which are independent of each other.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.compiled import kernel
from pitboss.invariants import check
from pitboss.simulate.generator import Words, draw_below, words_for
from pitboss.simulate.kernels.flip_it_deal import (
    JOKER,
    ROW_CARDS,
    Cards,
    deal_again,
    row_end,
    shoe_sizes,
    shuffle_and_deal,
)
from pitboss.simulate.kernels.flip_it_packets import (
    FlipTally,
    Numbers64,
    PacketArrays,
    Stakes,
    add_packet,
    tally_packets,
)
from pitboss.simulate.kernels.flip_it_settle import count_flips, flip_cells

PACKET_SHOES = 8
LARGEST_DECK = 1024


@kernel(largest=2**62)
def _shoes(state: Words, rounds: int, deck: Cards, cut: int, arrays: PacketArrays) -> int:
    """Deal shoes until `rounds` flips are settled; the number of packets."""
    sizes = shoe_sizes(deck, cut)
    offsets = np.empty(sizes.shape[0], dtype=np.uint32)
    words = words_for(sizes.shape[0])
    played = np.zeros(deck.shape[0] + 1, dtype=np.uint8)
    jokers = np.empty(deck.shape[0] + 1, dtype=np.int64)
    rows = np.empty(deck.shape[0] + 1, dtype=np.uint8)
    flips = np.empty(deck.shape[0] + 1, dtype=np.uint16)
    left = rounds
    packets = 0
    while left > 0:
        for _ in range(PACKET_SHOES):
            draw_below(state, words, sizes, offsets)
            kept, found = shuffle_and_deal(deck, offsets, played, jokers)
            laid = row_end(deck)
            last = min(max(deck.shape[0] - cut, laid + 1), laid + left)
            if last < sizes.shape[0]:
                kept, found = deal_again(deck, last, played, jokers)
            flip_cells(played, kept, rows, flips)
            count_flips(rows, flips, kept, jokers, found, arrays.counts)
            left -= last - laid
        add_packet(arrays)
        packets += 1
    return packets


@kernel(largest=2**31)
def _trace_shoes(state: Words, deck: Cards, cut: int, out: Cards, ends: Numbers64) -> None:
    sizes = shoe_sizes(deck, cut)
    offsets = np.empty(sizes.shape[0], dtype=np.uint32)
    words = words_for(sizes.shape[0])
    played = np.empty(deck.shape[0] + 1, dtype=np.uint8)
    jokers = np.empty(deck.shape[0] + 1, dtype=np.int64)
    for shoe in range(out.shape[0]):
        draw_below(state, words, sizes, offsets)
        shuffle_and_deal(deck, offsets, played, jokers)
        ends[shoe] = max(deck.shape[0] - cut, row_end(deck) + 1)
        out[shoe] = deck


def checked_deck(deck: Cards, cut: int) -> Cards:
    check(deck.dtype == np.uint8 and deck.ndim == 1, "a deck is a list of card numbers")
    check(len(deck) <= LARGEST_DECK, f"a deck has at most {LARGEST_DECK} cards")
    check(bool((deck <= JOKER).all()), "a card number is 0 to 51, a joker 52")
    check(int((deck < JOKER).sum()) > ROW_CARDS, "a row and a flip take five cards")
    check(0 <= cut <= len(deck) - ROW_CARDS - 1, "the cut card leaves a row and a flip")
    return deck.copy()


def tally_shoes(
    state: Words, *, rounds: int, deck: Cards, cut_undealt: int, stakes: Stakes
) -> FlipTally:
    """Deal shoes and settle exactly `rounds` flips; the last shoe is cut short."""
    deck = checked_deck(deck, cut_undealt)
    return tally_packets(
        lambda arrays: _shoes(state, rounds, deck, cut_undealt, arrays),
        stakes,
        rounds=rounds,
        packet_flips=PACKET_SHOES * len(deck),
    )


def trace_shoes(
    state: Words, *, shoes: int, deck: Cards, cut_undealt: int
) -> tuple[Cards, Numbers64]:
    """The same shoes card by card: every deck in dealt order, and where each shoe ended."""
    deck = checked_deck(deck, cut_undealt)
    out = np.empty((shoes, len(deck)), dtype=np.uint8)
    ends = np.empty(shoes, dtype=np.int64)
    with np.errstate(over="ignore"):
        _trace_shoes(state, deck, cut_undealt, out, ends)
    return out, ends
