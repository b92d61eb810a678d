"""The pages agree with each other and with the package."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

import pytest

from pitboss import __version__
from tests.docs.pages import ROOT, anchors, links, name_of, pages
from tests.tidy.tree import expect_none

EXPECTED = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")
OUTSIDE = ("https://", "http://", "mailto:")


def broken(name: str, text: str, *, known: Mapping[str, set[str]]) -> list[str]:
    """Links of a page that lead nowhere. `known` holds each page's anchors."""
    complaints = []
    for target in links(text):
        if target.startswith(OUTSIDE):
            continue
        path, _, anchor = target.partition("#")
        goal = (ROOT / name).parent / path if path else ROOT / name
        if not goal.exists():
            complaints.append(f"{name} links to {target}, which does not exist")
            continue
        page = goal.resolve().relative_to(ROOT).as_posix()
        if anchor and anchor not in known.get(page, set()):
            complaints.append(f"{name} links to {target}, which has no such heading")
    return complaints


@pytest.mark.parametrize("name", EXPECTED)
def test_the_expected_pages_exist(name: str) -> None:
    assert (ROOT / name).is_file()


def test_links_lead_somewhere() -> None:
    known = {name_of(page): anchors(page.read_text("utf-8")) for page in pages()}
    expect_none(
        line
        for page in pages()
        for line in broken(name_of(page), page.read_text("utf-8"), known=known)
    )


def test_a_broken_link_is_found() -> None:
    known = {"CONTRIBUTING.md": {"one-thing"}}
    assert broken("CONTRIBUTING.md", "[a](no-such-page.md)", known=known)
    assert broken("CONTRIBUTING.md", "[a](#another-thing)", known=known)
    assert broken("CONTRIBUTING.md", "![a](docs/no-such-picture.svg)", known=known)
    assert not broken("CONTRIBUTING.md", "[a](#one-thing) [b](https://example.org)", known=known)
    assert not broken("CONTRIBUTING.md", "```\n[a](no-such-page.md)\n```", known=known)


def test_headings_become_anchors() -> None:
    assert anchors("# One `thing`, twice\n## Same\n## Same\n") == {
        "one-thing-twice",
        "same",
        "same-1",
    }


def test_the_changelog_opens_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+)\b", text, re.MULTILINE)
    assert versions[0] == __version__
    assert len(versions) == len(set(versions))


def test_the_pages_name_the_right_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    for name in ("README.md", "CONTRIBUTING.md"):
        named = re.findall(r"Python (3\.\d+)", (ROOT / name).read_text("utf-8"))
        assert oldest in named, name
