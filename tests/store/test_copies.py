"""Backup, restore and copies between the two databases: the same heads everywhere."""

from __future__ import annotations

from pathlib import Path

from pitboss.ledger.accounts import PlayerId
from pitboss.ledger.limits import LimitKind, SetLimit
from pitboss.refusals import Refusal
from pitboss.store.copies import backup, copy_store, restore
from pitboss.store.store import Store
from pitboss.store.tables import TABLES
from tests.store.house import assert_sound, command, done, hold, opened, post, seated
from tests.store.test_migrations import execute, rows_of


def filled(store: Store) -> None:
    """A little of everything."""
    for player in ("alice", "bob"):
        seated(store, player, 1_000)
    done(store.append(command("b1", hold("h1", 400, could_win=800))))
    done(store.append(command("b2", hold("h2", 300, player="bob", seat=2))))
    done(store.append(command("s1", post("h1", won=800), round_id="r1")))
    limit = SetLimit(player=PlayerId("alice"), kind=LimitKind.STAKE, value=50)
    done(store.append(command("l1", limits=(limit,), stream="house")))


def test_a_copy_there_and_back_keeps_every_row_and_head(tmp_path: Path, database: str) -> None:
    with opened(str(tmp_path / "a.db")) as first, opened(database) as second:
        filled(first)
        assert copy_store(first, second) == first.heads() == second.heads()
        with opened(str(tmp_path / "b.db")) as third:
            assert copy_store(second, third) == first.heads()
            for table in TABLES:
                assert sorted(map(str, rows_of(third, table))) == sorted(
                    map(str, rows_of(first, table))
                )
            # The copy goes on where the original stopped.
            assert done(third.append(command("b1", hold("h1", 400)))).is_repeat
            done(third.append(command("s2", post("h2", taken=300), round_id="r1")))
            assert_sound(third)


def test_a_backup_is_made_while_the_store_is_in_use_and_restored(
    where: str, tmp_path: Path
) -> None:
    path = tmp_path / "backup.db"
    with opened(where) as store:
        filled(store)
        heads = store.heads()
        assert backup(store, path) == heads
        done(store.append(command("later")))
        again = backup(store, path)
        assert isinstance(again, Refusal)
        assert "exists" in again.sentence
        into_full = restore(path, store)
        assert isinstance(into_full, Refusal)
        assert "not empty" in into_full.sentence
    with opened(str(tmp_path / "new.db")) as new:
        assert restore(path, new) == heads
        assert_sound(new)


def test_a_backup_restored_into_postgresql(tmp_path: Path, database: str) -> None:
    path = tmp_path / "backup.db"
    with opened(str(tmp_path / "a.db")) as store, opened(database) as target:
        filled(store)
        assert backup(store, path) == store.heads()
        assert restore(path, target) == store.heads()
        assert_sound(target)


def test_what_is_not_sound_is_not_copied(where: str, tmp_path: Path) -> None:
    with opened(where) as store:
        filled(store)
    execute(where, "UPDATE accounts SET balance = balance + 1 WHERE account = 'player:alice'")
    with opened(where) as store, opened(str(tmp_path / "target.db")) as target:
        answer = copy_store(store, target)
        assert isinstance(answer, Refusal)
        assert "player:alice shows 1801" in answer.sentence
        assert target.heads() == ()
        assert isinstance(backup(store, tmp_path / "backup.db"), Refusal)


def test_a_backup_that_is_not_there(tmp_path: Path) -> None:
    with opened(str(tmp_path / "a.db")) as store:
        answer = restore(tmp_path / "none.db", store)
        assert isinstance(answer, Refusal)
        assert answer.code.value == "bad-file"
        nowhere = backup(store, tmp_path / "none" / "backup.db")
        assert isinstance(nowhere, Refusal)
        assert nowhere.code.value == "cannot-write"
