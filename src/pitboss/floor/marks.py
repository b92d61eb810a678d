"""Marks of a report as alerts, so that their investigation is written down."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.alerts import Alert
from pitboss.floor.report import SPAN_TITLES, FloorReport, describe_mark, marked_lines
from pitboss.games.standing import DAY


def mark_alerts(report: FloorReport) -> Iterator[Alert]:
    """An alert for every marked line."""
    for key, span, group, line in marked_lines(report):
        yield Alert(
            alert=key,
            kind=f"outside {line.mark}",
            where=line.name,
            sentence=f"{SPAN_TITLES[span]} {report.day:{DAY}}, {group} {line.name}:"
            f" {describe_mark(line)}",
            chance="1 in 100 honest lines" if line.mark == "99%" else "1 in 20 honest lines",
        )
