"""Compiled: dealer hands of one score with lower left-over ranks, for scores of any kind.

Tables over sets of two cards fewer than a hand, up to the names of suits: how many hands that
contain the set leave lower ranks than each left-over mask. A hand then needs one look-up for each
pair of its cards left out, and the hands one card away from it. All kernels of the method stand in
this file.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.exact.gin_and_win.scoring import strengths_into

Ints = NDArray[np.int64]
Words = NDArray[np.uint16]
Index = NDArray[np.int32]
U = np.uint16

# The largest numbers: colex ranks below C(52,7), and telescoped sums, which `score_ranking` checks.
LARGEST_RANK = 133_784_560
LARGEST_SUM = 2**40
NO_HAND = U(0xFFFF)


@kernel(largest=LARGEST_RANK)
def colex(cards: Ints, size: int, binomial: Ints) -> int:
    """The place of a set of ascending cards among all sets of its size."""
    place = 0
    for position in range(size):
        place += binomial[cards[position], position + 1]
    return place


@kernel(largest=LARGEST_RANK)
def next_set(cards: Ints, size: int) -> None:
    """The next set in colex order; after the last one the highest card runs over."""
    position = 0
    while position < size - 1 and cards[position] + 1 == cards[position + 1]:
        cards[position] = position
        position += 1
    if size > 0:
        cards[position] += 1


@kernel(largest=LARGEST_RANK)
def least_renaming(cards: Ints, size: int, suits: int, masks: Ints, out: Ints) -> bool:
    """Sort the suits so that masks fall; the cards of the result, and whether nothing changed."""
    for suit in range(suits):
        masks[suit] = 0
    for position in range(size):
        masks[cards[position] % suits] |= 1 << (cards[position] // suits)
    same = True
    for right in range(1, suits):
        left = right
        while left > 0 and masks[left - 1] < masks[left]:
            masks[left - 1], masks[left] = masks[left], masks[left - 1]
            same = False
            left -= 1
    if same:
        return True
    position = 0
    rank = 0
    while position < size:
        for suit in range(suits):
            if masks[suit] >> rank & 1:
                out[position] = rank * suits + suit
                position += 1
        rank += 1
    return False


@kernel(largest=LARGEST_RANK)
def set_at(place: int, size: int, binomial: Ints, cards: Ints) -> None:
    """The set at a place in colex order: each card the highest whose sets all come before."""
    for position in range(size - 1, -1, -1):
        card = position
        while binomial[card + 1, position + 1] <= place:
            card += 1
        cards[position] = card
        place -= binomial[card, position + 1]


@kernel(largest=LARGEST_RANK)
def find_first_images(  # noqa: PLR0917 - compiled code takes its arrays by position
    start: int, stop: int, size: int, suits: int, binomial: Ints, first: Index
) -> None:
    """For sets start to stop: the place of the first set that differs only in names of suits.

    Falling suits put the highest cards into the first suits, so the set whose suits fall is
    the first of its class in colex order.
    """
    cards = np.empty(8, dtype=np.int64)
    other = np.empty(8, dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    set_at(start, size, binomial, cards)
    for place in range(start, stop):
        if least_renaming(cards, size, suits, masks, other):
            first[place] = place
        else:
            first[place] = colex(other, size, binomial)
        next_set(cards, size)


@kernel(largest=LARGEST_RANK)
def sets_at(places: Ints, binomial: Ints, out: NDArray[np.uint8]) -> None:
    """The sets at these places, as rows of ascending cards."""
    cards = np.empty(8, dtype=np.int64)
    for at in range(places.size):
        set_at(places[at], out.shape[1], binomial, cards)
        for position in range(out.shape[1]):
            out[at, position] = cards[position]


@kernel(largest=LARGEST_RANK)
def join(cards: Ints, size: int, bits: Words, added: Words, joined: Words) -> None:
    """Suit by suit, the masks of a set of cards joined with each column of `added`."""
    for suit in range(4):
        mask = U(0)
        for position in range(size):
            mask = U(mask | bits[suit, cards[position]])
        source, target = added[suit], joined[suit]
        for column in range(source.shape[0]):
            target[column] = U(mask | source[column])


@kernel(largest=LARGEST_RANK)
def tally_pairs(  # noqa: PLR0917 - compiled code takes its arrays by position
    start: int,
    stop: int,
    sets: NDArray[np.uint8],
    bits: Words,
    pairs: Words,
    pairs_with: Index,
    column_of: NDArray[np.uint8],
    fresh: NDArray[np.bool_],
    out: Ints,
) -> None:
    """For sets start to stop: hands with two more cards, counted by column, then accumulated.

    `bits` and `pairs` have one row a suit, and one column a card or a pair of cards;
    `pairs_with` lists the pairs each card is in. `column_of` maps strengths to columns; those
    that do not count go to one column more. out[a, m] becomes the number up to column m since
    the last fresh one.
    """
    scored = np.empty(pairs.shape[1], dtype=np.uint16)
    joined = np.empty(pairs.shape, dtype=np.uint16)
    tally = np.zeros((4, out.shape[1] + 1), dtype=np.int64)
    cards = np.empty(8, dtype=np.int64)
    for at in range(start, stop):
        for position in range(sets.shape[1]):
            cards[position] = sets[at, position]
        join(cards, sets.shape[1], bits, pairs, joined)
        strengths_into(joined[0], joined[1], joined[2], joined[3], scored)
        # A pair with a card of the set makes no hand.
        for position in range(sets.shape[1]):
            for other in range(pairs_with.shape[1]):
                scored[pairs_with[sets[at, position], other]] = NO_HAND
        # Four tallies in turn, so that one addition need not wait for the one before.
        for pair in range(scored.size):
            tally[pair & 3, column_of[scored[pair]]] += 1
        below = 0
        for column in range(out.shape[1]):
            if fresh[column]:
                below = 0
            for part in range(4):
                below += tally[part, column]
            out[at, column] = below
        tally[:, :] = 0


@kernel(largest=LARGEST_SUM)
def add_up(  # noqa: PLR0917 - compiled code takes its arrays by position
    start: int,
    stop: int,
    hand: int,
    sets: NDArray[np.uint8],
    binomial: Ints,
    class_of: Index,
    above: Ints,
    out: Ints,
) -> None:
    """Hands that contain a set, from the sets of one card more: each is met (hand - size) times.

    `class_of` classifies the larger sets, and its length tells how many cards the deck has.
    """
    size = sets.shape[1]
    deck = 0
    while binomial[deck, size + 1] < class_of.size:
        deck += 1
    grown = np.empty(8, dtype=np.int64)
    for at in range(start, stop):
        row = out[at]
        for card in range(deck):
            position = 0
            while position < size and sets[at, position] < card:
                grown[position] = sets[at, position]
                position += 1
            if position < size and sets[at, position] == card:
                continue
            grown[position] = card
            for later in range(position, size):
                grown[later + 1] = sets[at, later]
            source = above[class_of[colex(grown, size + 1, binomial)]]
            for column in range(row.size):
                row[column] += source[column]
        for column in range(row.size):
            row[column] //= hand - size


@kernel(largest=LARGEST_SUM)
def telescope(  # noqa: PLR0917 - compiled code takes its arrays by position
    start: int,
    stop: int,
    weight: int,
    sets: NDArray[np.uint8],
    binomial: Ints,
    class_of: Index,
    below: Ints,
    out: Ints,
) -> None:
    """Turn counts into telescoped sums: weight times the count, and the sums of one card less."""
    size = sets.shape[1]
    less = np.empty(8, dtype=np.int64)
    for at in range(start, stop):
        row = out[at]
        for column in range(row.size):
            row[column] *= weight
        for gone in range(size):
            kept = 0
            for position in range(size):
                if position != gone:
                    less[kept] = sets[at, position]
                    kept += 1
            source = below[class_of[colex(less, size - 1, binomial)]]
            for column in range(row.size):
                row[column] += source[column]


@kernel(largest=LARGEST_SUM)
def look_up_pairs(  # noqa: PLR0917 - compiled code takes its arrays by position
    start: int,
    stop: int,
    hands: NDArray[np.uint8],
    columns: Index,
    binomial: Ints,
    class_of: Index,
    sums: Ints,
    out: Ints,
) -> None:
    """For hands start to stop: the telescoped sums of the hand without each pair of its cards."""
    size = hands.shape[1]
    less = np.empty(8, dtype=np.int64)
    for at in range(start, stop):
        total = np.int64(0)
        for one in range(size - 1):
            for two in range(one + 1, size):
                kept = 0
                for position in range(size):
                    if position not in (one, two):
                        less[kept] = hands[at, position]
                        kept += 1
                total += sums[class_of[colex(less, size - 2, binomial)], columns[at]]
        out[at] = total


@kernel(largest=LARGEST_SUM)
def count_neighbours(  # noqa: PLR0917 - compiled code takes its arrays by position
    start: int, stop: int, hands: NDArray[np.uint8], bits: Words, strengths: Index, out: Ints
) -> None:
    """For hands start to stop: hands one card away that have the score and lower ranks left."""
    deck = bits.shape[1]
    size = hands.shape[1]
    scored = np.empty(deck, dtype=np.uint16)
    joined = np.empty(bits.shape, dtype=np.uint16)
    cards = np.empty(8, dtype=np.int64)
    for at in range(start, stop):
        least = (strengths[at] >> 13) << 13
        total = 0
        for gone in range(size):
            kept = 0
            for position in range(size):
                if position != gone:
                    cards[kept] = hands[at, position]
                    kept += 1
            join(cards, kept, bits, bits, joined)
            strengths_into(joined[0], joined[1], joined[2], joined[3], scored)
            # A card the set has already gives no new hand.
            for position in range(kept):
                scored[cards[position]] = NO_HAND
            for card in range(deck):
                if least <= scored[card] < strengths[at]:
                    total += 1
        out[at] = total
