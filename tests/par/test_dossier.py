"""The dossier: complete, checkable by outsiders, and the same bytes each run."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from pypdf import PdfReader

from pitboss.games.conditions import ConditionMark
from pitboss.games.profiles import RESPONSIBLE_GAMBLING
from pitboss.games.standing import profiles_for
from pitboss.par.dossier import CONTENTS, MANIFEST, canonical, dossier
from pitboss.par.pages.filing import conditions_document
from pitboss.par.sheet import make_sheet
from pitboss.report.formats import ReportFormat, render_document
from tests.par.kit import REGISTRY, VERSION, chosen, terms

GAMES = tuple(REGISTRY.games)


@cache
def archive(game: str) -> bytes:
    choice = chosen(game)
    path = choice.folder.folder / "editions" / f"{choice.key}.toml"
    return dossier(choice, terms(choice), toml=path.read_bytes(), version=VERSION)


@cache
def files(game: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive(game))) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name) for name in opened.namelist()}


@cache
def words(content: bytes) -> str:
    pages = PdfReader(io.BytesIO(content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_two_runs_are_byte_for_byte_the_same() -> None:
    first = archive("spin-n-win")
    archive.cache_clear()
    assert archive("spin-n-win") == first


@pytest.mark.parametrize("game", GAMES)
def test_every_file_is_listed_and_hashed(game: str) -> None:
    found = files(game)
    assert found.keys() == CONTENTS.keys()
    listed = dict(line.split("  ")[::-1] for line in found[MANIFEST].decode().splitlines())
    assert listed.keys() == found.keys() - {MANIFEST}
    assert all(sha256(found[name]).hexdigest() == digest for name, digest in listed.items())
    assert all(name in found["README.md"].decode() for name in found)


@pytest.mark.parametrize("game", GAMES)
def test_the_edition_hash_is_that_of_the_canonical_file(game: str) -> None:
    found = files(game)
    digest = sha256(found["edition-canonical.json"]).hexdigest()
    assert digest == chosen(game).edition.head.hash
    assert found["edition-hash.txt"].decode().strip() == digest
    assert tomllib.loads(found["edition.toml"].decode()) == chosen(game).data()
    assert json.loads(found["par-sheet.json"])["edition_hash"] == digest


def test_a_changed_edition_has_its_own_canonical_bytes() -> None:
    changed = chosen("flip-it", changes={"pays.call_it": "11/1"})
    assert b'"call_it":"11/1"' in canonical(changed)


@pytest.mark.parametrize("game", GAMES)
def test_the_certificate_in_it_can_be_checked_alone(game: str, tmp_path: Path) -> None:
    for name, content in files(game).items():
        (tmp_path / name).write_bytes(content)
    ran = subprocess.run(
        [sys.executable, "-I", "check_certificate.py", "certificate.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_and_every_ruling_is_in_the_rules(game: str) -> None:
    text = words(files(game)["rules.pdf"])
    clauses = chosen(game).folder.clauses()
    assert all(clause.number in text for clause in clauses)
    rulings = [clause for clause in clauses if clause.is_ruling]
    assert f"{len(rulings)} of {len(clauses)} clauses are rulings" in text


@pytest.mark.parametrize("game", GAMES)
def test_conditions_and_placard_come_from_the_profiles(game: str) -> None:
    found = files(game)
    head = chosen(game).edition.head
    profiles = profiles_for(head.game, head.key)
    conditions, placard = words(found["conditions.pdf"]), words(found["placard.pdf"])
    for profile in profiles:
        assert profile.title in conditions
        assert all(one.text[:40] in conditions for one in profile.conditions)
        assert profile.placard in placard
    if not profiles:
        assert "No jurisdiction profile" in conditions
    assert RESPONSIBLE_GAMBLING[:40] in placard


def test_signatures_on_conditions_are_in_the_dossier() -> None:
    choice = chosen("gin-and-win")
    sheet = make_sheet(choice, choice.figures(), terms(choice), version=VERSION)
    mark = ConditionMark(
        profile="wa-commercial-2023",
        condition="internal-controls",
        is_met=True,
        note="Letter 12 of May.",
        name="Ana",
        at_ms=1_790_000_000_000,
    )
    profiles = profiles_for("gin-and-win", "wsgc-2017")
    document = conditions_document(sheet, profiles, (mark,))
    text = render_document(document, ReportFormat.HTML).decode()
    assert "Met, signed by Ana on 21 September 2026: Letter 12 of May." in text
    assert text.count("signed by") == 1
    assert "Open: nobody has signed it." in text


@pytest.mark.parametrize(
    ("game", "posted"),
    [
        ("gin-and-win", "Four of a kind and three of a kind 1,000 to 1"),
        ("flip-it", "Bonus paytable 1 Royal flush 50 to 1"),
        ("spin-n-win", "Both Tops show Yellow 2 to 1"),
    ],
)
def test_pays_are_posted_with_their_hands(game: str, posted: str) -> None:
    found = files(game)
    assert posted in words(found["placard.pdf"])
    assert posted in words(found["rules.pdf"])


def test_the_printed_figures_are_attributed() -> None:
    assert "figures are by Dr. Robert Hannum" in words(files("spin-n-win")["par-sheet.pdf"])


def test_claims_are_in_it() -> None:
    claims = json.loads(files("spin-n-win")["claims.json"])["claims"]
    assert [one["bet"] for one in claims if not one["agrees"]] == ["combo:joker-joker"]
