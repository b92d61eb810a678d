"""`pitboss new-game`: a small working game to start from, as a package of its own."""

from __future__ import annotations

import importlib.util
import keyword
import re
from collections.abc import Iterable
from pathlib import Path
from string import ascii_uppercase
from tempfile import TemporaryDirectory

from pitboss import gamekit
from pitboss.cli.lookup import registry
from pitboss.cli.output import console
from pitboss.package import packaged_files
from pitboss.refusals import RefusalCode, refuse

SAMPLE = Path(gamekit.__file__).parent / "sample"
UNREAD = ".in"
"""Ends the names of files that no tool of ours reads as its own."""
NAME = re.compile(r"(?=.{2,40}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def new_game(name: str, /, *, folder: Path | None = None) -> int:
    """Write a small working game of your own: rules, edition, code, words and tests.

    Examples:

    pitboss new-game lucky-seven

    pitboss new-game lucky-seven --folder games/lucky-seven

    Parameters
    ----------
    name
        What the game is called in commands: small letters, digits and hyphens.
    folder
        Where to write it; otherwise a new folder of that name.
    """
    games = registry().games
    target = Path(name) if folder is None else folder
    _check_name(name, games)
    if target.exists():
        refuse(RefusalCode.CANNOT_WRITE, f"'{target}' is there already; name another --folder.")
    spelt = _spellings(name, {entry.game.clause_prefix for entry in games.values()})
    try:
        written = _write(target, spelt)
    except OSError as problem:
        refuse(RefusalCode.CANNOT_WRITE, f"Cannot write '{target}': {problem.strerror}.")
    out = console()
    for file in written:
        out.print(f"{target / file}", soft_wrap=True, markup=False)
    out.print(f"\nNext: pitboss check-game {target}", soft_wrap=True, markup=False)
    return 0


def _check_name(name: str, games: Iterable[str]) -> None:
    module = name.replace("-", "_")
    if not NAME.fullmatch(name):
        rule = "2 to 40 small letters, digits and hyphens, a letter first, such as lucky-seven"
        refuse(RefusalCode.BAD_TEXT, f"'{name}' cannot be a game's name; use {rule}.")
    if name in games:
        refuse(RefusalCode.BAD_TEXT, f"There is a game '{name}' already; choose another name.")
    is_taken = keyword.iskeyword(module) or importlib.util.find_spec(module) is not None
    if is_taken or _class_name(name) in (*gamekit.__all__, "Edition"):
        refuse(RefusalCode.BAD_TEXT, f"'{name}' means something in Python; choose another name.")


def _class_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


def _spellings(name: str, taken: set[str]) -> dict[str, str]:
    """How the sample spells its name, and how the new game does."""
    words = name.split("-")
    letters = [word[0] for word in words] + list(words[-1][1:]) + ["x", "x"]
    prefix = "".join(one for one in letters if one.isalpha())[:3].upper()
    tried = (prefix, *(prefix[:2] + letter for letter in ascii_uppercase))
    return {
        "red-or-black": name,
        "red_or_black": name.replace("-", "_"),
        "RedOrBlack": _class_name(name),
        "Red or Black": " ".join(word.capitalize() for word in words),
        "ROB": next((one for one in tried if one not in taken), prefix),
    }


def _write(target: Path, spelt: dict[str, str]) -> list[str]:
    """The sample under its new name, whole or not at all; the files by name."""
    written = []
    with TemporaryDirectory(dir=target.parent) as made:
        root = Path(made) / "game"
        for source in packaged_files(SAMPLE):
            name = source.relative_to(SAMPLE).as_posix().removesuffix(UNREAD)
            text = source.read_text("utf-8")
            for old, new in spelt.items():
                name, text = name.replace(old, new), text.replace(old, new)
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8")
            written.append(name)
        root.rename(target)
    return sorted(written)
