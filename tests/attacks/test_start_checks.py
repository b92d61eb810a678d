"""A house that was changed while it was closed does not open, and says in a sentence what is wrong.

Real servers make the houses: one is stopped, one ends with records after its last signed head. In
the gate they run in threads and the second does not sign at its end; in the long form they are
processes and it is killed.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from pitboss.audit.chain import link
from pitboss.cli.serve import EXIT_TAMPERED, this_world
from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.server.house import House
from pitboss.server.opening import open_house
from pitboss.store import start_check
from pitboss.store.heads_file import heads_file
from tests.attacks.places import Place
from tests.cli.conftest import Pitboss, pitboss
from tests.entropy import next_seed, program
from tests.prefork import run_python
from tests.server.kit import PATIENCE_S, options_for
from tests.store.house import opened
from tests.store.servers import Server
from tests.store.test_migrations import execute
from tests.table.kit import registry

__all__ = ["pitboss"]
PAGE = 4_096
SCHEMA_FORMAT = 44
"""Where a SQLite file says how its schema is written."""
DAMAGES = 6


@dataclass(frozen=True)
class Closed:
    """A house that is closed: its database and the folder of its files."""

    where: str
    folder: Path
    log: list[str]

    @property
    def environment(self) -> dict[str, str]:
        return {"PITBOSS_KEY_FILE": str(self.folder / "key")}

    @property
    def heads(self) -> Path:
        return heads_file(self.environment, self.where)

    def change(self, sql: str) -> None:
        """Write into the database behind the house's back."""
        execute(self.where, sql)

    def open(self) -> House | Refusal:
        """Open it as a server does at its start."""
        self.log.clear()
        world = this_world(self.environment, self.log.append)
        return open_house(world, registry(), options_for(1), database=self.where)

    def loses_heads(self) -> None:
        """Lose the heads' file at a place that is known to have had it."""
        self.opens()
        self.heads.unlink()

    def opens(self) -> str:
        """Open it, which must do, and close it again; what it logged."""
        house = self.open()
        assert isinstance(house, House), house
        house.close()
        return "".join(self.log)

    def signs(self) -> str:
        """Open it and sign its heads, as a server does within its first second."""
        house = self.open()
        assert isinstance(house, House), house
        assert house.signer.signed_heads is not None
        assert isinstance(house.signer.signed_heads.sign(now_ms=1), int)
        house.close()
        return "".join(self.log)

    def refused(self) -> str:
        """Why it does not open."""
        refusal = self.open()
        assert isinstance(refusal, Refusal), "the house opened"
        assert refusal.code is RefusalCode.TAMPERED
        return refusal.sentence


def _play(place: Place, name: str, *, is_killed: bool) -> None:
    """A settled round, a limit, and a round in play with its stake held."""
    with place.serving() as server:
        guest = server.guest(name)
        wish = {"id": "limit", "kind": "stake", "value": 900_00}
        assert guest.http.post("/api/limits", json=wish).is_success
        # Nobody waits for a player who has gone: each plays a round out at another table.
        with guest.at("flip-it-1" if is_killed else "spin-n-win-1") as seat:
            seat.sit(1)
            seat.bet()
            round_id = seat.view["round_id"]
            seat.ready()
            seat.finish(round_id)
        with guest.at("gin-and-win-1") as seat:
            seat.sit(2 if is_killed else 1)
            seat.bet()
        if is_killed:
            assert guest.http.post("/api/limits", json=wish | {"id": "l2", "value": 5}).is_success
            if place.is_inside:
                server.house.signer.signed_heads = None
            server.kill()


