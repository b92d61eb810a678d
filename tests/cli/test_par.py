"""`pitboss par` and `pitboss dossier`: what they print and write, and what they refuse."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.conftest import Pitboss

BAD: list[tuple[str, tuple[str, ...], str]] = [
    ("unknown game", ("par", "whist"), "spin-n-win"),
    ("unknown edition", ("par", "flip-it", "--edition", "gold"), "call12-pay1"),
    ("unknown field", ("par", "flip-it", "--set", "pays.call=3"), "pays.call_it"),
    ("no field but its title", ("par", "flip-it", "--set", "about.title=x"), "about.title"),
    ("no value", ("par", "flip-it", "--set", "pays.call_it"), "KEY=VALUE"),
    ("set twice", ("par", "flip-it", "--set", "table.seats=3", "table.seats=4"), "twice"),
    ("negative pay", ("par", "flip-it", "--set", "pays.call_it=-5"), "pays.call_it"),
    ("pay that is no number", ("par", "flip-it", "--set", "pays.call_it=many"), "pays.call_it"),
    ("seats that are no number", ("par", "flip-it", "--set", "table.seats=few"), "table.seats"),
    ("unknown ruling", ("par", "flip-it", "--ruling", "shoe=endless"), "shoe=continuous"),
    ("ruling without an alternative", ("par", "flip-it", "--ruling", "shoe"), "shoe=continuous"),
    ("unknown other edition", ("par", "flip-it", "--against", "gold"), "call10-pay1"),
    ("PDF on a screen", ("par", "flip-it", "--format", "pdf"), "--out"),
    ("XLSX on a screen", ("par", "flip-it", "--format", "xlsx"), "--out"),
    ("unknown format", ("par", "flip-it", "--format", "docx"), "docx"),
    ("no such folder", ("par", "flip-it", "--out", "nowhere/sheet.txt"), "nowhere"),
    ("a folder", ("par", "flip-it", "--out", "."), "folder"),
    ("certificate in no folder", ("par", "flip-it", "--certificate", "nowhere/c.json"), "nowhere"),
    ("too many seats", ("par", "flip-it", "--seats", "8"), "7"),
    ("no pace", ("par", "flip-it", "--pace", "0"), "pace"),
    ("bet over the limit", ("par", "flip-it", "--average-bet", "5000"), "1 to 1,000"),
    ("no amount", ("par", "flip-it", "--payout-limit", "all"), "amount"),
    ("dossier of no game", ("dossier", "whist", "--out", "d.zip"), "spin-n-win"),
    ("dossier without a file", ("dossier", "flip-it"), "--out"),
    ("dossier into a folder", ("dossier", "flip-it", "--out", "."), "folder"),
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("words", "names"), [r[1:] for r in BAD], ids=[r[0] for r in BAD])
def test_bad_input_gets_one_sentence_and_leaves_no_file(
    pitboss: Pitboss, words: tuple[str, ...], names: str, own_folder: Path
) -> None:
    ran = pitboss(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("pitboss: ") and ran.err.count("\n") == 1
    assert names.lower() in ran.err.lower()
    assert list(own_folder.iterdir()) == []


def test_no_file_is_written_when_one_of_two_cannot_be(pitboss: Pitboss, own_folder: Path) -> None:
    ran = pitboss("par", "spin-n-win", "--out", "sheet.txt", "--certificate", "nowhere/c.json")
    assert ran.code == 2
    same = pitboss("par", "spin-n-win", "--out", "sheet.txt", "--certificate", "./sheet.txt")
    assert same.code == 2
    assert list(own_folder.iterdir()) == []


def test_the_table_goes_to_standard_output(pitboss: Pitboss) -> None:
    ran = pitboss("par", "spin-n-win")
    assert ran.code == 0 and ran.err == ""
    assert "Joker-Joker" in ran.out and "4.6875%" in ran.out and "3/64" in ran.out


def test_json_is_one_document(pitboss: Pitboss) -> None:
    document = pitboss("par", "spin-n-win", "--format", "json").json
    edges = {bet["bet"]: bet["house_edge"]["fraction"] for bet in document["bets"]}
    assert edges["single:red"] == "1/64"
    assert edges["combo:red-green"] == "9/128"
    assert len(document["claims"]) == 12


def test_a_changed_pay_changes_the_edge_and_the_hash(pitboss: Pitboss) -> None:
    plain = pitboss("par", "flip-it", "--format", "json").json
    changed = pitboss("par", "flip-it", "--set", "pays.call_it=11/1", "--format", "json").json
    edge = {bet["bet"]: bet["house_edge"]["fraction"] for bet in changed["bets"]}["call:7"]
    assert edge == "7/55"
    assert changed["edition_hash"] != plain["edition_hash"]
    assert "Changed edition" in pitboss("par", "flip-it", "--set", "pays.call_it=11/1").out


def test_several_fields_can_be_set_at_once(pitboss: Pitboss) -> None:
    ran = pitboss(
        "par", "flip-it", "--set", "pays.call_it=11", "--set", "pays.inside=2/1", "--format", "json"
    )
    assert ran.code == 0


def test_a_ruling_read_otherwise(pitboss: Pitboss) -> None:
    document = pitboss("par", "flip-it", "--ruling", "shoe=continuous", "--format", "json").json
    assert document["ruling"]["clause"] == "FLP-6.6"
    edges = {bet["bet"]: bet["house_edge"]["fraction"] for bet in document["bets"]}
    assert edges["inside:red"] == "6/109"
    assert "Read as shoe=continuous" in pitboss("par", "flip-it", "--ruling", "shoe=continuous").out


def test_against_another_edition(pitboss: Pitboss) -> None:
    words = ("par", "flip-it", "--against", "call10-pay2")
    found = pitboss(*words, "--format", "json").json["against"]
    assert found["edition"] == "call10-pay2"
    assert found["clauses"] == ["FLP-4.4", "FLP-5.13"]
    change = {one["bet"]: one["house_edge"]["change"]["fraction"] for one in found["bets"]}
    assert change["call:7"] == "8/55"
    assert found["decisions"] is None
    assert "Against call10-pay2" in pitboss(*words).out


def test_a_pdf_and_a_certificate_are_written(pitboss: Pitboss, own_folder: Path) -> None:
    ran = pitboss(
        "par", "spin-n-win", "--format", "pdf", "--out", "s.pdf", "--certificate", "c.json"
    )
    assert ran.code == 0 and ran.out == ""
    assert len(PdfReader(own_folder / "s.pdf").pages) > 3
    assert json.loads((own_folder / "c.json").read_text("utf-8"))["game"] == "spin-n-win"


@pytest.mark.parametrize("form", ["table", "json", "csv", "html", "xlsx"])
def test_every_format_can_be_a_file(pitboss: Pitboss, form: str, own_folder: Path) -> None:
    assert pitboss("par", "spin-n-win", "--format", form, "--out", "sheet").code == 0
    assert (own_folder / "sheet").stat().st_size > 1000


def test_text_formats_can_go_to_the_screen(pitboss: Pitboss) -> None:
    assert "Table 1" in pitboss("par", "spin-n-win", "--format", "csv").out
    assert pitboss("par", "spin-n-win", "--format", "html").out.startswith("<!doctype html>")


def test_a_dossier_is_written_whole(pitboss: Pitboss, own_folder: Path) -> None:
    ran = pitboss("dossier", "spin-n-win", "--out", "d.zip")
    assert ran.code == 0
    assert "d.zip" in ran.out
    names = zipfile.ZipFile(io.BytesIO((own_folder / "d.zip").read_bytes())).namelist()
    assert {"par-sheet.pdf", "certificate.json", "rules.pdf", "edition.toml"} <= set(names)


def test_progress_is_drawn_on_a_terminal_and_never_in_the_result(
    pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    ran = pitboss("par", "flip-it", "--against", "call10-pay2", "--format", "json")
    assert ran.json["edition"] == "call12-pay1"
    assert "comparing" in ran.err


def test_a_payout_limit_stands_in_the_json_with_both_ends(pitboss: Pitboss) -> None:
    plain = json.loads(pitboss("par", "gin-and-win", "--format", "json").out)
    assert "exposure" not in plain
    ran = pitboss("par", "gin-and-win", "--payout-limit", "50000", "--format", "json")
    found = {(one["bets"], one["seats"]): one for one in json.loads(ran.out)["exposure"]}
    seat, table = found["every bet", 1]["limited_edge"], found["every bet", 6]["limited_edge"]
    assert seat["least"] == seat["most"]
    assert seat["least"]["fraction"] == "479480244521/6745658327408"
    assert seat["most"]["percent"] < table["least"]["percent"] < table["most"]["percent"]
