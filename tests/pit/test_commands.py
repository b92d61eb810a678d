"""`pitboss verify`, `recall` and `audit` as a person types them, on a store that was played on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.audit.anchor import Signer
from pitboss.store.signed_heads import SignedHeads, open_signed_heads
from pitboss.table import commands as cmd
from pitboss.table.state import Phase
from tests.cli.conftest import Pitboss, pitboss
from tests.pit.kit import floor
from tests.store.house import opened

__all__ = ["pitboss"]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A store with three settled rounds of one player."""
    where = str(tmp_path / "house.db")
    house = floor(where)
    house.open("spin-n-win", mode="sealed", pace=(2_000, 2_000, 500))
    house.sit("alice")
    for _ in range(3):
        house.run_until(Phase.BETTING)
        if not house.state().has_stake(1):
            house.do("alice", cmd.PlaceBet(1, "single:red", 1000))
        house.run_until(Phase.WAITING)
    house.store.close()
    return where


def test_a_round_is_recalled_and_verified(pitboss: Pitboss, database: str, tmp_path: Path) -> None:
    shown = pitboss("recall", "T1.2", "--database", database)
    assert shown.code == 0 and "pitboss-round 1" in shown.out and "draw tops" in shown.out
    out = tmp_path / "round.json"
    assert pitboss("recall", "T1.2", "--database", database, "--out", str(out)).code == 0
    good = pitboss("verify", str(out))
    assert good.code == 0 and "SOUND." in good.out
    said = pitboss("verify", str(out), "--format", "json").json
    assert said["sound"] is True
    assert {one["check"] for one in said["checks"]} == {
        *("file", "commitment", "chain", "player seeds", "draws"),
        *("rules", "settlement", "equipment"),
    }
    file = json.loads(out.read_text("utf-8"))
    file["seed"] = "0" * 64
    out.write_text(json.dumps(file), "utf-8")
    bad = pitboss("verify", str(out))
    assert bad.code == 1 and "FALSE" in bad.out


def test_a_player_s_rounds_are_recalled(pitboss: Pitboss, database: str) -> None:
    found = pitboss("recall", "--player", "alice", "--database", database, "--format", "json").json
    assert [one["round"] for one in found] == ["T1.3", "T1.2", "T1.1"]
    short = ("recall", "--player", "alice", "--database", database, "--count", "1")
    assert "T1.2" not in pitboss(*short).out


def test_the_journal_is_exported_and_verified(
    pitboss: Pitboss, database: str, tmp_path: Path
) -> None:
    export, heads = str(tmp_path / "journal.jsonl"), tmp_path / "heads.jsonl"
    assert pitboss("audit", "export", export, "--database", database).code == 0
    signer = Signer(b"s" * 32)
    with opened(database) as store:
        signed = open_signed_heads(store, heads, signer)
        assert isinstance(signed, SignedHeads)
        signed.sign(now_ms=1)
    sound = pitboss("audit", "verify", export, "--head", str(heads), "--key", signer.public_key())
    assert sound.code == 0 and "SOUND." in sound.out
    whole = pitboss("audit", "verify", "--database", database, "--format", "json")
    assert whole.code == 0 and whole.json["sound"] is True
    assert any("sum to zero" in line for line in whole.json["said"])
    lines = Path(export).read_bytes().splitlines(keepends=True)
    Path(export).write_bytes(b"".join(lines[:-1]))
    cut = pitboss("audit", "verify", export, "--head", str(heads))
    assert cut.code == 1 and "TAMPERED" in cut.out


def test_a_store_that_was_changed_is_found(pitboss: Pitboss, database: str) -> None:
    with opened(database, is_threaded=False) as store:
        backend = store.backend
        backend._writer().execute(  # type: ignore[attr-defined]
            "UPDATE accounts SET balance = balance + 1 WHERE account = 'player:alice'"
        )
    said = pitboss("audit", "verify", "--database", database)
    assert said.code == 1 and "TAMPERED" in said.out


@pytest.mark.parametrize(
    "words",
    [
        ("recall", "--database", "no-such.db"),
        ("recall", "T1.1", "--player", "a", "--database", "no-such.db"),
        ("recall", "T1.1", "--database", "no-such.db"),
        ("verify", "no-such.json"),
        ("audit", "verify"),
        ("audit", "verify", "no-such.jsonl"),
        ("audit", "export", "x.jsonl"),
        ("audit", "shred", "x.jsonl"),
        ("audit", "export", "x.jsonl", "--database", "no-such.db"),
    ],
)
def test_mistakes_are_one_sentence(pitboss: Pitboss, words: tuple[str, ...]) -> None:
    ran = pitboss(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("pitboss: ")
    assert not Path("no-such.db").exists()
