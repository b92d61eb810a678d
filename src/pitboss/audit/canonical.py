"""Canonical bytes: the one way to write a record, so that its hash is beyond dispute.

JSON in UTF-8: objects with non-empty ASCII keys in code point order, arrays, strings, and whole
numbers of at most 2**53-1 either side of zero; no other value, no space, non-ASCII characters
as themselves; quote, backslash and control characters are escaped, with the short form where
JSON has one. These are the bytes of Python's `json.dumps` with sorted keys and no spaces.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from pitboss.refusals import Refusal, RefusalCode

Json = int | str | Sequence["Json"] | Mapping[str, "Json"]

INTEGER_MAX = 2**53 - 1
DEPTH_MAX = 16
BYTES_MAX = 1 << 20

_encode = msgspec.json.Encoder(order="sorted").encode

# Keys that were found good before; the same few come with every record.
_good_keys: set[str] = set()
_GOOD_KEYS_MAX = 10_000


def canonical(value: Json) -> bytes | Refusal:
    """The canonical bytes of a value, or why it has none."""
    fault = record_fault(value)
    return encode(value) if fault is None else Refusal(RefusalCode.BAD_FIELD, fault)


def encode(value: Json) -> bytes | Refusal:
    """The canonical bytes of a value whose foreign parts were checked with `record_fault`."""
    try:
        data = _encode(value)
    except UnicodeEncodeError:
        return Refusal(RefusalCode.BAD_TEXT, "A text holds half of a surrogate pair.")
    if len(data) > BYTES_MAX:
        return Refusal(RefusalCode.BAD_FIELD, f"A record has at most {BYTES_MAX} bytes.")
    return data


def fingerprint(value: Json) -> str | Refusal:
    """SHA-256 of a request's canonical bytes: the same request has the same fingerprint."""
    data = canonical(value)
    return data if isinstance(data, Refusal) else hashlib.sha256(data).hexdigest()


def record_fault(value: object, depth: int = DEPTH_MAX) -> str | None:
    """Why a value may not stand in a record; every event passes here, so it is kept lean."""
    # Exact types: a bool is an int to Python and a subclass may write itself differently.
    level: list[object] = [value]
    for _ in range(depth + 1):
        below: list[object] = []
        for item in level:
            kind = type(item)
            if kind is str:
                continue
            if kind is int:
                if not -INTEGER_MAX <= item <= INTEGER_MAX:  # type: ignore[operator]
                    return "A whole number lies within 2**53-1 of zero."
            elif isinstance(item, dict):
                for key in item:
                    if key not in _good_keys and not _is_key(key):
                        return "A record's keys are ASCII texts."
                below += item.values()
            elif isinstance(item, list | tuple):
                below += item
            else:
                return f"A record holds whole numbers and texts, not {kind.__name__}."
        if not below:
            return None
        level = below
    return f"A record nests at most {DEPTH_MAX} deep."


def _is_key(key: object) -> bool:
    if type(key) is not str or not key or not key.isascii():
        return False
    if len(_good_keys) < _GOOD_KEYS_MAX:
        _good_keys.add(key)
    return True
