"""Kills: a house under load is killed again and again; nothing acknowledged may be missing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.pit.audit import check_tables
from pitboss.pit.recall import recall_round
from pitboss.pit.verify import verify_text
from pitboss.refusals import Refusal
from pitboss.store.records import Committed, Record
from pitboss.store.store import Store
from tests.floor.simulation import read_journal
from tests.pit.kit import KEY, floor_on
from tests.prefork import PythonProcess
from tests.store.house import assert_sound
from tests.table.kit import every_game

ROOT = Path(__file__).parents[2]
PATIENCE_S = 240
"""A busy machine is no failure."""


def stopped_clock() -> int:
    """Where nobody asks how long anything takes."""
    return 0


@dataclass
class Tally:
    """What was acknowledged, and what became of it."""

    now_ms: Callable[[], int] = stopped_clock
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    rounds: int = 0
    spanned: int = 0
    """Rounds that were in play when the house was killed, and went on."""
    waits_ms: list[int] = field(default_factory=list)
    """From a start of the house, or of its database, to the next acknowledgement."""
    acks: list[tuple[str, str, int]] = field(default_factory=list)


def spawn(where: str, life: int) -> subprocess.Popen[bytes]:
    """The house as a process of its own."""
    environment = dict(os.environ) | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    return PythonProcess(
        [sys.executable, "-m", "tests.floor.load", where, f"l{life}"],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
    )


def acks_of(lines: list[bytes]) -> list[tuple[str, str, int]]:
    """Acknowledgements as they were told."""
    found = []
    for line in lines:
        name, client_id, version = line.decode().split()
        found.append((name, client_id, int(version)))
    return found


def killed_once(where: str, tally: Tally, life: int, bits: SeededBits) -> None:
    """Start the house, let it acknowledge some commands, kill it without warning."""
    began = tally.now_ms()
    process = spawn(where, life)
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    tally.waits_ms.append(tally.now_ms() - began)
    lines += [process.stdout.readline() for _ in range(9 + draw_below(bits, 400))]
    os.kill(process.pid, signal.SIGKILL)
    lines += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    assert all(line.endswith(b"\n") for line in lines), "the house stopped by itself"
    tally.kills += 1
    tally.acks += acks_of(lines)


class Told:
    """A house whose acknowledgements are read as they come."""

    def __init__(self, where: str, life: int) -> None:
        self.process = spawn(where, life)
        self.lines: list[bytes] = []
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._more:
                self.lines.append(line)
                self._more.notify_all()

    def wait_for(self, count: int) -> None:
        """Wait until it has acknowledged so much more."""
        with self._more:
            wanted = len(self.lines) + count
            came = self._more.wait_for(lambda: len(self.lines) >= wanted, PATIENCE_S)
        assert came, f"the house stopped by itself: {self.process.poll()}"

    def kill(self) -> list[bytes]:
        """Everything that it acknowledged before it was killed."""
        os.kill(self.process.pid, signal.SIGKILL)
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process.wait()
        return [line for line in self.lines if line.endswith(b"\n")]


def one_of_two_killed(where: str, tally: Tally, kills: int, bits: SeededBits) -> None:
    """Two houses serve the same tables; one of them is killed and started again, by turns."""
    houses = [Told(where, life) for life in range(2)]
    for house in houses:
        house.wait_for(1)
    for life in range(2, 2 + kills):
        at = draw_below(bits, 2)
        houses[at].wait_for(5 + draw_below(bits, 60))
        tally.acks += acks_of(houses[at].kill())
        tally.kills += 1
        began = tally.now_ms()
        # The other one goes on while this one starts.
        houses[at] = Told(where, life)
        houses[1 - at].wait_for(5)
        houses[at].wait_for(1)
        tally.waits_ms.append(tally.now_ms() - began)
    for house in houses:
        tally.acks += acks_of(house.kill())


def disturbed(
    where: str, tally: Tally, life: int, bits: SeededBits, harm: Callable[[], None]
) -> None:
    """Let the house run while something is done to its store, then end it."""
    process = spawn(where, life)
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(10 + draw_below(bits, 40))]
    harm()
    began = tally.now_ms()
    lines += [process.stdout.readline() for _ in range(10)]
    tally.waits_ms.append(tally.now_ms() - began)
    os.kill(process.pid, signal.SIGKILL)
    lines += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    tally.kills += 1
    tally.acks += acks_of([line for line in lines if line.endswith(b"\n")])


def checked(store: Store, tally: Tally, key: bytes = KEY) -> None:
    """Every acknowledged command is in the journal, the books are sound, the model agrees."""
    for name, client_id, version in tally.acks:
        answer = store.first_answer(actor=f"player:{name}", client_id=client_id)
        tally.acknowledged += 1
        tally.lost += not (isinstance(answer, Committed) and answer.version == version)
    tally.acks.clear()
    assert_sound(store)
    model, _ = read_journal(store, key)
    for player, purse in model.purses.items():
        assert store.balance(f"player:{player}") == purse, player
    open_rounds = len(model.rounds_open)
    assert open_rounds <= len(model.games), "one round a table at most is in play"
    tally.rounds = len(model.rounds_over)
    tally.spanned = sum(verified(store, round_id) for round_id in sorted(model.rounds_over))
    pit = floor_on(store, key=key).pit
    recovered = pit.recover()
    assert not isinstance(recovered, Refusal), recovered
    assert pit.quarantined == {}
    findings = check_tables(store, every_game())
    assert not isinstance(findings, Refusal) and findings.faults == (), findings
    assert tally.lost == 0, f"{tally.lost} acknowledged commands are gone"


def verified(store: Store, round_id: str) -> bool:
    """Every card is the one its commitment fixed; whether a restart came in between.

    The commitment is on record before the bets, so a house that dealt anew after a kill would
    show cards that the seed does not give.
    """
    recalled = recall_round(store, every_game(), round_id)
    assert not isinstance(recalled, Refusal), recalled
    verdict = verify_text(json.dumps(recalled.file), every_game())
    assert not isinstance(verdict, Refusal) and verdict.is_sound, (round_id, verdict)
    records = store.round_records(round_id)
    assert not isinstance(records, Refusal), records
    lives = {record.client_id.partition("-")[0] for record in records if _is_players(record)}
    return len(lives) > 1


def _is_players(record: Record) -> bool:
    return record.actor.startswith("player:") and record.stream.startswith("table:")
