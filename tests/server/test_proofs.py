"""Proof pages over HTTP: the sheet itself, two editions compared, files, and a cache to trust."""

from __future__ import annotations

import asyncio
import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pypdf
import pytest

from pitboss.cli import main
from pitboss.package import package_digest
from pitboss.par.document import sheet_document
from pitboss.report.blocks import Chart
from pitboss.report.charts import PAPER, draw
from pitboss.server.analysis.requests import PAGE_KIND
from pitboss.server.analysis.studio import Studio
from pitboss.server.jobs.cache import MAGIC, Cache
from pitboss.server.jobs.crew import BROKE_OFF
from pitboss.server.jobs.kinds import PROOFS
from tests.deadlines import Deadline
from tests.examples import in_soak
from tests.late import openpyxl
from tests.par.kit import chosen, sheet
from tests.server.kit import Running, house_at
from tests.server.workers import dying_at_its_order, own_results

pytestmark = pytest.mark.untraced

EDITIONS = (
    ("spin-n-win", "standard"),
    ("gin-and-win", "wsgc-2017"),
    in_soak("gin-and-win", "ten"),
    ("flip-it", "call12-pay1"),
    in_soak("flip-it", "call10-pay2"),
)
WARMING_S = 600


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    where = tmp_path_factory.mktemp("house")
    # Results are kept on disk by content; these tests make them.
    with (
        own_results(where / "cache"),
        house_at(where / "house.db", figure_workers=1, proofs_warmed=0) as found,
    ):
        yield found


@pytest.fixture
def http(running: Running) -> httpx.Client:
    return running.client()


UNNAMED = re.compile(r' aria-label="[^"]*"')
GEOMETRY = re.compile(r' (?:d|points|[xyr]|[xy][12]|c[xy]|width|height|viewBox)="[^"]*"')


class Printed(HTMLParser):
    """Headings, tables and charts of a sheet that was written as HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words, self.headings = text, list[str]()
        self.tables: list[list[list[str]]] = []
        self.charts = [
            UNNAMED.sub("", svg) for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL)
        ]
        self.into: list[str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.into = self.tables[-1][-1]
            self.into.append("")
        elif tag == "h2":
            self.into = self.headings
            self.into.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "h2"):
            self.into = None

    def handle_data(self, data: str) -> None:
        if self.into is not None:
            self.into[-1] += data.replace("\u2044", "/").strip().lstrip("✓✗ ")


def page_at(http: httpx.Client, path: str) -> dict[str, Any]:
    """A page, asked for again as a browser does while it is worked out."""
    deadline = Deadline()
    while True:
        answer = http.get(path)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        if found["page"] is not None:
            assert found["work"] is None
            page: dict[str, Any] = found["page"]
            return page
        assert 0 <= found["work"]["done"] <= found["work"]["of"]
        deadline.check()


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_page_draws_the_document_of_the_command_line(
    http: httpx.Client, tmp_path: Path, game: str, edition: str
) -> None:
    page = page_at(http, f"/api/proofs/{game}/{edition}")
    out = tmp_path / "sheet.html"
    assert main(["par", game, "--edition", edition, "--format", "html", "--out", str(out)]) == 0
    printed = Printed(out.read_text("utf-8"))
    blocks = [block for one in page["sheet"]["sections"] for block in one["blocks"]]
    tables = [block for block in blocks if block["kind"] == "table"]
    assert [[[c["heading"] for c in t["columns"]], *t["rows"]] for t in tables] == printed.tables
    charts = [block for block in blocks if block["kind"] == "chart"]
    drawn = [UNNAMED.sub("", svg) for one in charts for svg in (one["wide"], one["narrow"])]
    assert drawn == printed.charts and drawn
    assert page["edition_hash"] in printed.words and page["version"] in printed.words
    assert [one["heading"] for one in page["sheet"]["sections"]] == printed.headings


def test_a_page_draws_the_charts_of_the_pdf(http: httpx.Client) -> None:
    page = page_at(http, "/api/proofs/flip-it/call12-pay1")
    blocks = [block for one in page["sheet"]["sections"] for block in one["blocks"]]
    shown = [GEOMETRY.findall(one["wide"]) for one in blocks if one["kind"] == "chart"]
    document = sheet_document(sheet("flip-it"))
    plots = [b.plot for one in document.sections for b in one.blocks if isinstance(b, Chart)]
    assert shown == [GEOMETRY.findall(draw(plot, theme=PAPER)) for plot in plots]
    folded = [one["heading"] for one in page["sheet"]["sections"] if one["is_folded"]]
    assert folded == [f"Bet: {group.name}" for group in sheet("flip-it").groups]


def printed_exposure(
    capsys: pytest.CaptureFixture[str], game: str, edition: str, limit: str
) -> list[dict[str, Any]]:
    words = ["par", game, "--edition", edition, "--payout-limit", limit, "--format", "json"]
    assert main(words) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["exposure"]
    return found


def limited_rows(page: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What a page says of each row, as the command line would; bets go by their names there."""
    assert all(one["what"] and ":" not in one["what"] for one in page["rows"])
    return [
        (
            one["seats"],
            one["edge"]["fraction"],
            one["least"]["fraction"],
            one["most"]["fraction"],
            None if one["cuts"] is None else one["cuts"]["fraction"],
        )
        for one in page["rows"]
    ]


