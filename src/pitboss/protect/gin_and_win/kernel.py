"""Gin & Win with cards in sight: every dealer hand that the unseen cards allow, deal by deal.

A deal lies in one row of 52 cards: the hands in sight one after another, then cards of the dealer
that were seen, then what nobody knows. Dealer hands are enumerated in lists of up to three cards
that are laid over a base, so that scoring runs in vectors.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.exact.gin_and_win.scoring import strength16
from pitboss.simulate.generator import Words, draw_below, words_for

U = np.uint16
W = np.uint64
Masks = NDArray[np.uint16]
Numbers = NDArray[np.int64]
Cards = NDArray[np.int64]
Scratch = tuple[Masks, Numbers, Masks]
"""Room for lists of unseen cards, where each begins, and scores."""

HAND = 7
DECK = 52
INNER = 3
"""Cards of a list that is laid over a base; 14,190 of them from 45 cards."""

LARGEST = 2**62
"""C(45,7) dealer hands times a net; `sight` bounds the net."""


@kernel(largest=DECK)
def _mask(card: int) -> tuple[int, int]:
    return card // 13, 1 << (card % 13)


@kernel(largest=LARGEST)
def _choose(cards: int, taken: int) -> int:
    total = 1
    for i in range(taken):
        total = total * (cards - i) // (i + 1)
    return total


@kernel(largest=LARGEST)
def _lists(unseen: Cards, size: int, lists: Masks, ends: Numbers) -> int:
    """All sets of so many unseen cards as suit masks; ends[i] of them lie behind card i.

    The first card falls from set to set, so that sets behind a card stand in front. Returns
    how many there are; ends[0] is for no card before them.
    """
    count = 0
    cards = unseen.shape[0]
    if size == 0:
        lists[:, 0] = U(0)
        ends[:] = 1
        return 1
    for a in range(cards - 1, -1, -1):
        ends[a + 1] = count
        for b in range(a + 1 if size > 1 else 0, cards if size > 1 else 1):
            for c in range(b + 1 if size > 2 else 0, cards if size > 2 else 1):
                for suit in range(4):
                    lists[suit, count] = U(0)
                suit, bit = _mask(unseen[a])
                lists[suit, count] ^= U(bit)
                if size > 1:
                    suit, bit = _mask(unseen[b])
                    lists[suit, count] ^= U(bit)
                if size > 2:
                    suit, bit = _mask(unseen[c])
                    lists[suit, count] ^= U(bit)
                count += 1
    ends[0] = count
    return count


@kernel(largest=LARGEST)
def _score(base: Masks, lists: Masks, count: int, out: Masks) -> None:
    c, d, h, s = base[0], base[1], base[2], base[3]
    for i in range(count):
        out[i] = strength16(
            U(c ^ lists[0, i]), U(d ^ lists[1, i]), U(h ^ lists[2, i]), U(s ^ lists[3, i])
        )


@kernel(largest=LARGEST)
def _tally(out: Masks, count: int, own: Masks, first_failure: int, found: Numbers) -> None:
    """Dealer hands that do not qualify; for each hand in sight those lower, and those equal."""
    bar = U(first_failure)
    failing = np.int64(0)
    for i in range(count):
        failing += np.int64(out[i] >= bar)
    found[0] += failing
    for seat in range(own.shape[0]):
        mine = own[seat]
        below = min(mine, bar)
        lower, equal = np.int64(0), np.int64(0)
        for i in range(count):
            lower += np.int64(out[i] < below)
            equal += np.int64(out[i] == mine)
        found[1 + 2 * seat] += lower
        found[2 + 2 * seat] += equal if mine < bar else 0


@kernel(largest=LARGEST)
def _enumerate(  # noqa: PLR0917 - compiled code takes its arrays by position
    unseen: Cards,
    base: Masks,
    wanted: int,
    own: Masks,
    first_failure: int,
    scratch: Scratch,
    found: Numbers,
) -> None:
    """Every way to add `wanted` unseen cards to the dealer's `base`."""
    lists, ends, out = scratch
    found[:] = 0
    cards = unseen.shape[0]
    if cards - wanted <= INNER and wanted > INNER:
        # All unseen cards but a few: the list is taken away instead of added.
        count = _lists(unseen, cards - wanted, lists, ends)
        for i in range(cards):
            suit, bit = _mask(unseen[i])
            base[suit] ^= U(bit)
        _score(base, lists, count, out)
        _tally(out, count, own, first_failure, found)
        return
    inner = min(wanted, INNER)
    outer = wanted - inner
    _lists(unseen, inner, lists, ends)
    chosen = np.arange(outer)
    here = base.copy()
    while True:
        here[:] = base
        for i in range(outer):
            suit, bit = _mask(unseen[chosen[i]])
            here[suit] ^= U(bit)
        count = ends[chosen[outer - 1] + 1] if outer else ends[0]
        if count:
            _score(here, lists, count, out)
            _tally(out, count, own, first_failure, found)
        at = outer - 1
        while at >= 0 and chosen[at] == cards - outer + at:
            at -= 1
        if at < 0:
            return
        chosen[at] += 1
        for i in range(at + 1, outer):
            chosen[i] = chosen[i - 1] + 1


