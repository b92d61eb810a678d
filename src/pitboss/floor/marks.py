"""Marks of a report as alerts, so that their investigation is written down."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.floor.alerts import Alert, raise_alert
from pitboss.floor.report import SPAN_TITLES, FloorReport, describe_mark, marked_lines
from pitboss.pit.pit import Pit
from pitboss.refusals import Refusal


def raise_marks(pit: Pit, report: FloorReport, known: Mapping[str, Alert]) -> int | Refusal:
    """Raise an alert for every marked line that has none yet; how many that were."""
    raised = 0
    for key, span, group, line in marked_lines(report):
        if key in known:
            continue
        chance = "1 in 100 honest lines" if line.mark == "99 %" else "1 in 20 honest lines"
        answer = raise_alert(
            pit,
            Alert(
                alert=key,
                kind=f"outside {line.mark}",
                where=line.name,
                sentence=f"{SPAN_TITLES[span]} {report.day}, {group} {line.name}:"
                f" {describe_mark(line)}",
                chance=chance,
            ),
        )
        if isinstance(answer, Refusal):
            return answer
        raised += 1
    return raised
