"""How the cost of a house grows with its tables: one short run each, as a table and a chart.

    python bench/load_growth.py [seconds] [tables ...]

Every table has all its seats taken, and one spectator less than seats. The chart goes to
docs/evidence/load-growth.svg.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from load import House, measure  # noqa: E402
from load_figures import Figures, percentile, view_ms  # noqa: E402

from pitboss.report.charts import draw  # noqa: E402
from pitboss.report.plots import Axis, LineChart, Series  # noqa: E402

CHART = ROOT / "docs" / "evidence" / "load-growth.svg"
TABLES, SEATS_EACH, SPECTATORS_EACH = (15, 30, 60, 90), 7, 6
SECONDS = 30.0


def run(tables: int, seconds: float) -> Figures:
    """What a house of so many tables was measured at."""
    given = argparse.Namespace(
        seats=tables * SEATS_EACH,
        spectators=tables * SPECTATORS_EACH,
        seconds=seconds,
        beside=0,
        over=0,
        processes=1,
    )
    with tempfile.TemporaryDirectory() as folder:
        return measure(given, House(Path(folder))).full


def main() -> None:
    """Print a row for each size as it is measured, then draw them."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    sizes = tuple(map(int, sys.argv[2:])) or TABLES
    print("| tables | bets | ack median | ack p99 | state p99 | by view | by bet | server busy |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    by_view, by_bet = [], []
    for tables in sizes:
        found = run(tables, seconds)
        bets = len(found.acks)
        if not bets or not found.views:
            print(f"| {tables} | none: {(found.turned_away or ['nobody bet'])[-1]} |", flush=True)
            continue
        by_view.append((float(tables), view_ms(found)))
        by_bet.append((float(tables), found.busy_s / bets * 1000))
        print(
            f"| {tables} | {bets:,} | {percentile(found.acks, 0.5):.1f} ms"
            f" | {percentile(found.acks, 0.99):.0f} ms | {percentile(found.states, 0.99):.0f} ms"
            f" | {by_view[-1][1]:.3f} ms | {by_bet[-1][1]:.2f} ms"
            f" | {found.busy_s / seconds:.0%} of a core |",
            flush=True,
        )
    chart = LineChart(
        series=(Series("by view sent", tuple(by_view)), Series("by bet", tuple(by_bet))),
        x=Axis("tables", places=0, low=0),
        y=Axis("milliseconds of processor", places=1, low=0),
        title="What a view and a bet cost the server as tables are added",
    )
    CHART.write_text(draw(chart, name="load-growth"), encoding="utf-8")


if __name__ == "__main__":
    main()
