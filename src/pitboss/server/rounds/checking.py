"""The check of a round file from outside, as a job."""

from __future__ import annotations

import msgspec

from pitboss.pit.verify import verify_text
from pitboss.refusals import unwrap_or_raise
from pitboss.server.jobs.kinds import Kind
from pitboss.server.jobs.lanes import CHECKS
from pitboss.server.jobs.report import Report
from pitboss.server.rounds.schemas import CheckedFile, CheckedPart


class CheckJob(msgspec.Struct, frozen=True):
    """A round file as text."""

    text: str


CHECK_KIND = Kind(
    name="check-round", module=__name__, lane=CHECKS, wall_s=30.0, cpu_s=4, memory_mb=256
)


def run(job: CheckJob, report: Report) -> bytes:
    """What a round file is worth, by the checks of `pitboss verify`."""
    verdict = unwrap_or_raise(verify_text(job.text, report.registry))
    return msgspec.json.encode(
        CheckedFile(
            round_id=verdict.round_id,
            is_sound=verdict.is_sound,
            checks=tuple(
                CheckedPart(name=one.name, is_sound=one.is_sound, sentence=one.sentence)
                for one in verdict.checks
            ),
        )
    )
