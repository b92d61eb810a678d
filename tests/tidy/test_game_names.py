"""No game is named outside its own folders: a new game must touch no shared file."""

from __future__ import annotations

import ast
import re

import pytest

from tests.tidy.tree import ROOT, SRC, expect_none, games, ratchet, texts

HOME = "src/pitboss/"
WEB = ROOT / "web" / "src"
STAGES = WEB / "stages"

# Where a game may have a folder or a file of its own name.
PARENTS = ("games", "exact", "coach", "simulate", "simulate/kernels", "players", "par", "protect")

# Shared files that name a game all the same. The list may only shrink.
NAMED: tuple[str, ...] = ()


def spelling(game: str) -> re.Pattern[str]:
    """Every way to write a game's name: `one_and_two`, `one-and-two`, `One & Two`, `OneAndTwo`."""
    words = [r"(?:and|&|'?n'?)" if word in ("and", "n") else re.escape(word)
             for word in game.split("_")]  # fmt: skip
    return re.compile(r"(?<![a-z])" + r"[\s_~-]*".join(words) + r"(?![a-z])", re.IGNORECASE)


def named(path: str, text: str, game: str) -> list[str]:
    """Places where a shared file names a game."""
    inside = path.removeprefix(HOME)
    if any(inside.startswith(f"{parent}/{game}") for parent in PARENTS):
        return []
    if path.startswith(f"{HOME}cli/") and path.endswith(".py"):
        text = _without_help(text)
    return [f"{path} names {game}" for _ in spelling(game).finditer(text)][:1]


def _without_help(text: str) -> str:
    """A command's source without docstrings: those are its help, and examples need a game."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(
            node
        ):
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def test_shared_files_name_no_game() -> None:
    found = [
        line
        for path, text in texts()
        if path.startswith(HOME)
        for game in games()
        for line in named(path, text, game)
    ]
    expect_none(ratchet(found, allowed=NAMED))


def test_a_folder_of_a_game_has_rules() -> None:
    folders = {path.parent.name for path in (SRC / "pitboss" / "games").glob("*/__init__.py")}
    assert folders == set(games())


@pytest.mark.parametrize("text", ["one_and_two", "One & Two", "one-and-two", "ONE AND TWO's"])
def test_every_spelling_is_found(text: str) -> None:
    assert named("src/pitboss/table/seats.py", f"x = '{text}'", "one_and_two")


def test_help_may_name_a_game_and_code_may_not() -> None:
    path = "src/pitboss/cli/settle.py"
    assert not named(path, 'def f():\n    """Try one_and_two."""\n', "one_and_two")
    assert named(path, "def f():\n    return 'one_and_two'\n", "one_and_two")


def test_a_game_may_name_itself() -> None:
    for path in ("games/one_and_two/rules.py", "exact/one_and_two_kernel.py"):
        assert not named(f"src/pitboss/{path}", "one_and_two", "one_and_two")
    assert not named("src/pitboss/table/seats.py", "someone and twoness", "one_and_two")


def test_shared_web_code_names_no_game() -> None:
    """What the browser knows of a game stands behind the registry of stages."""
    shared = [
        path for path in sorted(WEB.rglob("*")) if path.is_file() and STAGES not in path.parents
    ]
    found = [
        f"{path.relative_to(WEB)} names {game}"
        for path in shared
        for game in games()
        if spelling(game).search(path.read_text(encoding="utf-8"))
    ]
    assert len(shared) > 100
    expect_none(found)
