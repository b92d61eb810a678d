"""Random tamperings of an export, drawn from bits: the kinds a thief with the file could try."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

from pitboss.audit.verify import Tampered, verify_lines
from pitboss.equipment.draws import BitSource, draw_below
from tests.audit.trail import chained, data_of, head_of

Lines = list[bytes]
Tampering = Callable[[Lines, BitSource], Lines]


def flip(lines: Lines, bits: BitSource) -> Lines:
    """One bit, which may also join or split lines."""
    text = bytearray(b"".join(lines))
    text[draw_below(bits, len(text))] ^= 1 << draw_below(bits, 8)
    return by_line_feeds(bytes(text))


def delete(lines: Lines, bits: BitSource) -> Lines:
    """One record gone."""
    at = draw_below(bits, len(lines))
    return [*lines[:at], *lines[at + 1 :]]


def swap(lines: Lines, bits: BitSource) -> Lines:
    """Two records of one stream change places; how streams are interleaved says nothing."""
    streams = [stream_of(line) for line in lines]
    places: list[int] = []
    while len(places) < 2:
        stream = streams[draw_below(bits, len(lines))]
        places = [at for at, name in enumerate(streams) if name == stream]
    first = places.pop(draw_below(bits, len(places)))
    second = places[draw_below(bits, len(places))]
    changed = list(lines)
    changed[first], changed[second] = changed[second], changed[first]
    return changed


def insert(lines: Lines, bits: BitSource) -> Lines:
    """A record a second time, elsewhere."""
    source, target = draw_below(bits, len(lines)), draw_below(bits, len(lines) + 1)
    return [*lines[:target], lines[source], *lines[target:]]


def truncate(lines: Lines, bits: BitSource) -> Lines:
    """The tail cut off between two records."""
    return lines[: draw_below(bits, len(lines))]


def cut(lines: Lines, bits: BitSource) -> Lines:
    """The tail cut off anywhere."""
    text = b"".join(lines)
    return by_line_feeds(text[: draw_below(bits, len(text))])


def rewrite(lines: Lines, bits: BitSource) -> Lines:
    """One record changed and every hash after it made anew: a chain without a fault in itself."""
    records = [json.loads(line)["record"] for line in lines]
    victim = records[draw_below(bits, len(records))]
    victim["at_ms"] += 1 + draw_below(bits, 1000)
    stream = victim["stream"]
    mine = iter(chained(stream, [data_of(one) for one in records if one["stream"] == stream]))
    return [
        next(mine) if record["stream"] == stream else line
        for record, line in zip(records, lines, strict=True)
    ]


KINDS: tuple[Tampering, ...] = (flip, delete, swap, insert, truncate, cut, rewrite)


def stream_of(line: bytes) -> str:
    """The stream a line of an export belongs to."""
    return str(json.loads(line)["record"]["stream"])


def by_line_feeds(text: bytes) -> Lines:
    """Lines as a file is read: each with its line end but perhaps the last."""
    parts = text.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def tampered(lines: Lines, bits: BitSource, count: int) -> Counter[str]:
    """How many tamperings of each kind were made, and under `missed` how many passed as sound."""
    told: Counter[str] = Counter(missed=0)
    heads = heads_of(lines)
    verify_lines(lines, heads)
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        changed = kind(lines, bits)
        if changed == lines:
            raise AssertionError("a tampering changes something")
        told[kind.__name__] += 1
        try:
            verify_lines(changed, heads)
        except Tampered:
            continue
        told["missed"] += 1
    return told


def heads_of(lines: Lines) -> dict[tuple[str, int], str]:
    """The end of every stream of an export, as its last signed heads would say."""
    ends = [head_of(lines, stream) for stream in sorted(set(map(stream_of, lines)))]
    return {(end.stream, end.version): end.digest for end in ends}
