"""Charts as SVG: one drawing for the screen, HTML and PDF, in a theme that the caller names.

`draw(plot, theme=PAPER)` gives a file that stands alone; `draw(plot, theme=SCREEN)` gives markup
that takes its colours from `chart_css()`.
"""

from __future__ import annotations

from pitboss.report import plots
from pitboss.report.charts.bars import draw_bars
from pitboss.report.charts.canvas import Canvas
from pitboss.report.charts.columns import draw_columns
from pitboss.report.charts.funnel import draw_funnel
from pitboss.report.charts.histogram import draw_histogram
from pitboss.report.charts.lines import draw_convergence, draw_lines
from pitboss.report.charts.themes import PAPER, SCREEN, Theme, chart_css

WIDE = 640.0
NARROW = 340.0

__all__ = ["NARROW", "PAPER", "SCREEN", "WIDE", "Theme", "chart_css", "draw"]


def draw(plot: plots.Plot, *, theme: Theme = PAPER, width: float = WIDE, name: str = "") -> str:
    """A plot as SVG, laid out for a width; `name` is read to those who cannot see it."""
    canvas = Canvas(theme, width)
    height = _draw(canvas, plot)
    return canvas.finish(height, name or plot.title or "Chart")


def _draw(canvas: Canvas, plot: plots.Plot) -> float:
    match plot:
        case plots.BarChart():
            return draw_bars(canvas, plot)
        case plots.ColumnChart():
            return draw_columns(canvas, plot)
        case plots.FunnelChart():
            return draw_funnel(canvas, plot)
        case plots.ConvergenceChart():
            return draw_convergence(canvas, plot)
        case plots.LineChart():
            return draw_lines(canvas, plot)
        case plots.Histogram():
            return draw_histogram(canvas, plot)
