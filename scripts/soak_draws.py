"""The named statistical tests in full, as jobs of `live_soak.py`: each game's draws and controls.

Seeds come from the operating system, as at a table. Every slice is a battery of its own; p-values
of all slices together must be as even as chance makes them, and all draws together are counted.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import partial

import numpy as np
from scipy import stats

from pitboss.equipment.draws import BitSource
from pitboss.table.fairness import DrawPlace
from scripts import slices
from scripts.slices import Counts, Job
from tests.table.battery import ALPHA, BOUND, SURE, detectable, is_caught, results
from tests.table.streams import (
    GAMES,
    Scheme,
    limits_of,
    need_of,
    positions,
    sample_of,
    sealed,
    wrong_schemes,
)

BINS = 20
WRONG_ROUNDS = 20_000


class SystemBits:
    """The operating system's own bits: the positive control."""

    def __init__(self, seed: bytes, place: DrawPlace) -> None:
        self.pool, self.left = int.from_bytes(seed, "big"), 8 * len(seed)

    def bits(self, count: int) -> int:
        if self.left < count:
            self.pool, self.left = int.from_bytes(os.urandom(32), "big"), 256
        self.left -= count
        drawn = self.pool >> self.left
        self.pool &= (1 << self.left) - 1
        return drawn


def battery(game: str, rounds: int, slice_: int, *, scheme: Scheme) -> Counts:
    """One battery: what its p-values were, and how often each position was drawn."""
    rows = positions(game, rounds, entropy=os.urandom, scheme=scheme, first=slice_ * rounds)
    sample = sample_of(game, rows)
    found = list(results(sample).values())
    if is_caught(found):
        # Chance does this once in a thousand batteries; the sum over all slices decides.
        print(f"{game}: a battery was caught: {found}")
    told: Counter[str] = Counter(draws=len(sample.values), tests=len(found))
    told["low"] = sum(p < ALPHA for p in found)
    told["sure"] = sum(p < SURE for p in found)
    told.update(f"bin{min(int(p * BINS), BINS - 1)}" for p in found)
    at_each = np.bincount(sample.values, minlength=sample.k)
    return dict(told) | {f"at{position}": int(hits) for position, hits in enumerate(at_each)}


def told(game: str, counts: Counts) -> str:
    """What all batteries of a game say together."""
    k = limits_of(need_of(game))[0]
    allowed = int(stats.binom.ppf(BOUND, counts["tests"], ALPHA))
    even = stats.chisquare([counts.get(f"bin{at}", 0) for at in range(BINS)]).pvalue
    whole = stats.chisquare([counts[f"at{at}"] for at in range(k)]).pvalue
    is_sound = counts["low"] <= allowed and not counts["sure"] and min(even, whole) > 1 - BOUND
    return (
        f"{'passed' if is_sound else 'CAUGHT'}: {counts['low']} of {counts['tests']:,} p-values"
        f" below 1 % ({allowed} allowed), {counts['sure']} below a millionth, p-values even"
        f" (p = {even:.3f}); all draws together p = {whole:.3f}, which finds one of {k} that comes"
        f" {100 * detectable(k, counts['draws']):.2f} % too often in 99 of 100 runs"
    )


def wrong(slice_: int) -> Counts:
    """Every wrong generator at every game's place."""
    made = missed = 0
    for game in GAMES:
        for _, scheme in wrong_schemes():
            rows = positions(game, WRONG_ROUNDS, entropy=os.urandom, scheme=scheme, first=slice_)
            made += 1
            missed += not is_caught(list(results(sample_of(game, rows)).values()))
    return {"made": made, "missed": missed}


def system(seed: bytes, place: DrawPlace) -> BitSource:
    """The positive control as a scheme."""
    return SystemBits(seed, place)


def jobs(share: float) -> list[Job]:
    """One job for each game, one for each control."""
    count, wrong_count = 40, 5
    rounds = slices.shares(max(count * 10_000, int(10_000_000 * share)), count)
    plans = [(game, f"draws-{game}", "draws of", sealed) for game in GAMES]
    plans.append(
        ("spin-n-win", "draws-control", "positive control: system bits in place of", system)
    )
    made = [
        Job(
            name,
            f"Fifteen named tests, {words} {game}",
            count,
            partial(_battery, game, scheme, rounds),
            lambda c: f"{c['draws']:,} draws in {c['tests'] // 15} batteries",
            partial(told, game),
        )
        for game, name, words, scheme in plans
    ]
    return [
        *made,
        Job(
            "draws-wrong",
            "Fifteen named tests, negative controls: seven wrong generators in each game",
            wrong_count,
            wrong,
            lambda c: f"{c['made']} generators of {WRONG_ROUNDS:,} rounds",
            lambda c: f"{c['missed']} not caught",
        ),
    ]


def _battery(game: str, scheme: Scheme, rounds: list[int], slice_: int) -> Counts:
    return battery(game, rounds[slice_], slice_, scheme=scheme)
