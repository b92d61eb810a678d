"""Native charts: a workbook's own charts over numbers kept on a sheet of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitboss.report import plots
from pitboss.report.figures import Kind

DATA_SHEET = "Chart data"
ROWS_HIGH = 17
_PALETTE = ("#1F5C94", "#B4500F", "#1B7A5A", "#8F4A86", "#7D6000", "#3B7F96", "#5A5A5A", "#7A3B3B")
_STEPS = 40
Lines = list[tuple[str, list[plots.Point]]]


@dataclass(slots=True)
class ChartWriter:
    """Adds charts to a workbook, each with its block of columns on the data sheet."""

    workbook: Any
    data: Any
    column: int = 0

    def add(self, plot: plots.Plot, label: str) -> Any:
        match plot:
            case plots.BarChart():
                return self._bars(plot, label)
            case plots.ColumnChart():
                columns = [(bar.label, float(bar.value)) for bar in plot.columns]
                return self._columns(columns, plot, label, gap=50)
            case plots.Histogram():
                bins = [(f"{b.low:g} to {b.high:g}", float(b.count)) for b in plot.bins]
                return self._columns(bins, plot, label, gap=5)
            case plots.FunnelChart():
                return self._scatter(_funnel(plot), plot, label)
            case plots.ConvergenceChart():
                return self._scatter(_convergence(plot), plot, label)
            case plots.LineChart():
                lines = [(s.label, list(s.points)) for s in plot.series]
                return self._scatter(lines + _levels(plot), plot, label)

    def _write(self, label: str, name: str, pairs: list[tuple[str | float, float]]) -> int:
        """Two columns of data under their names; gives the first column."""
        at = self.column
        self.data.write_string(0, at, label)
        self.data.write_string(1, at + 1, name)
        for row, (first, second) in enumerate(pairs, start=2):
            if isinstance(first, str):
                self.data.write_string(row, at, first)
            else:
                self.data.write_number(row, at, first)
            self.data.write_number(row, at + 1, second)
        self.column += 3
        return at

    def _series(self, at: int, count: int, **look: object) -> dict[str, object]:
        return {
            "name": [DATA_SHEET, 1, at + 1],
            "categories": [DATA_SHEET, 2, at, count + 1, at],
            "values": [DATA_SHEET, 2, at + 1, count + 1, at + 1],
            **look,
        }

    def _bars(self, plot: plots.BarChart, label: str) -> Any:
        pairs: list[tuple[str | float, float]] = [(b.label, float(b.value)) for b in plot.bars]
        at = self._write(label, plot.axis.label or label, pairs)
        chart = self.workbook.add_chart({"type": "bar"})
        labels = {"value": True, "num_format": _format(plot.axis)}
        look = {"fill": {"color": _PALETTE[0]}, "gap": 60, "data_labels": labels}
        chart.add_series(self._series(at, len(pairs), **look))
        chart.set_y_axis({"reverse": True, "line": {"color": "#8B949B"}})
        chart.set_x_axis({"visible": False, "major_gridlines": {"visible": False}})
        return _finish(chart, plot.title or plot.axis.label, 60 + 24 * len(pairs))

    def _columns(
        self,
        pairs: list[tuple[str, float]],
        plot: plots.ColumnChart | plots.Histogram,
        label: str,
        *,
        gap: int,
    ) -> Any:
        at = self._write(label, plot.y.label or label, [*pairs])
        chart = self.workbook.add_chart({"type": "column"})
        look = {"fill": {"color": _PALETTE[0]}, "gap": gap}
        chart.add_series(self._series(at, len(pairs), **look))
        name = {"name": plot.x.label, "name_font": {"bold": False}}
        chart.set_x_axis(name | {"label_position": "low"})
        chart.set_y_axis(_axis(plot.y))
        return _finish(chart, plot.title)

    def _scatter(
        self,
        lines: Lines,
        plot: plots.FunnelChart | plots.ConvergenceChart | plots.LineChart,
        label: str,
    ) -> Any:
        chart = self.workbook.add_chart({"type": "scatter", "subtype": "straight"})
        for place, (name, points) in enumerate(lines):
            at = self._write(label, name, [*points])
            hue = 0 if isinstance(plot, plots.FunnelChart) else place % len(_PALETTE)
            line = {"color": _PALETTE[hue], "width": 1.75 if place == 0 else 1.25}
            # The last point carries the line's name, so that no legend is needed.
            custom: list[dict[str, object]] = [{"delete": True}] * (len(points) - 1)
            where = "above" if name == "exact" else "right"
            labels = {"series_name": True, "custom": custom, "position": where}
            chart.add_series(self._series(at, len(points), line=line, data_labels=labels))
        lows = [point[0] for _, points in lines for point in points]
        chart.set_x_axis(_axis(plot.x) | ({"min": min(lows)} if plot.x.log else {}))
        chart.set_y_axis(_axis(plot.y))
        return _finish(chart, plot.title)


def _axis(axis: plots.Axis) -> dict[str, object]:
    look: dict[str, object] = {
        "name": axis.label,
        "name_font": {"bold": False},
        "num_format": _format(axis),
        "major_gridlines": {"visible": True, "line": {"color": "#E4E7E9"}},
        "label_position": "low",
    }
    if axis.log:
        look |= {"log_base": 10, "crossing": "min"}
    return look


def _format(axis: plots.Axis) -> str:
    places = 2 if axis.places is None else axis.places
    decimals = "." + "0" * places if places else ""
    if axis.kind is Kind.PERCENT:
        return "General%" if axis.log else f"0{decimals}%"
    return f"#,##0{decimals}" if axis.places is not None else "General"


def _finish(chart: Any, title: str, height: int = 320) -> Any:
    chart.set_legend({"none": True})
    chart.set_title({"name": title, "name_font": {"size": 11}} if title else {"none": True})
    chart.set_size({"width": 680, "height": min(max(height, 160), ROWS_HIGH * 20)})
    chart.set_chartarea({"border": {"none": True}})
    return chart


def _funnel(plot: plots.FunnelChart) -> Lines:
    mean, ratio = float(plot.mean), plot.rounds_high / plot.rounds_low
    rounds = [plot.rounds_low * ratio ** (step / _STEPS) for step in range(_STEPS + 1)]
    lines = [("mean", [(n, mean) for n in rounds])]
    for sigmas in (1, 2, 3):
        for sign, name in ((1, "+"), (-1, "-")):
            points = [(n, mean + sign * plot.half_width(n, sigmas)) for n in rounds]
            # Labels stand at the last point; there the bands meet, so they are named at the first.
            lines.append((f"{name}{sigmas} s.d.", points[::-1]))
    return lines


def _convergence(plot: plots.ConvergenceChart) -> Lines:
    exact = float(plot.exact)
    ends = (plot.points[0].rounds, plot.points[-1].rounds)
    high = [(float(p.rounds), p.mean + plot.sigmas * p.error) for p in plot.points]
    low = [(float(p.rounds), p.mean - plot.sigmas * p.error) for p in plot.points]
    return [
        ("mean", [(float(p.rounds), p.mean) for p in plot.points]),
        ("exact", [(float(n), exact) for n in ends]),
        ("upper", high[::-1]),
        ("lower", low[::-1]),
    ]


def _levels(plot: plots.LineChart) -> Lines:
    xs = [x for series in plot.series for x, _ in series.points]
    return [
        (r.label, [(min(xs), float(r.value)), (max(xs), float(r.value))]) for r in plot.references
    ]