@dataclass(frozen=True)
class Houses:
    """A stopped house and a killed one, to be copied for each attack."""

    folder: Path
    server: Server | None
    is_inside: bool

    def where(self, name: str) -> str:
        file = str(self.folder / name / "house.db")
        return file if self.server is None else self.server.url(f"{self.folder.name}_{name}")

    def copy(self, source: str, target: str) -> None:
        shutil.copytree(self.folder / source, self.folder / target)
        if self.server is not None:
            names = [self.where(name).rpartition("/")[2] for name in (target, source)]
            with psycopg.connect(self.server.url(), autocommit=True) as connection:
                connection.execute("CREATE DATABASE {} TEMPLATE {}".format(*names).encode())

    def make(self) -> None:
        (self.folder / "empty").mkdir()
        if self.server is not None:
            self.copy_empty()
        _play(self.place("empty"), "Ana", is_killed=False)
        self.copy("empty", "stopped")
        self.copy("empty", "killed")
        _play(self.place("killed"), "Bo", is_killed=True)

    def place(self, name: str) -> Place:
        return Place(self.where(name), self.folder / name, self.is_inside)

    def copy_empty(self) -> None:
        assert self.server is not None
        name = self.where("empty").rpartition("/")[2]
        with psycopg.connect(self.server.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())


FULL = [
    pytest.param("sqlite processes", marks=pytest.mark.slow),
    pytest.param("postgresql processes", marks=(pytest.mark.slow, pytest.mark.needs("postgresql"))),
]


