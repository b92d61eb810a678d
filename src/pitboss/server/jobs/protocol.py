"""The protocol between the house and a worker: one JSON object a line.

The house sends orders. A worker answers each with any number of `JobProgress` and one of
`JobResult`, `JobRefused` or `JobFailed`. An empty line is a heartbeat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from pitboss.games.registry import Registry

HEARTBEAT = b"\n"
LINE_BYTES_MAX = 1 << 26


class JobOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A job for a worker: the module that runs it, its data, and its limits."""

    module: str
    job: msgspec.Raw
    is_cached: bool = False
    cpu_s: int = 0
    """Processor time; 0 for no limit."""
    memory_mb: int = 0
    """Memory beyond what the worker holds already; 0 for no limit."""


class JobProgress(msgspec.Struct, frozen=True, tag="progress", kw_only=True):
    """Steps done and in all; a worker that is ready sends an empty one."""

    done: int = 0
    total: int = 0
    doing: str = ""
    detail: bytes = b""
    """What only this kind of job reports."""


class JobResult(msgspec.Struct, frozen=True, tag="result", kw_only=True):
    content: bytes
    is_leaving: bool = False
    """Whether the worker has grown large and ends after this."""


class JobRefused(msgspec.Struct, frozen=True, tag="refused", kw_only=True):
    """The job was refused, with a code."""

    code: str
    sentence: str
    field: str = ""
    is_leaving: bool = False


class JobFailed(msgspec.Struct, frozen=True, tag="failed", kw_only=True):
    """The job met a defect."""

    problem: str
    is_leaving: bool = False


CANCELLED = JobRefused(code="cancelled", sentence="The job was cancelled.")

Final = JobResult | JobRefused | JobFailed
Reply = JobProgress | Final

_replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


def encode_line(message: JobOrder | Reply) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def decode_reply(line: bytes) -> Reply | None:
    """A reply, or None for a heartbeat."""
    return None if line == HEARTBEAT else _replies.decode(line)


@dataclass(frozen=True, slots=True)
class Report:
    """What a running job sees of its worker: the games, and a way to report progress."""

    registry: Registry
    send: Callable[[JobProgress], None]

    def __call__(
        self, done: int = 0, total: int = 0, doing: str = "", *, detail: bytes = b""
    ) -> None:
        self.send(JobProgress(done=done, total=total, doing=doing, detail=detail))
