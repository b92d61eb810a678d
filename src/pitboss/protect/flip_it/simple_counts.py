"""The best counts a person could keep at flip~it, found by trying them on sampled shoes.

A count adds a small whole number for every card seen and bets above a number. Candidates are tried
on one half of the shoes; what the best of them earns is measured on the other half, against perfect
play on the same flips.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.flip_it.fresh_shoe import EVEN, HIGH, LOW, ODD
from pitboss.exact.flip_it.shoes import ShoeOdds
from pitboss.games.flip_it.edition import Edition
from pitboss.protect.flip_it.tables import (
    BONUS_KEY,
    CALL_IT_KEY,
    INSIDE_KEYS,
    SUITED,
    by_suit,
    tables_of,
)
from pitboss.simulate.generator import chunk_state
from pitboss.simulate.kernels.flip_it import trace_shoes

Values = NDArray[np.float64]
Counts = NDArray[np.int64]

SHOES = 160
HALF_DECK = 26
TRACKED = (1, 2, 3, 4, 6, 12)


@dataclass(frozen=True, slots=True)
class SimpleCount:
    """One count: what to add for which cards, when to bet, and what it earns."""

    bet: str
    name: str
    tags: tuple[tuple[str, int], ...]
    """What each kind of card adds when it is seen; other cards add nothing."""
    bet_above: int
    units_per_round: float
    efficiency: float
    """Its earnings over those of perfect play."""


@dataclass(frozen=True, slots=True, eq=False)
class Flips:
    """Every flip of some shoes: what is left before it, and what each bet is worth."""

    left: Counts
    ranks: Counts
    """Cards left of each of 13 ranks."""
    red: Counts
    jokers: Counts
    kinds: Counts
    """Pairs of equal ranks in the row; 7 where a royal flush may come, 0 for nothing."""
    values: Values
    """Expected nets in the order of `ShoeOdds.names`, not a number where not offered."""
    names: tuple[str, ...]

    def value(self, bet: str) -> Values:
        found: Values = np.nan_to_num(self.values[:, self.names.index(bet)], nan=-1.0)
        return found


def trace_flips(edition: Edition, *, undealt: int, seed: int, half: int) -> Flips:
    tables = tables_of(edition)
    head = edition.head
    state = chunk_state(seed=seed, game=f"{head.game} simple counts", edition=head.hash, chunk=half)
    decks, ends = trace_shoes(state, shoes=SHOES, deck=tables.deck, cut_undealt=undealt)
    lefts, rows = [], []
    for deck, end in zip(decks.astype(np.int64), ends.tolist(), strict=True):
        left, row = _shoe(tables.whole, deck, end)
        lefts.append(left)
        rows.append(row)
    held, row = np.concatenate(lefts), np.concatenate(rows)
    odds = ShoeOdds.of(edition)
    values = odds.expected_many(held[:, SUITED], by_suit(row))
    return _flips(held, _kinds(row), values, odds.names)


def _flips(held: Counts, kinds: Counts, values: Values, names: tuple[str, ...]) -> Flips:
    ranks = held[:, :52].reshape(-1, 13, 4)
    red = ranks[:, :, 1:3].sum(axis=(1, 2))
    return Flips(held.sum(axis=1), ranks.sum(axis=2), red, held[:, 52], kinds, values, names)


def _shoe(whole: Counts, deck: Counts, end: int) -> tuple[Counts, Counts]:
    """Cards left and the row before every flip of one shoe."""
    seen = np.zeros((end, 53), dtype=np.int64)
    seen[np.arange(1, end), deck[: end - 1]] = 1
    plain = np.flatnonzero(deck[:end] < 52)
    laid = int(plain[3]) + 1
    left = whole - seen.cumsum(axis=0)
    before = np.searchsorted(plain, np.arange(laid, end))
    row = deck[plain[before[:, None] - 4 + np.arange(4)]]
    return left[laid:], row


def _kinds(row: Counts) -> Counts:
    ranks = row // 4
    first, second = np.triu_indices(4, 1)
    pairs: Counts = (ranks[:, first] == ranks[:, second]).sum(axis=1)
    royal = ((ranks == 0) | (ranks >= 9)).all(axis=1) & (row % 4 == row[:, :1] % 4).all(axis=1)
    pairs[royal & (pairs == 0)] = 7
    return pairs


def simple_counts(edition: Edition, *, undealt: int, seed: int) -> tuple[SimpleCount, ...]:
    """The best count of each kind for every bet."""
    halves = [trace_flips(edition, undealt=undealt, seed=seed, half=half) for half in (0, 1)]
    found = [_inside(halves, edition, key) for key in INSIDE_KEYS]
    found += _call_it(halves, edition)
    found += [_bonus(halves, edition), _bonus_by_rank(halves[1])]
    return tuple(found)


def _inside(halves: list[Flips], edition: Edition, key: str) -> SimpleCount:
    """Tags of -1, 0 and 1 for winning cards, other cards, Aces and jokers."""
    whole = {name: int(cards[0]) for name, cards in _groups(_fresh(edition), key).items()}
    groups = [_groups(half, key) for half in halves]
    value = halves[0].value(key)
    tried = (
        (*_threshold(_running(groups[0], whole, tags), value), tags)
        for tags in product((-1, 0, 1), repeat=len(whole))
    )
    _, above, tags = max(tried, key=itemgetter(0))
    earned = float(halves[1].value(key)[_running(groups[1], whole, tags) > above].sum())
    return _measure(halves[1], key, "running count", dict(zip(whole, tags, strict=True)),
                     above=above, earned=earned)  # fmt: skip


def _measure(
    half: Flips, key: str, name: str, tags: dict[str, int], *, above: int = 0, earned: float
) -> SimpleCount:
    bets = [n for n in half.names if n.startswith("call:")] if key == CALL_IT_KEY else [key]
    perfect = np.maximum(np.max([half.value(bet) for bet in bets], axis=0), 0).sum()
    return SimpleCount(
        bet=key,
        name=name,
        tags=tuple((kind, tag) for kind, tag in tags.items() if tag),
        bet_above=above,
        units_per_round=earned / len(half.left),
        efficiency=float(earned / perfect) if perfect else 0.0,
    )


def _running(groups: dict[str, Counts], whole: dict[str, int], tags: Iterable[int]) -> Counts:
    """Cards seen of each kind times what each adds."""
    total: Counts = np.zeros_like(next(iter(groups.values())))
    for (kind, left), tag in zip(groups.items(), tags, strict=True):
        total = total + tag * (whole[kind] - left)
    return total


def _threshold(running: Counts, value: Values) -> tuple[float, int]:
    """The number above which betting earned most, and what it earned."""
    lowest = int(running.min())
    by_count = np.bincount(running - lowest, weights=value)
    above = by_count[::-1].cumsum()[::-1]
    at = int(above.argmax())
    earned = float(above[at])
    if earned <= 0:
        return 0.0, int(running.max())
    return earned, lowest + at - 1


def _groups(flips: Flips, key: str) -> dict[str, Counts]:
    """Cards left by how they touch an inside bet."""
    name = key.partition(":")[2]
    plain = flips.ranks.sum(axis=1)
    if name in ("red", "black"):
        wins = flips.red if name == "red" else plain - flips.red
        return {name: wins, "other colour": plain - wins, "joker": flips.jokers}
    ranks = {"odd": ODD, "even": EVEN, "high": HIGH, "low": LOW}[name]
    wins = flips.ranks[:, [rank - 1 for rank in sorted(ranks)]].sum(axis=1)
    ace = flips.ranks[:, 0]
    return {name: wins, "other rank": plain - wins - ace, "ace": ace, "joker": flips.jokers}


def _fresh(edition: Edition) -> Flips:
    """A whole deck as one flip, for what each kind begins with."""
    whole = tables_of(edition).whole.reshape(1, 53)
    return _flips(whole, np.zeros(1, dtype=np.int64), np.zeros((1, 0)), ())


def _call_it(halves: list[Flips], edition: Edition) -> list[SimpleCount]:
    """So many ranks kept beside a count of the cards, exactly and by half decks."""
    pay = float(edition.call_it.to_one)
    half = halves[1]
    ranks = half.ranks[:, 1:]
    perfect = (pay + 1) / half.left
    found = []
    for tracked in TRACKED:
        most = ranks[:, :tracked].max(axis=1)
        value = most * perfect - 1
        tags = {"each rank kept": -1, "any card": 1}
        earned = float(value[value > 0].sum())
        name = "1 rank kept" if tracked == 1 else f"{tracked} ranks kept"
        found.append(_measure(half, CALL_IT_KEY, name, tags, earned=earned))
    # A glance at the discards instead of a count of cards: never fewer left than there are.
    judged = np.ceil(half.left / HALF_DECK) * HALF_DECK
    most = ranks.max(axis=1)
    bet = most * (pay + 1) > judged
    earned = float((most * perfect - 1)[bet].sum())
    tags = {"each rank kept": -1}
    name = "12 ranks kept, cards left judged to half a deck"
    found.append(_measure(half, CALL_IT_KEY, name, tags, earned=earned))
    return found


def _bonus(halves: list[Flips], edition: Edition) -> SimpleCount:
    """Jokers against other cards, with a number to bet above for every kind of row."""
    jokers = int(_fresh(edition).jokers[0])

    def earned_by(tag: int) -> float:
        return sum(_threshold(*pair)[0] for pair in _rows(halves[0], jokers, tag))

    tag = max(range(25), key=earned_by)
    bars = [_threshold(*pair)[1] for pair in _rows(halves[0], jokers, tag)]
    second = _rows(halves[1], jokers, tag)
    earned = sum(
        float(value[running > bar].sum())
        for (running, value), bar in zip(second, bars, strict=True)
    )
    tags = {"joker": tag, "any other card": -1}
    name = "jokers against other cards, by kind of row"
    return _measure(halves[1], BONUS_KEY, name, tags, above=min(bars), earned=earned)


def _bonus_by_rank(half: Flips) -> SimpleCount:
    """All 13 ranks kept, the cards left judged by half decks."""
    value = half.value(BONUS_KEY)
    judged = np.ceil(half.left / HALF_DECK) * HALF_DECK
    earned = float(value[(value + 1) * half.left > judged].sum())
    name = "13 ranks kept, cards left judged to half a deck"
    return _measure(half, BONUS_KEY, name, {"each rank kept": -1}, earned=earned)


def _rows(flips: Flips, jokers: int, tag: int) -> list[tuple[Counts, Values]]:
    """For each kind of row that offers the bonus: the count and what the bonus is worth."""
    value = flips.value(BONUS_KEY)
    most = int(flips.left.max())
    running = tag * (jokers - flips.jokers) - (most - flips.left)
    kinds = [kind for kind in (1, 2, 3, 6, 7) if (flips.kinds == kind).any()]
    return [(running[flips.kinds == kind], value[flips.kinds == kind]) for kind in kinds]
