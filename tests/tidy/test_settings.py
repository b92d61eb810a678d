"""Every setting is reached by a test: a limit that no test meets may have no effect at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from pitboss.settings import PREFIX, SETTINGS
from tests.tidy.tree import ROOT

ELSEWHERE = {"tests/tidy/test_settings.py", "tests/cli/test_settings.py"}
"""Tests of the table itself, which prove nothing about what a setting does."""


OPENERS = {"house_at", "house_with_files", "options_for", "server_at", "started", "Options"}
"""What opens a house with other settings; a keyword of the same name elsewhere is another thing."""
LIMITS = {one.name.removeprefix(PREFIX).lower(): one for one in SETTINGS}


def named_in(tree: ast.AST) -> Iterator[str]:
    """The settings that a test file gives a value that shows: to a house, or by the variable."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in OPENERS:
            yield from (one.arg for one in node.keywords if one.arg and shows(one.arg, one.value))
        elif isinstance(node, ast.Call) and _name(node.func) == "setenv" and len(node.args) > 1:
            yield from _named(node.args[0], node.args[1])
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                yield from _named(key, value)


def _named(key: ast.AST | None, value: ast.expr) -> Iterator[str]:
    name = _text(key)
    if name and shows(name.removeprefix(PREFIX).lower(), value):
        yield name


def shows(name: str, value: ast.expr) -> bool:
    """Whether a value can be told from the default: a wait of 0 is none, a switch's is off."""
    try:
        found = eval(compile(ast.Expression(value), "", "eval"), {"__builtins__": {}})  # noqa: S307
    except (NameError, TypeError, AttributeError):
        return True  # It is worked out: nobody writes a name for nothing.
    setting = LIMITS.get(name)
    if setting is None or setting.type is str or not str(found).isdigit():
        return setting is not None and str(found) != setting.default
    most = int(setting.default)
    is_limit = not name.endswith("_ms") and most > 1
    return (
        int(found) != most
        and (int(found) > 0 or most == 1)
        and not (is_limit and int(found) > most)
    )


def _name(node: ast.AST) -> str:
    return getattr(node, "id", getattr(node, "attr", ""))


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
    text = (
        "house_at(bets_ms=1)\nlimits = {'head_ms': 2, 'coach': 0, 'PITBOSS_DESIGNS': folder}\n"
        "patch.setenv('PITBOSS_CACHE_DIR', '3')\nuse(4)"
    )
    found = {"bets_ms", "head_ms", "coach", "PITBOSS_DESIGNS", "PITBOSS_CACHE_DIR"}
    assert set(named_in(ast.parse(text))) == found


@pytest.mark.parametrize(
    "text",
    [
        "send_ms = 4",
        "TryLimits(lock_ms=4)",
        "house_at(bets_ms=0)",
        "house_at(sockets_max=1_000)",
        "limits = {'requests_burst': 10**6, 'PITBOSS_TICK_MS': '100'}",
        "environment['PITBOSS_WEB_DIR']",
    ],
)
def test_what_shows_nothing_is_not_found(text: str) -> None:
    assert set(named_in(ast.parse(text))) == set()
