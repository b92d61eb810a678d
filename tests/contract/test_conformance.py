"""What every game must do, whatever its rules: the checks of `pitboss check-game`, on each game."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.equipment.draws import SeededBits
from pitboss.gamekit.conformance import (
    EDITION_CHECKS,
    GAME_CHECKS,
    Check,
    Finding,
    Standing,
    check_entry,
    check_game,
    count_checks,
    documents,
    find_games,
    rounds,
)
from pitboss.gamekit.conformance.random_rounds import must, next_steps
from pitboss.games.game_folder import GameEdition
from pitboss.games.rounds import begin
from pitboss.units import SeatIndex
from tests.contract.conftest import KIT, clauses_once
from tests.examples import in_soak

SAMPLE = KIT / "red_or_black"
ALL = {check.name: check for check in (*GAME_CHECKS, *EDITION_CHECKS)}
SLOW = ("figures", "printed")
"""Proved for the games that ship by tests/exact and tests/par, for the classics by their own."""


@pytest.mark.untraced
@pytest.mark.parametrize("rounds_each", [10, in_soak(rounds.ROUNDS)])
@pytest.mark.parametrize(
    "check", [one for one in EDITION_CHECKS if one.name not in SLOW], ids=lambda one: one.name
)
def test_every_game_passes(
    subject: GameEdition, check: Check, rounds_each: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "ROUNDS", rounds_each)
    monkeypatch.setattr(documents, "marked_clauses", clauses_once)
    finding = check.find(subject)
    assert finding.standing is Standing.PASSED, finding.sentence


def test_random_steps_are_drawn_from_the_needs(subject: GameEdition) -> None:
    start = must(begin(subject.game, subject.edition, seats=(SeatIndex(1),)))
    assert next_steps(start, SeededBits(b"any")) != ()


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    for name in [name for name in sys.modules if name.startswith("pitboss.games.broken_game")]:
        del sys.modules[name]


def spoil(
    tmp_path: Path, code: str = "", changes: dict[str, tuple[str, str]] | None = None
) -> Path:
    """The sample game as a package of its own, with code at its end and texts replaced."""
    folder = tmp_path / "src" / "broken_game"
    shutil.copytree(SAMPLE, folder)
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "tests").mkdir()
    numbers = '"ROB-1.1", "ROB-2.1", "ROB-2.2", "ROB-3.1"'
    test = f"import pytest\n@pytest.mark.clause({numbers})\ndef test_all(): ...\n"
    (tmp_path / "tests" / "test_spoilt.py").write_text(test, "utf-8")
    source = folder / "__init__.py"
    text = source.read_text("utf-8").replace("red-or-black", "broken-game")
    source.write_text(text.replace("\nGAME =", f"\n{code}\n\nGAME ="), "utf-8")
    files = {"rules": folder / "RULES.md", "edition": folder / "editions" / "standard.toml"}
    files |= {"code": source, "tests": tmp_path / "tests" / "test_spoilt.py"}
    for name, (old, new) in (changes or {}).items():
        was = files[name].read_text("utf-8")
        assert old in was
        files[name].write_text(was.replace(old, new), "utf-8")
    return tmp_path


def found_by(check: str, folder: Path) -> Finding:
    (entry,), broken = find_games(folder)
    assert broken == []
    edition = entry.edition()
    assert hasattr(edition, "head")
    return ALL[check].find(GameEdition(entry, edition))


def test_a_whole_game_passes_every_check(tmp_path: Path) -> None:
    folder = spoil(tmp_path)
    findings = check_game(folder)
    assert [one.standing for one in findings] == [Standing.PASSED] * len(ALL), findings
    assert [one.check for one in findings] == list(ALL)
    (entry,), _ = find_games(folder)
    told: list[str] = []
    assert len(list(check_entry(entry, tell=told.append))) == count_checks(entry) == len(told)
    assert told[-1] == "standard printed"


APPLY = "apply(self, state, step): new = super().apply(state, step); return"
COUNTS = "open(self, e, **k): self.n = getattr(self, 'n', 0) + 1; return"
OTHER = "all_spots(self, e): return tuple(replace(one, odds=(Odds.of(7),), pays=(PayLine("
JOKERS = "read_edition(self, head, fields): n = int(fields._data['cards']['jokers']);"
FIRST = (
    "judge(self, e, bet, shown):"
    " return Verdict(e.even if shown[0].rank > shown[1].rank else None, COLOUR)"
)
TWO = "def equipment(self, e): return replace(super().equipment(e), count=2)"
JUDGE = "judge(self, e, bet, shown): return Verdict"


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("check", "method", "said"),
    [
        ("play", "next_need(self, state): return self.equipment(state.edition)", "not over after"),
        ("play", "settle(self, state): return ()", "each stake has one line"),
        ("play", f"{JUDGE}(Odds.of(3), COLOUR)", "does not post"),
        ("play", f"{JUDGE}(None, SpotKey('ROB-9'))", "ROB-9 is not in RULES.md"),
        ("play", "say(self, state): return ''", "The dealer says one line"),
        ("play", "spots(self, s, seat): return self.all_spots(s.edition)[:1]", "different spots"),
        ("play", "equipment(self, e): return 7 // 0", "ZeroDivisionError"),
        ("play", f"{FIRST}\n    {TWO}", "The order of a draw changes a result"),
        ("play", "nothing(self): ...\n    suits_alike = True", "A suit is preferred"),
        ("replay", f"{COUNTS} replace(super().open(e, **k), number=self.n)", "differently"),
        ("notation", "read_carry(self, e, words): return self.first_carry(e)", "not read back"),
        ("typed", "typed_round(self, e, t): return Refusal('bad-text', 'No.')", "cannot be typed"),
        ("refusals", f"{APPLY} state if isinstance(new, Refusal) else new", "is taken"),
        (
            "refusals",
            f"{APPLY} Refusal('no', 'No') if isinstance(new, Refusal) else new",
            "without",
        ),
        ("views", "view(self, state, viewer): return {}", "frozen"),
        ("views", "score_hand(self, e, cards): return 1", "go together"),
        ("spots", f"{OTHER}'a', e.even, COLOUR),)) for one in super().all_spots(e))", "other odds"),
        ("edition", f"{JOKERS} return super().read_edition(head, fields)", "KeyError"),
    ],
)
def test_what_a_game_may_not_do_is_found(
    tmp_path: Path, check: str, method: str, said: str
) -> None:
    code = (
        "from msgspec.structs import replace\nfrom pitboss.gamekit import PayLine, Refusal\n\n\n"
        f"class Spoilt(RedOrBlack):\n    def {method}\n\n\nRedOrBlack = Spoilt"
    )
    finding = found_by(check, spoil(tmp_path, code))
    assert finding.standing is Standing.FAILED, finding
    assert said in finding.sentence
    assert finding.advice.endswith(".")


CLAIM = (
    '[[about.claims]]\nbet = "red"\nfigure = "house-edge"\nprinted = "3.07%"\nsource = "a leaf"\n'
)


@pytest.mark.parametrize(
    ("check", "file", "change", "said"),
    [
        ("rules", "rules", ("**ROB-2.2**", "**XYZ-2.2**"), "fail XYZ-2.2 does not begin with ROB"),
        ("rules", "rules", ("-2.2**", "-2.3**"), "cites ROB-2.2, which is not in RULES"),
        ("tests", "tests", (', "ROB-2.2"', ""), "note No test is marked with ROB-2.2."),
        (
            "spots",
            "edition",
            ('even = "1/1"', 'even = "1/700"'),
            "fail red needs 350 to be paid",
        ),
        ("figures", "edition", ('even = "1/1"', 'even = "6/5"'), "fail red pays players 5.93%"),
        ("printed", "edition", ("[table]", f"{CLAIM}[table]"), "note red: 3.07% is printed;"),
    ],
)
def test_papers_that_are_wrong_are_found(
    tmp_path: Path, check: str, file: str, change: tuple[str, str], said: str
) -> None:
    finding = found_by(check, spoil(tmp_path, changes={file: change}))
    assert said in f"{finding.standing} {finding.sentence}"


def test_a_solver_is_compared_with_the_oracle(tmp_path: Path) -> None:
    folder = spoil(tmp_path)
    solver = folder / "src" / "broken_game" / "exact.py"
    text = (
        "from dataclasses import replace\nfrom pitboss.gamekit.proof import oracle_figures\n"
        "def figures(edition):\n    from . import GAME\n    right = oracle_figures(GAME, edition)\n"
    )
    solver.write_text(f"{text}    return right\n", "utf-8")
    assert "Solver and oracle agree." in found_by("figures", folder).sentence
    for name in [name for name in sys.modules if name.startswith("pitboss.games.broken_game")]:
        del sys.modules[name]
    wrong = "replace(right, bets=(replace(right.bets[0], average_wager=2), *right.bets[1:]))"
    solver.write_text(f"{text}    return {wrong}\n", "utf-8")
    finding = found_by("figures", folder)
    assert finding.standing is Standing.FAILED and "by the solver" in finding.sentence


def test_what_is_missing_is_noted(tmp_path: Path) -> None:
    folder = spoil(tmp_path)
    (folder / "src" / "broken_game" / "LOBBY.txt").unlink()
    shutil.rmtree(folder / "tests")
    assert "LOBBY.txt (one line for the lobby)" in found_by("words", folder).sentence
    assert "No folder of tests" in found_by("tests", folder).sentence


def test_a_game_that_cannot_be_loaded_is_a_failure(tmp_path: Path) -> None:
    folder = spoil(tmp_path, changes={"edition": ("jokers = 2", "jokes = 2")})
    (finding,) = check_game(folder)
    assert (finding.check, finding.standing) == ("load", Standing.FAILED)
    assert "cards.jokers is missing" in finding.sentence
