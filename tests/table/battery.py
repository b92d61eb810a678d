"""The statistical tests that regulators name, on whole numbers that should be uniform below k.

One function and one p-value for each of the fifteen names of 58 Pa. Code 810a.5(c), which include
those of 25 CFR 547.14 and GLI-19 3.2.2. Expected counts are exact; only the last step, from a
statistic to its p-value, uses a limit law, with cells merged until each expects five or more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from tests.late import stats

Numbers = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]

ALPHA = 0.01
SURE = 1e-6
BOUND = 0.999
CELLS_MAX = 16
EXPECTED_LEAST = 5.0
PAIR_CLASSES = 8


@dataclass(frozen=True)
class Sample:
    """Draws in the order they were made, and pairs drawn in one round."""

    values: Numbers
    k: int
    pairs: tuple[Numbers, Numbers]
    pair_limits: tuple[int, int]


def coarse(values: Numbers, k: int) -> tuple[Numbers, int]:
    """The same draws in the largest number of equal classes that is at most sixteen."""
    classes = max(d for d in range(1, CELLS_MAX + 1) if k % d == 0)
    return values // (k // classes), classes


def fit(counts: npt.ArrayLike, chances: npt.ArrayLike) -> float:
    """Chi-square of counts against exact chances, small cells merged with their neighbours."""
    observed = np.asarray(counts, dtype=np.float64)
    expected = np.asarray(chances, dtype=np.float64) * observed.sum()
    if not observed.sum():
        return 0.0  # What must happen again and again has never happened.
    cells: list[list[float]] = []
    for seen, wanted in zip(observed, expected, strict=True):
        if cells and cells[-1][1] < EXPECTED_LEAST:
            cells[-1][0] += seen
            cells[-1][1] += wanted
        else:
            cells.append([seen, wanted])
    if len(cells) > 1 and cells[-1][1] < EXPECTED_LEAST:
        seen, wanted = cells.pop()
        cells[-1][0] += seen
        cells[-1][1] += wanted
    found, hoped = np.array(cells).T
    statistic = float(((found - hoped) ** 2 / hoped).sum())
    return float(stats.chi2.sf(statistic, len(cells) - 1))


def uniform(values: Numbers, k: int) -> float:
    return fit(np.bincount(values, minlength=k), np.full(k, 1 / k))


# --- the fifteen -------------------------------------------------------------------------


def chi_square(sample: Sample) -> float:
    """Every number equally often."""
    return uniform(sample.values, sample.k)


def equidistribution(sample: Sample) -> float:
    """Every pair of following draws equally often."""
    few, k = coarse(sample.values, sample.k)
    half = len(few) // 2
    return uniform(few[: 2 * half : 2] * k + few[1 : 2 * half : 2], k * k)


def gap(sample: Sample) -> float:
    """How long until the lowest class comes again: a geometric law."""
    few, k = coarse(sample.values, sample.k)
    gaps = np.diff(np.flatnonzero(few == 0)) - 1
    last = int(12 * k)
    chances = (1 - 1 / k) ** np.arange(last) / k
    counts = np.bincount(np.minimum(gaps, last), minlength=last + 1)
    return fit(counts, np.append(chances, 1 - chances.sum()))


def overlaps(sample: Sample) -> float:
    """Good's test: pairs that overlap, less what single numbers already explain."""
    few, k = coarse(sample.values, sample.k)
    n = len(few)
    pairs = np.bincount(few * k + np.roll(few, -1), minlength=k * k)
    singles = np.bincount(few, minlength=k)
    psi_2 = k * k / n * float((pairs**2).sum()) - n
    psi_1 = k / n * float((singles**2).sum()) - n
    return float(stats.chi2.sf(psi_2 - psi_1, k * k - k))


def distinct_law(k: int, draws: int) -> Weights:
    """The chance of each number of different values among so many draws below k."""
    law = np.zeros(draws + 1)
    law[0] = 1.0
    kinds = np.arange(draws + 1)
    for _ in range(draws):
        new = law * np.clip(kinds / k, 0, 1)
        new[1:] += law[:-1] * np.clip(1 - kinds[:-1] / k, 0, 1)
        law = new
    return law


