"""Charts: valid SVG, words that never touch, colours by theme."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.report.blocks import Chart
from pitboss.report.charts import NARROW, PAPER, SCREEN, WIDE, chart_css, draw
from pitboss.report.charts.canvas import Canvas
from pitboss.report.charts.scales import figure
from pitboss.report.figures import Kind
from pitboss.report.plots import (
    Axis,
    Bar,
    BarChart,
    Bin,
    ColumnChart,
    ConvergenceChart,
    FunnelChart,
    Histogram,
    LineChart,
    Plot,
    Reference,
    Running,
    Series,
)
from tests.examples import examples
from tests.report.boxes import SVG, collisions, outside, parse
from tests.report.sample import sample

PLOTS = [
    block.plot
    for section in sample().sections
    for block in section.blocks
    if isinstance(block, Chart)
]
NAMES = [type(plot).__name__ for plot in PLOTS]

labels = st.text("abcdefghij klmnop:-ABC123", min_size=1, max_size=24)
shares = st.fractions(min_value=Fraction(-1, 2), max_value=1, max_denominator=10**6)
reals = st.floats(min_value=-1e6, max_value=1e6, allow_subnormal=False)
widths = st.sampled_from([WIDE, NARROW])


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("plot", PLOTS, ids=NAMES)
def test_words_of_the_sample_neither_touch_nor_leave(plot: Plot, width: float) -> None:
    svg = draw(plot, width=width)
    assert collisions(svg) == []
    assert outside(svg) == []


@pytest.mark.parametrize("plot", PLOTS, ids=NAMES)
def test_paper_names_colours_and_screen_names_classes(plot: Plot) -> None:
    paper, screen = draw(plot, theme=PAPER), draw(plot, theme=SCREEN)
    assert "class=" not in paper
    assert 'font-family="Libertinus Serif"' in paper
    assert "#" not in screen
    known = set(re.findall(r"\.(chart-[a-z0-9-]+) ", chart_css()))
    used = set(re.findall(r'class="([^"]+)"', screen))
    assert used
    assert used <= known


@pytest.mark.parametrize("plot", PLOTS, ids=NAMES)
def test_a_drawing_is_the_same_every_time(plot: Plot) -> None:
    assert draw(plot) == draw(plot)


def test_screen_rules_exist_for_light_and_dark() -> None:
    css = chart_css()
    light, dark = css.split("@media", 1)
    assert "prefers-color-scheme: dark" in dark
    rules = re.compile(r"\.(chart-[a-z0-9-]+) ")
    assert sorted(rules.findall(light)) == sorted(rules.findall(dark))


def test_bars_are_as_long_as_their_values() -> None:
    svg = draw(BarChart((Bar("a", Fraction(1, 10)), Bar("b", 0.2), Bar("c", -0.1))))
    long = [float(r.attrib["width"]) for r in parse(svg).iter(f"{SVG}rect")]
    assert long[1] == pytest.approx(2 * long[0], abs=0.02)
    assert long[2] == pytest.approx(long[0], abs=0.02)


def test_log_columns_grow_by_decades_and_zero_has_none() -> None:
    columns = (Bar("a", 0.001), Bar("b", 0.01), Bar("c", 0.1), Bar("none", 0))
    svg = draw(ColumnChart(columns, y=Axis(kind=Kind.PERCENT, log=True)))
    high = [float(r.attrib["height"]) for r in parse(svg).iter(f"{SVG}rect")]
    assert len(high) == 3
    assert high[2] - high[1] == pytest.approx(high[1] - high[0], abs=0.02)


def test_the_measure_of_collisions_sees_them() -> None:
    canvas = Canvas(PAPER, 100)
    canvas.text("ink", "first", (10, 20))
    canvas.text("ink", "second", (30, 22))
    canvas.text("ink", "far away", (60, 60))
    svg = canvas.finish(70, "test")
    assert collisions(svg) == [("first", "second")]
    assert outside(svg) == ["far away"]


def test_funnel_names_the_rounds_after_which_two_sigma_clear_zero() -> None:
    assert "after 1,600 rounds" in draw(FunnelChart(0.05, 1.0))
    assert "clear of zero" not in draw(FunnelChart(-0.05, 1.0))


def test_dangerous_words_are_only_words() -> None:
    svg = draw(BarChart((Bar('<script>"&\x00', 0.1),)), name='"><b>')
    words = [text.text for text in parse(svg).iter(f"{SVG}text")]
    assert '<script>"&�' in words
    assert parse(svg).attrib["aria-label"] == '"><b>'


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        (0.046875, Kind.PERCENT, "4.69%"),
        (0, Kind.PERCENT, "0%"),
        (-0.5, Kind.NUMBER, "−0.5"),
        (1234, Kind.NUMBER, "1,234"),
        (2_500_000, Kind.NUMBER, "2.5 million"),
        (1e-9, Kind.PERCENT, "10⁻⁷%"),
        (3.2e-8, Kind.NUMBER, "3.2×10⁻⁸"),
        (150, Kind.MONEY, "1.50"),
    ],
)
def test_figures_keep_three_digits_that_count(value: float, kind: Kind, words: str) -> None:
    assert figure(value, kind) == words


@examples(60)
@given(st.lists(st.tuples(labels, shares, labels), min_size=1, max_size=14), widths)
def test_any_bars_fit(rows: list[tuple[str, Fraction, str]], width: float) -> None:
    bars = tuple(Bar(label, value, note[:10]) for label, value, note in rows)
    svg = draw(BarChart(bars, Axis("House edge", kind=Kind.PERCENT, places=4)), width=width)
    assert collisions(svg) == []
    assert outside(svg) == []


@examples(60)
@given(
    st.lists(st.tuples(labels, st.floats(1e-9, 1)), min_size=1, max_size=40), st.booleans(), widths
)
@example(rows=[("1", 1.0)] * 31, log=False, width=340.0)
def test_any_columns_fit(rows: list[tuple[str, float]], log: bool, width: float) -> None:
    columns = tuple(Bar(label, value) for label, value in rows)
    y = Axis("Probability", kind=Kind.PERCENT, log=log)
    svg = draw(ColumnChart(columns, Axis("Net"), y), width=width)
    assert collisions(svg) == []
    assert outside(svg) == []


@examples(60)
@given(
    st.floats(-0.5, 0.5),
    st.floats(0.1, 50),
    st.integers(1, 1000),
    st.integers(1, 6),
    widths,
)
def test_any_funnel_fits(
    mean: float, deviation: float, low: int, decades: int, width: float
) -> None:
    svg = draw(FunnelChart(mean, deviation, low, low * 10**decades), width=width)
    assert collisions(svg) == []
    assert outside(svg) == []


@examples(60)
@given(
    st.lists(
        st.tuples(labels, st.lists(st.tuples(reals, reals), min_size=1, max_size=6)),
        min_size=1,
        max_size=8,
    ),
    st.booleans(),
    widths,
)
def test_any_lines_fit(
    rows: list[tuple[str, list[tuple[float, float]]]], steps: bool, width: float
) -> None:
    series = tuple(Series(label, tuple(sorted(points))) for label, points in rows)
    chart = LineChart(series, Axis("x"), Axis("y"), (Reference("level", 3),), steps)
    svg = draw(chart, width=width)
    assert collisions(svg) == []
    assert outside(svg) == []


@examples(40)
@given(st.floats(-0.2, 0.2), st.floats(0.01, 20), st.integers(2, 40), widths)
def test_any_convergence_fits(mean: float, sigma: float, count: int, width: float) -> None:
    points = tuple(
        Running(10 * n * n, mean + sigma / n * math.sin(n), sigma / n) for n in range(1, count + 1)
    )
    svg = draw(ConvergenceChart(points, mean), width=width)
    assert collisions(svg) == []
    assert outside(svg) == []


@examples(40)
@given(
    st.lists(st.integers(0, 10**7), min_size=1, max_size=40),
    st.floats(-100, 100),
    st.floats(0.01, 100),
    st.lists(st.tuples(labels, st.floats(-100, 100)), max_size=3),
    widths,
)
def test_any_histogram_fits(
    counts: list[int],
    low: float,
    step: float,
    marks: list[tuple[str, float]],
    width: float,
) -> None:
    bins = tuple(Bin(low + n * step, low + (n + 1) * step, c) for n, c in enumerate(counts))
    references = tuple(Reference(label, value) for label, value in marks)
    chart = Histogram(bins, Axis("score"), Axis("Runs"), references=references)
    svg = draw(chart, width=width)
    assert collisions(svg) == []
    assert outside(svg) == []


def test_an_axis_without_places_is_marked_at_whole_numbers_alone() -> None:
    days = Series("win", ((0, 0), (1, 3), (2, 5)))
    marks = [
        re.findall(r">([0-9.]+)<", draw(LineChart((days,), Axis("Day", places=places), Axis())))
        for places in (None, 0)
    ]
    assert "0.50" in marks[0] and "0.50" not in marks[1]
    assert [marks[1].count(day) for day in ("0", "1", "2")] == [2, 2, 2]
