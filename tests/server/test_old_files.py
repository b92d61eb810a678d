"""Files of earlier versions: the database takes them in whole, once, and nobody is lost."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import unicodedata
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from pitboss.refusals import Refusal, unwrap
from pitboss.server.accounts.old_files import ASIDE, take_in
from pitboss.server.accounts.people import HostLimits, HouseRole, People
from pitboss.server.accounts.sign_in_tries import SignInTries, TryLimits
from pitboss.server.editions.store import Designs
from pitboss.server.trainers.scores import ScoreKey, TrainerScores
from pitboss.store.backups import restore_backup
from pitboss.store.house_files import house_files
from pitboss.store.migrate import released_steps
from pitboss.store.shared import SharedTables
from pitboss.store.sqlite import SqliteBackend
from pitboss.trainers.scores import ScoreRecord
from tests.server.kit import PASSWORD, house_at, people_at
from tests.store.house import opened
from tests.store.servers import Server

OLD = Path(__file__).parent / "old_files"
FACTS: dict[str, str] = json.loads((OLD / "facts.json").read_text())
"""What the last version with such files knew when it wrote them."""
WRITTEN_MS = 1_794_937_867_000
HOUR_MS = 3_600_000
TOKEN = "t" * 43
# The file as the first release made it.
FIRST = """
CREATE TABLE people (
    person TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    login TEXT UNIQUE,
    password TEXT,
    role TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    locked_until_ms INTEGER NOT NULL DEFAULT 0,
    CHECK ((login IS NULL) = (password IS NULL))
) STRICT;
CREATE TABLE sessions (
    token TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (person),
    csrf TEXT NOT NULL,
    used_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE tables (
    game_table TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL,
    is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1))
) STRICT;
CREATE TABLE presence (
    person TEXT NOT NULL,
    game_table TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (person, game_table)
) STRICT;
"""
ODD = ("Dealer", "\u3164", "The house", "\u0410lice")
"""Names that nobody could choose today."""


def old_file(where: Path, *, now_ms: int) -> None:
    kept = PasswordHasher(time_cost=1, memory_cost=64).hash(PASSWORD)
    with sqlite3.connect(where) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.executescript(FIRST)
        for number, name in enumerate(("Ana", *ODD)):
            role = "pit-boss" if name == "Ana" else "player"
            login = unicodedata.normalize("NFKC", name).casefold()
            row = (f"p{number}", name, login, kept, role, 1, 4, now_ms + HOUR_MS)
            file.execute("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        guest = ("p9", "Guest", None, None, "player", 1, 0, 0)
        file.execute("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?, ?)", guest)
        digest = hashlib.sha256(TOKEN.encode()).hexdigest()
        file.execute("INSERT INTO sessions VALUES (?, 'p9', 'form', ?)", (digest, now_ms))
        file.execute("INSERT INTO tables VALUES ('t1', 'p9', 0)")
    file.close()


def last_files(folder: Path, near: str = "house.db") -> dict[str, Path]:
    """Files as the last version that had them wrote them."""
    found = {name: folder / f"{near}.{name}" for name in ("people", "designs")}
    for name, path in found.items():
        with closing(sqlite3.connect(path)) as file:
            file.execute("PRAGMA journal_mode = WAL")
            file.executescript((OLD / f"{name}.sql").read_text())
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path, server: Server) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "house.db")
        return
    url = server.new_database()
    yield url
    server.drop_database(url)


def rows_in(files: dict[str, Path]) -> int:
    """How many rows some files have in all."""
    count = 0
    for path in files.values():
        with closing(sqlite3.connect(path)) as file:
            names = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            for (name,) in names:
                count += file.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608
    return count


def everything_is_there(shared: SharedTables) -> None:
    """Each kind of row of the last version's files does what it did."""
    people = People(shared, session_ms=HOUR_MS)
    boss, guest, table = FACTS["boss"], FACTS["guest"], FACTS["table"]
    known = people.session(FACTS["boss_cookie"], now_ms=WRITTEN_MS)
    assert known is not None and known.person.role is HouseRole.PIT_BOSS
    other = people.session(FACTS["guest_cookie"], now_ms=WRITTEN_MS)
    assert other is not None and (other.person.id, other.person.is_guest) == (guest, True)
    assert people.credentials("bea") is not None and people.is_taken("B\u0435a")
    assert people.checked_ms(guest) == 11
    assert people.known_device(FACTS["device"], boss)
    token = people.api_tokens.find(FACTS["api_token"], now_ms=WRITTEN_MS)
    assert token is not None and (token.name, token.person) == ("script", boss)
    assert people.is_issued(FACTS["visit"])
    assert people.tables() == {table: (guest, False)}
    assert people.is_coach_forbidden(table) and people.last_seen(guest, table) == 7
    scores, key = TrainerScores(shared), ScoreKey(boss, "payouts", "flip-it")
    assert scores.record(key, "easy") == ScoreRecord(5, 4, 2, 3, 900)
    assert scores.kinds(key)["call-it"].wrong == 1
    (design,) = Designs(shared).of("flip-it", boss)
    assert (design.hash, design.name) == (FACTS["design"], "No 1")
    # One wrong password was given; of two that are allowed one is left.
    tries = SignInTries(shared, TryLimits(tries=2, lock_ms=HOUR_MS, account_tries=20))
    ask = partial(tries.take, "bea", "address:127.0.0.1", is_known=False, now_ms=WRITTEN_MS)
    assert ask() == 0 and ask() > 0


