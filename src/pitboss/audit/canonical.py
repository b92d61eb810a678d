"""Canonical bytes: the one way to write a record, so that its hash is beyond dispute.

JSON in UTF-8: objects with non-empty ASCII keys in code point order, arrays, strings, and whole
numbers of at most 2**53-1 either side of zero; no other value, no space, non-ASCII characters
as themselves, control characters and quotes escaped as Python's json does.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from pitboss.refusals import Refusal, RefusalCode

Json = int | str | Sequence["Json"] | Mapping[str, "Json"]

INTEGER_MAX = 2**53 - 1
DEPTH_MAX = 16
BYTES_MAX = 1 << 20

_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode


def canonical(value: Json) -> bytes | Refusal:
    """The canonical bytes of a value, or why it has none."""
    fault = _fault(value, DEPTH_MAX)
    if fault is not None:
        return Refusal(RefusalCode.BAD_FIELD, fault)
    try:
        data = _encode(value).encode()
    except UnicodeEncodeError:
        return Refusal(RefusalCode.BAD_TEXT, "Half of a surrogate pair is not text.")
    if len(data) > BYTES_MAX:
        return Refusal(RefusalCode.BAD_FIELD, f"A record ends at {BYTES_MAX} bytes.")
    return data


def fingerprint(value: Json) -> str | Refusal:
    """SHA-256 of a request's canonical bytes: the same request has the same fingerprint."""
    data = canonical(value)
    return data if isinstance(data, Refusal) else hashlib.sha256(data).hexdigest()


def _fault(value: object, depth: int) -> str | None:
    # Exact types: a bool is an int to Python and a subclass may write itself differently.
    kind = type(value)
    if kind is str:
        return None
    if kind is int:
        inside = isinstance(value, int) and -INTEGER_MAX <= value <= INTEGER_MAX
        return None if inside else "A whole number lies within 2**53-1 of zero."
    if depth == 0:
        return f"A record nests at most {DEPTH_MAX} deep."
    if isinstance(value, dict):
        return _object_fault(value, depth)
    if isinstance(value, list | tuple):
        faults = (_fault(item, depth - 1) for item in value)
        return next((fault for fault in faults if fault is not None), None)
    return f"A record holds whole numbers and texts, not {kind.__name__}."


def _object_fault(value: dict[object, object], depth: int) -> str | None:
    for key, item in value.items():
        if type(key) is not str or not key or not key.isascii():
            return "A record's keys are ASCII texts."
        fault = _fault(item, depth - 1)
        if fault is not None:
            return fault
    return None
