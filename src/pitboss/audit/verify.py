"""Verify an audit export with nothing but Python: copy this one file and run it anywhere.

    python verify.py export.jsonl --head heads.jsonl --key PUBLIC-KEY

Checks every hash of the chain, that no record is missing, added or moved, and that the chain
passes through every signed head. Signatures are checked where `cryptography` is installed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_START = b"pitboss/stream/1\0"
_LINK = hashlib.sha256(b"pitboss/record/1\0")
_OPEN = b'{"head":"'
_BODY = b'","record":'
_HEAD = slice(len(_OPEN), len(_OPEN) + 64)
_RECORD = slice(len(_OPEN) + 64 + len(_BODY), -2)
_NO_LINE = "0" * 64

Verdict = Callable[[str, bytes, bytes], bool]


class Tampered(Exception):
    """The export is not what was written; the message says where."""


@dataclass(slots=True)
class Chain:
    """The state of the check: how far each stream goes, and the anchored heads still ahead.

    `stream` is where the last record belonged, `mark` how such a record says so.
    """

    anchored: dict[tuple[str, int], str] = field(default_factory=dict)
    position: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    records: int = 0
    stream: str = ""
    mark: bytes = b"\n"

    def add(self, line: bytes, number: int) -> None:
        """Check one line of an export."""
        digest, record = line[_HEAD], line[_RECORD]
        if line[: _HEAD.start] != _OPEN or line[_HEAD.stop : _RECORD.start] != _BODY:
            raise Tampered(f"Line {number} is not a record with its head.")
        if line[-2:] != b"}\n":
            raise Tampered(f"Line {number} is cut off.")
        stream = self.stream
        before, previous = self.position.get(stream, (0, b""))
        version = before + 1
        # Most lines go on where the one before ended: then the hash itself says where they
        # belong, and only the others have to be read.
        if not (record.endswith(b',"version":%d}' % version) and self.mark in record):
            stream, version = _place(record, number)
            before, previous = self.position.get(stream, (0, _start(stream)))
            self.stream, self.mark = stream, b'"stream":%b' % json.dumps(stream).encode()
        if version != before + 1:
            raise Tampered(
                f"Line {number}: {stream} has record {version} where {before + 1} belongs."
            )
        state = _LINK.copy()
        state.update(previous + record)
        current = state.digest()
        if current.hex().encode() != digest:
            raise Tampered(f"Line {number}: record {version} of {stream} was changed.")
        if self.anchored:
            self._anchor(stream, version, digest, number)
        self.position[stream] = (version, current)
        self.records += 1

    def _anchor(self, stream: str, version: int, digest: bytes, number: int) -> None:
        anchor = self.anchored.pop((stream, version), None)
        if anchor is not None and anchor.encode() != digest:
            raise Tampered(
                f"Line {number}: {stream} was rewritten; "
                f"its record {version} has another head than the one signed."
            )

    def finish(self) -> None:
        """Check that no anchored record is missing."""
        for stream, version in sorted(self.anchored):
            end = self.position.get(stream, (0, b""))[0]
            raise Tampered(
                f"{stream} ends at record {end}, but record {version} was signed: "
                "the end was cut off."
            )


def _start(stream: str) -> bytes:
    return hashlib.sha256(_START + stream.encode()).digest()


def _place(record: bytes, number: int) -> tuple[str, int]:
    try:
        body = json.loads(record)
        stream, version = body["stream"], body["version"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Tampered(f"Line {number} holds no readable record.") from None
    if type(stream) is not str or type(version) is not int:
        raise Tampered(f"Line {number} does not say which record it is.")
    return stream, version


def verify_lines(
    lines: Iterable[bytes], anchored: dict[tuple[str, int], str] | None = None
) -> Chain:
    """Check all lines of an export against the chain and the anchored heads."""
    chain = Chain(dict(anchored or {}))
    for number, line in enumerate(lines, 1):
        chain.add(line, number)
    chain.finish()
    return chain


@dataclass(frozen=True, slots=True)
class Anchors:
    """The contents of a file of heads."""

    heads: dict[tuple[str, int], str]
    keys: frozenset[str]
    lines: int
    signatures_checked: bool


def read_anchors(
    lines: Iterable[bytes],
    *,
    key: str | None = None,
    verdict: Verdict | None = None,
    after: tuple[int, str] = (0, _NO_LINE),
) -> Anchors:
    """Check a file of heads: its own chain, its key, its signatures where that can be done.

    `after` is the number and the hash of the line before the first one.
    """
    heads: dict[tuple[str, int], str] = {}
    keys: set[str] = set()
    count, previous = after
    for number, line in enumerate(lines, count + 1):
        body = _anchor(line, number)
        if body["number"] != number or body["previous"] != previous:
            raise Tampered(f"Head line {number} does not follow the line before it.")
        if key is not None and body["key"] != key:
            raise Tampered(f"Head line {number} is signed with another key than the one given.")
        if verdict is not None and not _is_signed(body, verdict):
            raise Tampered(f"Head line {number} carries a false signature.")
        for stream, version, digest in body["heads"]:
            if heads.setdefault((stream, version), digest) != digest:
                raise Tampered(f"Head line {number} contradicts an earlier one on {stream}.")
        keys.add(body["key"])
        previous = hashlib.sha256(line.rstrip(b"\n")).hexdigest()
        count = number
    return Anchors(heads, frozenset(keys), count, verdict is not None)


def _anchor(line: bytes, number: int) -> dict[str, Any]:
    shape = {"at_ms": int, "heads": list, "key": str, "number": int, "previous": str}
    try:
        body = json.loads(line)
        good = all(type(body[name]) is kind for name, kind in shape.items())
        good = good and type(body["signature"]) is str and line == _canonical(body) + b"\n"
        for stream, version, digest in body["heads"]:
            good = good and (type(stream), type(version), type(digest)) == (str, int, str)
    except (ValueError, KeyError, TypeError, RecursionError):
        good, body = False, {}
    if not good:
        raise Tampered(f"Head line {number} is not a signed head.")
    return dict(body)


def _canonical(body: dict[str, Any]) -> bytes:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def _is_signed(body: dict[str, Any], verdict: Verdict) -> bool:
    message = {name: value for name, value in body.items() if name != "signature"}
    try:
        signature = bytes.fromhex(body["signature"])
    except ValueError:
        return False
    return verdict(body["key"], _canonical(message), signature)


def ed25519_verdict() -> Verdict | None:
    """A check of signatures, or None where `cryptography` is not installed."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return None

    def verdict(key: str, message: bytes, signature: bytes) -> bool:
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
            public.verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True

    return verdict


