"""Studies: what is asked for, how far each is, and what it found."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace

import msgspec

from pitboss.refusals import Refusal
from pitboss.server.edge.errors import AnyRefusal, Denial, DoorCode
from pitboss.server.editions.schemas import Subject
from pitboss.server.jobs.kinds import STUDIES, JobKind, Keep
from pitboss.server.jobs.protocol import JobProgress
from pitboss.server.jobs.queue import Owner, Waiter
from pitboss.server.jobs.runner import Runner
from pitboss.server.protection.schemas import ReportNote, StudyState

KEPT = 64
BROKEN = "The study could not be finished; try it again."
CANCELLED = Denial(DoorCode.NOT_FOUND, "The study was cancelled.")


class StudyJob(msgspec.Struct, frozen=True, kw_only=True):
    subject: Subject
    study: str
    options: tuple[tuple[str, str], ...]
    """As they were typed, by name."""
    is_precise: bool = False
    """Whether it samples as long as on the command line."""
    database: str = ""
    """Where the house keeps its records, for its monitor; empty for studies that read none."""
    unserved: tuple[str, ...] = ()
    """The house's tables that are out of service, and so not watched."""


class StudyMade(msgspec.Struct, frozen=True):
    report: ReportNote
    files: dict[str, bytes]


STUDY_KIND = JobKind(
    name="study",
    module="pitboss.server.protection.job",
    lane=STUDIES,
    cost=10,
    wall_s=600.0,
    memory_mb=4_000,
    keep=Keep.DISK,
)
MONITOR_KIND = replace(STUDY_KIND, name="monitor", keep=Keep.NOWHERE)
"""What names players is kept nowhere."""


@dataclass(slots=True)
class Held:
    """A study that was requested."""

    key: str
    is_private: bool
    """Whether only pit bosses may look at it."""
    state: str = "waiting"
    done: int = 0
    total: int = 0
    sentence: str = ""
    made: StudyMade | None = None
    waiter: Waiter | None = None
    askers: set[Owner] = field(default_factory=set)

    @property
    def is_open(self) -> bool:
        return self.state in ("waiting", "working")

    def progress(self, progress: JobProgress) -> None:
        self.state, self.done, self.total = "working", progress.done, progress.total

    def end(self, answer: bytes | AnyRefusal) -> None:
        match answer:
            case bytes():
                self.state, self.made = "done", msgspec.json.decode(answer, type=StudyMade)
            case Denial() if answer is CANCELLED:
                self.state, self.sentence = "cancelled", CANCELLED.sentence
            case Refusal(sentence=sentence):
                self.state, self.sentence = "refused", sentence
            case Denial():
                self.state, self.sentence = "refused", BROKEN

    def shown(self) -> StudyState:
        return StudyState(
            key=self.key,
            state=self.state,
            done=self.done,
            total=self.total,
            sentence=self.sentence,
            report=None if self.made is None else self.made.report,
            files=() if self.made is None else tuple(self.made.files),
        )


@dataclass(slots=True)
class Studies:
    """Studies that were requested lately."""

    jobs: Runner
    held: OrderedDict[str, Held] = field(default_factory=OrderedDict)

    def ask(self, key: str, job: StudyJob, owner: Owner, *, is_private: bool) -> Held | AnyRefusal:
        """Start a study, or find it in progress or finished; what names players is made anew."""
        found = self.held.get(key)
        if found is not None and (found.is_open or (found.state == "done" and not is_private)):
            found.askers.add(owner)
            self.held.move_to_end(key)
            return found
        held = Held(key, is_private, askers={owner})
        kind = MONITOR_KIND if is_private else STUDY_KIND
        waiter = self.jobs.submit(kind, job, owner, on_progress=held.progress)
        if not isinstance(waiter, Waiter):
            return waiter
        held.waiter = waiter
        waiter.answer.add_done_callback(lambda answer: held.end(answer.result()))
        self.held[key] = held
        for old in [one for one in self.held if not self.held[one].is_open][: -KEPT or None]:
            del self.held[old]
        return held

    def cancel(self, held: Held, owner: Owner) -> None:
        """Stop a study that nobody else waits for."""
        held.askers.discard(owner)
        if not held.askers and held.waiter is not None:
            self.jobs.leave(held.waiter, CANCELLED)
            held.end(CANCELLED)