@pytest.fixture(scope="module", params=["sqlite", "postgresql", *FULL])
def houses(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Houses:
    kind, _, how = str(request.param).partition(" ")
    server: Server | None = None
    if kind == "postgresql":
        server = request.getfixturevalue("server")
    made = Houses(tmp_path_factory.mktemp("houses"), server, not how)
    made.make()
    return made


@pytest.fixture
def closed(houses: Houses, request: pytest.FixtureRequest) -> Callable[[str], Closed]:
    """A copy of a stopped or killed house, for this test alone."""
    number = iter(range(100))

    def make(kind: str) -> Closed:
        name = f"h{abs(hash(request.node.name))}_{next(number)}"
        houses.copy(kind, name)
        return Closed(houses.where(name), houses.folder / name, [])

    return make


def test_an_untouched_house_opens_without_replaying_everything(
    closed: Callable[[str], Closed], houses: Houses
) -> None:
    stopped, killed = closed("stopped"), closed("killed")
    lines = killed.heads.read_bytes()
    for house in (stopped, killed):
        assert '"event":"house.checked"' in house.opens()
        assert '"is_full":false' in "".join(house.log), house.log
        assert '"event":"heads.refused"' not in house.opens()
    # A real server, on the house that was killed: its next line goes on from the last.
    with Place(killed.where, killed.folder, houses.is_inside).serving() as server:
        server.guest("Cy")
    assert killed.heads.read_bytes().startswith(lines)
    assert len(killed.heads.read_bytes()) > len(lines)


ATTACKS = {
    "DELETE FROM limits": "limit 'stake'",
    "UPDATE limits SET in_force = in_force + 1": "limit 'stake'",
    "UPDATE accounts SET balance = balance + 1 WHERE kind = 'player'": "player:",
    "UPDATE accounts SET moves = moves + 1 WHERE account = 'issuer'": "issuer counts",
    "UPDATE holds SET could_win = 1 WHERE is_open = 1": "at table gin-and-win-1",
    "UPDATE holds SET amount = amount + 1 WHERE is_open = 1": "at table gin-and-win-1",
    "UPDATE holds SET is_open = 1 WHERE is_open = 0": "Settlements differ",
    "DELETE FROM settlements": "Settlements differ",
    "DELETE FROM transfers WHERE kind = 'take' OR kind = 'win'": "Transfers differ",
    "UPDATE transfers SET amount = amount + 1 WHERE kind = 'hold'": "Transfers differ",
    "DELETE FROM signed_heads WHERE number > 1": "cut back or is an old copy",
}
"""What is done to the database, and what the sentence then names."""


@pytest.mark.parametrize("sql", ATTACKS)
def test_a_ledger_that_was_changed_is_named(
    closed: Callable[[str], Closed], houses: Houses, sql: str
) -> None:
    for kind in ("stopped", "killed"):
        house = closed(kind)
        house.change(sql)
        said = house.refused()
        assert ATTACKS[sql] in said, said
        assert "backup" in said or "newest one" in said, said


def test_credits_that_no_record_gave_are_found(closed: Callable[[str], Closed]) -> None:
    """Every sum agrees: the move and both balances say the same; only its record does not."""
    house = closed("killed")
    # Bo came after the last signed head.
    gift = (
        "UPDATE transfers SET amount = amount + 5 WHERE kind = 'issue' AND player_id = {}",
        "UPDATE accounts SET balance = balance + 5 WHERE account = 'player:' || {}",
        "UPDATE accounts SET balance = balance - 5 WHERE account = 'issuer' AND {} <> ''",
    )
    newest = "(SELECT player_id FROM transfers WHERE kind = 'issue' ORDER BY at_ms DESC LIMIT 1)"
    for sql in gift:
        house.change(sql.format(newest))
    assert "Transfers differ from the journal, first move 1 of record" in house.refused()


LAST = "stream = TABLE AND version = (SELECT MAX(version) FROM journal WHERE stream = TABLE)"
BACK = (
    "UPDATE accounts SET balance = balance {} (SELECT amount FROM transfers WHERE LAST),"
    " moves = moves - 1 WHERE account = (SELECT {} FROM transfers WHERE LAST)"
)
NEW_END = "version = version - 1, head = (SELECT head FROM journal WHERE LAST)"
CUT = (
    BACK.format("+", "source"),
    BACK.format("-", "target"),
    "DELETE FROM transfers WHERE LAST",
    "DELETE FROM holds WHERE LAST",
    "DELETE FROM journal WHERE LAST",
    f"UPDATE streams SET {NEW_END} WHERE stream = TABLE",  # noqa: S608
)


def test_a_cut_journal_is_found(closed: Callable[[str], Closed], pitboss: Pitboss) -> None:
    """The last bet is taken out with everything it did: replay finds nothing, the head does."""
    house = closed("stopped")
    for sql in CUT:
        house.change(sql.replace("LAST", LAST).replace("TABLE", "'table:gin-and-win-1'"))
    said = house.refused()
    assert "table:gin-and-win-1 ends at record" in said and "was signed" in said, said
    audited = pitboss("audit", "verify", "--database", house.where)
    assert audited.code == 1 and "the end was cut off" in audited.out, audited


def test_a_journal_that_was_written_anew_is_found(closed: Callable[[str], Closed]) -> None:
    """Change a record before the last signed head, and compute every later hash again."""
    house, stream = closed("killed"), "table:gin-and-win-1"
    with opened(house.where) as store:
        records = [unwrap(record) for record in store.replay(stream)]
    head, rows = records[0].head, []
    for record in records[1:]:
        text = record.canonical
        if record.version == 2:
            at_ms = f'"at_ms":{record.at_ms}'
            assert at_ms.encode() in text
            text = text.replace(at_ms.encode(), f'"at_ms":{record.at_ms + 1}'.encode(), 1)
        head = link(head, text)
        rows.append((text.decode(), head, record.version))
    sql = f"UPDATE journal SET record = ?, head = ? WHERE stream = '{stream}' AND version = ?"  # noqa: S608
    execute(house.where, sql, *rows)
    execute(house.where, "UPDATE streams SET head = ? WHERE stream = ?", (head, stream))
    assert f"of {stream} is not the one that was signed" in house.refused()


HEADS_FILES: dict[str, tuple[Callable[[Closed], object], str]] = {
    "lost": (lambda house: house.loses_heads(), "is missing, but the database has"),
    "garbage": (lambda house: house.heads.write_bytes(os.urandom(900) + b"\n"), "heads"),
    "notes": (lambda house: house.heads.write_text('{"number":1}\n' * 3), "not of the same house"),
    "one line changed": (
        lambda house: house.heads.write_bytes(
            house.heads.read_bytes().replace(b'"number":1', b'"number":9', 1)
        ),
        "Head line 1",
    ),
}


@pytest.mark.parametrize("name", HEADS_FILES)
def test_a_heads_file_that_is_not_the_house_s_own(
    closed: Callable[[str], Closed], name: str
) -> None:
    house = closed("killed")
    harm, named = HEADS_FILES[name]
    harm(house)
    said = house.refused()
    assert named in said and "`pitboss audit renew`" in said, said


def test_the_heads_of_another_house_are_refused(
    closed: Callable[[str], Closed], tmp_path: Path
) -> None:
    house, other = closed("stopped"), Closed(str(tmp_path / "house.db"), tmp_path, [])
    other.signs()
    house.heads.write_bytes(other.heads.read_bytes())
    assert "not of the same house" in house.refused()
    # Neither when there is nothing in the database to compare it with.
    house.change("DELETE FROM signed_heads")
    assert "signed with another key" in house.refused()


def test_a_heads_file_that_was_cut_is_completed_from_the_database(
    closed: Callable[[str], Closed],
) -> None:
    house = closed("killed")
    whole = house.heads.read_bytes()
    for kept in (-40, 40, 0):
        house.heads.write_bytes(whole[:kept])
        house.opens()
        assert house.heads.read_bytes() == whole


def test_a_house_of_an_older_version_brings_its_file_along(
    closed: Callable[[str], Closed],
) -> None:
    house = closed("stopped")
    whole = house.heads.read_bytes()
    house.change("DROP TABLE signed_heads")
    house.change("DELETE FROM schema_steps WHERE step = 4")
    house.opens()
    house.heads.unlink()
    assert "is missing, but the database has" in house.refused()
    house.heads.write_bytes(whole)
    assert '"event":"house.checked"' in house.opens()


def test_lost_heads_are_renewed_on_record(
    closed: Callable[[str], Closed], pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = closed("killed")
    for name, value in house.environment.items():
        monkeypatch.setenv(name, value)
    lines = house.heads.read_bytes()
    house.loses_heads()
    words = ("audit", "renew", "--database", house.where, "--by", "Ana Ruiz")
    assert pitboss(*words).code == 2
    assert house.refused()
    ran = pitboss(*words, "--reason", "The disk of the heads broke.")
    assert ran.code == 0 and "record" in ran.err, ran
    kept = [one for one in house.heads.parent.iterdir() if ".database" in one.name]
    assert [one.read_bytes() for one in kept] == [lines]
    assert '"is_full":true' in house.signs()
    assert b'"number":1,' in house.heads.read_bytes()
    assert '"is_full":false' in house.opens()
    export = str(house.folder / "export.jsonl")
    assert pitboss("audit", "export", export, "--database", house.where).code == 0
    assert '"heads.renewed"' in Path(export).read_text("utf-8")
    assert '"reason":"The disk of the heads broke."' in Path(export).read_text("utf-8")
    sound = pitboss("audit", "verify", "--database", house.where, "--head", str(house.heads))
    assert sound.code == 0, sound


def test_books_that_are_wrong_are_not_made_right_by_new_heads(
    closed: Callable[[str], Closed], pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = closed("stopped")
    for name, value in house.environment.items():
        monkeypatch.setenv(name, value)
    house.change("DELETE FROM limits")
    lines = house.heads.read_bytes()
    ran = pitboss("audit", "renew", "--database", house.where, "--by", "A", "--reason", "B")
    assert ran.code == 2 and "limit 'stake'" in ran.err
    assert house.heads.read_bytes() == lines
    assert "limit 'stake'" in house.refused()


def test_a_changed_record_quarantines_its_table_and_the_house_opens(
    closed: Callable[[str], Closed],
) -> None:
    newest = "(SELECT version FROM streams s WHERE s.stream = journal.stream)"
    for kind, version in (("stopped", "2"), ("killed", "2"), ("stopped", newest)):
        house = closed(kind)
        house.change(
            "UPDATE journal SET record = replace(record, '\"seat\":1', '\"seat\":3')"  # noqa: S608
            f" WHERE stream = 'table:gin-and-win-1' AND version = {version}"
        )
        opened = house.open()
        assert isinstance(opened, House), opened
        assert set(opened.tables.pit.quarantined) == {"gin-and-win-1"}
        opened.close()


def _serve(house: Closed) -> tuple[int, str]:
    """Start the program itself, which must end by itself."""
    words = ["serve", "--port", "0", "--database", house.where]
    ran = run_python(
        *("-c", program(next_seed()), *words),
        env={**os.environ, **house.environment},
        timeout=PATIENCE_S,
    )
    return ran.returncode, " ".join(ran.stderr.split())


@pytest.mark.parametrize("houses", ["sqlite", FULL[1]], indirect=True)
def test_the_program_ends_with_a_code_of_its_own(closed: Callable[[str], Closed]) -> None:
    house = closed("stopped")
    house.change("UPDATE accounts SET balance = balance + 1 WHERE kind = 'player'")
    code, said = _serve(house)
    assert code == EXIT_TAMPERED
    assert "player:" in said and "backup" in said and "Traceback" not in said


# A database server looks after its own pages.
in_a_file = pytest.mark.parametrize("houses", ["sqlite"], indirect=True)


@pytest.fixture
def file(closed: Callable[[str], Closed]) -> Closed:
    """A stopped house."""
    return closed("stopped")


def _damaged(house: Closed, whole: bytes, at: int, size: int) -> None:
    """Turn bytes over, with nothing left beside the file that could put them right."""
    data = bytearray(whole)
    for place in range(at, min(at + size, len(data))):
        data[place] ^= 0xA5
    for ending in ("-wal", "-shm"):
        Path(house.where + ending).unlink(missing_ok=True)
    Path(house.where).write_bytes(data)


def _page_of(house: Closed, table: str) -> int:
    """The first page of a table, counted from zero."""
    with closing(sqlite3.connect(house.where)) as database:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        return int(database.execute(asked, (table,)).fetchone()[0]) - 1


@in_a_file
def test_a_damaged_page_is_found_wherever_it_is(file: Closed) -> None:
    whole = Path(file.where).read_bytes()
    for page in range(len(whole) // PAGE):
        # The header of the page's tree; the first page has that of the file before it.
        _damaged(file, whole, page * PAGE + (100 if page == 0 else 0), 8)
        assert "damaged" in file.refused()
    Path(file.where).write_bytes(whole)
    file.opens()


@in_a_file
def test_damaged_pages_are_the_reason_whatever_reading_them_raises(
    file: Closed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_nonsense(*_: object, **__: object) -> None:
        raise ValueError("nonsense")

    monkeypatch.setattr(start_check, "open_signed_heads", read_nonsense)
    with pytest.raises(ValueError, match="nonsense"):
        file.open()
    _damaged(file, Path(file.where).read_bytes(), _page_of(file, "journal") * PAGE, 8)
    assert "damaged" in file.refused()


@in_a_file
def test_damage_anywhere_is_never_raised(file: Closed) -> None:
    whole = Path(file.where).read_bytes()
    bits = SeededBits(b"damage")
    for size in (1, 8, 64, 512) * DAMAGES:
        _damaged(file, whole, draw_below(bits, len(whole)), size)
        opened = file.open()
        if isinstance(opened, House):
            opened.close()
        else:
            assert opened.sentence.endswith(".") and "backup" in opened.sentence


@in_a_file
def test_a_damaged_file_ends_in_one_sentence(file: Closed, pitboss: Pitboss) -> None:
    whole = Path(file.where).read_bytes()
    page = _page_of(file, "journal")
    for at, size in ((0, 16), (SCHEMA_FORMAT, 4), (page * PAGE, 100)):
        _damaged(file, whole, at, size)
        said = file.refused()
        assert "damaged" in said and "backup" in said
    code, said = _serve(file)
    assert code == EXIT_TAMPERED, said
    assert "damaged" in said and "backup" in said and "Traceback" not in said
    assert pitboss("audit", "verify", "--database", file.where).code == 1


def test_a_machine_that_is_new_begins_with_the_lines_of_the_database(
    closed: Callable[[str], Closed], tmp_path: Path
) -> None:
    """On PostgreSQL only: a file's house is on one machine."""
    house = closed("killed")
    house.opens()
    lines = house.heads.read_bytes()
    there = Closed(house.where, tmp_path / "there", [])
    there.folder.mkdir()
    (there.folder / "key").write_bytes((house.folder / "key").read_bytes())
    if "://" not in house.where:
        house.heads.unlink()
        assert "is missing, but the database has" in house.refused()
        return
    assert '"event":"house.checked"' in there.opens()
    assert there.heads.read_bytes().startswith(lines)
    # From now on it is no new one, and lines with another key's signature were never taken.
    there.heads.unlink()
    assert "is missing, but the database has" in there.refused()
    other = Closed(house.where, tmp_path / "other", [])
    other.folder.mkdir()
    (other.folder / "key").write_text("ab" * 64)
    assert "signed with another key" in other.refused()
