"""Audit verification from disk: events a second, against bare SHA-256 over the same lines.

Each record carries one event, as a bet does. Run: python bench/audit_verify.py [records]
"""

from __future__ import annotations

import hashlib
import statistics
import sys
import tempfile
import time
from pathlib import Path

from pitboss.audit.anchor import NO_LINE, Signer, anchor_line
from pitboss.audit.canonical import canonical
from pitboss.audit.chain import Head, export_line, first_head, link
from pitboss.audit.verify import read_anchors, verify_lines
from pitboss.refusals import Refusal

TURNS = 5


def record(version: int) -> bytes:
    """A bet as the store writes it."""
    data = canonical(
        {
            "actor": "alice",
            "at_ms": 1_800_000_000_000 + version,
            "client_id": f"alice-{version}",
            "events": [
                {
                    "body": {"amount": 500, "seat": 3, "spot": "single:red"},
                    "kind": "bet.placed",
                }
            ],
            "fingerprint": "5" * 64,
            "round_id": f"T1-r{version // 7}",
            "stream": "table:T1",
            "transfers": [
                {
                    "amount": 500,
                    "could_win": 4000,
                    "hold_id": f"h{version}",
                    "moves": [
                        {
                            "amount": 500,
                            "from": "player:alice",
                            "kind": "hold",
                            "to": "stake:T1:3",
                        }
                    ],
                    "player": "alice",
                    "round_id": f"T1-r{version // 7}",
                    "seat": 3,
                    "spot": "single:red",
                    "table": "T1",
                    "type": "hold",
                }
            ],
            "version": version,
        }
    )
    if isinstance(data, Refusal):
        raise SystemExit(data.sentence)
    return data


def write(path: Path, count: int) -> Head:
    """An export of so many records; its head."""
    digest = first_head("table:T1").digest
    with path.open("wb") as file:
        for version in range(1, count + 1):
            data = record(version)
            digest = link(digest, data)
            file.write(export_line(digest, data))
    return Head("table:T1", count, digest)


def verified(path: Path, heads: dict[tuple[str, int], str]) -> float:
    """Seconds to verify the whole file."""
    start = time.perf_counter()
    with path.open("rb", buffering=1 << 20) as lines:
        verify_lines(lines, heads)
    return time.perf_counter() - start


def hashed(path: Path) -> float:
    """Seconds only to read and hash every line."""
    start = time.perf_counter()
    with path.open("rb", buffering=1 << 20) as lines:
        for line in lines:
            hashlib.sha256(line).digest()
    return time.perf_counter() - start


def main() -> None:
    """Print the rate and its ratio to bare hashing."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.jsonl"
        head = write(path, count)
        line = anchor_line([head], previous=NO_LINE, number=1, at_ms=1, signer=Signer(b"k" * 32))
        heads = read_anchors([line]).heads
        pairs = [(verified(path, heads), hashed(path)) for _ in range(TURNS)]
        size = path.stat().st_size / count
    ours, bare = (count / statistics.median(column) for column in zip(*pairs, strict=True))
    print(
        f"verify: {ours:,.0f} events/s of {size:.0f} bytes (wanted 100,000);"
        f" bare hashing {bare:,.0f}/s; ratio {ours / bare:.2f}"
    )


if __name__ == "__main__":
    main()
