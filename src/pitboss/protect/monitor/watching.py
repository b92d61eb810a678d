"""What every monitor begins and ends with: which rounds to watch, and how findings are told.

Rounds come as text (an export of the journal, or rounds in words) or as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.protect.monitor.alerts import Findings, Watch, finding_json, monitor_document
from pitboss.protect.monitor.hold import HoldRow
from pitboss.protect.monitor.procedure import lapses_of
from pitboss.protect.monitor.records import WatchedRound, read_records
from pitboss.protect.sequential import ALARM_USUAL, alarm_refusal
from pitboss.protect.studies import Request, StudyResult
from pitboss.refusals import Refusal, RefusalCode

OPTIONS = frozenset({"records", "alarm", "database", "table", "follow"})
"""What the command line takes. A request holds `records` as text or as rounds, the `alarm` rate,
whether the record is still `running`, and the name of the `store` that recalls its rounds."""


@dataclass(frozen=True, slots=True)
class Watching:
    """The rounds of one edition, in the order in which they ended."""

    rounds: tuple[WatchedRound, ...]
    alarm: float
    is_running: bool
    store: str
    passed_over: int
    """Rounds of the record that were played by other games or editions."""


def watching(request: Request) -> Watching | Refusal:
    """What a request asks to be watched, or why nothing can be."""
    options = request.options
    alarm = float(options.get("alarm", ALARM_USUAL))
    refusal = alarm_refusal(alarm)
    if refusal is not None:
        return refusal
    if "records" not in options:
        return Refusal(
            RefusalCode.MISSING_FIELD,
            "Name the record of a table with --records, or a store with --database.",
        )
    given = options["records"]
    rounds = read_records(given) if isinstance(given, str) else tuple(given)
    if isinstance(rounds, Refusal):
        return rounds
    head = request.edition.head
    own = tuple(one for one in rounds if one.is_of(head.game, head.hash))
    if not own:
        return Refusal(
            RefusalCode.BAD_FILE,
            f"No round there was played by the edition {head.key} of {request.game.title};"
            " name the edition of the table.",
        )
    return Watching(
        own,
        alarm,
        bool(options.get("running")),
        str(options.get("store", "")),
        len(rounds) - len(own),
    )


def build_report(
    request: Request,
    seen: Watching,
    watches: tuple[Watch, ...],
    hold: tuple[HoldRow, ...],
) -> StudyResult:
    """Everything that was found, as figures and, where asked for, as pages."""
    found = Findings(
        len(seen.rounds),
        watches,
        hold,
        seen.alarm,
        lapses_of(seen.rounds),
        seen.store,
        seen.passed_over,
    )
    head = request.edition.head
    keys = {"game": head.game, "edition": head.key, "edition_hash": head.hash}
    page = monitor_document(request.game, request.edition, found) if request.whole else None
    return StudyResult(keys | finding_json(found), page)
