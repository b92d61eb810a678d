"""Gin & Win: one player against the dealer, base game and bonus, one deck a round.

Rounds are dealt and scored 256 at a time in vectors. A tally has 6 rows (how Ante and Play ended)
of 8 cells (the bonus line, an index into BONUS_LINES), so that any mix of the two bets settles
exactly. Play follows a table by strength, with a list of single hands where the exact strategy
looks at more than the strength.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.exact.gin_and_win.scoring import (
    LOW_RANKS,
    RANKS_MASK,
    SCORE_SHIFT,
    bonus16,
    hand_key,
    inlined,
    strength16,
)
from pitboss.invariants import check
from pitboss.simulate.generator import LANES, Words
from pitboss.simulate.kernels.gin_and_win_deal import BLOCK_ROUNDS, BLOCK_ROWS, DRAWS, deal_block

W = np.uint64
H = np.uint16
Tally = NDArray[np.int64]

# Rows of the tally: how the Ante and Play bets ended (clauses 5 to 7).
FOLDED, UNQUALIFIED, LOST, TIED, WON, WON_WITH_ZERO = range(6)
ROWS = ("folded", "unqualified", "lost", "tied", "won", "won-with-zero")
CELLS = 8
LARGEST_ROUNDS = 2**62

# What a plan says of a strength: fold, play, or look the hand up.
FOLD, PLAY, FOLD_UNLESS_LISTED, PLAY_UNLESS_LISTED = range(4)
STRENGTHS = 1 << 16


@dataclass(frozen=True, slots=True)
class Plan:
    """When to play: below `first` always, from `first + len(rules)` on never.

    Between them rules[strength - first] is one of the four rules above. The listed hands of
    that strength are keys[starts[i]:starts[i + 1]], in rising order, as `hand_key` gives them.
    """

    first: int
    rules: NDArray[np.uint8]
    starts: NDArray[np.int64]
    keys: NDArray[np.uint64]

    def __post_init__(self) -> None:
        check(self.first >= 0 and self.first + len(self.rules) <= STRENGTHS, "strengths exist")
        check(bool((self.rules <= PLAY_UNLESS_LISTED).all()), "a rule is one of four")
        check(len(self.starts) == len(self.rules) + 1, "one start a strength and one end")
        check(bool((np.diff(self.starts) >= 0).all()), "starts rise")
        check(self.starts[0] == 0 and self.starts[-1] == len(self.keys), "starts cover the keys")


def plan_by_strength(*, play_below: int) -> Plan:
    """The plan that plays every hand below a strength and folds the others."""
    none = np.zeros(0, dtype=np.uint8)
    return Plan(play_below, none, np.zeros(1, np.int64), np.zeros(0, np.uint64))


def qualifying_below(*, score: int, highest: int) -> int:
    """The first strength with which the dealer does not qualify (GNW-6.1).

    The dealer qualifies with a lower score, or with this one when its highest left-over card
    is at most the `highest` from below, counted from 1, the lowest card of a suit.
    """
    check(0 <= score <= 7 and 1 <= highest <= 13, "a hand has seven cards of 13 ranks")
    # No hand has the last strength, so a limit beyond it may as well be it.
    return min((score << SCORE_SHIFT) + (1 << highest), STRENGTHS - 1)


@inlined
def _suit(hand: W, shift: int) -> H:
    return H((hand >> W(shift)) & W(RANKS_MASK))


@kernel(largest=2**52)
def _split(hands: Words, suits: NDArray[np.uint16]) -> None:
    for i in range(hands.shape[0]):
        suits[0, i] = _suit(hands[i], 0)
        suits[1, i] = _suit(hands[i], 13)
        suits[2, i] = _suit(hands[i], 26)
        suits[3, i] = _suit(hands[i], 39)


@kernel(largest=0xFFFF)
def _score(suits: NDArray[np.uint16], out: NDArray[np.uint16]) -> None:
    for i in range(out.shape[0]):
        out[i] = strength16(suits[0, i], suits[1, i], suits[2, i], suits[3, i])


@inlined
def _flag(condition: bool | np.bool, value: H) -> H:
    return H(value & H(-np.int64(condition)))


@kernel(largest=0xFFFF)
def _cells(  # noqa: PLR0917 - compiled code takes its arrays by position
    suits: NDArray[np.uint16],
    player: NDArray[np.uint16],
    dealer: NDArray[np.uint16],
    qualifying: H,
    low: H,
    played: int,
    out: NDArray[np.uint16],
) -> None:
    """The cell of each round, for players who play every strength below `played`."""
    for i in range(out.shape[0]):
        p, d = player[i], dealer[i]
        line = bonus16(suits[0, i], suits[1, i], suits[2, i], suits[3, i], p, low)
        # From LOST upwards one row a condition; then the cases that override it.
        row = H(H(LOST) + H(H(p <= d) + H(p < d)))
        row = H(row + _flag(p < d, H(p == H(0))))
        row = max(_flag(d < qualifying, row), _flag(d >= qualifying, H(UNQUALIFIED)))
        out[i] = H(H(_flag(np.int64(p) < played, row) << H(3)) | line)


@kernel(largest=2**52)
def _listed(hand: W, keys: Words, low: int, high: int) -> bool:
    """Whether the hand is among keys[low:high], which rise."""
    key = W(hand_key(_suit(hand, 0), _suit(hand, 13), _suit(hand, 26), _suit(hand, 39)))
    end = high
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low < end and keys[low] == key


@kernel(largest=2**52)
def _folds(
    hand: W, at: int, rules: NDArray[np.uint8], starts: NDArray[np.int64], keys: Words
) -> bool:
    """Whether the plan folds a hand whose strength has rule number `at`."""
    rule = rules[at]
    if rule < FOLD_UNLESS_LISTED:
        return bool(rule == FOLD)
    listed = _listed(hand, keys, starts[at], starts[at + 1])
    return listed if rule == PLAY_UNLESS_LISTED else not listed


@kernel(largest=LARGEST_ROUNDS)
def _tally(  # noqa: PLR0917 - compiled code takes its arrays by position
    state: Words,
    rounds: int,
    qualifying: int,
    low: int,
    first: int,
    rules: NDArray[np.uint8],
    starts: NDArray[np.int64],
    keys: Words,
    tally: Tally,
) -> None:
    words = np.empty((BLOCK_ROWS, LANES), dtype=np.uint64)
    picks = np.empty((DRAWS, BLOCK_ROUNDS), dtype=np.uint16)
    rejected = np.empty(BLOCK_ROUNDS, dtype=np.uint16)
    player = np.empty(BLOCK_ROUNDS, dtype=np.uint64)
    dealer = np.empty(BLOCK_ROUNDS, dtype=np.uint64)
    suits = np.empty((4, BLOCK_ROUNDS), dtype=np.uint16)
    ours = np.empty(BLOCK_ROUNDS, dtype=np.uint16)
    theirs = np.empty(BLOCK_ROUNDS, dtype=np.uint16)
    cells = np.empty(BLOCK_ROUNDS, dtype=np.uint16)
    end = first + rules.shape[0]
    left = rounds
    while left > 0:
        deal_block(state, words, picks, rejected, player, dealer)
        _split(dealer, suits)
        _score(suits, theirs)
        _split(player, suits)
        _score(suits, ours)
        _cells(suits, ours, theirs, H(qualifying), H(low), end, cells)
        for i in range(BLOCK_ROUNDS):
            if rejected[i] != 0 or left == 0:
                continue
            left -= 1
            cell = np.int64(cells[i])
            if first <= ours[i] < end and _folds(player[i], ours[i] - first, rules, starts, keys):
                cell &= CELLS - 1
            tally[cell] += 1


@kernel(largest=LARGEST_ROUNDS)
def _trace(state: Words, players: Words, dealers: Words) -> None:
    words = np.empty((BLOCK_ROWS, LANES), dtype=np.uint64)
    picks = np.empty((DRAWS, BLOCK_ROUNDS), dtype=np.uint16)
    rejected = np.empty(BLOCK_ROUNDS, dtype=np.uint16)
    player = np.empty(BLOCK_ROUNDS, dtype=np.uint64)
    dealer = np.empty(BLOCK_ROUNDS, dtype=np.uint64)
    done = 0
    while done < players.shape[0]:
        deal_block(state, words, picks, rejected, player, dealer)
        for i in range(BLOCK_ROUNDS):
            if rejected[i] == 0 and done < players.shape[0]:
                players[done] = player[i]
                dealers[done] = dealer[i]
                done += 1


def tally_hands(
    state: Words, *, rounds: int, qualifying: int, plan: Plan, low: int = LOW_RANKS
) -> Tally:
    """Draw, play and settle rounds: a (6, 8) count by how the base game and the bonus ended.

    `qualifying` is the first strength with which the dealer does not qualify, `low` the mask
    of ranks for the last bonus line. Where the Ace is high, bit 0 of a mask is the Two.
    """
    check(0 <= rounds <= LARGEST_ROUNDS, "more rounds than a tally can hold")
    check(0 < qualifying < STRENGTHS, "a strength has 16 bits")
    check(0 <= low <= RANKS_MASK, "a mask has 13 ranks")
    tally = np.zeros(len(ROWS) * CELLS, dtype=np.int64)
    rules, starts, keys = plan.rules, plan.starts, plan.keys
    with np.errstate(over="ignore"):  # words wrap on purpose; heard only with the compiler off
        _tally(state, rounds, qualifying, low, plan.first, rules, starts, keys, tally)
    return tally.reshape(len(ROWS), CELLS)


@kernel(largest=2**52)
def _settle(  # noqa: PLR0917 - compiled code takes its arrays by position
    players: Words,
    dealers: Words,
    qualifying: int,
    low: int,
    first: int,
    rules: NDArray[np.uint8],
    starts: NDArray[np.int64],
    keys: Words,
    cells: NDArray[np.uint16],
) -> None:
    suits = np.empty((4, players.shape[0]), dtype=np.uint16)
    ours = np.empty(players.shape[0], dtype=np.uint16)
    theirs = np.empty(players.shape[0], dtype=np.uint16)
    end = first + rules.shape[0]
    _split(dealers, suits)
    _score(suits, theirs)
    _split(players, suits)
    _score(suits, ours)
    _cells(suits, ours, theirs, H(qualifying), H(low), end, cells)
    for i in range(players.shape[0]):
        if first <= ours[i] < end and _folds(players[i], ours[i] - first, rules, starts, keys):
            cells[i] &= H(CELLS - 1)


def settle_hands(
    players: Words, dealers: Words, *, qualifying: int, plan: Plan, low: int = LOW_RANKS
) -> NDArray[np.uint16]:
    """The cell of each round, row times 8 plus bonus line, by the code that tallies them."""
    check(players.shape == dealers.shape, "a dealer's hand for every player's")
    cells = np.empty(len(players), dtype=np.uint16)
    rules, starts, keys = plan.rules, plan.starts, plan.keys
    _settle(players, dealers, qualifying, low, plan.first, rules, starts, keys, cells)
    return cells


def trace_hands(state: Words, *, rounds: int) -> tuple[Words, Words]:
    """The same rounds one by one: player's and dealer's hands as masks of 52 bits."""
    check(rounds >= 0, "a number of rounds is a count")
    players = np.empty(rounds, dtype=np.uint64)
    dealers = np.empty(rounds, dtype=np.uint64)
    with np.errstate(over="ignore"):
        _trace(state, players, dealers)
    return players, dealers