def poker(sample: Sample) -> float:
    """Hands of five draws by how many different numbers they hold."""
    few, k = coarse(sample.values, sample.k)
    hands = np.sort(few[: len(few) // 5 * 5].reshape(-1, 5), axis=1)
    kinds = 1 + (np.diff(hands, axis=1) != 0).sum(axis=1)
    return fit(np.bincount(kinds, minlength=6), distinct_law(k, 5))


def coupon_collector(sample: Sample) -> float:
    """How many draws until every class has come."""
    few, k = coarse(sample.values, sample.k)
    longest = int(k * (log(k) + 12))
    lengths = np.bincount(_collected(few, k, longest), minlength=longest + 1)
    law, done = np.zeros(k + 1), np.zeros(longest + 1)
    law[0] = 1.0
    kinds = np.arange(k + 1)
    for draw in range(1, longest + 1):
        new = law * kinds / k
        new[1:] += law[:-1] * (1 - kinds[:-1] / k)
        done[draw] = new[k]
        new[k] = 0.0
        law = new
    done[longest] += 1 - done.sum()
    return fit(lengths, done)


def _collected(few: Numbers, k: int, longest: int) -> list[int]:
    lengths: list[int] = []
    wanted, length = (1 << k) - 1, 0
    left = wanted
    for value in few.tolist():
        length += 1
        left &= ~(1 << value)
        if not left:
            lengths.append(min(length, longest))
            left, length = wanted, 0
    return lengths


def permutation(sample: Sample) -> float:
    """Four different numbers in a row: all 24 orders equally often."""
    fours = sample.values[: len(sample.values) // 4 * 4].reshape(-1, 4)
    ordered = np.sort(fours, axis=1)
    fours = fours[(np.diff(ordered, axis=1) != 0).all(axis=1)]
    ranks = np.argsort(np.argsort(fours, axis=1), axis=1)
    codes = ranks @ np.array([64, 16, 4, 1])
    return uniform(np.unique(codes, return_inverse=True)[1].astype(np.int64), 24)


def kolmogorov_smirnov(sample: Sample) -> float:
    """Several draws read as the digits of one number between 0 and 1."""
    digits = int(np.ceil(log(2**40) / log(sample.k)))
    rows = sample.values[: len(sample.values) // digits * digits].reshape(-1, digits)
    weights = float(sample.k) ** -np.arange(1, digits + 1)
    return float(stats.kstest(rows @ weights, "uniform").pvalue)


def adjacency(sample: Sample) -> float:
    """How far two draws beside each other lie apart."""
    k, half = sample.k, len(sample.values) // 2
    apart = np.abs(sample.values[: 2 * half : 2] - sample.values[1 : 2 * half : 2])
    chances = 2 * (k - np.arange(k)) / k**2
    chances[0] = 1 / k
    return fit(np.bincount(apart, minlength=k), chances)


def order_statistic(sample: Sample) -> float:
    """The highest of four draws."""
    highest = sample.values[: len(sample.values) // 4 * 4].reshape(-1, 4).max(axis=1)
    below = (np.arange(sample.k + 1) / sample.k) ** 4
    return fit(np.bincount(highest, minlength=sample.k), np.diff(below))


def runs(sample: Sample) -> float:
    """Runs of high and of low draws: neither too many nor too few."""
    high = sample.values >= sample.k // 2
    n, up = len(high), int(high.sum())
    down = n - up
    seen = 1 + int((high[1:] != high[:-1]).sum())
    mean = 1 + 2 * up * down / n
    variance = (mean - 1) * (mean - 2) / (n - 1)
    return float(2 * stats.norm.sf(abs(seen - mean) / variance**0.5))


def interplay(sample: Sample) -> float:
    """Two draws of one round tell nothing about each other."""
    few, chances = [], []
    for values, limit in zip(sample.pairs, sample.pair_limits, strict=True):
        # Classes as even as the range allows, with the exact chance of each.
        of_all = np.arange(limit) * PAIR_CLASSES // limit
        few.append(of_all[values])
        chances.append(np.bincount(of_all, minlength=PAIR_CLASSES) / limit)
    cells = np.bincount(few[0] * PAIR_CLASSES + few[1], minlength=PAIR_CLASSES**2)
    return fit(cells, np.outer(*chances).reshape(-1))


def serial_correlation(sample: Sample) -> float:
    """A draw tells nothing about those after it: lags one to eight together."""
    centred = sample.values - (sample.k - 1) / 2
    variance = (sample.k**2 - 1) / 12
    total = 0.0
    for lag in range(1, 9):
        products = centred[:-lag] * centred[lag:]
        total += float(products.sum()) ** 2 / (len(products) * variance**2)
    return float(stats.chi2.sf(total, 8))


def subsequences(sample: Sample) -> float:
    """Every seventh draw, from each of seven starts."""
    total, cells = 0.0, 0
    for start in range(7):
        few, k = coarse(sample.values[start::7], sample.k)
        expected = len(few) / k
        total += float(((np.bincount(few, minlength=k) - expected) ** 2 / expected).sum())
        cells += k - 1
    return float(stats.chi2.sf(total, cells))


def poisson(sample: Sample) -> float:
    """How often the rarest kind of event falls into blocks of equal length."""
    few, k = coarse(sample.values, sample.k)
    block = 2 * k
    hits = (few[: len(few) // block * block].reshape(-1, block) == 0).sum(axis=1)
    chances = stats.binom.pmf(np.arange(block + 1), block, 1 / k)
    return fit(np.bincount(hits, minlength=block + 1), chances)


BATTERY: dict[str, Callable[[Sample], float]] = {
    "chi-square": chi_square,
    "equi-distribution": equidistribution,
    "gap": gap,
    "overlaps": overlaps,
    "poker": poker,
    "coupon collector": coupon_collector,
    "permutation": permutation,
    "Kolmogorov-Smirnov": kolmogorov_smirnov,
    "adjacency": adjacency,
    "order statistic": order_statistic,
    "runs": runs,
    "interplay correlation": interplay,
    "serial correlation": serial_correlation,
    "subsequences": subsequences,
    "Poisson": poisson,
}


# --- the verdict -------------------------------------------------------------------------


def results(sample: Sample) -> dict[str, float]:
    """The p-value of every test."""
    return {name: test(sample) for name, test in BATTERY.items()}


def is_caught(p_values: list[float]) -> bool:
    """Whether these tests together speak against the draws.

    One p-value below a millionth does, and so do more at 1 % than chance allows in 999 of 1,000
    batteries.
    """
    allowed = int(stats.binom.ppf(BOUND, len(p_values), ALPHA))
    return min(p_values) < SURE or sum(p < ALPHA for p in p_values) > allowed


def detectable(k: int, draws: int, *, power: float = 0.99) -> float:
    """The relative excess of one number that chi-square at 1 % finds with this power."""
    limit = stats.chi2.isf(ALPHA, k - 1)
    low, high = 0.0, 1e9
    for _ in range(200):
        middle = (low + high) / 2
        found = stats.ncx2.sf(limit, k - 1, middle) if middle else ALPHA
        low, high = (low, middle) if found > power else (middle, high)
    # An excess of e in one of k numbers gives a noncentrality of draws * e^2 / (k - 1).
    return float((high * (k - 1) / draws) ** 0.5)