def test_the_last_files_are_taken_in_whole_and_set_aside(where: str, tmp_path: Path) -> None:
    files = last_files(tmp_path)
    before = rows_in(files)
    with opened(where, is_threaded=False) as store:
        assert sum(unwrap(take_in(store.shared, files)).values()) == before == 15
        everything_is_there(store.shared)
        assert not any(path.exists() for path in files.values())
        assert rows_in({name: Path(f"{path}{ASIDE}") for name, path in files.items()}) == before
        assert take_in(store.shared, files) == {}


class PulledOut(Exception):
    """As if the power went."""


def test_a_start_that_was_interrupted_begins_again(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = last_files(tmp_path)

    def pull(*_: object) -> int:
        raise PulledOut

    run_many = SharedTables.run_many
    for stop in ("sessions", "trainer_kinds"):

        def until(shared: SharedTables, sql: str, rows: list[tuple[object, ...]]) -> int:
            return pull() if f" {stop} " in sql else run_many(shared, sql, rows)  # noqa: B023

        with monkeypatch.context() as patch, opened(where, is_threaded=False) as store:
            patch.setattr(SharedTables, "run_many", until)
            with pytest.raises(PulledOut):
                take_in(store.shared, files)
            assert store.shared.rows("SELECT 1 FROM people") == []
            assert files["people"].exists()
    # Taken in, but not yet set aside.
    with monkeypatch.context() as patch, opened(where, is_threaded=False) as store:
        patch.setattr(Path, "rename", pull)
        with pytest.raises(PulledOut):
            take_in(store.shared, files)
    with opened(where, is_threaded=False) as store:
        assert unwrap(take_in(store.shared, files))[files["people"]] == 0
        everything_is_there(store.shared)
        assert not any(path.exists() for path in files.values())
        # What was ended since does not come back with the file.
        people = People(store.shared, session_ms=HOUR_MS)
        people.end(FACTS["guest_cookie"])
        take_in(store.shared, last_files(tmp_path))
        assert people.session(FACTS["guest_cookie"], now_ms=WRITTEN_MS) is None


def test_processes_that_start_together_take_a_file_in_once(where: str, tmp_path: Path) -> None:
    files = last_files(tmp_path)
    opened(where).close()

    def start(_: int) -> int:
        with opened(where, is_threaded=False) as store:
            taken = unwrap(take_in(store.shared, files))
            assert People(store.shared, session_ms=HOUR_MS).is_issued(FACTS["visit"])
        return sum(taken.values())

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(start, range(4))) == 15


def test_what_was_taken_in_counts_though_another_process_put_the_file_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = last_files(tmp_path)

    def come_second(old: Path, aside: Path) -> Path:
        raise FileNotFoundError(old, aside)

    monkeypatch.setattr(Path, "rename", come_second)
    with opened(":memory:", is_threaded=False) as store:
        assert sum(unwrap(take_in(store.shared, files)).values()) == 15


