"""Checkpoints: a run so far in one file, written whole or not at all, trusted only if its own.

A file carries a key (what is simulated, with which seed, by which version) and a checksum over
everything in it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, astuple, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from pitboss.refusals import Refusal, RefusalCode
from pitboss.report.files import write_file
from pitboss.simulate.tallies import Point, RoundTally, TripTally

FORMAT = "pitboss simulation checkpoint 2"
FILE_MAX = 64 << 20
SAVE_EVERY_S = 5.0
_COUNTED = ("results", "drawdowns", "ruin_rounds")


@dataclass(frozen=True, slots=True)
class SavedTrips:
    """Visits up to a whole chunk."""

    tally: TripTally
    chunk: int
    """The next chunk to play."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A run up to a whole chunk."""

    tally: RoundTally
    points: tuple[Point, ...]
    chunk: int
    """The next chunk to play."""
    seconds: float
    is_enough: bool
    trips: SavedTrips | None = None


Saver = Callable[[Saved], None]
Key = Mapping[str, Any]


def write_checkpoint(path: Path, key: Key, saved: Saved) -> Refusal | None:
    """Replace the file in one step; a crash leaves the old one or the new one."""
    content = {
        "format": FORMAT,
        "key": dict(key),
        "chunk": saved.chunk,
        "seconds": saved.seconds,
        "enough": saved.is_enough,
        **asdict(saved.tally),
        "points": [astuple(point) for point in saved.points],
        "trips": None if saved.trips is None else _trips_content(saved.trips),
    }
    document = {"checksum": _checksum(content), "content": content}
    return write_file(path, json.dumps(document, allow_nan=False).encode() + b"\n")


def _checksum(content: Mapping[str, Any]) -> str | None:
    """None for a content that no run writes, such as a number beyond all numbers."""
    try:
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return None
    return sha256(text.encode()).hexdigest()


def read_checkpoint(path: Path, key: Key) -> Saved | Refusal | None:
    """The run in the file, None when there is no file, or why it is not taken up."""
    try:
        if not path.exists():
            return None
        if not path.is_file() or path.stat().st_size > FILE_MAX:
            return _damage_refusal(path)
        document = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return _damage_refusal(path)
    content = document.get("content") if isinstance(document, dict) else None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        return _damage_refusal(path)
    if document.get("checksum") != _checksum(content):
        return _damage_refusal(path)
    wanted = json.loads(json.dumps(key))
    differing = [name for name in key if content["key"].get(name) != wanted[name]]
    if differing:
        return Refusal(
            RefusalCode.BAD_FILE,
            f"The checkpoint {str(path)!r} belongs to another run: {', '.join(differing)}"
            f" {'differs' if len(differing) == 1 else 'differ'}; name another file.",
        )
    return _read(content)


def _damage_refusal(path: Path) -> Refusal:
    return Refusal(
        RefusalCode.BAD_FILE,
        f"{str(path)!r} is not a whole checkpoint; remove it or name another file.",
    )


def _read(content: Mapping[str, Any]) -> Saved:
    tally = msgspec.convert(content, RoundTally)
    points = tuple(Point(r, tuple(means), tuple(errors)) for r, means, errors in content["points"])
    trips = None if content["trips"] is None else _read_trips(content["trips"])
    return Saved(tally, points, content["chunk"], content["seconds"], content["enough"], trips)


def _trips_content(saved: SavedTrips) -> dict[str, Any]:
    plain = {name: getattr(saved.tally, name) for name in ("trips", "rounds", "wagered", "endings")}
    counted = {name: sorted(getattr(saved.tally, name).items()) for name in _COUNTED}
    return {"chunk": saved.chunk, **plain, **counted}


def _read_trips(content: Mapping[str, Any]) -> SavedTrips:
    counted = {name: Counter(dict(content[name])) for name in _COUNTED}
    tally = TripTally(
        content["trips"],
        content["rounds"],
        content["wagered"],
        endings=tuple(content["endings"]),
        **counted,
    )
    return SavedTrips(tally, content["chunk"])
