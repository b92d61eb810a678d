"""Games from outside the package: found where they are installed, left out when they are broken."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.gamekit.conformance import check_entry, find_games
from pitboss.games.parts import find_part
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


IMPOSSIBLE = """
from msgspec.structs import replace
OLD = RedOrBlack.equipment
RedOrBlack.equipment = lambda self, edition: replace(OLD(self, edition), count=60)
"""
UNPROVED = """
from msgspec.structs import replace
from pitboss.gamekit import ClauseId, PayLine
SPOTS = RedOrBlack.all_spots
RedOrBlack.all_spots = lambda self, e: tuple(
    replace(one, pays=(PayLine("a", one.odds[0], ClauseId("ROB-9")),)) for one in SPOTS(self, e)
)
"""
STUBBORN = """
from pitboss.gamekit import Refusal, RefusalCode
RedOrBlack.apply = lambda self, state, step: Refusal(RefusalCode.NOT_NOW, "No.")
"""


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
        (
            "\nRedOrBlack.next_need = lambda self, state: self.equipment(state.edition)\n",
            "edition standard: a round is not over after 400 steps.",
        ),
        (
            IMPOSSIBLE,
            "edition standard: a draw of 60 cards is not in what it is drawn from.",
        ),
        (UNPROVED, "edition standard: spot red cites ROB-9, which is not in RULES.md."),
        (STUBBORN, "edition standard: a step of a round is refused that the rules offer: No."),
        ("\nSpotKey = lambda name: 'two words'[: 9 - (name == 'red')]\n", "one plain word"),
        ("\nRedOrBlack.settle = lambda self, state: ()\n", "does not settle each stake once"),
    ],
)
def test_a_broken_game_is_named_and_left_out(tmp_path: Path, text: str, reason: str) -> None:
    assert reason in broken(tmp_path, text)


def test_a_game_without_rules_is_left_out(tmp_path: Path) -> None:
    assert "RULES.md has no numbered clause" in broken(tmp_path, drop="RULES.md")


def test_a_typo_in_an_edition_is_named_by_file_and_field(tmp_path: Path) -> None:
    said = broken(tmp_path, toml=('even = "1/1"', 'evem = "1/1"'))
    assert "editions/standard.toml: pays.even is missing" in said


def test_odds_that_no_stake_can_be_paid_at_are_named(tmp_path: Path) -> None:
    said = broken(tmp_path, toml=('even = "1/1"', 'even = "1/700"'))
    assert "edition standard: spot red can pay no stake up to" in said


def test_a_clause_that_is_missing_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    shutil.copytree(SAMPLE, folder / "broken_game")
    rules = folder / "broken_game" / "RULES.md"
    rules.write_text(rules.read_text("utf-8").replace("-2.1**", "-2.9**"), "utf-8")
    (refusal,) = Registry((GAMES_FOLDER, folder)).broken
    assert "cites ROB-2.1, which is not in RULES.md" in refusal.sentence


def test_a_game_that_pays_awards_is_offered(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    shutil.copytree(SAMPLE, folder / "broken_game")
    with (folder / "broken_game" / "__init__.py").open("a", encoding="utf-8") as source:
        source.write(
            "\nfrom pitboss.gamekit import Award\n"
            "RedOrBlack.award = lambda self, state, bet: Award(Odds.of(1), COLOUR)\n"
        )
    registry = Registry((folder,))
    assert registry.broken == [] and list(registry.games) == ["red-or-black"]


def test_an_edition_file_reads_no_other_file_and_does_not_run_long(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("[key]\nword = 'swordfish'\n", "utf-8")
    long, deep = "x = 1\n" * 20_000, f"x = {'[' * 50_000}"
    for at, text in enumerate((None, long, deep)):
        folder = tmp_path / str(at) / "broken_game"
        shutil.copytree(SAMPLE, folder)
        edition = folder / "editions" / "standard.toml"
        edition.unlink()
        if text is None:
            edition.symlink_to(secret)
        else:
            edition.write_text(text, "utf-8")
        (refusal,) = Registry((folder.parent,)).broken
        reason = ("a link to another folder", "more than 100,000 characters", "too deeply")[at]
        assert "editions/standard.toml: " in refusal.sentence and reason in refusal.sentence
        assert "swordfish" not in refusal.sentence


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


def test_two_folders_of_one_name_are_two_games(tmp_path: Path) -> None:
    folders = [tmp_path / where / "copy_of_one" for where in ("here", "there")]
    for at, folder in enumerate(folders):
        shutil.copytree(SAMPLE, folder)
        source = folder / "__init__.py"
        text = source.read_text("utf-8").replace("red-or-black", f"copy-{at}")
        source.write_text(text, "utf-8")
        (folder / "exact.py").write_text(f"NUMBER = {at}\n", "utf-8")
    registry = Registry(tuple(folders))
    assert registry.broken == [] and list(registry.games) == ["copy-0", "copy-1"]
    games = [entry.game for entry in registry.games.values()]
    assert [find_part("exact", game, "NUMBER") for game in games] == [0, 1]
    assert [type(again.game) for again in Registry(tuple(folders)).games.values()] == [
        *map(type, games)
    ]


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


def test_check_game_names_a_draw_that_cannot_happen(tmp_path: Path) -> None:
    broken(tmp_path, IMPOSSIBLE)
    (entry,), _ = find_games(tmp_path / "games")
    failed = {one.check: one.sentence for one in check_entry(entry) if one.standing == "fail"}
    assert failed["play"] == "A draw of 60 cards is not in what it is drawn from."
    assert "a draw of 60 cards is in what it is drawn from" in failed["figures"]