def test_a_file_that_is_none_is_named_and_left(tmp_path: Path) -> None:
    bad = tmp_path / "house.db.people"
    bad.write_text("not a database, and long enough to be taken for one" * 20)
    with opened(str(tmp_path / "house.db"), is_threaded=False) as store:
        refused = take_in(store.shared, {"people": bad})
        assert isinstance(refused, Refusal) and str(bad) in refused.sentence
        assert bad.exists() and store.shared.rows("SELECT 1 FROM keys") == []


def old_backup(folder: Path) -> Path:
    """A backup as the last version with such files made it."""
    folder.mkdir()
    members = last_files(folder, "old")
    members["store"] = folder / "store"
    first = SqliteBackend(str(members["store"]), steps=released_steps()[:5])
    assert first.open() is None
    first.close()
    (folder / "key").write_text("ab" * 64)
    members["key"] = folder / "key"
    digests = {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in members.items()
    }
    manifest = {"format": "pitboss-backup 1", "version": "0.1.0", "files": digests}
    with zipfile.ZipFile(folder / "house.backup", "w") as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        for name, path in members.items():
            archive.write(path, name)
    return folder / "house.backup"


def test_a_backup_of_an_earlier_version_restores(where: str, tmp_path: Path) -> None:
    files = house_files({"PITBOSS_KEY_FILE": str(tmp_path / "key")}, where)
    assert unwrap(restore_backup(old_backup(tmp_path / "old"), files)) == 0
    assert {path.stat().st_mode & 0o777 for path in files.old.values()} == {0o600}
    with opened(where, is_threaded=False) as store:
        unwrap(take_in(store.shared, files.old))
        everything_is_there(store.shared)


def test_old_files_lie_where_the_settings_say_or_beside() -> None:
    key = {"PITBOSS_KEY_FILE": "/keys/house"}
    named = {"PITBOSS_PEOPLE": "/old/people", "PITBOSS_DESIGNS": "/old/designs"}
    for environment, database, start in (
        ({}, "/data/house.db", "/data/house.db."),
        (key, "postgresql://db/house", "/keys/house."),
        (named | key, "/data/house.db", "/old/"),
    ):
        old = house_files(environment, database).old
        assert old == {name: Path(f"{start}{name}") for name in ("people", "designs")}
    assert house_files(named, ":memory:").old == {}


def test_everybody_in_the_first_file_is_still_there(tmp_path: Path) -> None:
    old_file(tmp_path / "people", now_ms=5)
    with opened(str(tmp_path / "house.db"), is_threaded=False) as store:
        unwrap(take_in(store.shared, {"people": tmp_path / "people"}))
        people = People(store.shared, session_ms=HOUR_MS)
        found = people.account("Ana")
        assert found is not None and found.role is HouseRole.PIT_BOSS
        for name in ODD:
            known = people.account(name)
            assert known is not None and known.name == name
        session = people.session(TOKEN, now_ms=6)
        assert session is not None and (session.person.id, session.csrf) == ("p9", "form")
        # Staff of an older file give their password before they act.
        assert session.proved_ms == 0
        assert people.tables() == {"t1": ("p9", False)}
        # What looks like an account of long ago is taken.
        assert people.is_taken("An\u0430") and people.is_taken("\u0410na")


def test_odd_names_of_long_ago_still_sign_in(tmp_path: Path) -> None:
    old_file(tmp_path / "house.db.people", now_ms=1)
    with house_at(tmp_path / "house.db") as house:
        for name in ("Ana", *ODD):
            form = {"name": name, "password": PASSWORD}
            answer = house.client().post("/api/sign-in", json=form)
            assert answer.status_code == 200, ascii(name)
            assert answer.json()["name"] == name
        assert any('"file.taken-in"' in line for line in house.log)


def test_a_host_s_tables_are_counted_in_one_step(tmp_path: Path) -> None:
    limits = HostLimits(per_person=2, per_address=3)
    with people_at(str(tmp_path / "house.db")) as people:

        def add(table: str, host: str) -> bool:
            return people.add_table(table, host=host, is_listed=False, address="::1", limits=limits)

        done = [add(f"a{one}", "ana") for one in range(3)]
        done += [add(f"b{one}", "bo") for one in range(3)]
        assert done == [True, True, False, True, False, False]
        people.forget_table("a0")
        assert add("b9", "bo") and not add("b10", "bo")
