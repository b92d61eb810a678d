"""Every bet of every edition, 10^8 rounds each, beside its exact value.

    python bench/simulate_evidence.py [--rounds N] [--out docs/evidence/simulation.md]

Each edition is played in ten runs of their own seeds. A bet's z is taken over all of them. The
bets of one run share its rounds, so for the test of normality they are first made independent:
the z values of a run are turned by the inverse square root of their own correlation, which the
run's products give. What is left must look like draws of a standard normal.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from pitboss import __version__
from pitboss.exact.solvers import game_figures
from pitboss.games.registry import Registry
from pitboss.simulate.cells import CellTable
from pitboss.simulate.engines import cores, local_engine
from pitboss.simulate.model import SimulatedGame, model_of
from pitboss.simulate.runner import RunOrder, run
from pitboss.simulate.statistics import BetResult, bet_results
from pitboss.simulate.tallies import RoundTally

RUNS = 10
SEED = 20_260_301
SMALL = 1e-6
"""A direction of the correlation with less weight than this is a rounding error."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Found:
    """One edition."""

    subject: SimulatedGame
    results: tuple[BetResult, ...]
    whitened: tuple[float, ...]
    rounds: int
    seconds: float


def played(subject: SimulatedGame, *, seed: int, rounds: int) -> RoundTally:
    with local_engine(cores()) as engine:
        return run(RunOrder(subject, seed, rounds), engine, figures=None).tally


def errors(table: CellTable, tally: RoundTally) -> Floats:
    """The covariance of the means of all bets, each a ratio over packets."""
    products = np.array([[float(n) for n in row] for row in tally.products])
    bets = len(table.bets)
    # Row b of the map is net b less its mean times its own exposure.
    turn = np.zeros((bets, len(products)))
    for bet in range(bets):
        column = table.exposure_column(bet)
        units = tally.sums[column]
        turn[bet, bet] = 1.0 / units
        turn[bet, column] = -tally.sums[bet] / units / units
    return np.asarray(turn @ products @ turn.T / table.scale**2)


def whitened(table: CellTable, tally: RoundTally, results: tuple[BetResult, ...]) -> list[float]:
    """Independent standard normals, if the exact values are right."""
    gaps = np.array([r.mean - float(r.exact or 0) for r in results])
    covariance = errors(table, tally)
    sigma = np.sqrt(np.diag(covariance))
    values, vectors = np.linalg.eigh(covariance / np.outer(sigma, sigma))
    kept = values > SMALL
    turned = vectors[:, kept].T @ (gaps / sigma) / np.sqrt(values[kept])
    return [float(value) for value in turned]


def examine(subject: SimulatedGame, *, rounds: int) -> Found:
    figures = game_figures(subject.game, subject.edition)
    table = model_of(subject).table
    started = perf_counter()
    parts: list[RoundTally] = []
    independent: list[float] = []
    for at in range(RUNS):
        tally = played(subject, seed=SEED + at, rounds=rounds // RUNS)
        independent += whitened(table, tally, bet_results(table, tally, figures))
        parts.append(tally)
    total = sum(parts[1:], parts[0])
    results = bet_results(table, total, figures)
    return Found(subject, results, tuple(independent), total.rounds, perf_counter() - started)


def every_subject() -> list[SimulatedGame]:
    found = []
    for folder in Registry().games.values():
        for key in folder.edition_keys():
            edition = folder.edition(key)
            found.append(SimulatedGame(folder.game, edition))  # type: ignore[arg-type]
    return found


def report(found: list[Found], *, command: str) -> str:
    now = datetime.now(UTC)
    zs = [r.z or 0.0 for one in found for r in one.results]
    independent = np.array([z for one in found for z in one.whitened])
    ks = stats.kstest(independent, "norm")
    anderson = stats.anderson(independent, "norm", method="interpolate")
    square = float((independent**2).sum())
    degrees = len(independent)
    chi = stats.chi2.cdf(square, degrees)
    chi = 2 * min(chi, 1 - chi)
    largest = max(zs, key=abs)
    lines = [
        "# Simulation beside mathematics",
        "",
        f"{found[0].rounds:,} rounds of every edition, every bet settled in every round, held",
        "against the exact values. Written by `bench/simulate_evidence.py`; do not edit.",
        "",
        f"- Date: {now:%Y-%m-%d}; Pitboss {__version__}",
        f"- Command: `{command}`",
        f"- Machine: {platform.machine()}, {cores()} cores; Python {platform.python_version()}",
        f"- Seeds: {SEED} to {SEED + RUNS - 1}, a tenth of the rounds each",
        "",
        "## Verdict",
        "",
        (
            f"- {len(zs)} bets; the farthest lies {largest:+.2f} standard errors from its exact"
            f" value ({'all are' if abs(largest) < 4 else 'NOT all are'} within 4)."
        ),
        (
            f"- {degrees} independent z values (bets of a run made independent by their own"
            " correlation) against the standard normal:"
        ),
        (
            f"  Kolmogorov–Smirnov p = {ks.pvalue:.3f}, Anderson–Darling p ≥ {anderson.pvalue:.3f},"
            f" sum of squares {square:.1f} on {degrees} degrees, p = {chi:.3f}."
        ),
        "",
    ]
    for one in found:
        head = one.subject.edition.head
        rate = one.rounds / one.seconds / 1e6
        lines += [
            f"## {one.subject.game.title}, {head.key}",
            "",
            (
                f"Edition `{head.short_hash}`, {one.rounds:,} rounds in {one.seconds:.1f} s"
                f" ({rate:,.0f} million a second, start-up included)."
            ),
            "",
            "| bet | mean | standard error | exact | z |",
            "| --- | ---: | ---: | ---: | ---: |",
            *(
                f"| {r.bet} | {r.mean:+.6f} | {r.standard_error:.6f} |"
                f" {float(r.exact or 0):+.6f} | {r.z or 0.0:+.2f} |"
                for r in one.results
            ),
            "",
        ]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=float, default=1e8)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    found = []
    for subject in every_subject():
        found.append(examine(subject, rounds=int(asked.rounds)))
        worst = max(found[-1].results, key=lambda r: abs(r.z or 0.0))
        name = f"{subject.game.key} {subject.edition.head.key}"
        print(f"{name:28s} {found[-1].seconds:6.1f} s, farthest {worst.bet} {worst.z:+.2f}")
    words = ["python", "bench/simulate_evidence.py", *sys.argv[1:]]
    text = report(found, command=" ".join(words))
    print("\n".join(text.splitlines()[9:18]))
    if asked.out is not None:
        asked.out.write_text(text, encoding="utf-8")
    return 0 if all(abs(r.z or 0.0) < 4 for one in found for r in one.results) else 1


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
