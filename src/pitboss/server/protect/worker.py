"""A study's own process: one job in, progress and one answer out, at a lower priority.

Started by `process` as `python -m pitboss.server.protect.worker FOLDER…`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from pitboss.games.registry import Registry
from pitboss.protect.reports import report
from pitboss.protect.runs import Amount
from pitboss.protect.studies import Request, Study, StudyResult, find_study
from pitboss.refusals import Refusal, RefusalCode
from pitboss.report.blocks import Document
from pitboss.report.formats import ReportFormat, json_bytes, render_document
from pitboss.server.protect.jobs import Progress, StudyJob, StudyMade, StudyRefused, Told
from pitboss.server.protect.options import RECORDS, typed_options
from pitboss.server.protect.report import report_note
from pitboss.simulate.engines import LOCAL, open_engine

"""So that the same study gives the same file."""
STEPS = 200
"""How often progress is told at most."""

Tell = Callable[[Told], None]


def made(registry: Registry, job: StudyJob, tell: Tell) -> StudyMade | StudyRefused:
    """The study that a job asks for."""
    folder = registry.find(job.game)
    if isinstance(folder, Refusal):
        return StudyRefused(folder.sentence)
    edition = folder.edition(job.edition)
    if isinstance(edition, Refusal):
        return StudyRefused(edition.sentence)
    study = find_study(folder.game, job.study)
    if isinstance(study, Refusal):
        return StudyRefused(study.sentence)
    options = typed_options(study, job.options)
    if isinstance(options, Refusal):
        return StudyRefused(options.sentence)
    if job.records:
        options |= {RECORDS: job.records, "running": True}
    on_progress = _steps(tell)
    if not job.is_precise:
        quick = report(folder.game, edition, study.name, options, on_progress=on_progress)
        if isinstance(quick, Refusal):
            return StudyRefused(quick.sentence)
        return _whole(StudyResult(quick.keys, quick.document))
    with open_engine(LOCAL, max(1, (os.cpu_count() or 1) - 1)) as engine:
        if isinstance(engine, Refusal):
            return StudyRefused(engine.sentence)
        request = Request(
            folder.game, edition, engine, _amount(study), options, on_progress=on_progress
        )
        answer = study.make(request)
    return StudyRefused(answer.sentence) if isinstance(answer, Refusal) else _whole(answer)


def _amount(study: Study) -> Amount:
    return Amount(
        samples=study.samples,
        error=study.error,
        first=study.first,
        full=study.full,
        is_usual=True,
    )


def _steps(tell: Tell) -> Callable[[int, int], None]:
    last = [-1]

    def on_progress(done: int, total: int) -> None:
        step = STEPS * done // max(1, total)
        if step != last[0]:
            last[0] = step
            tell(Progress(done, total))

    return on_progress


def _whole(answer: StudyResult) -> StudyMade | StudyRefused:
    document = answer.document
    if document is None:
        return StudyRefused(Refusal(RefusalCode.NOT_NOW, "This study has no report.").sentence)
    return StudyMade(report_note(document, answer.keys), _files(document, answer))


def _files(document: Document, answer: StudyResult) -> dict[str, bytes]:
    forms = (ReportFormat.HTML, ReportFormat.PDF, ReportFormat.CSV, ReportFormat.XLSX)
    files = {form.value: render_document(document, form) for form in forms}
    return files | {"json": json_bytes(answer.keys)}


def main(words: list[str]) -> int:
    """Make the one study that stands in the first line of input."""
    # The pipe is for answers alone: whatever a library prints goes to the log.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def tell(told: Told) -> None:
        answers.write(msgspec.json.encode(told) + b"\n")
        answers.flush()

    with os.fdopen(0, "rb") as jobs:
        job = msgspec.json.decode(jobs.readline(), type=StudyJob)
    tell(made(Registry(tuple(map(Path, words))), job, tell))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
