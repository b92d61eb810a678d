"""Checkpoints: what is written is read back; what is damaged or foreign is refused."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.checkpoint import Saved, SavedTrips, read_checkpoint, write_checkpoint
from pitboss.simulate.tallies import Point, RoundTally, TripTally

KEY = {"version": "1", "edition": "abc", "seed": 2**200, "plan": [["a", 1]]}
SAVED = Saved(
    RoundTally(12, 12, (2**80, -3), ((1, 2), (2, 2**90)), (5, 7)),
    (Point(12, (0.1, -0.25), (0.01, 1e-7)),),
    3,
    1.25,
    False,
)


TRIPS = SavedTrips(
    TripTally(
        3, 90, 2**70, Counter({-500: 2, 700: 1}), Counter({500: 3}), (1, 1, 0, 1), Counter({30: 1})
    ),
    2,
)


@pytest.mark.parametrize("trips", [None, TRIPS])
def test_a_run_is_read_back_to_the_last_digit(tmp_path: Path, trips: SavedTrips | None) -> None:
    path = tmp_path / "run.json"
    saved = replace(SAVED, trips=trips)
    assert read_checkpoint(path, KEY) is None
    assert write_checkpoint(path, KEY, saved) is None
    assert read_checkpoint(path, KEY) == saved
    assert write_checkpoint(path, KEY, SAVED) is None
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize("field", sorted(KEY))
def test_a_run_of_something_else_is_refused(tmp_path: Path, field: str) -> None:
    path = tmp_path / "run.json"
    write_checkpoint(path, KEY, SAVED)
    found = read_checkpoint(path, KEY | {field: "other"})
    assert isinstance(found, Refusal) and found.code is RefusalCode.BAD_FILE
    assert f"another run: {field} differs" in found.sentence


def test_every_damaged_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_checkpoint(path, KEY, SAVED)
    whole = path.read_bytes()
    for at in range(0, len(whole) - 1, 3):
        damaged = bytearray(whole)
        damaged[at] = ord("7") if damaged[at] != ord("7") else ord("8")
        path.write_bytes(bytes(damaged))
        found = read_checkpoint(path, KEY)
        # A changed blank between two words changes nothing that counts.
        assert isinstance(found, Refusal) or whole[at : at + 1] == b" "
    for content in (b"", whole[: len(whole) // 2], b"[]", b'{"content": 1}', b"\xff\xfe"):
        path.write_bytes(content)
        found = read_checkpoint(path, KEY)
        assert isinstance(found, Refusal) and "not a whole checkpoint" in found.sentence


def test_a_checksum_of_its_own_does_not_make_it_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_checkpoint(path, KEY, SAVED)
    document = json.loads(path.read_bytes())
    document["content"]["rounds"] = 13
    path.write_text(json.dumps(document))
    assert isinstance(read_checkpoint(path, KEY), Refusal)


def test_a_folder_is_no_checkpoint(tmp_path: Path) -> None:
    assert isinstance(read_checkpoint(tmp_path, KEY), Refusal)
    assert isinstance(write_checkpoint(tmp_path, KEY, SAVED), Refusal)
