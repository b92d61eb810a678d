"""A small audit trail for tests: two streams, their export, their signed heads, and a forger."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pitboss.audit.anchor import NO_LINE, Signer, anchor_line, line_digest
from pitboss.audit.canonical import Json, canonical
from pitboss.audit.chain import Head, export_line, first_head, link

SIGNER = Signer(bytes(range(32)))


def data_of(value: Json) -> bytes:
    """Canonical bytes; a refusal fails the test."""
    data = canonical(value)
    assert isinstance(data, bytes), data
    return data


def record(stream: str, version: int, note: str = "") -> bytes:
    """A record of a stream."""
    return data_of(
        {
            "actor": "alice",
            "at_ms": 1_000 + version,
            "events": [{"body": {"n": version, "note": note}, "kind": "test.done"}],
            "stream": stream,
            "version": version,
        }
    )


def chained(stream: str, records: list[bytes]) -> list[bytes]:
    """Export lines of a stream with true heads: what an honest or a forging writer makes."""
    digest, lines = first_head(stream).digest, []
    for data in records:
        digest = link(digest, data)
        lines.append(export_line(digest, data))
    return lines


def head_of(lines: list[bytes], stream: str) -> Head:
    """The end of a stream in an export."""
    found = first_head(stream)
    for line in lines:
        body = json.loads(line)
        if body["record"]["stream"] == stream:
            found = Head(stream, body["record"]["version"], body["head"])
    return found


@dataclass(frozen=True, slots=True)
class Trail:
    """An export and its file of heads."""

    lines: list[bytes]
    heads: list[bytes]


def trail(count: int = 40) -> Trail:
    """Two streams, anchored half way and at the end."""
    streams = ("house", "table:T1")
    half = [
        line
        for name in streams
        for line in chained(name, [record(name, v) for v in range(1, count // 2 + 1)])
    ]
    full = [
        line
        for name in streams
        for line in chained(name, [record(name, v) for v in range(1, count + 1)])
    ]
    heads: list[bytes] = []
    for number, lines in enumerate((half, full), 1):
        previous = line_digest(heads[-1]) if heads else NO_LINE
        ends = [head_of(lines, name) for name in streams]
        heads.append(
            anchor_line(ends, previous=previous, number=number, at_ms=number, signer=SIGNER)
        )
    return Trail(full, heads)
