"""Kills: a house under load is killed again and again; nothing acknowledged may be missing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.refusals import Refusal
from pitboss.store.front import Store
from pitboss.store.records import Committed
from tests.floor.model import Model
from tests.floor.simulation import journal
from tests.pit.kit import floor_on
from tests.store.house import assert_sound

ROOT = Path(__file__).parents[2]


@dataclass
class Tally:
    """What was acknowledged, and what became of it."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    rounds: int = 0
    acks: list[tuple[str, str, int]] = field(default_factory=list)


def spawn(where: str, life: int) -> subprocess.Popen[bytes]:
    """The house as a process of its own."""
    environment = dict(os.environ) | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    return subprocess.Popen(
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
    process = spawn(where, life)
    assert process.stdout is not None
    wanted = 10 + draw_below(bits, 400)
    lines = [process.stdout.readline() for _ in range(wanted)]
    os.kill(process.pid, signal.SIGKILL)
    lines += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    assert all(line.endswith(b"\n") for line in lines), "the house stopped by itself"
    tally.kills += 1
    tally.acks += acks_of(lines)


def disturbed(
    where: str, tally: Tally, life: int, bits: SeededBits, harm: Callable[[], None]
) -> None:
    """Let the house run while something is done to its store, then end it."""
    process = spawn(where, life)
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(10 + draw_below(bits, 40))]
    harm()
    lines += [process.stdout.readline() for _ in range(10)]
    os.kill(process.pid, signal.SIGKILL)
    lines += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    tally.kills += 1
    tally.acks += acks_of([line for line in lines if line.endswith(b"\n")])


def checked(store: Store, tally: Tally) -> None:
    """Every acknowledged command is in the journal, the books are sound, the model agrees."""
    for name, client_id, version in tally.acks:
        answer = store.first_answer(actor=f"player:{name}", client_id=client_id)
        tally.acknowledged += 1
        tally.lost += not (isinstance(answer, Committed) and answer.version == version)
    tally.acks.clear()
    assert_sound(store)
    model = Model()
    for stream, kind, body, data in journal(store):
        if data is None:
            model.read(stream, kind, body)
    for player, purse in model.purses.items():
        assert store.balance(f"player:{player}") == purse, player
    open_rounds = len(model.rounds_open)
    assert open_rounds <= len(model.games), "one round a table at most is in play"
    tally.rounds = len(model.rounds_over)
    recovered = floor_on(store).pit.recover()
    assert not isinstance(recovered, Refusal), recovered
    assert tally.lost == 0, f"{tally.lost} acknowledged commands are gone"
