"""Tables for other programs: every settled bet of a store, every outcome of a bet, every sheet."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from io import BytesIO
from pathlib import Path

import pytest

import pitboss as sdk
from pitboss.pit.recall import recall_round
from pitboss.pit.round_lines import COLUMNS
from pitboss.refusals import unwrap
from pitboss.report.rows import Columns, RowFormat, write_rows
from pitboss.store.store import open_store
from pitboss.table import commands as cmd
from pitboss.table.state import Phase
from tests.cli.conftest import Pitboss
from tests.pit.kit import floor
from tests.store.conftest import database, where
from tests.store.test_migrations import execute
from tests.table.kit import registry

__all__ = ["database", "where"]
GAMES = {"T1": "spin-n-win", "T2": "gin-and-win"}


@pytest.fixture
def credits_moved(where: str) -> int:
    """Two tables with a few rounds in a store; what alice has won or lost, in hundredths."""
    house = floor(where, seed=b"export")
    house.fund("alice")
    before = house.credits("alice")
    for table, game in GAMES.items():
        house.open(game, table=table, mode="sealed", pace=(2_000, 2_000, 500))
        house.do("alice", cmd.TakeSeat(2), table=table)
        for _ in range(3):
            house.run_until(Phase.BETTING, table=table)
            house.do("alice", cmd.PlaceBet(2, house.spot(2, table), 1000), table=table)
            house.run_until(Phase.WAITING, table=table)
    moved = house.credits("alice") - before
    house.store.close()
    return moved


def test_every_settled_bet_is_one_row(
    pitboss: Pitboss, where: str, credits_moved: int, tmp_path: Path
) -> None:
    files = {form: tmp_path / f"rounds.{form}" for form in RowFormat}
    for form, path in files.items():
        ran = pitboss("export", "rounds", "--database", where, "--format", form, "--out", str(path))
        assert ran.code == 0, ran.err
    with files[RowFormat.CSV].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert {(row["table"], row["game"]) for row in rows} == set(GAMES.items())
    assert {(row["player"], row["seat"]) for row in rows} == {("alice", "2")}
    lost = {"lose": Decimal(-1)}
    nets = [
        Decimal(row["paid"]) + lost.get(row["result"], Decimal(0)) * Decimal(row["stake"])
        for row in rows
    ]
    assert sum(nets) * 100 == credits_moved

    lines = files[RowFormat.JSONL].read_text("utf-8").splitlines()
    assert [{**json.loads(line), "seat": "2"} for line in lines] == rows
    table = import_module("pyarrow.parquet").read_table(files[RowFormat.PARQUET]).to_pylist()
    assert [row["stake"] for row in table] == [Decimal(row["stake"]) for row in rows]
    assert [row["clause"] for row in table] == [row["clause"] for row in rows]

    # The same lines as the round itself has, told again through the rules.
    with unwrap(open_store(where)) as store:
        for round_id in {row["round"] for row in rows}:
            told = unwrap(recall_round(store, registry(), round_id)).notation
            for row in (one for one in rows if one["round"] == round_id):
                words = [row[name] for name in ("seat", "spot", "stake", "result")]
                assert f"= {' '.join(words)} {row['odds'] or '-'} {row['paid']}" in told

    one = pitboss("export", "rounds", "--database", where, "--table", "T2", "--out", "/dev/null")
    assert (one.code, "device" in one.err) == (2, True)
    execute(where, "UPDATE journal SET record = replace(record, '10.00', '90.00')")
    bad = tmp_path / "bad.csv"
    ran = pitboss("export", "rounds", "--database", where, "--out", str(bad))
    assert (ran.code, bad.exists()) == (2, False)
    assert "is not the one that was written" in ran.err


def test_outcomes_add_up_to_the_exact_edge(pitboss: Pitboss, tmp_path: Path) -> None:
    path = tmp_path / "outcomes.csv"
    assert pitboss("export", "outcomes", "gin-and-win", "--out", str(path)).code == 0
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["bet"] == "gin-bonus"]
    counts = {Fraction(row["net"]): int(row["count"]) for row in rows}
    total = int(rows[0]["of"])
    assert sum(counts.values()) == total
    mean = sum(net * count for net, count in counts.items()) / total
    assert -mean == sdk.load("gin-and-win").edges()["gin-bonus"]


def test_a_sheet_is_one_table_a_file(pitboss: Pitboss, tmp_path: Path) -> None:
    ran = pitboss("export", "sheet", "spin-n-win", "--out", str(tmp_path))
    files = sorted(tmp_path.iterdir())
    assert (ran.code, ran.err) == (0, f"Wrote {len(files)} tables to {tmp_path}.\n")
    assert len(files) > 3
    for path in files:
        rows = list(csv.reader(path.read_text("utf-8").splitlines()))
        assert len({len(row) for row in rows}) == 1, path.name
    assert pitboss("export", "sheet", "spin-n-win", "--out", str(tmp_path / "none")).code == 2


def test_what_needs_quotes_gets_them() -> None:
    stream = BytesIO()
    rows = [("a", "b"), ("x,y", 'say "z"'), ("two\nlines", "")]
    assert write_rows([rows], RowFormat.CSV, stream, Columns(("one", "two"))) == 3
    text = stream.getvalue().decode()
    read = list(csv.reader(text.splitlines(keepends=True)))
    assert read == [["one", "two"], *map(list, rows)]
