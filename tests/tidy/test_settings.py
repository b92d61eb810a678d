"""Every setting is reached by a test: a limit that no test meets may have no effect at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pitboss.settings import PREFIX, SETTINGS
from tests.tidy.tree import ROOT

ELSEWHERE = {"tests/tidy/test_settings.py", "tests/cli/test_settings.py"}
"""Tests of the table itself, which prove nothing about what a setting does."""


def named_in(tree: ast.AST) -> Iterator[str]:
    """The settings that a test file sets: by keyword, as a key, or by the variable's name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg is not None:
            yield node.arg
        elif isinstance(node, ast.Dict):
            yield from filter(None, map(_text, node.keys))
        elif (text := _text(node)).startswith(PREFIX):
            yield text


def _text(node: ast.AST | None) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ""


def set_by_tests() -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path.relative_to(ROOT).as_posix() not in ELSEWHERE:
            found.update(named_in(ast.parse(path.read_text("utf-8"))))
    return found


def test_every_setting_is_reached_by_a_test() -> None:
    known = set_by_tests()
    missing = [
        one.name
        for one in SETTINGS
        if one.name not in known and one.name.removeprefix(PREFIX).lower() not in known
    ]
    assert missing == []


def test_a_setting_is_found_however_it_is_set() -> None:
    text = "f(bets_ms=1)\nlimits = {'head_ms': 2}\nenvironment['PITBOSS_WEB_DIR'] = '3'\nuse(4)"
    assert set(named_in(ast.parse(text))) >= {"bets_ms", "head_ms", "PITBOSS_WEB_DIR"}
    assert "send_ms" not in set(named_in(ast.parse("send_ms = 4")))