def printed_rows(exposure: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        (
            one["seats"],
            one["house_edge"]["fraction"],
            one["limited_edge"]["least"]["fraction"],
            one["limited_edge"]["most"]["fraction"],
            one["limit_chance"],
        )
        for one in exposure
    ]


@pytest.mark.parametrize("payout", [in_soak("1"), "2000.50", in_soak("100000"), "90000000"])
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_edges_under_a_payout_limit_are_the_sheets(
    http: httpx.Client, capsys: pytest.CaptureFixture[str], game: str, edition: str, payout: str
) -> None:
    page = http.get(
        f"/api/proofs/{game}/{edition}/limit", params={"payout": payout}, timeout=WARMING_S
    ).json()
    rows = printed_rows(printed_exposure(capsys, game, edition, payout))
    assert limited_rows(page) == rows
    assert page["is_bracket"] == any(row[2] != row[3] for row in rows)
    for one, row in zip(page["rows"], rows, strict=True):
        assert one["is_cut"] == (row[3] != row[1])
    assert ("no edge changes" in page["known"]) == (payout == "90000000")


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_page_starts_under_the_most_that_a_seat_can_win(
    http: httpx.Client, capsys: pytest.CaptureFixture[str], game: str, edition: str
) -> None:
    page = page_at(http, f"/api/proofs/{game}/{edition}")
    limited = page["limited"]
    exposure = printed_exposure(capsys, game, edition, "1")
    assert limited["limit"] == max(
        Fraction(one["winnings"]) for one in exposure if one["seats"] == 1
    )
    payout = f"{limited['limit'] // 100}.{limited['limit'] % 100:02}"
    rows = printed_rows(printed_exposure(capsys, game, edition, payout))
    assert limited_rows(limited) == rows
    asked = http.get(f"/api/proofs/{game}/{edition}/limit", params={"payout": payout})
    assert limited == asked.json()
    # A seat alone never reaches it; a full table that bets everything does.
    assert not any(one["is_cut"] for one in limited["rows"] if one["seats"] == 1)
    assert limited["rows"][-1]["is_cut"] and limited["rows"][-1]["seats"] > 1


@pytest.mark.parametrize(
    ("payout", "status"),
    [
        *((text, 400) for text in ("", "much", "1.234", "9" * 30)),
        *((text, 409) for text in ("-5", "0")),
        ("9" * 5000, 414),
    ],
)
def test_a_payout_limit_that_cannot_be_has_a_sentence(
    http: httpx.Client, payout: str, status: int
) -> None:
    answer = http.get("/api/proofs/spin-n-win/standard/limit", params={"payout": payout})
    assert answer.status_code == status, answer.text
    assert len(answer.json()["sentence"]) < 200


def test_the_default_edition_and_a_hash_name_the_same_page(http: httpx.Client) -> None:
    page = page_at(http, "/api/proofs/spin-n-win")
    assert page == page_at(http, f"/api/proofs/spin-n-win/{page['edition_hash']}")


@pytest.mark.parametrize(
    ("game", "one", "two"),
    [("flip-it", "call12-pay1", "call10-pay2"), in_soak("gin-and-win", "wsgc-2017", "ten")],
)
def test_two_editions_compared_are_the_command_lines(
    http: httpx.Client, capsys: pytest.CaptureFixture[str], game: str, one: str, two: str
) -> None:
    page = page_at(http, f"/api/proofs/{game}/{one}/against/{two}")
    assert main(["par", game, "--edition", one, "--against", two, "--format", "json"]) == 0
    against = json.loads(capsys.readouterr().out)["against"]
    assert all(f["label"] and "_" not in f["label"] for f in page["fields"])
    assert [(f["field"], f["before"], f["after"], f["clause"] or None) for f in page["fields"]] == [
        (f["field"], f["from"], f["to"], f["clause"]) for f in against["fields"]
    ]
    assert [clause["number"] for clause in page["clauses"]] == against["clauses"]
    changes = {key: bet["change"]["fraction"] for bet in page["bets"] for key in bet["keys"]}
    assert changes == {
        bet["bet"]: bet["house_edge"]["change"]["fraction"] for bet in against["bets"]
    }
    told = page["decisions"]
    decided = told and {name: int(text.replace(",", "")) for name, text in told.items()}
    assert decided == against["decisions"]


# --- files --------------------------------------------------------------------------------------


