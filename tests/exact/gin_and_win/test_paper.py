"""The paper on Gin & Win prints what the program computes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.exact.gin_and_win.bonus import line_counts
from pitboss.exact.gin_and_win.dealer_counts import count_dealers, hand_types
from pitboss.exact.gin_and_win.line_deals import line_deals
from pitboss.exact.gin_and_win.parameters import FULL_POOL, GinParameters
from pitboss.exact.gin_and_win.patterns import patterns_of
from pitboss.exact.gin_and_win.solve import solve
from pitboss.exact.gin_and_win.strategy import simple_rules
from pitboss.exact.gin_and_win.ties import rivals
from pitboss.par.table_limit import kept_back
from tests.par.kit import chosen

PAPER = Path(__file__).parents[3] / "docs" / "how-it-works" / "mathematics-of-gin-and-win.md"
NAMES = tuple("A23456789TJQK")


def words() -> str:
    return " ".join(PAPER.read_text(encoding="utf-8").split())


def percent(value: Fraction) -> str:
    return f"{float(100 * value):.4f}%"


@pytest.mark.parametrize("rank", [10, 11])
def test_the_figures_of_both_qualifiers(rank: int) -> None:
    solution, text = solve(GinParameters(rank)), words()
    counts = solution.counts
    edge = solution.house_edge
    assert f"{percent(edge)} = {edge.numerator}/{edge.denominator}" in text
    for figure in (
        percent(solution.element_of_risk),
        percent(solution.fold_rate),
        f"{float(solution.average_wager):.6f}",
        f"{solution.distribution.standard_deviation:.6f}",
        percent(solution.distribution.hit_frequency),
        *(f"{n:,}" for n in (counts.fold, counts.no_qualify, counts.win)),
        *(f"{n:,}" for n in (counts.zero_win, counts.lose, counts.tie + counts.zero_tie)),
    ):
        assert f"| {figure} |" in text
    rule = next(rule for rule in simple_rules(GinParameters(rank), NAMES) if rule.length == 1)
    assert percent(rule.cost) in text


def test_the_numbers_of_hands_types_and_ties() -> None:
    text, patterns = words(), patterns_of(FULL_POOL)
    numbers = [FULL_POOL.deals, patterns.ranks.size, hand_types(FULL_POOL).lattice.levels[-1].size]
    numbers += [int((count_dealers(GinParameters(rank)).hands > 0).sum()) for rank in (10, 11)]
    numbers += [int(rivals(FULL_POOL, score).ties.sum()) for score in range(4)]
    numbers += [int(rivals(FULL_POOL, score).hands.sum()) for score in (0, 1, 2, 3, 4, 5, 7)]
    assert [number for number in numbers if f"{number:,}" not in text] == []


def test_the_lines_of_the_bonus() -> None:
    text = words()
    for line, count in line_counts().items():
        assert f"| {'none' if line == 'lose' else line} | {count:,} |" in text


@pytest.mark.parametrize("rank", [10, 11])
def test_the_figures_of_high_scores_that_qualify(rank: int) -> None:
    text, read = words(), solve(GinParameters(rank, high_scores_qualify=True))
    change = read.house_edge - solve(GinParameters(rank)).house_edge
    for value in (read.house_edge, change):
        printed = f"{percent(value)} = {value.numerator}/{value.denominator}".replace("-", "−")
        assert f"| {printed} |" in text
    assert f"| {percent(read.fold_rate)} |" in text


def test_the_deals_by_line() -> None:
    text = words()
    for line, ends in line_deals(GinParameters(11), lowest=1, highest=7).items():
        counts = (ends.fold, ends.no_qualify, ends.win + ends.zero_win, ends.lose)
        row = " | ".join(f"{n:,}" for n in (*counts, ends.tie + ends.zero_tie))
        assert f"| {'none' if line == 'lose' else line} | {row} |" in text


@pytest.mark.parametrize("limit", [200_000, 100_000, 50_000, 30_000, 15_000, 5_000])
def test_the_edges_under_a_limit(limit: int) -> None:
    choice = chosen("gin-and-win")
    assert choice.study.seat_results is not None
    seat_results = choice.study.seat_results(choice.edition, True)
    assert seat_results is not None
    edge = -sum((case.chance * case.net for case in seat_results.cases), Fraction(0)) / 2
    share = Fraction(limit, 300)
    seat, table = (kept_back(seat_results, seats=seats, limit=share) for seats in (1, 6))
    edges = (edge + seat.least / 2, edge + table.least / 12, edge + table.most / 12)
    assert f"| {limit:,} | {' | '.join(map(percent, edges))} |" in words()
