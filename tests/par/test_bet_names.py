"""Bets are named as the felt names them; no sheet prints a key."""

from __future__ import annotations

import re

import pytest

from pitboss.games.bet_names import bet_names
from pitboss.par.document import render_sheet
from pitboss.report.formats import ReportFormat
from tests.par.kit import REGISTRY, chosen, sheet

KEYS = re.compile(r"\b(?:single|combo|inside|call):\w|\bante-play\b|\bgin-bonus\b")


@pytest.mark.parametrize(
    ("game", "key", "name"),
    [
        ("spin-n-win", "single:red", "Red"),
        ("spin-n-win", "combo:joker-joker", "Joker-Joker"),
        ("flip-it", "call:T", "Call Ten"),
        ("gin-and-win", "ante-play", "Ante and Play"),
        ("gin-and-win", "gin-bonus", "Gin Bonus"),
        ("gin-and-win", "no-such:bet", "No such bet"),
    ],
)
def test_a_bet_has_the_name_of_its_spots(game: str, key: str, name: str) -> None:
    choice = chosen(game)
    assert bet_names(choice.folder.game.all_spots(choice.edition))(key) == name


def test_many_bets_are_not_listed_one_by_one() -> None:
    choice = chosen("flip-it")
    names = bet_names(choice.folder.game.all_spots(choice.edition))
    calls = [f"call:{rank}" for rank in "23456789TJQK"]
    assert names.several(calls[:2]) == "Call Two, Call Three"
    assert names.several(calls) == "Call Two, Call Three, Call Four and 9 more"
    assert names.one_of(calls[:3]) == "Call Two, Call Three or Call Four"
    assert names.one_of(calls) == "Call Two or 11 others"
    assert names.one_of(calls[:1]) == "Call Two"


@pytest.mark.parametrize("game", REGISTRY.games)
def test_no_two_bets_share_a_name(game: str) -> None:
    choice = chosen(game)
    names = bet_names(choice.folder.game.all_spots(choice.edition))
    bets = [bet.bet for bet in choice.figures().bets]
    assert len({names(bet) for bet in bets}) == len(bets)


@pytest.mark.parametrize("game", ["spin-n-win", "flip-it", "gin-and-win"])
def test_a_sheet_shows_names_and_a_file_of_figures_keys(game: str) -> None:
    shown = render_sheet(sheet(game, "50000"), ReportFormat.TABLE).decode()
    assert not KEYS.findall(shown)
    assert KEYS.findall(render_sheet(sheet(game), ReportFormat.JSON).decode())
