"""A game outside the package brings its own solver, strategies, studies and more."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.coach.seen import Seen
from pitboss.coach.values import values
from pitboss.exact.solvers import game_figures
from pitboss.games.game_folder import GameFolder
from pitboss.games.parts import find_part
from pitboss.games.registry import GAMES_FOLDER, Registry, find_registry
from pitboss.par.studies import study_of
from pitboss.players.strategies import strategies_of
from pitboss.protect.studies import studies_of
from pitboss.refusals import Refusal, RefusalCode, unwrap
from tests.contract.conftest import KIT

SAMPLE = KIT / "red_or_black"
PARTS = {
    "exact": "from pitboss.exact.solvers import oracle_figures\n"
    "from dataclasses import replace\n"
    "def figures(edition):\n"
    "    from . import GAME\n"
    "    return replace(oracle_figures(GAME, edition), method='its own solver')\n",
    "players": "from pitboss.players.strategies import hasty\n"
    "def strategies(edition):\n    return {'best': hasty, 'other': hasty}\n",
    "coach": "BASIS = 'its own coach'\n"
    "def bet_values(edition, seen):\n    return None\n"
    "def decision(edition, seen):\n    return None\n",
    "par": "from pitboss.par.studies import SheetStudy\nSTUDY = SheetStudy(most_together=True)\n",
    "protect": "from pitboss.protect.studies import Study\n"
    "STUDIES = (Study('look', 'A look.', make=lambda request: None),)\n",
}


@pytest.fixture
def away(tmp_path: Path) -> Iterator[GameFolder]:
    """The sample game under another name, outside the package, with every part it can bring."""
    folder = tmp_path / "away_game"
    shutil.copytree(SAMPLE, folder)
    source = folder / "__init__.py"
    source.write_text(source.read_text("utf-8").replace("red-or-black", "away-game"), "utf-8")
    for name, text in PARTS.items():
        (folder / f"{name}.py").write_text(f'"""A part."""\n{text}', "utf-8")
    yield unwrap(Registry((GAMES_FOLDER, tmp_path)).find("away-game"))
    for name in [name for name in sys.modules if name.startswith("pitboss.games.away_game")]:
        del sys.modules[name]


def test_a_game_outside_the_package_brings_its_parts(away: GameFolder) -> None:
    game, edition = away.game, unwrap(away.edition())
    assert game_figures(game, edition).method == "its own solver"
    assert tuple(strategies_of(game, edition)) == ("best", "other")
    assert study_of(game).most_together
    assert [study.name for study in studies_of(game)] == ["look"]
    seen = Seen(seat=1, felt={}, start={}, stakes={})
    assert values(game, edition, seen).basis == "its own coach"


def test_a_game_without_a_part_has_none() -> None:
    for entry in Registry().games.values():
        assert find_part("exact", entry.game, "nothing_of_that_name") is None
        assert find_part("ledger", entry.game, "figures") is None


def test_a_game_of_a_single_file_brings_no_parts() -> None:
    shipped = type(next(iter(Registry().games.values())).game)
    kind = type("SingleFile", (shipped,), {"__module__": __name__, "key": "single-file"})
    assert find_part("exact", kind(), "figures") is None


def test_an_edition_of_a_game_that_is_not_there_is_refused() -> None:
    refused = Registry().load("no-such-game")
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.UNKNOWN_GAME


def test_an_edition_of_another_hash_is_refused() -> None:
    for key, entry in Registry().games.items():
        right = unwrap(entry.edition()).head.hash
        assert unwrap(Registry().load(key, expected_hash=right))[0].game.key == key
        for wrong in ("", right[:-1], right.upper()):
            refusal = Registry().load(key, expected_hash=wrong)
            assert getattr(refusal, "code", None) == "unknown-edition"


def test_a_shipped_edition_is_read_once(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "read_once"
    shutil.copytree(SAMPLE, folder)
    entry = GameFolder(next(iter(Registry().games.values())).game, folder)
    first = entry.edition_data("standard")
    (folder / "editions" / "standard.toml").write_text("other = 1\n", "utf-8")
    assert entry.edition_data("standard") == first
    assert isinstance(first, dict)
    first["changed"] = True
    assert entry.edition_data("standard") != first


def test_a_shipped_edition_is_one_record_and_a_changed_one_is_another() -> None:
    for entry in Registry().games.values():
        first = unwrap(entry.edition())
        changed = unwrap(entry.edition(changes={"table.rounds_per_hour": "61"}))
        assert first.head.rounds_per_hour != changed.head.rounds_per_hour == 61
        assert entry.edition(entry.game.default_edition) is first is entry.edition()


def test_games_are_found_in_the_folders_of_the_setting() -> None:
    alone = {"PITBOSS_INSTALLED_GAMES": "0"}
    assert find_registry(alone).games.keys() == Registry().games.keys()
    more = {**alone, "PITBOSS_GAMES_PATH": str(KIT)}
    assert find_registry(more).games.keys() > Registry().games.keys()
    assert find_registry(more, only="flip-it").games.keys() == {"flip-it"}
