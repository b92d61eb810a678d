"""The tutorial's game in the browser: written by `pitboss new-game`, changed as the page says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.house import House, house_in
from tests.browser.visitors import axe
from tests.docs.test_commands import PAGES, run

MAKES = re.compile(r"pitboss new-game|sed ")
"""The tutorial's commands that write or change the game; tests/docs runs them all."""


@pytest.fixture
def own_house(tmp_path: Path, front_end: Path) -> Iterator[House]:
    """A server that looks for games where the tutorial wrote one."""
    made = [one.text for one in PAGES["docs/start/tutorial.md"] if MAKES.match(one.text)]
    assert made[0] == "pitboss new-game lucky-red" and len(made) == 3
    for command in made:
        done = run(command, folder=tmp_path, exported={})
        assert done.code == 0, done.lines
    (tmp_path / "house").mkdir()
    games = {"PITBOSS_GAMES_PATH": str(tmp_path / "lucky-red" / "src")}
    with house_in(tmp_path / "house", front_end, PITBOSS_BETWEEN_MS="600000", **games) as found:
        yield found


def test_a_game_of_ones_own_from_the_lobby_to_a_paid_bet(
    visitor: NewVisitor, own_house: House
) -> None:
    ana = visitor("Ana", moving=True)
    page = ana.page
    ana.go("/")
    expect(page.get_by_role("heading", name="Lucky Red", exact=True)).to_be_visible()
    ana.sit(own_house.open_table("lucky-red", seats=1), 1)
    before = int(ana.shown["balance"])
    round_id = ana.betting()
    for spot in ("red", "black"):
        ana.bet(spot)
    ana.ready()
    lines = {one["spot"]: one for one in ana.finish(round_id)["lines"]}
    for spot, line in lines.items():
        won = line["result"] == "win"
        # The idea of the page: the right colour pays 6 to 5.
        assert line["pays"] == (line["stake"] * 6 // 5 if won else 0)
        expect(ana.spot(spot)).to_have_class(re.compile(r"\b(glow|lost)\b"))
    expect(page.locator(".slip .line")).to_have_count(2)
    lost = sum(one["stake"] for one in lines.values() if one["result"] == "lose")
    net = sum(one["pays"] for one in lines.values()) - lost
    assert int(ana.shown["balance"]) == before + net
    axe(page)
