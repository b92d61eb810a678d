"""A game that somebody else wrote: tried in a process apart before it is imported and offered."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.cli import main
from pitboss.exact import solver_trial
from pitboss.exact.agreement import disagreement, has_solver
from pitboss.exact.solver_trial import describe_end, solver_fault, solver_refusal
from pitboss.gamekit.conformance import EDITION_CHECKS, Standing, check_game, find_games
from pitboss.games.game_folder import GameEdition
from pitboss.games.parts import find_part
from pitboss.games.registry import Registry, find_registry
from pitboss.refusals import Refusal, Refused, unwrap
from tests import prefork
from tests.contract.conftest import CLASSICS, KIT

SAMPLE = KIT / "red_or_black"
SOLVER = """
from dataclasses import replace
from pitboss.gamekit.proof import oracle_figures
def figures(edition):
    from . import GAME
    right = oracle_figures(GAME, edition)
    first, *others = right.bets
"""
RIGHT = f"{SOLVER}    return right\n"
WRONG = f"{SOLVER}    return replace(right, bets=(replace(first, average_wager=2), *others))\n"
SHORT = f"{SOLVER}    return replace(right, bets=(first,))\n"
TrialProcess = prefork.loading("pitboss.exact.agreement", "pitboss.gamekit.proof")
"""What every trial loads before it comes to the game."""


def run_forked(
    command: list[str], *, check: bool, **asked: Any
) -> subprocess.CompletedProcess[str]:
    """`subprocess.run` for a trial, in a process that need not load the package."""
    assert not check
    with TrialProcess(command, **asked) as process:
        out, err = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def run_trials(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    given = {name: getattr(subprocess, name) for name in ("DEVNULL", "PIPE")}
    monkeypatch.setattr(solver_trial, "subprocess", SimpleNamespace(run=run, **given))


@pytest.fixture(autouse=True)
def _apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[None]:
    monkeypatch.setenv("PITBOSS_CACHE_DIR", str(tmp_path / "cache"))
    # A command tries its games in new interpreters, as it does for a user.
    if "capsys" not in request.fixturenames:
        run_trials(monkeypatch, run_forked)
    yield
    solver_trial._digest_with.cache_clear()
    for name in [name for name in sys.modules if name.startswith("pitboss.games.solved_game")]:
        del sys.modules[name]


def with_code(tmp_path: Path, text: str) -> Path:
    """The sample game under another key, with more code at its end."""
    folder = tmp_path / "games" / "solved_game"
    shutil.copytree(SAMPLE, folder)
    source = folder / "__init__.py"
    own = source.read_text("utf-8").replace("red-or-black", "solved-game")
    source.write_text(own + text, "utf-8")
    return folder


def with_solver(tmp_path: Path, text: str) -> Path:
    """The sample game under another key, with this solver."""
    folder = with_code(tmp_path, "")
    (folder / "exact.py").write_text(text, "utf-8")
    return folder


def start_up(folder: Path) -> Registry:
    where = {"PITBOSS_GAMES_PATH": str(folder.parent), "PITBOSS_INSTALLED_GAMES": "0"}
    return find_registry(where, examine=solver_refusal)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (WRONG, "edition standard: red: 3.70% by the solver, 3.70% by the oracle, or other"),
        (SHORT, "edition standard: The solver names ['red'], not ['red', 'black']."),
        ("def figures(edition):\n    return 1 // 0\n", "exact.py: ZeroDivisionError"),
        ("import os\ndef figures(edition):\n    os._exit(7)\n", "ends the process (7)"),
        (f"{RIGHT}REDUCED = {{'cards.joker': '1'}}\n", "REDUCED is refused: "),
    ],
)
def test_a_solver_that_is_wrong_leaves_its_game_out(tmp_path: Path, text: str, said: str) -> None:
    folder = with_solver(tmp_path, text)
    registry = start_up(folder)
    (refusal,) = registry.broken
    assert str(folder) in refusal.sentence and said in refusal.sentence
    assert registry.games.keys() == Registry().games.keys()


def test_every_command_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = with_solver(tmp_path, WRONG)
    monkeypatch.setenv("PITBOSS_GAMES_PATH", str(folder.parent))
    assert main(["games"]) == 0
    said = capsys.readouterr()
    assert "spin-n-win" in said.out and "solved-game" not in said.out
    assert f"The game in {folder} is left out: exact.py: edition standard: red" in said.err


def test_a_solver_that_does_not_end_leaves_its_game_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Enough to come to the solver on a slow machine as well.
    monkeypatch.setattr(solver_trial, "WORK_S", 0.5)
    folder = with_solver(tmp_path, "def figures(edition):\n    while True: pass\n")
    (refusal,) = start_up(folder).broken
    assert f"{folder} is left out: " in refusal.sentence
    assert "after 0.5 seconds of processor time; name less equipment" in refusal.sentence


ENDLESS = {
    "import": ("\nwhile True: pass\n", "WORK_S"),
    "sleep": ("\nimport time\ntime.sleep(10**6)\n", "WAIT_S"),
    "settle": (
        "\ndef settle(self, state):\n    while True: pass\nRedOrBlack.settle = settle\n",
        "WORK_S",
    ),
}
LIMITS = {"WORK_S": "0.25 seconds of processor time", "WAIT_S": "0.25 seconds"}
ENDING = {
    "exit": ("\nraise SystemExit\n", "the game ends the process (0)."),
    "exits": ("\nimport sys\nsys.exit('No such wheel')\n", "No such wheel."),
    "dies": ("\nimport os\nos._exit(7)\n", "the game ends the process (7)."),
    "own": ("\nclass Odd(Exception): pass\nraise Odd('one of its own')\n", "Odd: one of its own."),
}


@pytest.mark.parametrize(("text", "limit"), ENDLESS.values(), ids=ENDLESS)
def test_a_game_that_never_ends_stops_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, limit: str
) -> None:
    """At start-up, and for `check-game`; neither imports it."""
    monkeypatch.setattr(solver_trial, limit, 0.25)
    folder = with_code(tmp_path, text)
    registry = start_up(folder)
    assert registry.games.keys() == Registry().games.keys()
    said = f"The game in {folder} is left out: "
    assert registry.broken[0].sentence.startswith(said)
    assert registry.broken[0].sentence.endswith(f" does not end within {LIMITS[limit]}.")
    (finding,) = check_game(folder)
    assert finding.check == "load" and finding.standing is Standing.FAILED
    assert finding.sentence.startswith(said)


@pytest.mark.parametrize(("text", "reason"), ENDING.values(), ids=ENDING)
def test_a_game_that_ends_the_process_is_named_and_left_out(
    tmp_path: Path, text: str, reason: str
) -> None:
    folder = with_code(tmp_path, text)
    registry = start_up(folder)
    assert registry.games.keys() == Registry().games.keys()
    said = f"The game in {folder} is left out: {reason}"
    assert [one.sentence for one in registry.broken] == [said]
    assert [one.sentence for one in check_game(folder)] == [said]


def test_where_a_game_was_when_its_time_was_over() -> None:
    folder = Path("/games/one_game")
    said = (
        "Timeout (0:01:00)!\nThread 0x01 (most recent call first):\n"
        '  File "/lib/fractions.py", line 9 in __add__\n'
        '  File "/games/one_game/rules.py", line 12 in judge\n'
        '  File "/games/one_game/__init__.py", line 40 in verdict\n'
    )
    assert describe_end(said, 1, folder) == "rules.py:12 does not end within 600 seconds."
    assert describe_end(said, 1, Path("/other")) == "it does not end within 600 seconds."
    solving = f'{said}  File "/exact/agreement.py", line 30 in disagreement\n'
    assert "exact.py: the solver is not compared" in describe_end(solving, 1, folder)


def test_a_solver_that_is_right_is_compared_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trials: list[list[str]] = []

    def count(command: list[str], **asked: Any) -> subprocess.CompletedProcess[str]:
        trials.append(command)
        return run_forked(command, **asked)

    run_trials(monkeypatch, count)
    folder = with_solver(tmp_path, RIGHT)
    for _ in range(2):
        assert "solved-game" in start_up(folder).games
        assert len(trials) == 1
    solver_trial._digest_with.cache_clear()
    (folder / "exact.py").write_text(RIGHT + "\n", "utf-8")
    assert "solved-game" in start_up(folder).games
    assert len(trials) == 2


def test_a_cache_that_cannot_be_written_costs_time_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("no folder", "utf-8")
    assert "solved-game" in start_up(with_solver(tmp_path, RIGHT)).games


def test_a_game_that_is_too_large_is_left_to_its_author(tmp_path: Path) -> None:
    solver = "from pitboss.gamekit.proof import GameFigures\ndef figures(edition):\n"
    folder = with_solver(tmp_path, f"{solver}    return GameFigures((), '')\n")
    source = folder / "__init__.py"
    text = source.read_text("utf-8").replace("NeedCards(1", "NeedCards(3")
    source.write_text(text.replace("(card,) = shown", "card, *_ = shown"), "utf-8")
    (entry,), broken = find_games(folder)
    assert broken == [] and solver_fault(folder) is None
    subject = GameEdition(entry, unwrap(entry.edition()))
    with pytest.raises(Refused):
        disagreement(*subject)
    finding = next(one for one in EDITION_CHECKS if one.name == "figures").find(subject)
    assert finding.standing is Standing.NOTE and "REDUCED" in finding.advice


def test_solvers_of_the_classics_are_compared_on_fewer_cards() -> None:
    solved = [one for one in Registry((CLASSICS,)).games.values() if has_solver(one)]
    assert {one.game.key for one in solved} == {
        *("baccarat", "casino-war", "let-it-ride", "three-card")
    }
    for entry in solved:
        less = find_part("exact", entry.game, "REDUCED")
        for key in entry.edition_keys():
            assert not isinstance(entry.edition(key, changes=less), Refusal)
    assert solver_fault(CLASSICS / "casino_war") is None
