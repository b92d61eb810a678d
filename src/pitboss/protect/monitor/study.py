"""Monitors: which rounds to watch, what a game looks for in them, and the report.

Rounds come as text (an export of the journal, or rounds in words) or as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pitboss.protect.monitor.alerts import MonitorFindings, Watch, finding_json, monitor_document
from pitboss.protect.monitor.hold import HoldEntry, hold_rows
from pitboss.protect.monitor.procedure import lapses_of
from pitboss.protect.monitor.records import WatchedRound, read_records
from pitboss.protect.pages import edition_keys
from pitboss.protect.sequential import ALARM_USUAL, alarm_refusal
from pitboss.protect.studies import Study, StudyRequest, StudyResult
from pitboss.refusals import Refusal, RefusalCode

OPTIONS = frozenset({"records", "alarm", "database", "table", "follow"})
"""What the command line takes. A request holds `records` as text or as rounds, the `alarm` rate,
whether the record is still `running`, and the name of the `store` that recalls its rounds."""


@dataclass(frozen=True, slots=True)
class MonitorInput:
    """The rounds of one edition, in the order in which they ended."""

    request: StudyRequest
    rounds: tuple[WatchedRound, ...]
    is_running: bool

    @property
    def seed(self) -> int:
        return self.request.amount.seed


MonitorOutput = tuple[tuple[Watch, ...], Iterable[HoldEntry]]


def monitor_study(
    summary: str,
    look: Callable[[MonitorInput], MonitorOutput | Refusal],
    voids: tuple[str, ...] = (),
) -> Study:
    """The study `monitor` of a game; `look` says what the rounds show, `voids` which calls void a
    result that showed."""

    def monitor(request: StudyRequest) -> StudyResult | Refusal:
        alarm = float(request.options.get("alarm", ALARM_USUAL))
        rounds = alarm_refusal(alarm) or _rounds(request)
        if isinstance(rounds, Refusal):
            return rounds
        head = request.edition.head
        own = tuple(one for one in rounds if one.is_of(head.game, head.hash))
        if not own:
            return Refusal(
                RefusalCode.BAD_FILE,
                f"No round there was played with the edition {head.key} of {request.game.title};"
                " name the table's edition.",
            )
        seen = look(MonitorInput(request, own, bool(request.options.get("running"))))
        if isinstance(seen, Refusal):
            return seen
        watches, entries = seen
        found = MonitorFindings(
            len(own),
            watches,
            hold_rows(entries),
            alarm,
            lapses_of(own, voids),
            str(request.options.get("store", "")),
            len(rounds) - len(own),
        )
        page = monitor_document(request.game, request.edition, found) if request.whole else None
        return StudyResult(edition_keys(request.edition) | finding_json(found), page)

    return Study("monitor", summary, monitor, options=OPTIONS)


def _rounds(request: StudyRequest) -> tuple[WatchedRound, ...] | Refusal:
    if "records" not in request.options:
        return Refusal(
            RefusalCode.MISSING_FIELD,
            "Name a file of rounds with --records, or a store with --database.",
        )
    given = request.options["records"]
    return read_records(given) if isinstance(given, str) else tuple(given)
