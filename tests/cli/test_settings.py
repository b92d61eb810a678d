"""`pitboss settings` prints the one table that the server reads its limits from."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from pitboss.cli import main
from pitboss.server.options import Options, read_options
from pitboss.settings import SETTINGS, Limits

NAMES = [f"PITBOSS_{one.name.upper()}" for one in fields(Limits)]


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    assert main(["settings", "--format", "json"]) == 0
    return {row["name"]: row for row in json.loads(capsys.readouterr().out)["settings"]}


def test_every_limit_of_the_server_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_BETS_MS", "1234")
    rows = printed(capsys)
    assert set(NAMES) <= set(rows)
    for one in fields(Limits):
        row = rows[f"PITBOSS_{one.name.upper()}"]
        assert (row["type"], row["default"]) == ("int", str(one.default)) and row["help"]
    assert rows["PITBOSS_BETS_MS"]["value"] == "1234"
    assert rows["PITBOSS_DATABASE"]["type"] == "str"


def test_the_table_names_every_setting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PITBOSS_BETS_MS", "1234")
    assert main(["settings"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {one.name for one in SETTINGS} <= {(line.split() or [""])[0] for line in lines}
    assert "1234 (default 20000)" in next(line for line in lines if "PITBOSS_BETS_MS" in line)


@pytest.mark.parametrize("name", NAMES)
def test_every_limit_reaches_the_server(name: str) -> None:
    options = read_options({name: "77"}, host="127.0.0.1", port=80)
    assert isinstance(options, Options)
    assert getattr(options, name.removeprefix("PITBOSS_").lower()) == 77
    for bad in ("-1", "many", "1.5", "9" * 16):
        refusal = read_options({name: bad}, host="127.0.0.1", port=80)
        assert getattr(refusal, "code", None) == "bad-field"
