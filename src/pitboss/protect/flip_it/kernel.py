"""Perfect counting of flip~it: whole shoes, every flip judged by the cards that are left.

What a bet earns is taken from its exact expectation at that moment, not from how the flip fell: the
same mean with far less noise. Counts by cards left are whole numbers, so that all orders of a small
shoe give exact sums; sums by shoe, which tell the error, are floating point.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.simulate.generator import Words, draw_below, words_for
from pitboss.simulate.kernels.flip_it_deal import (
    JOKER,
    ROW_CARDS,
    Cards,
    row_end,
    shoe_sizes,
    shuffle_and_deal,
)

Whole = NDArray[np.int64]
Sums = NDArray[np.float64]

INSIDE = 6
CALL_IT, CALL_ALL, BONUS = 6, 7, 8
BETS = 9
# Twelfths let the cards that share a rank in the row split its count without a remainder.
TWELFTHS = 12

# What a shoe sums up for a bet: expected gain while it is positive, flips on which it is,
# expected gain of betting always, and the expected square of the net while positive.
GAIN, HIT, ALWAYS, SQUARE = range(4)
FIGURES = 4
# Beside the gains of all bets, what the error of a shoe is estimated from: its flips, and how
# uneven its ranks lay, weighed in two ways; the mean of both is known exactly.
FLIPS, UNEVEN, UNEVEN_LATE = BETS, BETS + 1, BETS + 2
PARTS = BETS + 3


class CountTables(NamedTuple):
    deck: Cards
    whole: Whole
    """How many of each card the full deck holds; the jokers last."""
    sides: Whole
    """For each card, which inside bets it wins."""
    money: Whole
    """Inside odds and unit, Call It odds and unit, unit of the bonus: whole numbers."""
    even: Sums
    """Share of a full rank among all cards, called ranks that the deck has, all cards."""
    pays: Whole
    squared: Sums


class ShoeSums(NamedTuple):
    """Sums over shoes: by cards left in whole numbers, by cut card with their squares."""

    gains: Whole
    """By cards left and bet: numerators over the cards left."""
    hits: Whole
    flips: Whole
    sums: Sums
    totals: Sums
    """By cut card: gains of every bet, flips, and how uneven the ranks lay."""
    products: Sums
    """Sums over shoes of the products of those."""


LARGEST = 2**62
"""A gain is below (pay + 1) times all cards; `tables` bounds pays, `counting` the shoes."""
inlined = kernel(largest=LARGEST, inline=True)


@inlined
def _add(  # noqa: PLR0917 - compiled code takes its arrays by position
    bet: int,
    left: int,
    gain: int,
    value: float,
    square: float,
    running: Sums,
    gains: Whole,
    hits: Whole,
) -> None:
    """One flip on which a bet is worth betting."""
    running[bet, GAIN] += value
    running[bet, HIT] += 1.0
    running[bet, SQUARE] += square
    gains[left, bet] += gain
    hits[left, bet] += 1


@inlined
def _inside(  # noqa: PLR0917 - compiled code takes its arrays by position
    left: int,
    inverse: float,
    groups: Whole,
    money: Whole,
    running: Sums,
    gains: Whole,
    hits: Whole,
) -> None:
    """Even-money bets: `groups` holds the cards that win each."""
    odds, unit = money[0], money[1]
    each = 1.0 / unit
    for bet in range(INSIDE):
        held = groups[bet]
        gain = (odds + unit) * held - unit * left
        value = gain * inverse * each
        running[bet, ALWAYS] += value
        if gain > 0:
            pay = odds * each
            square = (held * (pay * pay - 1.0)) * inverse + 1.0
            _add(bet, left, gain, value, square, running, gains, hits)


@inlined
def _call(  # noqa: PLR0917 - compiled code takes its arrays by position
    left: int,
    inverse: float,
    ranks: Whole,
    money: Whole,
    running: Sums,
    gains: Whole,
    hits: Whole,
) -> None:
    """One unit on the richest rank, and one on every rank that is worth it."""
    odds, unit = money[2], money[3]
    both = odds + unit
    bar = unit * left
    most, chosen, cards = np.int64(0), np.int64(0), np.int64(0)
    for rank in range(1, 13):
        held = ranks[rank]
        most = max(most, held)
        worth = np.int64(both * held > bar)
        chosen += worth
        cards += held * worth
    each = 1.0 / unit
    gain = both * most - bar
    value = gain * inverse * each
    running[CALL_IT, ALWAYS] += value
    if chosen == 0:
        return
    pay = odds * each
    _add(CALL_IT, left, gain, value, most * (pay * pay - 1.0) * inverse + 1.0, running, gains, hits)
    every = both * cards - chosen * bar
    worth_all = every * inverse * each
    running[CALL_ALL, ALWAYS] += worth_all
    won, lost = pay - (chosen - 1.0), float(chosen)
    square = cards * inverse * (won * won - lost * lost) + lost * lost
    _add(CALL_ALL, left, every, worth_all, square, running, gains, hits)


@inlined
def _royal(row: Whole, held: Whole) -> int:
    """Cards that complete a royal flush; -1 where the row is no draw to one."""
    total = 0
    for i in range(ROW_CARDS):
        rank = row[i] >> 2
        if (row[i] & 3) != (row[0] & 3) or 1 <= rank <= 8:
            return -1
        total += rank or 13
    # Ten to Ace add up to 55; four different ones leave the missing one.
    return int(held[((55 - total) % 13 << 2) + (row[0] & 3)])


@inlined
def _bonus(  # noqa: PLR0917 - compiled code takes its arrays by position
    left: int,
    inverse: float,
    held: Whole,
    ranks: Whole,
    row: Whole,
    unit: int,
    pays: Whole,
    squared: Sums,
    running: Sums,
    gains: Whole,
    hits: Whole,
) -> None:
    """The bonus on this row, where it is offered."""
    a, b, c, d = row[0] >> 2, row[1] >> 2, row[2] >> 2, row[3] >> 2
    ab, ac, ad = np.int64(a == b), np.int64(a == c), np.int64(a == d)
    bc, bd, cd = np.int64(b == c), np.int64(b == d), np.int64(c == d)
    pairs = ab + ac + ad + bc + bd + cd
    gain = -TWELFTHS * unit * left
    if pairs == 0:
        made = _royal(row, held)
        if made < 0:
            return
        gain += pays[0, 1] * made
        square = squared[0, 1] * made
    else:
        i, j, k, m = 1 + ab + ac + ad, 1 + ab + bc + bd, 1 + ac + bc + cd, 1 + ad + bd + cd
        gain += pays[pairs, i] * ranks[a] + pays[pairs, j] * ranks[b]
        gain += pays[pairs, k] * ranks[c] + pays[pairs, m] * ranks[d]
        square = squared[pairs, i] * ranks[a] + squared[pairs, j] * ranks[b]
        square += squared[pairs, k] * ranks[c] + squared[pairs, m] * ranks[d]
    value = gain * inverse * (1.0 / (TWELFTHS * unit))
    running[BONUS, ALWAYS] += value
    if gain > 0:
        _add(BONUS, left, gain, value, square * inverse + 1.0, running, gains, hits)


@inlined
def _take(card: np.int64, held: Whole, ranks: Whole, groups: Whole, sides: Whole) -> None:
    held[card] -= 1
    if card < JOKER:
        ranks[card >> 2] -= 1
        for b in range(INSIDE):
            groups[b] -= sides[card, b]


@inlined
def _uneven(ranks: Whole, left: int, even: Sums, parts: Sums) -> None:
    """How far the called ranks lie from even, less what is expected of a random shoe.

    `even` holds the cards of a full rank over all cards, the ranks in use and all cards.
    """
    share, used, cards = even[0], even[1], even[2]
    middle = share * left
    total = 0.0
    for rank in range(1, 13):
        off = ranks[rank] - middle
        total += off * off
    # Ranks that the deck lacks lie `middle` away from even, each and always.
    total -= (12.0 - used) * middle * middle
    total -= used * middle * (1.0 - share) * (cards - left) / (cards - 1.0)
    parts[UNEVEN] += total / left
    parts[UNEVEN_LATE] += total / (float(left) * left)


@kernel(largest=LARGEST)
def _start(  # noqa: PLR0917 - compiled code takes its arrays by position
    deck: Cards, held: Whole, ranks: Whole, groups: Whole, sides: Whole, row: Whole
) -> int:
    """Count the whole deck and lay the first row; how many cards it took."""
    for card in range(52):
        ranks[card >> 2] += held[card]
        for b in range(INSIDE):
            groups[b] += held[card] * sides[card, b]
    laid = row_end(deck)
    placed = 0
    for at in range(laid):
        shown = np.int64(deck[at])
        _take(shown, held, ranks, groups, sides)
        if shown < JOKER:
            row[placed] = shown
            placed += 1
    return laid


@kernel(largest=LARGEST)
def play_shoe(deck: Cards, cuts: Whole, tables: CountTables, tally: ShoeSums) -> None:
    """Judge every flip of one dealt deck; `cuts` falls, so the shoe is dealt to the last."""
    # Arrays are taken out of their records once: each look inside counts a reference.
    _, whole, sides, money, even, pays, squared = tables
    gains, hits, flips, sums, totals, products = tally
    held = whole.copy()
    ranks = np.zeros(13, dtype=np.int64)
    groups = np.zeros(INSIDE, dtype=np.int64)
    row = np.zeros(ROW_CARDS, dtype=np.int64)
    laid = _start(deck, held, ranks, groups, sides, row)
    running = np.zeros((BETS, FIGURES))
    parts = np.zeros(PARTS)
    # From here on every shoe has a flip, however many jokers came before its first row.
    settled = deck.shape[0] - ROW_CARDS - whole[JOKER]
    cut = 0
    for at in range(laid, deck.shape[0]):
        left = deck.shape[0] - at
        inverse = 1.0 / left
        _inside(left, inverse, groups, money, running, gains, hits)
        _call(left, inverse, ranks, money, running, gains, hits)
        _bonus(left, inverse, held, ranks, row, money[4], pays, squared, running, gains, hits)
        flips[left] += 1
        parts[FLIPS] += 1.0
        # A first flip beyond the cut card is no part of what every shoe has.
        while cut < cuts.shape[0] and cuts[cut] >= left:
            _note(running, parts, sums[cut], totals[cut], products[cut])
            cut += 1
        if left <= settled:
            _uneven(ranks, left, even, parts)
        while cut < cuts.shape[0] and cuts[cut] == left - 1:
            _note(running, parts, sums[cut], totals[cut], products[cut])
            cut += 1
        if cut == cuts.shape[0]:
            return
        card = np.int64(deck[at])
        _take(card, held, ranks, groups, sides)
        if card < JOKER:
            for i in range(ROW_CARDS - 1):
                row[i] = row[i + 1]
            row[ROW_CARDS - 1] = card


@kernel(largest=LARGEST)
def _note(running: Sums, parts: Sums, sums: Sums, totals: Sums, products: Sums) -> None:
    """The shoe up to one cut card, added to the sums over shoes."""
    for b in range(BETS):
        parts[b] = running[b, GAIN]
        for figure in range(FIGURES):
            sums[b, figure] += running[b, figure]
    for i in range(PARTS):
        totals[i] += parts[i]
        for j in range(PARTS):
            products[i, j] += parts[i] * parts[j]


@kernel(largest=LARGEST)
def sampled_shoes(
    state: Words, shoes: int, cuts: Whole, tables: CountTables, tally: ShoeSums
) -> None:
    deck = tables.deck
    sizes = shoe_sizes(deck, cuts[-1])
    offsets = np.empty(sizes.shape[0], dtype=np.uint32)
    words = words_for(sizes.shape[0])
    played = np.empty(deck.shape[0] + 1, dtype=np.uint8)
    jokers = np.empty(deck.shape[0] + 1, dtype=np.int64)
    for _ in range(shoes):
        draw_below(state, words, sizes, offsets)
        shuffle_and_deal(deck, offsets, played, jokers)
        play_shoe(deck, cuts, tables, tally)
