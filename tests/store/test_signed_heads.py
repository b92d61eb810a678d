"""Signed heads in the database and in a file outside it, and what they make visible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.audit import verify
from pitboss.audit.anchor import Signer
from pitboss.refusals import Refusal
from pitboss.store.session import Session
from pitboss.store.signed_heads import SignedHeads, import_lines, open_signed_heads
from pitboss.store.store import Store
from tests.store.house import command, done, opened
from tests.store.test_migrations import execute

SIGNER = Signer(b"s" * 32)
MINUTE = 60_000


def verified(store: Store, folder: Path, heads: Path | None = None) -> list[str]:
    """What the outsider's own verifier says of an export of the store."""
    export = folder / "export.jsonl"
    count = store.export_to(export)
    assert isinstance(count, int), count
    return verify.verify_files(export, heads, SIGNER.public_key())


def signed(store: Store, path: Path, signer: Signer = SIGNER) -> SignedHeads:
    """The signed heads of a house; a refusal fails the test."""
    found = open_signed_heads(store, path, signer)
    assert isinstance(found, SignedHeads), found
    return found


def refused(store: Store, path: Path, signer: Signer = SIGNER) -> str:
    """Why the signed heads of a house are not taken."""
    found = open_signed_heads(store, path, signer)
    assert isinstance(found, Refusal)
    assert found.code.value == "tampered"
    return found.sentence


def test_heads_are_signed_at_the_interval_and_only_when_they_moved(
    where: str, tmp_path: Path
) -> None:
    path = tmp_path / "heads.jsonl"
    with opened(where) as store:
        done(store.append(command("e1")))
        done(store.append(command("e2", stream="house")))
        heads = signed(store, path)
        assert heads.tick(now_ms=1) == 2
        done(store.append(command("e3")))
        assert heads.tick(now_ms=MINUTE) == 0
        assert heads.tick(now_ms=MINUTE + 1) == 1
        assert heads.tick(now_ms=2 * MINUTE + 1) == 0
        assert len(path.read_bytes().splitlines()) == 2
        # A clock that was set back does not stop the signing.
        done(store.append(command("e4")))
        assert heads.tick(now_ms=5) == 1
        again = signed(store, path)
        assert (again.number, again.previous) == (heads.number, heads.previous)
        assert again.heads == heads.heads and again.ledger == heads.ledger
        done(store.append(command("e5")))
        assert again.tick(now_ms=6) == 1
        export = tmp_path / "export.jsonl"
        assert store.export_to(export) == 5
    said = verify.verify_files(export, path, SIGNER.public_key())
    assert any("0 records came after" in line for line in said)


def test_two_processes_sign_one_chain_and_keep_one_file(where: str, tmp_path: Path) -> None:
    paths = tmp_path / "one.jsonl", tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    with opened(where) as store:
        done(store.append(command("e0")))
        # A machine that comes later has no file; somebody copies the one there is.
        first, second = (signed(store, path) for path in paths[:2])
        assert first.sign(now_ms=1) == 1
        paths[2].write_bytes(paths[0].read_bytes())
        third = signed(store, paths[2])
        for number in range(1, 7):
            done(store.append(command(f"e{number}")))
            heads = (first, second, third)[number % 3]
            assert heads.sign(now_ms=number) == 1
        for heads in (first, second, third):
            # What another has signed is not signed again; one's own file gets the lines.
            assert heads.sign(now_ms=9) == 0
        assert len({(heads.number, heads.previous) for heads in (first, second, third)}) == 1
        assert first.number == 7
        assert len({path.read_bytes() for path in paths}) == 1
        assert verified(store, tmp_path, paths[0])


