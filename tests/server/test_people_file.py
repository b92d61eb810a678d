"""Files of people from before: everybody in them is still there, and can still come in."""

from __future__ import annotations

import hashlib
import sqlite3
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from argon2 import PasswordHasher

from pitboss.server.accounts.people import HostLimits, HouseRole, People
from tests.server.kit import PASSWORD, house_at

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


def test_everybody_in_an_old_file_is_still_there(tmp_path: Path) -> None:
    old_file(tmp_path / "people", now_ms=5)
    for _ in range(2):
        people = People(str(tmp_path / "people"), session_ms=HOUR_MS)
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
        people.close()


def test_processes_that_open_an_old_file_together_change_it_once(tmp_path: Path) -> None:
    old_file(tmp_path / "people", now_ms=5)

    def opened(_: int) -> str:
        people = People(str(tmp_path / "people"), session_ms=HOUR_MS)
        token = people.visit_token()
        people.close()
        return token

    with ThreadPoolExecutor(4) as pool:
        tokens = list(pool.map(opened, range(4)))
    people = People(str(tmp_path / "people"), session_ms=HOUR_MS)
    assert all(map(people.is_issued, tokens))
    people.close()


def test_odd_names_of_long_ago_still_sign_in(tmp_path: Path) -> None:
    old_file(tmp_path / "house.db.people", now_ms=1)
    with house_at(tmp_path / "house.db") as house:
        for name in ("Ana", *ODD):
            form = {"name": name, "password": PASSWORD}
            answer = house.client().post("/api/sign-in", json=form)
            assert answer.status_code == 200, ascii(name)
            assert answer.json()["name"] == name


def test_a_host_s_tables_are_counted_in_one_step(tmp_path: Path) -> None:
    people = People(str(tmp_path / "people"), session_ms=HOUR_MS)
    limits = HostLimits(per_person=2, per_address=3)

    def add(table: str, host: str) -> bool:
        return people.add_table(table, host=host, is_listed=False, address="::1", limits=limits)

    done = [add(f"a{one}", "ana") for one in range(3)] + [add(f"b{one}", "bo") for one in range(3)]
    assert done == [True, True, False, True, False, False]
    people.forget_table("a0")
    assert add("b9", "bo") and not add("b10", "bo")
    people.close()
