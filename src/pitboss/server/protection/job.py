"""Studies as jobs: how a game can be beaten, worked out and written in every form."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.games.editions import HasHead
from pitboss.protect.monitor.journal import JournalReader
from pitboss.protect.monitor.records import WatchedRound
from pitboss.protect.reports import report as quick_report
from pitboss.protect.runs import Amount
from pitboss.protect.studies import StudyRequest, StudyResult, find_study
from pitboss.refusals import Refusal, RefusalCode, refuse, unwrap_or_raise
from pitboss.report.blocks import Document
from pitboss.report.formats import ReportFormat, json_bytes, render_document
from pitboss.server.edge.documents import document_note
from pitboss.server.editions.lookup import load_subject
from pitboss.server.jobs.protocol import Report
from pitboss.server.protection.options import RECORDS, typed_options
from pitboss.server.protection.schemas import AlertNote, ReportNote
from pitboss.server.protection.studies import StudyJob, StudyMade
from pitboss.simulate.engines import LOCAL, open_engine
from pitboss.store.sqlite import MEMORY
from pitboss.store.store import open_store

STEPS = 200
RECORDS_MAX = 200_000
"""How many of a house's newest records a monitor reads."""


def run(job: StudyJob, report: Report) -> bytes:
    folder, edition = load_subject(report.registry, job.subject)
    game = folder.game
    study = unwrap_or_raise(find_study(game, job.study))
    options = unwrap_or_raise(typed_options(study, dict(job.options)))
    if job.database:
        options |= {RECORDS: _recorded(job, edition), "running": True}
    on_progress = _steps(report)
    if not job.is_precise:
        quick = quick_report(game, edition, study.name, options, on_progress=on_progress)
        return unwrap_or_raise(_whole(unwrap_or_raise(quick)))
    with open_engine(LOCAL, max(1, (os.cpu_count() or 1) - 1)) as found:
        engine = unwrap_or_raise(found)
        amount = Amount(
            study.samples, study.error, first=study.first, full=study.full, is_usual=True
        )
        request = StudyRequest(game, edition, engine, amount, options, on_progress=on_progress)
        answer = unwrap_or_raise(study.make(request))
    return unwrap_or_raise(_whole(answer))


def _recorded(job: StudyJob, edition: HasHead) -> tuple[WatchedRound, ...]:
    """The newest rounds of this house's own tables that deal an edition."""
    if job.database == MEMORY:
        refuse(RefusalCode.NOT_NOW, "The monitors watch houses that keep their records in a file.")
    head, without = edition.head, frozenset(job.unserved)
    with unwrap_or_raise(open_store(job.database, is_threaded=False)) as store:
        reader = JournalReader(store, head.game, head.hash, without=without, newest=RECORDS_MAX)
        if not unwrap_or_raise(reader.read()):
            refuse(
                RefusalCode.NOT_NOW,
                "No table of this edition has a finished round in this house yet.",
            )
    return tuple(reader.rounds)


def _steps(report: Report) -> Callable[[int, int], None]:
    last = [-1]

    def on_progress(done: int, total: int) -> None:
        step = STEPS * done // max(1, total)
        if step != last[0]:
            last[0] = step
            report(done, total)

    return on_progress


def _whole(answer: StudyResult) -> bytes | Refusal:
    document = answer.document
    if document is None:
        return Refusal(RefusalCode.NOT_NOW, "This study has no report.")
    return msgspec.json.encode(StudyMade(_note(document, answer.keys), _files(document, answer)))


def _note(document: Document, keys: dict[str, Any]) -> ReportNote:
    return ReportNote(
        **msgspec.structs.asdict(document_note(document)),
        alerts=tuple(map(_alert, (*keys.get("alerts", ()), *keys.get("procedure", ())))),
        rounds=keys["rounds"] if isinstance(keys.get("rounds"), int) else None,
    )


def _alert(keys: dict[str, Any]) -> AlertNote:
    return AlertNote(
        kind=str(keys["kind"]),
        who=str(keys["who"]),
        sentence=str(keys["sentence"]),
        chance=f"{float(keys['at_most']):.2g}" if "at_most" in keys else "",
        observations=int(keys.get("observations", 0)),
        rounds=tuple(map(str, keys["rounds"])),
    )


def _files(document: Document, answer: StudyResult) -> dict[str, bytes]:
    forms = (ReportFormat.HTML, ReportFormat.PDF, ReportFormat.CSV, ReportFormat.XLSX)
    files = {form.value: render_document(document, form) for form in forms}
    return files | {"json": json_bytes(answer.keys)}
