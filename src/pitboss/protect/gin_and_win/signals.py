"""Signals that partners could really give: one number each, in place of whole hands.

A seat decides by its own hand, gathered into bands, and by one total over all hands. The table of
decisions is learned on one half of the deals and measured on the other, so what it earns is earned
by a plan that exists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.edition import parameters_of
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.scoring import RANKS_MASK, SCORE_SHIFT
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.protect.gin_and_win.kernel import DECK, HAND
from pitboss.protect.gin_and_win.rule import best_rule
from pitboss.protect.gin_and_win.sight import SEATS_MOST, sample_deals, strengths_of
from pitboss.simulate.generator import Words

Whole = NDArray[np.int64]

DEALS = 150_000
SAMPLE_LEAST = 50
TOTALS = 64
_ONE_SUIT = np.uint64(RANKS_MASK)


@dataclass(frozen=True, slots=True)
class SignalValue:
    """The worth of a signal to a seat among so many partners."""

    signal: str
    players: int
    ev_per_ante: float
    standard_error: float
    decisions_changed: float


def _add_up(told: NDArray[Any]) -> Whole:
    """The total over all who tell."""
    total: Whole = told.astype(np.int64).sum(axis=1)
    return total


def _suit(hands: Words, _parameters: GinParameters) -> Whole:
    return _add_up(np.bitwise_count(hands & _ONE_SUIT))


def _suits(hands: Words, _parameters: GinParameters) -> Whole:
    """Cards of every suit: what counts is the suit of which most is unseen."""
    held = [
        _add_up(np.bitwise_count((hands >> np.uint64(13 * suit)) & _ONE_SUIT)) for suit in range(4)
    ]
    unseen: Whole = 13 - np.sort(np.stack(held), axis=0)
    # The fullest unseen suit, and half as finely the next.
    told: Whole = unseen[0] * 4 + np.minimum(unseen[1] // 2, 3)
    return told


def _high(hands: Words, parameters: GinParameters) -> Whole:
    """Cards above the qualifier, which keep the dealer from qualifying."""
    ranks = RANKS_MASK >> parameters.qualifier_rank << parameters.qualifier_rank
    mask = np.uint64(sum(ranks << 13 * suit for suit in range(4)))
    return _add_up(np.bitwise_count(hands & mask))


def _score(hands: Words, _parameters: GinParameters) -> Whole:
    return _add_up(strengths_of(hands) >> np.uint16(SCORE_SHIFT))


def _pairs(hands: Words, _parameters: GinParameters) -> Whole:
    """Ranks held twice or more: each takes a rank away from the dealer's sets."""
    suits = [(hands >> np.uint64(13 * suit)) & _ONE_SUIT for suit in range(4)]
    once, twice = suits[0], np.zeros_like(suits[0])
    for suit in suits[1:]:
        twice |= once & suit
        once = once | suit
    return _add_up(np.bitwise_count(twice))


SIGNALS: dict[str, Callable[[Words, GinParameters], Whole]] = {
    "suit": _suit,
    "suits": _suits,
    "high": _high,
    "score": _score,
    "pairs": _pairs,
}


def bands_of(strengths: NDArray[np.uint16]) -> Whole:
    """Score and highest left-over rank: how a person would call a hand."""
    left = (strengths & np.uint16(RANKS_MASK)).astype(np.int64)
    highest = np.where(left > 0, np.log2(np.maximum(left, 1)).astype(np.int64) + 1, 0)
    bands: Whole = (strengths >> np.uint16(SCORE_SHIFT)).astype(np.int64) * 16 + highest
    return bands


def signal_values(
    edition: GinEdition, *, players: int, seed: int, deals: int = DEALS
) -> tuple[SignalValue, ...]:
    """Every signal, for a seat whose partners all give it."""
    parameters = parameters_of(edition)
    rule = best_rule(parameters)
    if rule is None:
        return ()
    hands, play = dealt_hands(edition, seed, deals)
    own = strengths_of(hands[:, :1])[:, 0]
    by_rule = own < rule.play_below
    found = []
    for name, tell in SIGNALS.items():
        told = tell(np.ascontiguousarray(hands[:, :players]), parameters)
        cells = bands_of(own) * TOTALS + np.minimum(told, TOTALS - 1)
        plays = _learn(cells, play, by_rule, half=deals // 2)
        gain = np.where(plays, play, -1.0) - np.where(by_rule, play, -1.0)
        later = gain[deals // 2 :]
        error = float(later.std()) / sqrt(len(later))
        value = float(rule.value) + float(later.mean())
        changed = float((plays != by_rule)[deals // 2 :].mean())
        found.append(SignalValue(name, players, value, error, changed))
    return tuple(found)


def dealt_hands(edition: GinEdition, seed: int, deals: int) -> tuple[Words, NDArray[np.float64]]:
    """Six hands of each deal, and what the first nets on average if it is played.

    Averaged over every dealer hand beside all six, which is right for whatever less is known.
    """
    _, hands, counts = sample_deals(edition, "signals", deals, seed=seed)
    every = comb(DECK - SEATS_MOST * HAND, HAND) * whole_pays(parameters_of(edition)).unit
    return hands, counts[:, 0] / every


def _learn(
    cells: Whole, play: NDArray[np.float64], by_rule: NDArray[np.bool_], *, half: int
) -> NDArray[np.bool_]:
    """Play where the first half netted more than a fold; where it is thin, by the rule."""
    size = int(cells.max()) + 1
    seen = np.bincount(cells[:half], minlength=size)
    total = np.bincount(cells[:half], weights=play[:half], minlength=size)
    enough = seen >= SAMPLE_LEAST
    good = total >= -seen
    plays: NDArray[np.bool_] = np.where(enough[cells], good[cells], by_rule)
    return plays
