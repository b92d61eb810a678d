"""Golden rounds: what the rules give today is what a rules lawyer has read and agreed to."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.games.notation import write_round
from pitboss.games.registry import Registry
from tests.golden.golden_round import parts_of, play, titles

ROUNDS = sorted((Path(__file__).parent / "rounds").glob("*.round"))


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_golden_round(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(titles(text)) >= 2, "a golden round says what it shows and how it was derived"
    notation = "\n".join(line for line in text.splitlines() if line not in titles(text)) + "\n"
    assert write_round(play(text)) == notation


def test_no_game_without_golden_rounds() -> None:
    played = {parts_of(path.read_text("utf-8")).game for path in ROUNDS}
    assert played == set(Registry().games)
