"""The protocol between the house and a worker: one JSON object a line.

The house sends orders. A worker answers each with any number of `Progress` and one of `Result`,
`Refused` or `Failed`. An empty line is a heartbeat.
"""

from __future__ import annotations

import msgspec

HEARTBEAT = b"\n"
LINE_BYTES_MAX = 1 << 26


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A job for a worker: which module runs it, what it is, and what it may use."""

    module: str
    job: msgspec.Raw
    is_cached: bool = False
    cpu_s: int = 0
    """Processor time; 0 for no limit."""
    memory_mb: int = 0
    """Memory beyond what the worker holds already; 0 for no limit."""


class Progress(msgspec.Struct, frozen=True, tag="progress", kw_only=True):
    """So many of so many steps are done; a worker that is ready sends an empty one."""

    done: int = 0
    total: int = 0
    doing: str = ""
    detail: bytes = b""
    """What only this kind of job reports."""


class Result(msgspec.Struct, frozen=True, tag="result", kw_only=True):
    """The job is done."""

    content: bytes
    is_leaving: bool = False
    """Whether the worker has grown large and ends after this."""


class Refused(msgspec.Struct, frozen=True, tag="refused", kw_only=True):
    """The job cannot be done: a refusal with its code."""

    code: str
    sentence: str
    field: str = ""
    is_leaving: bool = False


class Failed(msgspec.Struct, frozen=True, tag="failed", kw_only=True):
    """The job met a defect."""

    problem: str
    is_leaving: bool = False


CANCELLED = Refused(code="cancelled", sentence="The job was cancelled.")

Final = Result | Refused | Failed
Reply = Progress | Final

_replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


def encode_line(message: Order | Reply) -> bytes:
    """A message as its line."""
    return msgspec.json.encode(message) + b"\n"


def decode_reply(line: bytes) -> Reply | None:
    """A reply from its line, or None for a heartbeat."""
    return None if line == HEARTBEAT else _replies.decode(line)
