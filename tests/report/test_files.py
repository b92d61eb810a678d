"""Files: whole or not at all; archives with the same bytes every time."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest

from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode
from pitboss.report.files import write_file, zip_bytes


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    assert write_file(path, b"first") is None
    assert write_file(path, b"second") is None
    assert path.read_bytes() == b"second"
    assert names(tmp_path) == ["sheet.pdf"]


def test_a_new_file_can_be_read_by_others_and_an_old_one_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    write_file(path, b"x")
    assert path.stat().st_mode & 0o777 == 0o644
    path.chmod(0o600)
    write_file(path, b"y")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    assert write_file(link, b"new") is None
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


@pytest.mark.parametrize(
    "name", ["missing/sheet.pdf", ".", "file/sheet.pdf", "x" * 300, "nul\0", "/dev/null"]
)
def test_what_cannot_be_written_is_refused_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"kept")
    answer = write_file(tmp_path / name, b"content")
    assert isinstance(answer, Refusal)
    assert answer.code is RefusalCode.CANNOT_WRITE
    assert answer.sentence.startswith("Cannot write ")
    assert answer.sentence.endswith(".")
    assert names(tmp_path) == ["file"]
    assert (tmp_path / "file").read_bytes() == b"kept"


def test_a_failure_half_way_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    answer = write_file(path, b"new")
    assert isinstance(answer, Refusal)
    assert "no space left on device" in answer.sentence
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["sheet.pdf"]


def test_an_archive_is_the_same_whatever_the_order() -> None:
    first = zip_bytes({"b.txt": b"2", "a/c.txt": b"1" * 1000})
    second = zip_bytes({"a/c.txt": b"1" * 1000, "b.txt": b"2"})
    assert first == second
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist() == ["a/c.txt", "b.txt"]
        assert archive.testzip() is None
        assert archive.read("b.txt") == b"2"
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize("name", ["../up", "/root", "a\\b", "c:d", "", "a//b"])
def test_an_archive_never_leaves_its_folder(name: str) -> None:
    with pytest.raises(BrokenInvariant):
        zip_bytes({name: b""})
