"""The hash chain of a stream: every record's head covers it and all before it.

`verify.py` computes the same heads with code of its own.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

_START = b"pitboss/stream/1\0"
_LINK = hashlib.sha256(b"pitboss/record/1\0")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a stream: its length, and the hash over all of it."""

    stream: str
    version: int
    digest: str


def first_head(stream: str) -> Head:
    return Head(stream, 0, hashlib.sha256(_START + stream.encode()).hexdigest())


def link(digest: str, record: bytes) -> str:
    state = _LINK.copy()
    state.update(bytes.fromhex(digest))
    state.update(record)
    return state.hexdigest()


def export_line(digest: str, record: bytes) -> bytes:
    """A record as one line of an export: its head beside its canonical bytes."""
    return b'{"head":"%b","record":%b}\n' % (digest.encode(), record)
