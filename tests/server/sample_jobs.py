"""A job for tests of the runner: it does what it is told, the bad things too."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from importlib import import_module

import msgspec

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.jobs.kinds import JobKind, Lane
from pitboss.server.jobs.protocol import LINE_BYTES_MAX, Report

LANE = Lane(name="sample", workers=1, niceness=0, queue_max=8)
MARGIN_MB = 200


class Sample(msgspec.Struct, frozen=True):
    """What to do, and a number that tells jobs apart."""

    what: str
    number: int = 0


KIND = JobKind(name="sample", module=__name__, lane=LANE.name, wall_s=600.0)


def run(job: Sample, report: Report) -> bytes | Refusal:
    """Do it."""
    if job.what == "stop early":
        try:
            _wait(report)
        except KeyboardInterrupt:
            return b"so far"
    if job.what == "ignore interrupts":
        while True:
            with contextlib.suppress(KeyboardInterrupt):
                _wait(report)
    report(1, 2, job.what)
    _misbehave(job.what, report)
    if job.what == "refuse":
        return Refusal(RefusalCode.BAD_FIELD, "Not that.")
    return f"{job.what} {job.number}".encode()


def _wait(report: Report) -> None:
    """Never ends by itself."""
    report()
    threading.Event().wait()


def _misbehave(what: str, report: Report) -> None:
    match what:
        case "wait":
            threading.Event().wait()
        case "load":
            import_module("tests.server.loads_once")
        case "freeze":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "spin":
            while True:
                pass
        case "grow":
            held = []
            while True:
                held.append(bytearray(MARGIN_MB << 18))
        case "exit":
            os._exit(3)
        case "nonsense":
            report.send.__self__.send(b'{"type":"made","of":"nothing"}\n')  # type: ignore[attr-defined]
        case "no end of line":
            report.send.__self__.send(b"x" * (LINE_BYTES_MAX + 2))  # type: ignore[attr-defined]
        case "break":
            raise ValueError("broken")
        case _:
            pass
