"""A shoe of cards and jokers dealt without replacement, and the flips that follow from it.

A card is rank times 4 plus suit (Ace of clubs 0), a joker 52. A shoe is shuffled one swap a card;
jokers are set aside while the others move up, so that the row before each flip is the four cards
that came last (FLP-6.1 to FLP-6.3).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.simulate.generator import Numbers

Cards = NDArray[np.uint8]

JOKER = np.uint8(52)
ROW_CARDS = 4


@kernel(largest=2**31)
def shuffle_and_deal(
    deck: Cards, offsets: Numbers, played: Cards, jokers: NDArray[np.int64]
) -> tuple[int, int]:
    """Deal as many cards as there are offsets to the front of the deck, each draw a swap.

    The cards that are not jokers go into `played`; `jokers` gets for every joker how many of
    them came before it. Returns how many of each were dealt. Any order of the deck will do to
    start from, so it is never put back.
    """
    kept = 0
    found = 0
    for i in range(offsets.shape[0]):
        j = i + np.int64(offsets[i])
        card = deck[j]
        deck[j] = deck[i]
        deck[i] = card
        if card == JOKER:
            jokers[found] = kept
            found += 1
        else:
            played[kept] = card
            kept += 1
    return kept, found


@kernel(largest=2**31)
def deal_again(
    dealt: Cards, count: int, played: Cards, jokers: NDArray[np.int64]
) -> tuple[int, int]:
    """Set the first `count` cards of a dealt deck apart once more, for a shoe cut short."""
    kept = 0
    found = 0
    for i in range(count):
        if dealt[i] == JOKER:
            jokers[found] = kept
            found += 1
        else:
            played[kept] = dealt[i]
            kept += 1
    return kept, found


@kernel(largest=2**31)
def row_end(dealt: Cards) -> int:
    """How many cards it took to lay a row of four that are not jokers (FLP-2.2)."""
    laid = 0
    i = 0
    while laid < ROW_CARDS:
        laid += dealt[i] != JOKER
        i += 1
    return i


@kernel(largest=2**31)
def shoe_sizes(deck: Cards, cut: int) -> Numbers:
    """Undealt cards before each draw of a shoe.

    A shoe ends with the flip that reaches the cut card, but not before its first flip
    (FLP-6.4), which every joker of the shoe may precede.
    """
    jokers = 0
    for i in range(deck.shape[0]):
        jokers += deck[i] == JOKER
    draws = max(deck.shape[0] - cut, jokers + ROW_CARDS + 1)
    sizes = np.empty(draws, dtype=np.uint32)
    for i in range(draws):
        sizes[i] = np.uint32(deck.shape[0] - i)
    return sizes
