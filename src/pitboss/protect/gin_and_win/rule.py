"""The yardstick: the best play by strength alone of a seat that sees its own cards only.

Its exact value is known, so what other seats' cards add is measured against it with little noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.parameters import FULL_POOL, GinParameters
from pitboss.exact.gin_and_win.scoring import SCORE_SHIFT
from pitboss.exact.gin_and_win.solve import shortcuts_hold, solve
from pitboss.exact.gin_and_win.strategy import bands
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.kernels.gin_and_win import qualifying_below

NET_MOST = 10**6
"""The largest net, over its unit, whose sum over all dealer hands fits 64 bits with ease."""


@dataclass(frozen=True, slots=True)
class PlayRule:
    """Play every hand below a strength; what that earns, and what the best play earns."""

    play_below: int
    value: Fraction
    play_rate: Fraction
    best: Fraction
    best_play_rate: Fraction


def parameters_refusal(parameters: GinParameters) -> Refusal | None:
    """Why hands in sight are not studied for such a game."""
    if parameters.pool != FULL_POOL:
        return Refusal(
            RefusalCode.BAD_FIELD,
            "Exposed hands are studied only for seven cards from a 52-card deck; choose such an"
            " edition.",
        )
    pays = whole_pays(parameters)
    if max(pays.no_qualify, pays.win, pays.zero_win, pays.zero_tie, pays.unit) > NET_MOST:
        return Refusal(
            RefusalCode.BAD_FIELD,
            "Pays this high, or with such fine fractions, cannot be studied; choose rounder pays.",
        )
    return None


def pays_array(parameters: GinParameters) -> NDArray[np.int64]:
    """What the kernel needs of the pays."""
    pays = whole_pays(parameters)
    failing = qualifying_below(score=parameters.qualifier_score, highest=parameters.qualifier_rank)
    nets = (pays.no_qualify, pays.win, pays.zero_win, pays.lose, pays.tie, pays.zero_tie)
    return np.array([failing, *nets], dtype=np.int64)


@cache
def best_rule(parameters: GinParameters) -> PlayRule | None:
    """The best rule by strength with its exact value; None where pays are too unusual for it."""
    if not shortcuts_hold(parameters):
        return None
    solution, pays, pool = solve(parameters), whole_pays(parameters), parameters.pool
    every = bands(parameters)
    qualifying = sorted(
        (band for band in every if band.left_over is not None), key=lambda band: band.left_over or 0
    )
    # Antes lost against best play when every band of that score is folded; then one more played.
    lost = sum(band.gain_best for band in every)
    best_lost, play_below = lost, parameters.qualifier_score << SCORE_SHIFT
    for band in qualifying:
        lost -= band.gain_played
        if lost < best_lost:
            mask = band.left_over or 0
            best_lost, play_below = lost, (band.score << SCORE_SHIFT | mask) + 1
    played = sum(
        band.hands
        for band in every
        if band.score < parameters.qualifier_score
        or (band.left_over is not None
            and (band.score << SCORE_SHIFT | band.left_over) < play_below)
    )  # fmt: skip
    cost = Fraction(best_lost, pays.unit * pool.hands * pool.dealer_hands)
    best = -solution.house_edge
    rate = Fraction(played, pool.hands)
    return PlayRule(play_below, best - cost, rate, best, 1 - solution.fold_rate)