@kernel(largest=LARGEST)
def _scratch(room: int) -> Scratch:
    lists, out = np.empty((4, room), dtype=np.uint16), np.empty(room, dtype=np.uint16)
    return lists, np.empty(DECK + 1, dtype=np.int64), out


@kernel(largest=LARGEST)
def _hand(deck: Cards, start: int, count: int, masks: Masks) -> W:
    """So many cards of a row as suit masks and as one mask of 52 bits."""
    masks[:] = U(0)
    whole = W(0)
    for i in range(start, start + count):
        suit, bit = _mask(deck[i])
        masks[suit] ^= U(bit)
        whole |= W(1) << W(deck[i])
    return whole


@kernel(largest=LARGEST)
def judge_deal(  # noqa: PLR0917 - compiled code takes its arrays by position
    deck: Cards,
    known: int,
    judged: int,
    flashed: int,
    pays: Numbers,
    scratch: Scratch,
    hands: Words,
    values: Numbers,
) -> None:
    """What playing nets for the first `judged` of `known` hands, over all dealer hands.

    `pays`: first strength that fails, then nets of no qualifier, win, win with zero, loss, tie
    and tie of zeros.
    """
    masks = np.zeros(4, dtype=np.uint16)
    own = np.zeros(judged, dtype=np.uint16)
    for seat in range(judged):
        hands[seat] = _hand(deck, seat * HAND, HAND, masks)
        own[seat] = strength16(masks[0], masks[1], masks[2], masks[3])
    seen = known * HAND + flashed
    _hand(deck, known * HAND, flashed, masks)
    found = np.zeros(2 * judged + 1, dtype=np.int64)
    _enumerate(deck[seen:], masks, HAND - flashed, own, pays[0], scratch, found)
    every = _choose(DECK - seen, HAND - flashed)
    for seat in range(judged):
        lower, equal = found[1 + 2 * seat], found[2 + 2 * seat]
        won = every - found[0] - lower - equal
        zero = own[seat] == 0
        values[seat] = (
            pays[1] * found[0]
            + (pays[3] if zero else pays[2]) * won
            + pays[4] * lower
            + (pays[6] if zero else pays[5]) * equal
        )


@kernel(largest=LARGEST)
def sampled_deals(  # noqa: PLR0917 - compiled code takes its arrays by position
    state: Words,
    known: int,
    judged: int,
    flashed: int,
    pays: Numbers,
    decks: Cards,
    hands: Words,
    values: Numbers,
) -> None:
    """Deal and judge as many deals as there is room for."""
    dealt = known * HAND + flashed
    sizes = np.empty(DECK - 1, dtype=np.uint32)
    for i in range(DECK - 1):
        sizes[i] = np.uint32(DECK - i)
    offsets = np.empty(DECK - 1, dtype=np.uint32)
    words = words_for(DECK - 1)
    room = max(1, _choose(DECK - dealt, INNER))
    scratch = _scratch(room)
    deck = np.arange(DECK)
    for deal in range(values.shape[0]):
        draw_below(state, words, sizes, offsets)
        for i in range(DECK - 1):
            j = i + np.int64(offsets[i])
            deck[i], deck[j] = deck[j], deck[i]
        decks[deal] = deck
        judge_deal(deck, known, judged, flashed, pays, scratch, hands[deal], values[deal])


@kernel(largest=LARGEST)
def given_deals(  # noqa: PLR0917 - compiled code takes its arrays by position
    decks: Cards,
    known: Numbers,
    judged: int,
    flashed: int,
    pays: Numbers,
    hands: Words,
    values: Numbers,
) -> None:
    """Judge deals that are given, each with its own number of hands in sight."""
    scratch = _scratch(_choose(DECK, INNER))
    for deal in range(values.shape[0]):
        judge_deal(
            decks[deal], known[deal], judged, flashed, pays, scratch, hands[deal], values[deal]
        )
