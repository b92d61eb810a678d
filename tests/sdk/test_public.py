"""The public interface: its page runs, its surface is what the page names, bad input is refused."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import pitboss
from pitboss import gamekit
from pitboss.exact.solvers import decision_values, game_figures
from pitboss.gamekit import proof
from pitboss.refusals import RefusalCode
from pitboss.sdk.tables import Table
from tests.docs.python_pages import run_page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "python.md"
HANDS = "Ac Ah 7d 8d Jd 3s 2c / Kc Qd 9h 8s 6c 4d 2h"


def test_the_page_runs_and_prints_what_it_shows() -> None:
    assert run_page(PAGE) >= 8


def test_the_page_names_every_public_name() -> None:
    text = PAGE.read_text("utf-8")
    hidden = {"Game", "Round", "Table", "__version__"}
    missing = [name for name in pitboss.__all__ if name not in hidden and name not in text]
    assert missing == []
    assert all(hasattr(pitboss, name) for name in pitboss.__all__)


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, pitboss; print(sorted(n for n in sys.modules if n.startswith('pitboss.')))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize("name", pitboss.list_games())
def test_edges_are_the_solvers_own(name: str) -> None:
    game = pitboss.load(name)
    figures = game_figures(game._folder.game, game._edition)
    assert game.edges() == {one.bet: one.house_edge for one in figures.bets}
    for bet in game.bets.values():
        assert sum(bet.outcomes.values()) == 1
        assert -sum(net * chance for net, chance in bet.outcomes.items()) == bet.edge
    for row in game.outcomes():
        assert game.bets[row["bet"]].outcomes[row["net"]] == Fraction(row["count"], row["of"])


@pytest.mark.parametrize("stake", [10, 10.0, "10", "10.00", Decimal(10), Decimal("1E+1")])
def test_stakes_are_taken_in_any_number(stake: Any) -> None:
    settled = pitboss.load("gin-and-win").settle(HANDS, {"ante": stake}, decide="play")
    assert settled.lines[0].stake == Decimal("10.00")
    assert settled.net == sum(line.net for line in settled.lines)


def refused(act: Any) -> RefusalCode:
    with pytest.raises(pitboss.Refused) as caught:
        act()
    assert caught.value.sentence == str(caught.value)
    return caught.value.code


def test_bad_input_is_refused_with_a_code(tmp_path: Path) -> None:
    gin, spin = pitboss.load("gin-and-win"), pitboss.load("spin-n-win")
    stake: Any = True
    round_ = spin.new_round()
    bad = tmp_path / "bytes"
    bad.write_bytes(b"\xff\xfe")
    assert refused(lambda: pitboss.load("nope")) is RefusalCode.UNKNOWN_GAME
    assert refused(lambda: pitboss.load("gin-and-win", "nope")) is RefusalCode.UNKNOWN_EDITION
    assert refused(lambda: gin.changed({"no.such": "1"})) is RefusalCode.UNKNOWN_FIELD
    assert refused(lambda: gin.score("Xx")) is RefusalCode.BAD_CARD
    assert refused(lambda: spin.score("Ac")) is RefusalCode.UNKNOWN_OPTION
    assert refused(lambda: spin.settle("R,J", {"red": 1})) is RefusalCode.UNKNOWN_SPOT
    assert refused(lambda: spin.settle("R,J", {"single:red": stake})) is RefusalCode.BAD_AMOUNT
    assert refused(lambda: spin.settle("R,J", {"single:red": 1.234})) is RefusalCode.BAD_AMOUNT
    assert refused(lambda: spin.new_round(99)) is RefusalCode.NO_SUCH_SEAT
    assert refused(lambda: round_.lines) is RefusalCode.NOT_NOW
    assert refused(lambda: round_.apply("bet 1 single:red 10\nclose")) is RefusalCode.BAD_TEXT
    assert refused(lambda: round_.apply("bet 1 single:red 10", "dance")) is RefusalCode.BAD_TEXT
    assert refused(lambda: pitboss.read_round("")) is RefusalCode.BAD_FILE
    assert refused(lambda: pitboss.verify(tmp_path / "none.json")) is RefusalCode.BAD_FILE
    assert refused(lambda: pitboss.verify(bad)) is RefusalCode.BAD_FILE
    assert refused(lambda: spin.simulate(1.5, seed=1)) is RefusalCode.WRONG_COUNT
    assert refused(lambda: spin.simulate(float("inf"), seed=1)) is RefusalCode.WRONG_COUNT
    assert refused(lambda: spin.sheet().save("sheet")) is RefusalCode.BAD_FILE
    assert round_.steps == ()


def test_an_altered_round_is_refused() -> None:
    text = pitboss.load("gin-and-win").settle(HANDS, {"ante": 10}, decide="play").text()
    assert pitboss.read_round(text).text() == text
    changed = text.replace("win 1/1 10.00", "win 1/1 90.00")
    assert changed != text
    assert refused(lambda: pitboss.read_round(changed)) is RefusalCode.TAMPERED


def test_the_environment_plays_whole_rounds_and_knows_best_play() -> None:
    env = pitboss.make_env("gin-and-win", bet="ante")
    assert refused(lambda: env.step(0)) is RefusalCode.NOT_NOW
    seen = set()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        first = env._cards
        assert info["actions"] == ("play", "fold") and len(first) == 7
        game = env.game
        assert info["values"] == decision_values(game._folder.game, game._edition, first)
        best = max(info["values"], key=info["values"].__getitem__)
        seen.add(best)
        _, reward, is_over, is_cut, after = env.step(info["actions"].index(best))
        assert is_over and not is_cut and after["actions"] == ()
        assert reward in (-2, -1, 0, 1, 2)
        env.reset(seed=seed)
        assert env._cards == first
    assert seen == {"play", "fold"}


def test_tables_become_dataframes_where_a_library_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.of([{"bet": "a", "edge": Fraction(1, 3)}, {"bet": "b", "edge": Fraction(0)}])
    known: dict[str, Any] = {}

    def find(name: str) -> Any:
        if name not in known:
            raise ModuleNotFoundError(name)
        return known[name]

    monkeypatch.setattr(importlib, "import_module", find)
    assert refused(table.to_dataframe) is RefusalCode.MISSING_FIELD
    known["polars"] = SimpleNamespace(DataFrame=lambda values, strict: ("polars", values, strict))
    columns = {"bet": ["a", "b"], "edge": [Fraction(1, 3), Fraction(0)]}
    assert table.to_dataframe() == ("polars", columns, False)
    known["pandas"] = SimpleNamespace(DataFrame=lambda values: ("pandas", values))
    assert table.to_dataframe() == ("pandas", columns)
    assert table.to_csv() == "bet,edge\na,1/3\nb,0\n"
    assert "<td>1/3</td>" in table._repr_html_()


def test_a_sheet_saves_itself_in_every_format(tmp_path: Path) -> None:
    sheet = pitboss.load("spin-n-win").sheet()
    begins = {"pdf": b"%PDF", "xlsx": b"PK", "html": b"<!", "csv": b"", "json": b"{"}
    for ending, first in begins.items():
        path = tmp_path / f"sheet.{ending}"
        sheet.save(path)
        assert path.read_bytes().lower().startswith(first.lower()) and path.stat().st_size > 500
    assert sheet._repr_html_().lower().startswith("<!doctype html")
    assert "PAR sheet" in str(sheet)


def test_the_page_for_authors_names_every_name() -> None:
    text = PAGE.with_name("gamekit.md").read_text("utf-8")
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", text))))
    assert named >= {*gamekit.__all__, *proof.__all__}
    assert all(hasattr(gamekit, name) for name in gamekit.__all__)
