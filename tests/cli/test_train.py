"""`pitboss train`: a quiz on standard input, and a sheet with its key."""

from __future__ import annotations

from io import StringIO

import pytest

from tests.cli.conftest import Pitboss


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    text = StringIO()
    monkeypatch.setattr("sys.stdin", text)
    return text


def type_lines(text: StringIO, *lines: str) -> None:
    text.write("".join(f"{line}\n" for line in lines))
    text.seek(0)


def test_a_sheet_holds_its_key(pitboss: Pitboss) -> None:
    for game in ("spin-n-win", "gin-and-win", "flip-it"):
        ran = pitboss("train", game, "--questions", "3", "--seed", "a", "--key", "--level", "table")
        assert ran.code == 0
        assert ran.out.count("Question") == 3
        assert "pays" in ran.out or "taken" in ran.out
        again = pitboss(
            "train", game, "--questions", "3", "--seed", "a", "--key", "--level", "table"
        )
        assert again.out == ran.out


def test_a_sheet_of_hands(pitboss: Pitboss) -> None:
    ran = pitboss("train", "gin-and-win", "--hands", "--key", "--questions", "2", "--seed", "a")
    assert ran.out.count("House way") == 2


def test_procedures_at_the_terminal(pitboss: Pitboss, typed: StringIO) -> None:
    words = ("train", "flip-it", "--procedures", "--questions", "3", "--seed", "a")
    sheet = pitboss(*words, "--key").out
    right = [line.split()[1] for line in sheet.splitlines() if line.startswith("  Answer:")]
    type_lines(typed, right[0], "9", "")
    ran = pitboss(*words)
    assert "1 of 2 right, 50%" in ran.out
    assert pitboss(*words, "--hands").code == 2


def test_right_and_wrong(pitboss: Pitboss, typed: StringIO) -> None:
    key = pitboss("train", "spin-n-win", "--questions", "1", "--seed", "a", "--key").out
    assert "30 at 3 to 1 pays 90" in key
    type_lines(typed, "ninety", "90", "t", "")
    ran = pitboss("train", "spin-n-win", "--questions", "3", "--seed", "a")
    assert ran.code == 0
    assert "not an amount" in ran.out
    assert "right" in ran.out and "wrong" in ran.out
    assert "1 of 2 right, 50%" in ran.out
    assert "SNW-3.2" in ran.out


def test_mistakes_that_repeat_are_named(pitboss: Pitboss, typed: StringIO) -> None:
    type_lines(typed, *["p"] * 30)
    ran = pitboss("train", "spin-n-win", "--questions", "30", "--seed", "b")
    assert "0 of 30 right" in ran.out
    assert "Again:" in ran.out


def test_hands_at_the_terminal(pitboss: Pitboss, typed: StringIO) -> None:
    type_lines(typed, "2d 9d Kd | 3h 5h 7h", "-", "Zz", "")
    ran = pitboss("train", "gin-and-win", "--hands", "--questions", "4", "--seed", "a")
    assert "1 of 3 right" in ran.out
    assert ran.out.count("House way") == 3


def test_the_input_may_end_at_any_time(pitboss: Pitboss, typed: StringIO) -> None:
    ran = pitboss("train", "flip-it", "--seed", "a")
    assert ran.code == 0
    assert "0 of 0 right" in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("whist",), "spin-n-win"),
        (("flip-it", "--hands"), "set no hands"),
        (("flip-it", "--edition", "gold"), "editions are"),
        (("flip-it", "--level", "hard"), "table"),
        (("flip-it", "--questions", "0"), "1"),
    ],
)
def test_bad_input(pitboss: Pitboss, words: tuple[str, ...], told: str) -> None:
    ran = pitboss("train", *words)
    assert ran.code == 2
    assert ran.out == ""
    assert told in ran.err
