"""A backup taken while a house is played in restores to a house that verifies and goes on."""

from __future__ import annotations

import re
import threading
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.cli import main
from tests.deadlines import wait_until
from tests.server.kit import PASSWORD, Guest, in_action
from tests.server.test_two_processes import Outside, serving, settings_in
from tests.store.servers import Server

ROUNDS_BEFORE = 2


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(
    request: pytest.FixtureRequest, server: Server, tmp_path: Path
) -> Iterator[tuple[str, str]]:
    """Where the house is, and where it is restored to."""
    if request.param == "sqlite":
        yield str(tmp_path / "house.db"), str(tmp_path / "new.db")
        return
    found = server.new_database(), server.new_database()
    yield found
    for one in found:
        server.drop_database(one)


@contextmanager
def settings(monkeypatch: pytest.MonkeyPatch, values: Mapping[str, str]) -> Iterator[None]:
    with monkeypatch.context() as patch:
        for name, value in values.items():
            patch.setenv(name, value)
        yield


class Load:
    """A player who plays round after round until told to stop."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.rounds = self.up = 0
        self.balance = guest.balance()
        self.stop = threading.Event()

    def run(self) -> None:
        made = self.guest.http.post("/api/tables", json={"game": "spin-n-win", "seats": 1})
        with self.guest.at(made.json()["table"]) as viewer:
            viewer.sit(1)
            while not self.stop.is_set():
                viewer.bet()
                round_id = viewer.view["round_id"]
                viewer.ready()
                viewer.finish(round_id)
                self.rounds += 1
                viewer.see(lambda view: viewer.offered("place-bet") is not None)
            # A bet that stays up is in action again.
            self.up = in_action(viewer.view, 1)


def account(process: Outside, name: str) -> Guest:
    guest = process.guest(name)
    answer = guest.http.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    guest.me = answer.json()
    guest.http.headers["x-csrf-token"] = guest.me["csrf"]
    return guest


def check_meters(load: Load) -> None:
    """Rounds, drop, win and hold are those of the only player there was."""
    text = load.guest.http.get("/metrics").text
    found = dict(re.findall(r'^pitboss_(\w+)\{game="spin-n-win"\} (\S+)$', text, re.MULTILINE))
    assert float(found["rounds_total"]) == load.rounds
    assert float(found["win_credits"]) * 100 == load.balance - load.guest.balance() - load.up
    drop = float(found["drop_credits_total"])
    assert drop > 0
    assert float(found["hold_ratio"]) == float(found["win_credits"]) / drop


def forge(backup: Path, forged: Path) -> None:
    """The same archive with another key in it."""
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(forged, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"0" * 128 if name == "key" else old.read(name))


def files_in(folder: Path) -> dict[str, int]:
    """Whatever lies in a folder, but for locks, which stay."""
    return {
        path.name: path.stat().st_mtime_ns
        for path in folder.iterdir()
        if not path.name.endswith(".lock")
    }


def test_a_backup_under_load_restores_to_a_house_that_verifies(
    databases: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    where, there = databases
    old, new = tmp_path / "old", tmp_path / "restored"
    old.mkdir()
    new.mkdir()
    backup, cut, forged = (tmp_path / f"{name}.backup" for name in ("house", "cut", "forged"))

    def run(*words: str, folder: Path) -> tuple[int, str]:
        with settings(monkeypatch, settings_in(folder)):
            code = main(words)
        return code, capsys.readouterr().err

    with serving(where, old) as house:
        load = Load(account(house, "Ana"))
        with ThreadPoolExecutor(1) as people:
            playing = people.submit(load.run)
            try:
                wait_until(lambda: load.rounds >= ROUNDS_BEFORE or playing.done())
                code, said = run("backup", str(backup), "--database", where, folder=old)
                assert code == 0, said
                before = load.rounds
                wait_until(lambda: load.rounds > before or playing.done())
            finally:
                load.stop.set()
            playing.result()
        check_meters(load)
        over = run("restore", str(backup), "--database", where, folder=old)
        assert over[0] == 2 and over[1].count("\n") == 1
        assert "is open in another server" in over[1] or "exists" in over[1]
        again = run("backup", str(backup), "--database", where, folder=old)
        assert (again[0], "a backup makes a new file" in again[1]) == (2, True)

    assert backup.stat().st_mode & 0o777 == 0o600
    cut.write_bytes(backup.read_bytes()[:-200])
    forge(backup, forged)
    for bad, why in ((cut, "it is cut off"), (forged, "key was changed")):
        code, said = run("restore", str(bad), "--database", there, folder=new)
        assert (code, said.count("\n")) == (2, 1), said
        assert f"not a whole backup of a house: {why}" in said
        assert files_in(new) == {} and not Path(there).exists()

    code, said = run("restore", str(backup), "--database", there, folder=new)
    assert code == 0, said
    code, said = run("audit", "verify", "--database", there, folder=new)
    assert code == 0, said
    if "://" in there:
        # A start on PostgreSQL after a restore is no other than after a stop.
        return
    with serving(there, new) as house:
        browser = house.client()
        signed_in = browser.post("/api/sign-in", json={"name": "Ana", "password": PASSWORD})
        assert signed_in.status_code == 200, signed_in.text
        assert signed_in.json()["person"] == load.guest.id
        browser.headers["x-csrf-token"] = signed_in.json()["csrf"]
        again_at = Load(Guest(house, browser, signed_in.json()))
        again_at.stop.set()
        again_at.run()
