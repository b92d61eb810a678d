"""Canonical bytes: one way to write a value, and everything else refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit.canonical import (
    _GOOD_KEYS_MAX,
    BYTES_MAX,
    DEPTH_MAX,
    INTEGER_MAX,
    canonical,
    fingerprint,
)
from pitboss.refusals import Refusal

KEYS = st.text(st.characters(max_codepoint=127), min_size=1, max_size=8)
VALUES = st.recursive(
    st.integers(-INTEGER_MAX, INTEGER_MAX) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_the_bytes_are_those_of_pythons_json_and_read_back(value: object) -> None:
    data = canonical(value)  # type: ignore[arg-type]
    plain = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert data == plain.encode()
    assert json.loads(data) == value


def test_every_character_is_written_as_pythons_json_writes_it() -> None:
    text = "".join(map(chr, [*range(0x300), 0x2028, 0x2029, 0xFFFD, 0x1F0A1]))
    assert (
        canonical({"t": text})
        == json.dumps({"t": text}, ensure_ascii=False, separators=(",", ":")).encode()
    )


def test_order_of_keys_does_not_matter() -> None:
    assert (
        canonical({"b": 1, "a": [2, 3]})
        == canonical({"a": (2, 3), "b": 1})
        == (b'{"a":[2,3],"b":1}')
    )


class _Loud(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "bad",
    [
        1.0,
        float("nan"),
        None,
        True,
        b"x",
        {"a": None},
        {"a": [1, [False]]},
        {1: 2},
        {"": 1},
        {"é": 1},
        INTEGER_MAX + 1,
        -INTEGER_MAX - 1,
        {1, 2},
        _Loud("x"),
        {"a": _Loud("x")},
    ],
)
def test_what_has_no_canonical_bytes(bad: object) -> None:
    answer = canonical(bad)  # type: ignore[arg-type]
    assert isinstance(answer, Refusal)
    assert answer.code.value == "bad-field"
    assert fingerprint(bad) == answer  # type: ignore[arg-type]


def test_half_a_surrogate_pair_is_not_text() -> None:
    answer = canonical({"a": "\ud800"})
    assert isinstance(answer, Refusal)
    assert answer.code.value == "bad-text"


def test_depth_and_size_have_ends() -> None:
    nested: list[object] = []
    for _ in range(DEPTH_MAX - 1):
        nested = [nested]
    assert isinstance(canonical([*nested, 1]), bytes)  # type: ignore[list-item]
    for _ in range(3):
        nested = [nested, 1]
    assert isinstance(canonical(nested), Refusal)  # type: ignore[arg-type]
    assert isinstance(canonical("x" * (BYTES_MAX - 2)), bytes)
    assert isinstance(canonical("x" * (BYTES_MAX - 1)), Refusal)


def test_a_fingerprint_tells_requests_apart() -> None:
    first = fingerprint({"amount": 500, "spot": "single:red"})
    assert first == fingerprint({"spot": "single:red", "amount": 500})
    assert first != fingerprint({"amount": 501, "spot": "single:red"})
    assert isinstance(first, str)
    assert len(first) == 64


def test_more_keys_than_are_remembered() -> None:
    many = {f"key{number}": number for number in range(_GOOD_KEYS_MAX + 2)}
    assert canonical(many) == canonical(dict(reversed(many.items())))
    assert isinstance(canonical({**many, "é": 1}), Refusal)
