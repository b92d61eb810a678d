"""The check of a round file from outside, as a job."""

from __future__ import annotations

import msgspec

from pitboss.pit.verify import verify_text
from pitboss.refusals import unwrap_or_raise
from pitboss.server.jobs.kinds import CHECKS, JobKind
from pitboss.server.jobs.protocol import Report
from pitboss.server.rounds.schemas import CheckedFile


class CheckJob(msgspec.Struct, frozen=True):
    text: str


CHECK_KIND = JobKind(
    name="check-round", module=__name__, lane=CHECKS, wall_s=30.0, cpu_s=4, memory_mb=256
)


def run(job: CheckJob, report: Report) -> bytes:
    verdict = unwrap_or_raise(verify_text(job.text, report.registry))
    return msgspec.json.encode(CheckedFile.fill(verdict))
