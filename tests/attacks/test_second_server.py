"""A second server on the same file: one sentence, and the house stays whole."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.serve import this_world
from pitboss.refusals import Refusal
from pitboss.server.opening import open_house
from pitboss.store.house_lock import HouseLock, lock_house
from tests.attacks.test_logs import PATIENCE_S, ROOT
from tests.browser.house import House
from tests.cli.conftest import Pitboss, pitboss
from tests.entropy import next_seed, program
from tests.prefork import PythonProcess, run_python
from tests.server.kit import house_at, options_for
from tests.table.kit import registry

__all__ = ["pitboss"]


def second_at(database: Path) -> tuple[int, str]:
    """The program on a house that another has open, to its end: its code and what it says."""
    words = ("serve", "--port", "0", "--database", str(database))
    ran = run_python("-c", program(next_seed()), *words, timeout=PATIENCE_S)
    return ran.returncode, ran.stderr


@pytest.fixture
def house(tmp_path: Path) -> House:
    (tmp_path / "real").mkdir()
    return House(tmp_path / "real", ROOT / "web" / "dist")


def test_a_second_server_is_refused_in_one_sentence_and_harms_nothing(
    house: House, tmp_path: Path, pitboss: Pitboss
) -> None:
    house.start()
    assert house.process is not None
    links = tmp_path / "links"
    links.mkdir()
    (links / "other.db").symlink_to(house.database)
    (tmp_path / "folder").symlink_to(house.folder)
    code, told = second_at(house.database)
    assert code == 2 and "Traceback" not in told, told
    # Under another name it is the same file.
    world = this_world({}, lambda _: None)
    by_link = (str(links / "other.db"), str(tmp_path / "folder" / "house.db"))
    refused = [open_house(world, registry(), options_for(1), database=one) for one in by_link]
    for said in (" ".join(told.split()), *(getattr(one, "sentence", "") for one in refused)):
        assert re.search(rf"open in another server \(process {house.process.pid} on", said), said
        assert house.url.rpartition(":")[2] in said
    # What only reads goes on beside it.
    export = str(tmp_path / "export.jsonl")
    database = str(house.database)
    assert pitboss("audit", "export", export, "--database", database).code == 0
    assert pitboss("audit", "verify", "--database", database).code == 0
    # A crash lets go of it, and the heads were not forked.
    house.kill()
    house.start()
    house.stop()
    with house_at(house.database) as running:
        assert running.client().get("/readyz").status_code == 200


def test_a_killed_holder_and_a_full_lock_file(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    first = lock_house(database, address="http://here")
    assert isinstance(first, HouseLock)
    assert isinstance(lock_house(database, address="http://there"), Refusal)
    first.release()
    (tmp_path / "house.db.lock").write_text(
        "process 1 of long ago, and a longer line than ours" * 9
    )
    again = lock_house(database, address="http://there")
    assert isinstance(again, HouseLock)
    said = (tmp_path / "house.db.lock").read_text()
    assert said.startswith(f"process {os.getpid()} on ") and "long ago" not in said
    again.release()


def test_a_house_that_does_not_open_keeps_no_lock(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    database.write_text("These are only notes, and long enough not to be an empty database. " * 20)
    world = this_world({}, lambda _: None)
    refused = open_house(world, registry(), options_for(1), database=str(database))
    assert isinstance(refused, Refusal)
    database.unlink()
    with house_at(database) as running:
        assert running.client().get("/readyz").status_code == 200


def test_a_house_that_moves_to_another_port_says_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        moved = f"import pitboss.cli.serve as s; s.PORT = {port}\n{program(next_seed())}"
        with PythonProcess(
            [sys.executable, "-c", moved, "serve", "--database", str(tmp_path / "house.db")],
            stderr=subprocess.PIPE,
            env={**os.environ, "PITBOSS_FIGURE_WORKERS": "0"},
        ) as process:
            assert process.stderr is not None
            said = b""
            for line in process.stderr:
                said += line
                if b"Pitboss is open" in line:
                    break
            process.terminate()
            process.stderr.read()
            assert process.wait(PATIENCE_S) == 0
        assert f"Port {port} is taken".encode() in said
