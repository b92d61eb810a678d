"""Marks of a report: honest lines are marked as often as stated, a biased Top more often."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from pitboss.equipment.tops import Face
from pitboss.exact.spin_n_win import record_of
from pitboss.exact.spin_n_win.results import symbol_nets
from pitboss.floor.book import FloorLine, Sums
from pitboss.floor.tally import Tally
from pitboss.floor.theory import moments_of, theory_of
from tests.console.test_theory import STAKES, tally_of
from tests.examples import in_soak
from tests.table.kit import edition_of, registry

ROUNDS = 300
STATED = {"95%": 0.05, "99%": 0.01}
BOUND = 1e-3


def marks_of(lines: int, joker: float | None = None) -> list[str]:
    """The marks of so many tables of a seeded house; Top A may show the joker too often."""
    edition = edition_of("spin-n-win")
    record = record_of(edition)
    faces, nets = list(Face), symbol_nets(record)
    counts = record.top.counts()
    fair = np.array([counts[face] for face in faces]) / sum(counts.values())
    first = fair.copy()
    if joker is not None:
        at = faces.index(Face.JOKER)
        first *= (1 - joker) / (1 - fair[at])
        first[at] = joker
    results = list(product(faces, faces))
    seen = np.random.default_rng(7).multinomial(ROUNDS, np.outer(first, fair).ravel(), lines)
    moments = moments_of(registry().games["spin-n-win"].game, edition)
    found = []
    for row in seen.tolist():
        tally = Tally(rounds=ROUNDS)
        for spot, stake in STAKES.items():
            by_result = zip(row, results, strict=True)
            won = -sum(times * stake * nets[spot][pair] for times, pair in by_result)
            tally.bet(spot, stake * ROUNDS, int(won))
        tally.products = {name: ROUNDS * one for name, one in tally_of(STAKES).products.items()}
        found.append(FloorLine("T1", Sums.of(tally), theory_of(moments, tally)).mark)
    return found


@pytest.mark.parametrize("lines", [600, in_soak(20_000)])
def test_honest_lines_are_marked_as_often_as_stated(lines: int) -> None:
    marks = marks_of(lines)
    for name, chance in STATED.items():
        # A line outside 99% lies outside 95% too.
        count = sum(mark != "" and mark >= name for mark in marks)
        assert stats.binomtest(count, lines, chance).pvalue > BOUND


def test_a_top_that_shows_the_joker_too_often_is_marked() -> None:
    marks = marks_of(100, joker=0.3)
    assert sum(mark == "99%" for mark in marks) > 80