def loose_ends(chain: Chain, anchors: Anchors) -> int:
    """How many records came after the last anchored head of their stream."""
    last: dict[str, int] = {}
    for stream, version in anchors.heads:
        last[stream] = max(version, last.get(stream, 0))
    return sum(version - last.get(stream, 0) for stream, (version, _) in chain.position.items())


def report(chain: Chain, anchors: Anchors | None, *, key: str | None) -> list[str]:
    """What was checked and what was not, in sentences."""
    said = [f"Chain: {chain.records} records in {len(chain.position)} streams, unbroken."]
    if anchors is None:
        return [*said, "Heads: none given, so a cut end or a full rewrite could not be seen."]
    after = loose_ends(chain, anchors)
    said.append(f"Heads: {len(anchors.heads)} on {anchors.lines} lines, all on the chain;")
    said.append(f"  {after} records came after the last head and are not anchored yet.")
    if anchors.signatures_checked:
        said.append(f"Signatures: all {anchors.lines} checked with Ed25519.")
    else:
        said.append("Signatures: NOT checked, the package `cryptography` is not installed.")
    if key is None:
        said.append(f"Key: {', '.join(sorted(anchors.keys)) or 'none'}; not compared: give --key.")
    else:
        said.append("Key: every head carries the key given.")
    return said


def verify_files(export: Path, head: Path | None, key: str | None) -> list[str]:
    """Check an export on disk; raises Tampered, else returns the report."""
    anchors = None
    if head is not None:
        with head.open("rb") as lines:
            anchors = read_anchors(lines, key=key, verdict=ed25519_verdict())
    with export.open("rb", buffering=1 << 20) as lines:
        chain = verify_lines(lines, anchors.heads if anchors is not None else None)
    return report(chain, anchors, key=key)


def main(arguments: list[str] | None = None) -> int:
    """Run as a program: 0 for sound, 1 for tampered, 2 for a file that cannot be read."""
    parser = argparse.ArgumentParser(description="Verify a Pitboss audit export.")
    parser.add_argument("export", type=Path, help="the export, one record a line")
    parser.add_argument("--head", type=Path, help="the file of signed heads")
    parser.add_argument("--key", help="the public key the heads must be signed with")
    given = parser.parse_args(arguments)
    try:
        said = verify_files(given.export, given.head, given.key)
    except Tampered as found:
        sys.stdout.write(f"TAMPERED. {found}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"Cannot read {error.filename}: {error.strerror}.\n")
        return 2
    sys.stdout.write("\n".join(said) + "\nSOUND.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