def test_of_two_that_sign_at_once_one_gives_way(where: str, tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    with opened(where) as store:
        for number in range(3):
            done(store.append(command(f"e{number}", stream=f"table:T{number}")))
        first, second = signed(store, path), signed(store, path)
        seen = store.backend.read(second._look)
        assert not isinstance(seen, Refusal)
        assert first.sign(now_ms=1) == 3
        # It looked before the other signed, and writes after it; also when it has several lines.
        late = second._lines(seen[0], seen[1], 2)
        assert second._add([*late, *late]) is False
        assert second.number == 0
        rows = store.backend.read(lambda session: session.fetch("SELECT line FROM signed_heads"))
        assert isinstance(rows, list) and len(rows) == 1
        assert signed(store, path).number == 1


def test_many_heads_take_several_lines(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.store.signed_heads.HEADS_PER_LINE_MAX", 2)
    path = tmp_path / "heads.jsonl"
    with opened(where) as store:
        for number in range(5):
            done(store.append(command(f"e{number}", stream=f"table:T{number}")))
        heads = signed(store, path)
        assert heads.sign(now_ms=1) == 5
        again = signed(store, path)
        assert (again.number, again.previous) == (3, heads.previous)
        assert again.ledger is not None and again.ledger == heads.ledger
        assert len(again.heads) == 5


def test_a_tail_cut_from_the_database_is_found(where: str, tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    with opened(where) as store:
        for number in range(3):
            done(store.append(command(f"e{number}")))
        assert signed(store, path).tick(now_ms=1) == 1
        second = store.read("table:T1", limit=2)
        assert isinstance(second, tuple)
    execute(where, "DELETE FROM journal WHERE version = 3")
    execute(where, "UPDATE streams SET version = 2, head = ?", (second[1].head,))
    with opened(where) as store:
        findings = store.check_books()
        assert not isinstance(findings, Refusal)
        assert findings.is_sound  # Replay alone cannot know.
        assert verified(store, tmp_path)
        with pytest.raises(verify.Tampered, match="the end was cut off"):
            verified(store, tmp_path, path)
        answer = signed(store, path).sign(now_ms=2)
        assert isinstance(answer, Refusal)
        assert answer.code.value == "tampered"
        export = tmp_path / "export.jsonl"
        assert store.export_to(export) == 2
    assert verify.main([str(export), "--head", str(path)]) == 1


def test_an_export_is_verified_with_its_heads(where: str, tmp_path: Path) -> None:
    path = tmp_path / "heads.jsonl"
    with opened(where) as store:
        done(store.append(command("e1")))
        assert signed(store, path).tick(now_ms=1) == 1
        assert verified(store, tmp_path, path) == [
            "Chain: 1 records in 1 streams, unbroken.",
            "Heads: 1 on 1 lines, all on the chain;",
            "  0 records came after the last head and are not anchored yet.",
            "Signatures: all 1 checked with Ed25519.",
            "Key: every head carries the key given.",
        ]
        with pytest.raises(FileNotFoundError):
            verified(store, tmp_path, tmp_path / "none")
    execute(where, "UPDATE journal SET record = replace(record, 'T1', 'T2')")
    with opened(where) as store:
        changed = store.export_to(tmp_path / "changed.jsonl")
        assert isinstance(changed, Refusal)
        assert changed.code.value == "tampered"
    closed = store.export_to(tmp_path / "closed.jsonl")
    assert isinstance(closed, Refusal)
    assert closed.code.value == "store-unavailable"


@pytest.fixture
def path(where: str, tmp_path: Path) -> Path:
    """The file of a house with three signed lines."""
    path = tmp_path / "heads.jsonl"
    with opened(where) as store:
        heads = signed(store, path)
        for number in range(3):
            done(store.append(command(f"e{number}")))
            assert heads.sign(now_ms=number) == 1
    return path


def test_a_file_that_ends_early_is_completed(where: str, path: Path) -> None:
    whole = path.read_bytes()
    for kept in (len(whole) - 30, whole.index(b"\n") + 1, whole.index(b"\n") + 9, 9, 0):
        path.write_bytes(whole[:kept])
        with opened(where) as store:
            heads = signed(store, path)
            assert heads.number == 3 and heads.copy() is None
        assert path.read_bytes() == whole


def test_a_file_that_is_gone_is_missed(where: str, path: Path) -> None:
    path.unlink()
    with opened(where) as store:
        assert "is missing, but the database has 3 lines" in refused(store, path)
        # Nor is it made by looking for it.
        assert "`pitboss audit renew`" in refused(store, path)


def test_a_file_that_another_process_makes_meanwhile_is_looked_for_again(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "heads.jsonl"
    with opened(where) as store:
        done(store.append(command("e1")))
        first = signed(store, path)
        read, looks = store.backend.read, 0

        def after_the_other_signed(work: Callable[[Session], object]) -> object:
            nonlocal looks
            looks += 1
            if looks == 1:
                assert first.sign(now_ms=1) == 1
            return read(work)

        monkeypatch.setattr(store.backend, "read", after_the_other_signed)
        assert signed(store, path).number == 1


def test_a_file_that_was_changed_is_refused(where: str, path: Path) -> None:
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    wrong = {
        "same house": whole.replace(b'"at_ms":2', b'"at_ms":3'),
        "does not follow": whole.replace(b'"at_ms":0', b'"at_ms":7'),
        "is not a signed head": b"garbage\n" + lines[1] + lines[2],
        "same house.": b"garbage\n" * 3,
    }
    for said, data in wrong.items():
        path.write_bytes(data)
        with opened(where) as store:
            assert said in refused(store, path)


def test_the_file_of_another_house_is_refused(where: str, path: Path, tmp_path: Path) -> None:
    with opened(str(tmp_path / "other.db")) as other:
        done(other.append(command("e1")))
        signed(other, tmp_path / "other.jsonl", Signer(b"o" * 32)).sign(now_ms=1)
    path.write_bytes((tmp_path / "other.jsonl").read_bytes())
    with opened(where) as store:
        assert "not of the same house" in refused(store, path)
    # A house of an older version has no lines in the database: then the key tells.
    execute(where, "DELETE FROM signed_heads")
    with opened(where) as store:
        assert "another key" in refused(store, path)


def test_a_database_that_was_put_back_is_refused(where: str, path: Path) -> None:
    execute(where, "DELETE FROM signed_heads WHERE number = 3")
    with opened(where) as store:
        assert "cut back or is an old copy" in refused(store, path)


def test_a_line_in_the_database_that_nobody_signed_is_refused(where: str, path: Path) -> None:
    first = path.read_bytes().splitlines(keepends=True)[0]
    path.write_bytes(first)
    execute(where, "UPDATE signed_heads SET line = replace(line, '\"at_ms\":2', '\"at_ms\":3')")
    with opened(where) as store:
        assert "false signature" in refused(store, path)


def test_the_lines_of_an_older_version_come_into_the_database(where: str, path: Path) -> None:
    execute(where, "DELETE FROM signed_heads")
    with opened(where) as store:
        heads = signed(store, path)
        assert import_lines(heads) is None
        done(store.append(command("e9")))
        assert heads.sign(now_ms=9) == 1
        assert signed(store, path).number == 4
        rows = store.backend.read(
            lambda session: session.fetch("SELECT line FROM signed_heads ORDER BY number")
        )
        assert isinstance(rows, list)
        assert "".join(f"{row[0]}\n" for row in rows).encode() == path.read_bytes()


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    with opened(str(tmp_path / "house.db")) as store:
        blocked = open_signed_heads(store, tmp_path, SIGNER)
        assert isinstance(blocked, Refusal)
        done(store.append(command("e1")))
        heads = signed(store, tmp_path / "none" / "heads.jsonl")
        answer = heads.tick(now_ms=1)
        assert isinstance(answer, Refusal)
        assert answer.code.value == "cannot-write"
        # Nothing is signed that could not come to the file.
        (tmp_path / "none").mkdir()
        assert heads.sign(now_ms=2) == 1
        assert signed(store, heads.path).number == 1
    closed = heads.sign(now_ms=3)
    assert isinstance(closed, Refusal)
    assert closed.code.value == "store-unavailable"