def file_at(http: httpx.Client, name: str) -> httpx.Response:
    answer = http.get(f"/api/proofs/spin-n-win/standard/files/{name}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith("attachment; ")
    return answer


def test_files_can_be_opened(http: httpx.Client) -> None:
    assert len(pypdf.PdfReader(io.BytesIO(file_at(http, "sheet.pdf").content)).pages) > 3
    book = openpyxl.load_workbook(io.BytesIO(file_at(http, "sheet.xlsx").content))
    assert book.sheetnames
    assert "Joker-Joker" in file_at(http, "sheet.csv").text
    assert file_at(http, "sheet.json").json()["game"] == "spin-n-win"
    with zipfile.ZipFile(io.BytesIO(file_at(http, "dossier.zip").content)) as archive:
        assert "certificate.json" in archive.namelist()
    shipped = chosen("spin-n-win").folder.folder / "editions" / "standard.toml"
    assert file_at(http, "edition.toml").content == shipped.read_bytes()


def test_the_certificate_is_checked_by_the_script_beside_it(
    http: httpx.Client, tmp_path: Path
) -> None:
    for name in ("certificate.json", "check_certificate.py"):
        (tmp_path / name).write_bytes(file_at(http, name).content)
    done = subprocess.run(
        [sys.executable, "-I", "check_certificate.py", "certificate.json"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "path",
    [
        "/api/proofs/unheard-of",
        "/api/proofs/spin-n-win/unheard-of",
        "/api/proofs/spin-n-win/standard/against/unheard-of",
        "/api/proofs/spin-n-win/standard/files/unheard-of",
        "/api/proofs/spin-n-win/..%2fstandard.toml",
    ],
)
def test_what_is_not_there_has_a_sentence(http: httpx.Client, path: str) -> None:
    answer = http.get(path)
    assert answer.status_code == 404
    assert answer.json()["sentence"]


# --- the cache ----------------------------------------------------------------------------------


def test_an_entry_is_found_by_all_it_follows_from(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "proofs", "sources")
    assert cache.read("page", "a") is None
    cache.write(b"content", "page", "a")
    assert cache.read("page", "a") == b"content"
    assert cache.read("page", "b") is None
    assert Cache(tmp_path / "proofs", "other sources").read("page", "a") is None


@pytest.mark.parametrize("damage", [b"", MAGIC, b"x"])
def test_a_damaged_entry_is_never_shown(tmp_path: Path, damage: bytes) -> None:
    cache = Cache(tmp_path, "sources")
    cache.write(b"content", "page", "a")
    path = cache.path("page", "a")
    whole = path.read_bytes()
    for content in (damage, whole[:-1], whole[:-1] + b"!", whole + b"!"):
        path.write_bytes(content)
        assert cache.read("page", "a") is None
    cache.write(b"content", "page", "a")
    assert cache.read("page", "a") == b"content"


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    cache = Cache(tmp_path / "file", "sources")
    cache.write(b"content", "page", "a")
    assert cache.read("page", "a") is None


def test_a_file_whose_worker_is_killed_is_refused_and_made_the_next_time(
    running: Running, http: httpx.Client
) -> None:
    path = "/api/proofs/flip-it/call10-pay1/files/sheet.json"
    with dying_at_its_order(running, PROOFS):
        refused = http.get(path, timeout=WARMING_S)
    assert (refused.status_code, refused.json()["sentence"]) == (500, BROKE_OFF.sentence)
    assert http.get(path, timeout=WARMING_S).status_code == 200


def test_the_digest_covers_every_packaged_file(tmp_path: Path) -> None:
    assert package_digest() == package_digest()
    (tmp_path / "page.jinja").write_text("one")
    (tmp_path / "__pycache__").mkdir()
    one = package_digest(tmp_path)
    (tmp_path / "__pycache__" / "page.pyc").write_text("two")
    assert package_digest(tmp_path) == one != package_digest()
    (tmp_path / "page.jinja").write_text("two")
    assert package_digest(tmp_path) != one


# In the gate the house is told that only the quickest game ships.
@pytest.mark.parametrize(
    ("game", "edition", "count"), [("spin-n-win", "standard", 1), in_soak("", "ten", 7 + 2 + 12)]
)
def test_everything_that_ships_is_worked_out_after_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, edition: str, count: int
) -> None:
    shipped = Studio.shipped_jobs

    def of_game(studio: Studio) -> list[Any]:
        assert len(set(shipped(studio))) == len(shipped(studio)) == 7 + 2 + 12
        return [job for job in shipped(studio) if game.encode() in msgspec.json.encode(job)]

    monkeypatch.setattr(Studio, "shipped_jobs", of_game)
    with house_at(tmp_path / "house.db", figure_workers=1, proofs_warmed=1) as house:
        studio = house.house.studio
        jobs = house.on_loop(studio.shipped_jobs)
        assert len(jobs) == count
        assert house.loop is not None
        asyncio.run_coroutine_threadsafe(studio.warmed.wait(), house.loop).result(WARMING_S)
        known = house.house.jobs.recall
        assert all(known(PAGE_KIND, msgspec.json.encode(job)) for job in jobs)
        answer = house.client().get(f"/api/proofs/{game or 'gin-and-win'}/{edition}").json()
        assert answer["page"]["edition"] == edition
