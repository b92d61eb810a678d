"""Theory beside fact: expected wins and variances against direct enumeration, marks and sums."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from pitboss.exact.solvers import game_figures
from pitboss.exact.spin_n_win import record_of
from pitboss.exact.spin_n_win.results import symbol_nets
from pitboss.floor.book import FloorBook, FloorLine, Sums, read_rows
from pitboss.floor.periods import SHIFTS, Span, day_number
from pitboss.floor.report import (
    FloorReport,
    floor_report,
    marked_lines,
    report_document,
    report_json,
)
from pitboss.floor.tally import Tally
from pitboss.floor.theory import Theory, moments_of, theory_of
from pitboss.refusals import Refusal
from pitboss.report.delimited import render_csv
from pitboss.store.store import Store
from pitboss.store.tallies import SHIFT
from tests.console.kit import LAST, PLAN, copied
from tests.table.kit import edition_of, registry

STAKES = {"single:red": 700, "combo:yellow-red": 300, "single:joker": 200}


def tally_of(stakes: dict[str, int]) -> Tally:
    tally = Tally(rounds=1)
    for spot, stake in stakes.items():
        tally.bet(spot, stake, 0)
    tally.multiply()
    return tally


def test_a_round_of_spin_n_win_has_the_moments_of_its_64_results() -> None:
    edition = edition_of("spin-n-win")
    game = registry().games["spin-n-win"].game
    record = record_of(edition)
    nets, weights = symbol_nets(record), record.top.counts()
    cases = sum(weights.values()) ** 2
    assert cases == 64
    first = second = Fraction(0)
    for one, two in product(weights, weights):
        won = -sum(stake * nets[spot][one, two] for spot, stake in STAKES.items())
        chance = Fraction(weights[one] * weights[two], cases)
        first += chance * won
        second += chance * won**2
    theory = theory_of(moments_of(game, edition), tally_of(STAKES))
    assert theory.expected == first
    assert theory.variance == second - first**2


@pytest.mark.parametrize("game", ["flip-it", "gin-and-win"])
def test_a_single_bet_has_the_moments_of_the_sheet(game: str) -> None:
    edition = edition_of(game)
    rules = registry().games[game].game
    moments = moments_of(rules, edition)
    for bet in game_figures(rules, edition).bets:
        spot = bet.unit if bet.bet == "ante-play" else bet.bet
        theory = theory_of(moments, tally_of({spot: 100}))
        assert theory.expected == 100 * bet.house_edge
        assert theory.variance == 100**2 * bet.distribution.variance


def test_seats_with_hands_of_their_own_are_never_taken_as_less_than_they_can_vary() -> None:
    edition = edition_of("gin-and-win")
    moments = moments_of(registry().games["gin-and-win"].game, edition)
    assert moments.is_bound
    one = theory_of(moments, tally_of({"ante": 100})).deviation
    bonus = theory_of(moments, tally_of({"gin-bonus": 100})).deviation
    both = theory_of(moments, tally_of({"ante": 100, "gin-bonus": 100})).deviation
    assert both == pytest.approx(one + bonus, rel=1e-6)
    assert both >= (one + bonus) * (1 - 1e-12) and one > 0 < bonus


@pytest.mark.parametrize(
    ("win", "mark"), [(0, ""), (195, ""), (197, "95%"), (-197, "95%"), (258, "99%")]
)
def test_marks_are_outside_the_two_intervals(win: int, mark: str) -> None:
    tally = Tally(rounds=1)
    tally.bet("red", 1000, win)
    theory = Theory(Fraction(0), Fraction(100**2))
    assert FloorLine("x", Sums.of(tally), theory).mark == mark


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with copied(tmp_path_factory.mktemp("house") / "house.db") as store:
        yield store


@pytest.fixture(scope="module")
def report(house: Store) -> FloorReport:
    found = floor_report(FloorBook(house, registry()), LAST)
    assert not isinstance(found, Refusal)
    return found


def test_every_grouping_adds_up_to_the_house(report: FloorReport) -> None:
    for span in Span:
        whole = report.totals[span]
        assert whole.tally.rounds > 0
        for lines in report.spans[span].values():
            assert sum(line.tally.win for line in lines) == whole.tally.win
            assert sum(line.tally.drop for line in lines) == whole.tally.drop
            assert sum(line.theory.expected for line in lines) == whole.theory.expected
            assert sum(line.theory.variance for line in lines) == whole.theory.variance


def test_sums_have_the_theory_of_whole_tallies(house: Store, report: FloorReport) -> None:
    """The slow way: tallies added up with their products, table by table."""
    book, size = FloorBook(house, registry()), len(SHIFTS)
    rows = read_rows(house, SHIFT, day_number(LAST) * size, day_number(LAST) * size + size - 1)
    assert not isinstance(rows, Refusal)
    by_table: dict[str, Tally] = {}
    for key, tally in rows:
        by_table.setdefault(key.table, Tally()).add(tally)
    assert len(by_table) == PLAN.tables
    whole = Theory()
    for line in report.spans[Span.DAY]["table"]:
        tally, moments = by_table[line.name], book.moments_at(line.name)
        assert moments is not None and line.theory == theory_of(moments, tally)
        assert line.tally == replace(Sums.of(tally), theory=line.tally.theory)
        whole += line.theory
    assert report.totals[Span.DAY].theory == whole


def test_a_year_is_the_months_before_and_the_shifts_of_this_one(report: FloorReport) -> None:
    # One of the two days lies in February.
    day, month, year = (report.totals[span].tally.rounds for span in Span)
    assert day == month < year
    assert {line.name for line in report.spans[Span.YEAR]["shift"]} <= {"night", "day", "swing"}


def test_the_report_is_a_document_and_a_table(report: FloorReport) -> None:
    text = render_csv(report_document(report)).decode()
    for words in ("spin-n-win-1", "Gin & Win", "Win/drop", "Month to date"):
        assert words in text
    keys = report_json(report)
    assert keys["day"]["house"]["win"] == report.totals[Span.DAY].tally.win
    assert len(keys["marks"]) == len(marked_lines(report))
