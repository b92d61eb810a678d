"""Crashes, as functions that quick tests call a few times and the soak many times."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.refusals import Refusal
from pitboss.store.records import Answer, Commit
from tests.prefork import PythonProcess
from tests.store.house import assert_sound, command, credits_of, done, hold, opened, seated
from tests.store.servers import Server

ROOT = Path(__file__).parents[2]


def environment() -> dict[str, str]:
    """Where a child finds the product and the tests."""
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}


def load_command(*arguments: str) -> list[str]:
    """How to run `load.py`."""
    return [sys.executable, "-m", "tests.store.load", *arguments]


def kill_under_load(where: str, name: str, after: int) -> dict[str, dict[str, object]]:
    """Kill a betting process with SIGKILL after so many acknowledgements; all it said."""
    child = PythonProcess(
        load_command(where, name), stdout=subprocess.PIPE, cwd=ROOT, env=environment()
    )
    assert child.stdout is not None
    said: dict[str, dict[str, object]] = {}
    with child:
        for line in child.stdout:
            if line.endswith(b"\n"):
                answer = json.loads(line)
                said[answer["id"]] = answer
            if len(said) == after:
                child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL
    return said


def assert_acknowledged(where: str, said: dict[str, dict[str, object]]) -> int:
    """Everything acknowledged is there, as acknowledged; how many that were."""
    kept = 0
    with opened(where) as store:
        assert_sound(store)
        for client_id, answer in said.items():
            if "version" in answer:
                found = store.first_answer(actor="test", client_id=client_id)
                assert found is not None, f"{client_id} was acknowledged and is lost"
                assert not isinstance(found, Refusal)
                assert (found.version, found.head) == (answer["version"], answer["head"])
                kept += 1
    return kept


def sigkill_loop(where: str, kills: int) -> int:
    """Kill again and again on one store; acknowledged commits that were checked."""
    kept = 0
    for turn in range(kills):
        said = kill_under_load(where, f"k{turn}", after=10 + turn * 37 % 150)
        kept += assert_acknowledged(where, said)
    return kept


@dataclass(slots=True)
class Bettor:
    """A thread that bets until told to stop, and remembers every answer."""

    where: str
    name: str
    answers: dict[str, tuple[Commit, Answer]] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event)
    refusals: int = 0

    def run(self) -> None:
        """Bet; what is not acknowledged is sent again later with the same id."""
        with opened(self.where) as store:
            number = 0
            while not self.stop.is_set():
                number += 1
                key = f"{self.name}-{number}"
                commit = command(key, hold(key, 1, player=self.name), stream=f"table:{self.name}")
                answer = store.append(commit)
                self.answers[key] = (commit, answer)
                if isinstance(answer, Refusal):
                    self.refusals += 1
                    assert answer.code.value == "store-unavailable", answer
                    self.stop.wait(0.05)


def postmaster_kills(server: Server, where: str, kills: int, *, bettors: int = 3) -> int:
    """Kill the PostgreSQL server under load, restart it, count what was acknowledged."""
    stack = 10**6
    with opened(where) as store:
        for number in range(bettors):
            seated(store, f"p{number}", stack)
    playing = [Bettor(where, f"p{number}") for number in range(bettors)]
    threads = [threading.Thread(target=bettor.run) for bettor in playing]
    for thread in threads:
        thread.start()
    for turn in range(kills):
        seen = [len(bettor.answers) + 5 + turn % 7 for bettor in playing]
        while any(len(b.answers) < want for b, want in zip(playing, seen, strict=True)):
            if not any(thread.is_alive() for thread in threads):
                raise AssertionError("every bettor stopped")
            threads[0].join(0.01)
        server.kill()
        server.start()
    for bettor in playing:
        bettor.stop.set()
    for thread in threads:
        thread.join()
    return _settle_accounts(where, playing, stack)


def _settle_accounts(where: str, playing: list[Bettor], stack: int) -> int:
    kept = 0
    with opened(where) as store:
        for bettor in playing:
            for key, (commit, answer) in bettor.answers.items():
                found = store.first_answer(actor="test", client_id=key)
                assert not isinstance(found, Refusal)
                if not isinstance(answer, Refusal):
                    assert found == answer
                    kept += 1
                assert done(store.append(commit)).stream == f"table:{bettor.name}"
            # Every bet has one effect, whether it was acknowledged at once or sent again.
            assert credits_of(store, bettor.name) == stack - len(bettor.answers)
        assert_sound(store)
    return kept
