"""What each flip of flip~it settles, as one small number, 32 flips to a vector.

A flip is tallied by card class (rank times 2, plus 1 when red; a joker is 26) and by bonus cell:
three times the kind of row (BONUS_CELLS), plus what the fifth card made of it. Clauses FLP-3.1 to
FLP-5.12 depend on nothing else.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.simulate.kernels.flip_it_deal import JOKER, ROW_CARDS, Cards

B = np.uint8
H = np.uint16
Counts = NDArray[np.uint16]

CLASSES = 27
JOKER_CLASS = 26
CELLS = 16
# The row and what became of it; empty names are cells that no flip can reach.
BONUS_CELLS = (
    ("none", "lose"),
    ("royal-draw", "lose"),
    ("royal-draw", "royal_flush"),
    ("pair", "lose"),
    ("pair", "two_pair"),
    ("pair", "three_of_a_kind"),
    ("two-pair", "lose"),
    ("", ""),
    ("two-pair", "full_house"),
    ("three", "lose"),
    ("three", "full_house"),
    ("three", "four_of_a_kind"),
    ("four", "lose"),
    ("", ""),
    ("four", "five_of_a_kind"),
    ("", ""),
)


@kernel(largest=1)
def _royal(rank: B) -> B:
    """One for Ten to Ace; ranks count from 0, the Ace."""
    return B(B(rank == B(0)) | B(rank > B(8)))


@kernel(largest=0xFFFF)
def flip_cells(played: Cards, count: int, rows: Cards, flips: Counts) -> None:
    """For the flip after played[t:t + 4]: its row's cell in `rows`, its own in `flips`.

    Equal pairs among the four ranks tell the kinds apart: 1 a pair, 2 two pair, 3 three of a
    kind, 6 four of a kind. How many of the row the fifth card equals tells what it made, and
    two or more always make the same for one kind: three of a kind of a pair, a full house of
    two pair, and so on. There is one row more than flips, for a joker that comes last.
    """
    for t in range(count - 3):
        a, b, c, d, e = played[t], played[t + 1], played[t + 2], played[t + 3], played[t + 4]
        ra, rb, rc, rd, re = B(a >> B(2)), B(b >> B(2)), B(c >> B(2)), B(d >> B(2)), B(e >> B(2))
        pairs = B(B(ra == rb) + B(ra == rc) + B(ra == rd))
        pairs = B(pairs + B(B(rb == rc) + B(rb == rd) + B(rc == rd)))
        equal = min(B(B(B(ra == re) + B(rb == re)) + B(B(rc == re) + B(rd == re))), B(2))
        plain = B(-np.int64(pairs == B(0)))
        suits = B(B(B(a ^ b) | B(B(b ^ c) | B(c ^ d))) & B(3))
        royals = B(B(_royal(ra) & _royal(rb)) & B(_royal(rc) & _royal(rd)))
        draw = B(B(B(suits == B(0)) & royals) & plain)
        suited = B(B(B(d ^ e) & B(3)) == B(0))
        made = B(B(draw & suited) & B(_royal(re) & B(equal == B(0))))
        row = B(B(min(pairs, B(4)) * B(3)) + draw)
        rows[t] = row
        cell = B(row + B(B(equal & B(~plain)) + made))
        red = B(B(B(e & B(3)) + B(1)) >> B(1)) & B(1)
        flips[t] = H(H(H(B(B(re << B(1)) | red)) << H(4)) | H(cell))


@kernel(largest=0xFFFF)
def count_flips(  # noqa: PLR0917 - compiled code takes its arrays by position
    rows: Cards,
    flips: Counts,
    kept: int,
    jokers: NDArray[np.int64],
    found: int,
    counts: Counts,
) -> None:
    """Add the flips of one run of cards; jokers before the row lay in no round (FLP-2.2)."""
    for t in range(kept - ROW_CARDS):
        counts[flips[t]] += H(1)
    for i in range(found):
        before = jokers[i] - ROW_CARDS
        if before >= 0:
            counts[JOKER_CLASS * CELLS + np.int64(rows[before])] += H(1)


@kernel(largest=2**31)
def cells_in_order(dealt: Cards, out: Counts) -> int:
    """The cells of the flips among cards dealt from a fresh row on; how many fitted `out`."""
    played = np.zeros(dealt.shape[0] + 1, dtype=np.uint8)
    rows = np.empty(dealt.shape[0] + 1, dtype=np.uint8)
    flips = np.empty(dealt.shape[0] + 1, dtype=np.uint16)
    kept = 0
    for i in range(dealt.shape[0]):
        if dealt[i] != JOKER:
            played[kept] = dealt[i]
            kept += 1
    flip_cells(played, kept, rows, flips)
    seen = 0
    done = 0
    for i in range(dealt.shape[0]):
        is_joker = dealt[i] == JOKER
        if seen >= ROW_CARDS and done < out.shape[0]:
            if is_joker:
                out[done] = JOKER_CLASS * CELLS + np.int64(rows[seen - ROW_CARDS])
            else:
                out[done] = flips[seen - ROW_CARDS]
            done += 1
        seen += not is_joker
    return done


@kernel(largest=2**31)
def cells_of_rows(draws: Cards, out: Counts) -> None:
    """The cells of flips given as rows of five cards, the fifth last."""
    played = np.zeros(ROW_CARDS + 2, dtype=np.uint8)
    rows = np.empty(2, dtype=np.uint8)
    flips = np.empty(2, dtype=np.uint16)
    for i in range(draws.shape[0]):
        for k in range(ROW_CARDS):
            played[k] = draws[i, k]
        is_joker = draws[i, ROW_CARDS] == JOKER
        played[ROW_CARDS] = 0 if is_joker else draws[i, ROW_CARDS]
        flip_cells(played, ROW_CARDS, rows, flips)
        out[i] = JOKER_CLASS * CELLS + np.int64(rows[0]) if is_joker else np.int64(flips[0])
