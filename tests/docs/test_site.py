"""The documentation as a site, and the reference pages that follow the code."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pitboss.games.round_text import _READERS
from tests.docs.pages import ROOT
from tests.docs.python_pages import run_page

NOTATION = ROOT / "docs" / "reference" / "notation.md"


def test_the_notation_page_runs_and_names_every_word() -> None:
    assert run_page(NOTATION) == 1
    text = NOTATION.read_text("utf-8")
    assert [word for word in _READERS if f"`{word} " not in text and f"`{word}`" not in text] == []


def test_the_python_of_the_readme_runs() -> None:
    run_page(ROOT / "README.md")


@pytest.mark.slow
def test_the_site_builds_and_fetches_nothing_from_elsewhere() -> None:
    ran = subprocess.run(
        [sys.executable, ROOT / "scripts" / "docs"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "WARNING" not in ran.stderr
    site = ROOT / "build" / "site"
    for page, words in {
        "index.html": "pip install",
        "docs/reference/cli.html": "pitboss export",
        "docs/reference/settings.html": "PITBOSS_TRUSTED_PROXIES",
        "docs/reference/api.html": "/api/tokens",
        "docs/reference/python-names.html": "changed",
    }.items():
        assert words in (site / page).read_text("utf-8"), page
