"""Games from outside the package: found where they are installed, left out when they are broken."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games.registry import GAMES_FOLDER, Registry, find_registry
from pitboss.units import SeatIndex
from tests.contract.conftest import CLASSICS, KIT

SAMPLE = KIT / "red_or_black"
NAMES = ("broken_game", "installed_games", "installed_games.one_game", "pitboss.games.broken_game")


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    for name in [name for name in sys.modules if name.startswith((*NAMES, "pitboss.games.copy"))]:
        del sys.modules[name]


def broken(
    tmp_path: Path, text: str = "", *, drop: str = "", toml: tuple[str, str] = ("", "")
) -> str:
    """What is said of the sample game after something in it was spoilt; the rest is still there."""
    folder = tmp_path / "games" / "broken_game"
    shutil.copytree(SAMPLE, folder)
    source = folder / "__init__.py"
    source.write_text(
        source.read_text("utf-8").replace('"red-or-black"', '"broken-game"') + text, "utf-8"
    )
    if drop:
        (folder / drop).unlink()
    path = folder / "editions" / "standard.toml"
    if path.is_file():
        path.write_text(path.read_text("utf-8").replace(*toml), "utf-8")
    registry = Registry((GAMES_FOLDER, folder.parent))
    assert registry.games.keys() == Registry().games.keys()
    (refusal,) = registry.broken
    assert str(folder) in refusal.sentence and refusal.sentence.endswith(".")
    return refusal.sentence


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\nimport no_such_package\n", "No module named 'no_such_package'"),
        ("\n1 / 0\n", "ZeroDivisionError: division by zero (__init__.py:"),
        ("\ndef (\n", "SyntaxError"),
        ("\nGAME = 7\n", "GAME is an instance of a game's class"),
        ("\nRedOrBlack.default_edition = 'none'\n", "editions/none.toml, its default, is missing"),
        ("\nRedOrBlack.key = 'flip-it'\n", "has a game 'flip-it' already"),
        ("\nRedOrBlack.all_spots = lambda self, edition: ()\n", "needs spots"),
    ],
)
def test_a_broken_game_is_named_and_left_out(tmp_path: Path, text: str, reason: str) -> None:
    assert reason in broken(tmp_path, text)


def test_a_game_without_rules_is_left_out(tmp_path: Path) -> None:
    assert "RULES.md has no numbered clause" in broken(tmp_path, drop="RULES.md")


def test_a_typo_in_an_edition_is_named_by_file_and_field(tmp_path: Path) -> None:
    said = broken(tmp_path, toml=('even = "1/1"', 'evem = "1/1"'))
    assert "editions/standard.toml: pays.even is missing" in said


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    (refusal,) = Registry((GAMES_FOLDER, tmp_path / "none")).broken
    assert "there is no such folder" in refusal.sentence


def test_a_folder_without_a_game_and_a_games_own_folder(tmp_path: Path) -> None:
    (tmp_path / "copy_of_nothing").mkdir()
    (tmp_path / "copy_of_nothing" / "__init__.py").write_text('"""No game."""\n', "utf-8")
    assert Registry((tmp_path,)).games == {} and Registry((tmp_path,)).broken == []
    assert list(Registry((SAMPLE,)).games) == ["red-or-black"]


def test_a_game_that_is_found_twice_is_there_once() -> None:
    registry = Registry((SAMPLE, KIT))
    assert list(registry.games) == ["red-or-black"] and registry.broken == []


def test_games_of_installed_packages_are_found_unless_they_are_not_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "installed_games"
    shutil.copytree(SAMPLE, package / "one_game")
    (package / "__init__.py").write_text('"""Games."""\n', "utf-8")
    source = package / "one_game" / "__init__.py"
    source.write_text(source.read_text("utf-8").replace("red-or-black", "one-game"), "utf-8")
    info = tmp_path / "installed_games-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: installed-games\nVersion: 1\n", "utf-8")
    points = "[pitboss.games]\none = installed_games\nnone = no_such_package_at_all\n"
    (info / "entry_points.txt").write_text(points, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = find_registry({"PITBOSS_INSTALLED_GAMES": "1"}).games
    assert type(found["one-game"].game).__module__ == "installed_games.one_game"
    assert "one-game" not in find_registry({"PITBOSS_INSTALLED_GAMES": "0"}).games
    assert list(find_registry({}, only="one-game").games) == ["one-game"]


def test_what_lies_where_is_seen_as_the_view_shows_it() -> None:
    """A dealt game of one draw: an empty place, then what showed."""
    game = Registry((CLASSICS,)).games["sic-bo"].game
    edition = Registry((CLASSICS,)).games["sic-bo"].edition()
    state = game.open(edition, seats=(SeatIndex(1),), carry=game.first_carry(edition))
    (place,) = game.places(state, SeatIndex(1))
    assert (place.kind, place.items) == ("dice", ())
