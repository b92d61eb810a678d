"""Leftovers: no reminder to the writer, no path of a machine, no address of a registry."""

from __future__ import annotations

import re

import pytest

from tests.tidy.tree import expect_none, texts

# Words are joined here, so that this file does not contain what it looks for.
_REMINDERS = ("FIX" + "ME", "TO" + "DO", "XX" + "X", "HA" + "CK")
_FOLDERS = ("root", "home", "work", "Users", "mnt", "opt", "srv", "tmp", "private")
_REGISTRIES = ("pypi", "pythonhosted", "npmjs", "debian", "conda", "crates")

LEFTOVERS = {
    "a reminder": re.compile(rf"\b(?:{'|'.join(_REMINDERS)})\b"),
    "a path of a machine": re.compile(
        rf"(?<![\w.~}}/])/(?:{'|'.join(_FOLDERS)})/\w|[A-Z]:\\\\?Users"
    ),
    "a path outside the project": re.compile(r"\.\./(?:shared|documents)\b"),
    "an address of a registry": re.compile(
        rf"(?:https?:)?//[\w.-]*(?:{'|'.join(_REGISTRIES)})|\b(?:{'|'.join(_REGISTRIES)})\.(?:org|com|io)\b"
    ),
    "a mark of an unfinished merge": re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE),
}


def left(path: str, text: str) -> list[str]:
    """Leftovers in one file."""
    return [
        f"{path}:{text.count(chr(10), 0, match.start()) + 1} has {kind}: {match.group()}"
        for kind, pattern in LEFTOVERS.items()
        for match in pattern.finditer(text)
    ]


def test_no_file_has_leftovers() -> None:
    expect_none(line for path, text in texts() for line in left(path, text))


@pytest.mark.parametrize(
    "parts",
    [
        ("# TO", "DO: later"),
        ("# FIX", "ME"),
        ("open('/ho", "me/someone/x')"),
        ("cd /ro", "ot/x"),
        ("C:\\Use", "rs\\x"),
        ("see ../sha", "red/notes"),
        ("https://py", "pi.org/simple"),
        ("registry.npm", "js.org"),
        ("<<<<", "<<< HEAD"),
    ],
)
def test_a_leftover_is_found(parts: tuple[str, str]) -> None:
    assert left("sample", "".join(parts))


@pytest.mark.parametrize("text", ["a method", "homework/x", "src/work/x", "https://www.w3.org/x"])
def test_plain_text_is_not(text: str) -> None:
    assert not left("sample", text)
