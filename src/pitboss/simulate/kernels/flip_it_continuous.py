"""flip~it from a continuous shuffler: every flip from all cards but the row (FLP-6.6).

The cards of the row change places with the fifth card, so the rest is always whole. Flips are
correlated only through the row; packets of 4096 of them stand for shoes in the products.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.simulate.generator import Numbers, Words, draw_below, words_for
from pitboss.simulate.kernels.flip_it import checked_deck
from pitboss.simulate.kernels.flip_it_deal import (
    JOKER,
    ROW_CARDS,
    Cards,
    row_end,
    shoe_sizes,
    shuffle_and_deal,
)
from pitboss.simulate.kernels.flip_it_packets import (
    FlipTally,
    PacketArrays,
    Stakes,
    add_packet,
    tally_packets,
)
from pitboss.simulate.kernels.flip_it_settle import count_flips, flip_cells

PACKET_FLIPS = 4096


@kernel(largest=2**31)
def _lay_row(state: Words, deck: Cards, played: Cards) -> int:
    """Lay the first row of a shuffled deck and move it to the deck's end; how many it took."""
    sizes = shoe_sizes(deck, deck.shape[0])
    offsets = np.empty(sizes.shape[0], dtype=np.uint32)
    jokers = np.empty(deck.shape[0] + 1, dtype=np.int64)
    draw_below(state, words_for(sizes.shape[0]), sizes, offsets)
    shuffle_and_deal(deck, offsets, played, jokers)
    laid = row_end(deck)
    last = deck.shape[0] - 1
    for i in range(laid - 1, -1, -1):
        if deck[i] != JOKER:
            deck[i], deck[last] = deck[last], deck[i]
            last -= 1
    return laid


@kernel(largest=2**31)
def _flip(
    rest: Cards, offsets: Numbers, count: int, played: Cards, jokers: NDArray[np.int64]
) -> tuple[int, int]:
    """Flip `count` cards; played[:4] is the row before the first."""
    kept = ROW_CARDS
    found = 0
    for i in range(count):
        card = rest[offsets[i]]
        if card == JOKER:
            jokers[found] = kept
            found += 1
        else:
            rest[offsets[i]] = played[kept - ROW_CARDS]
            played[kept] = card
            kept += 1
    return kept, found


@kernel(largest=2**62)
def _packets(state: Words, rounds: int, deck: Cards, arrays: PacketArrays) -> int:
    played = np.zeros(max(PACKET_FLIPS, deck.shape[0]) + ROW_CARDS + 1, dtype=np.uint8)
    _lay_row(state, deck, played)
    rest = deck[: deck.shape[0] - ROW_CARDS]
    sizes = np.full(PACKET_FLIPS, np.uint32(rest.shape[0]), dtype=np.uint32)
    offsets = np.empty(PACKET_FLIPS, dtype=np.uint32)
    words = words_for(PACKET_FLIPS)
    jokers = np.empty(PACKET_FLIPS, dtype=np.int64)
    rows = np.empty(PACKET_FLIPS + 1, dtype=np.uint8)
    flips = np.empty(PACKET_FLIPS + 1, dtype=np.uint16)
    left = rounds
    packets = 0
    while left > 0:
        draw_below(state, words, sizes, offsets)
        kept, found = _flip(rest, offsets, min(left, PACKET_FLIPS), played, jokers)
        flip_cells(played, kept, rows, flips)
        count_flips(rows, flips, kept, jokers, found, arrays.counts)
        add_packet(arrays)
        for i in range(ROW_CARDS):
            played[i] = played[kept - ROW_CARDS + i]
        left -= PACKET_FLIPS
        packets += 1
    return packets


@kernel(largest=2**31)
def _trace(state: Words, deck: Cards, row: Cards, out: Cards) -> None:
    played = np.zeros(max(PACKET_FLIPS, deck.shape[0]) + ROW_CARDS + 1, dtype=np.uint8)
    _lay_row(state, deck, played)
    rest = deck[: deck.shape[0] - ROW_CARDS]
    row[:] = played[:ROW_CARDS]
    sizes = np.full(PACKET_FLIPS, np.uint32(rest.shape[0]), dtype=np.uint32)
    offsets = np.empty(PACKET_FLIPS, dtype=np.uint32)
    words = words_for(PACKET_FLIPS)
    jokers = np.empty(PACKET_FLIPS, dtype=np.int64)
    done = 0
    while done < out.shape[0]:
        draw_below(state, words, sizes, offsets)
        count = min(out.shape[0] - done, PACKET_FLIPS)
        kept, found = _flip(rest, offsets, count, played, jokers)
        at = done
        for i in range(found):
            # Cards that are not jokers keep their order around the jokers between them.
            while at - done - i < jokers[i] - ROW_CARDS:
                out[at] = played[ROW_CARDS + at - done - i]
                at += 1
            out[at] = JOKER
            at += 1
        while at < done + count:
            out[at] = played[ROW_CARDS + at - done - found]
            at += 1
        for i in range(ROW_CARDS):
            played[i] = played[kept - ROW_CARDS + i]
        done += count


def tally_continuous(state: Words, *, rounds: int, deck: Cards, stakes: Stakes) -> FlipTally:
    """Lay one row and settle exactly `rounds` flips after it."""
    deck = checked_deck(deck, 0)
    return tally_packets(
        lambda arrays: _packets(state, rounds, deck, arrays),
        stakes,
        rounds=rounds,
        packet_flips=PACKET_FLIPS,
    )


def trace_continuous(state: Words, *, rounds: int, deck: Cards) -> tuple[Cards, Cards]:
    """The same flips one by one: the first row, and every fifth card."""
    deck = checked_deck(deck, 0)
    row = np.empty(ROW_CARDS, dtype=np.uint8)
    out = np.empty(rounds, dtype=np.uint8)
    with np.errstate(over="ignore"):
        _trace(state, deck, row, out)
    return row, out
