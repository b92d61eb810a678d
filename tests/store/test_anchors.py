"""Signed heads in a file outside the database, and what they make visible."""

from __future__ import annotations

from pathlib import Path

from pitboss.audit import verify
from pitboss.audit.anchor import Signer
from pitboss.refusals import Refusal
from pitboss.store.anchors import AnchorFile, open_anchors
from pitboss.store.audits import verify_store
from tests.store.house import command, done, opened
from tests.store.test_migrations import execute

SIGNER = Signer(b"s" * 32)
MINUTE = 60_000


def anchors(path: Path) -> AnchorFile:
    """An open file of heads; a refusal fails the test."""
    found = open_anchors(path, SIGNER)
    assert isinstance(found, AnchorFile), found
    return found


def test_heads_are_anchored_at_the_interval_and_only_when_they_moved(
    where: str, tmp_path: Path
) -> None:
    path = tmp_path / "heads.jsonl"
    with opened(where) as store:
        done(store.append(command("e1")))
        done(store.append(command("e2", stream="house")))
        file = anchors(path)
        assert file.tick(store, now_ms=1) == 2
        done(store.append(command("e3")))
        assert file.tick(store, now_ms=MINUTE) == 0
        assert file.tick(store, now_ms=MINUTE + 1) == 1
        assert file.tick(store, now_ms=2 * MINUTE + 1) == 0
        assert len(path.read_bytes().splitlines()) == 2
        # A clock that was set back does not stop the anchoring.
        done(store.append(command("e4")))
        assert file.tick(store, now_ms=5) == 1
        again = anchors(path)
        assert (again.number, again.previous) == (file.number, file.previous)
        done(store.append(command("e5")))
        assert again.tick(store, now_ms=6) == 1
        export = tmp_path / "export.jsonl"
        assert store.export_to(export) == 5
    said = verify.verify_files(export, path, SIGNER.public_key())
    assert any("0 records came after" in line for line in said)


def test_a_tail_cut_from_the_database_is_found(tmp_path: Path) -> None:
    where, path = str(tmp_path / "house.db"), tmp_path / "heads.jsonl"
    with opened(where) as store:
        for number in range(3):
            done(store.append(command(f"e{number}")))
        assert anchors(path).tick(store, now_ms=1) == 1
        second = store.read("table:T1", limit=2)
        assert isinstance(second, tuple)
    execute(where, "DELETE FROM journal WHERE version = 3")
    execute(where, "UPDATE streams SET version = 2, head = ?", (second[1].head,))
    with opened(where) as store:
        findings = store.check_books()
        assert not isinstance(findings, Refusal)
        assert findings.is_sound  # The database alone cannot know.
        assert isinstance(verify_store(store), list)
        told = verify_store(store, heads=path, key=SIGNER.public_key())
        assert isinstance(told, Refusal)
        assert "the end was cut off" in told.sentence
        answer = anchors(path).anchor(store, now_ms=2)
        assert isinstance(answer, Refusal)
        assert answer.code.value == "tampered"
        export = tmp_path / "export.jsonl"
        assert store.export_to(export) == 2
    assert verify.main([str(export), "--head", str(path)]) == 1


def test_a_store_is_verified_in_place(where: str, tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    with opened(where) as store:
        done(store.append(command("e1")))
        assert anchors(path).tick(store, now_ms=1) == 1
        told = verify_store(store, heads=path, key=SIGNER.public_key())
        assert told == [
            "Chain: 1 records in 1 streams, unbroken.",
            "Heads: 1 on 1 lines, all on the chain;",
            "  0 records came after the last head and are not anchored yet.",
            "Signatures: all 1 checked with Ed25519.",
            "Key: every head carries the key given.",
        ]
        missing = verify_store(store, heads=tmp_path / "none")
        assert isinstance(missing, Refusal)
        assert missing.code.value == "bad-file"
    execute(where, "UPDATE journal SET record = replace(record, 'T1', 'T2')")
    with opened(where) as store:
        changed = verify_store(store)
        assert isinstance(changed, Refusal)
        assert changed.code.value == "tampered"
    closed = verify_store(store)
    assert isinstance(closed, Refusal)
    assert closed.code.value == "store-unavailable"


def test_a_torn_last_line_is_cut_off_and_a_changed_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    with opened(str(tmp_path / "house.db")) as store:
        done(store.append(command("e1")))
        assert anchors(path).tick(store, now_ms=1) == 1
        whole = path.read_bytes()
        path.write_bytes(whole + whole[:30])
        assert anchors(path).number == 1
        assert path.read_bytes() == whole
        path.write_bytes(whole.replace(b'"at_ms":1', b'"at_ms":2'))
        answer = open_anchors(path, SIGNER)
        assert isinstance(answer, Refusal)
        assert answer.code.value == "tampered"


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = open_anchors(tmp_path, SIGNER)
    assert isinstance(blocked, Refusal)
    with opened(str(tmp_path / "house.db")) as store:
        done(store.append(command("e1")))
        file = anchors(tmp_path / "none" / "heads.jsonl")
        answer = file.tick(store, now_ms=1)
        assert isinstance(answer, Refusal)
        assert answer.code.value == "cannot-write"
    closed = file.anchor(store, now_ms=1)
    assert isinstance(closed, Refusal)
    assert closed.code.value == "store-unavailable"
