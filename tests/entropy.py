"""Chance of servers under test: from a seed that the test's name gives, so that none wins by luck.

A house takes its entropy from the world it is opened in, which no setting can change; tests hand
in another one. What a seed decides are the draws and the house's keys; names and sessions stay
random.
"""

from __future__ import annotations

import importlib
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from pitboss.equipment.draws import SeededBits

ROOT = Path(__file__).resolve().parent.parent
_starts: Counter[str] = Counter()


def next_seed() -> str:
    """A seed for the next house of this test; its later lives and its neighbours get others."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    _starts[test] += 1
    return f"{test} {_starts[test]}"


def seeded(seed: str) -> Callable[[int], bytes]:
    """Entropy from a seed, for any thread."""
    source, lock = SeededBits(seed.encode()), Lock()

    def entropy(size: int) -> bytes:
        with lock:
            return source.bits(8 * size).to_bytes(size, "big")

    return entropy


def program(seed: str, *, prepares: bool = False) -> str:
    """Python that runs the command line in a process of its own, in a world with this seed.

    A server prepares its pages and its theory before anybody asks only with `prepares`.
    """
    return (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        f"from tests.entropy import run_seeded; raise SystemExit(run_seeded({seed!r}, {prepares}))"
    )


def run_seeded(seed: str, prepares: bool) -> int:
    """What `program` runs."""
    serve = importlib.import_module("pitboss.cli.serve")
    machine = serve.this_world

    def this_world(*given: Any) -> Any:
        return replace(machine(*given), entropy=seeded(seed))

    vars(serve)["this_world"] = this_world
    if not prepares:
        # Each start would take half a second for them.
        vars(importlib.import_module("pitboss.server.app"))["_prepare"] = lambda *_: None
        tallies: Any = importlib.import_module("pitboss.server.floor.tally_keeper")
        tallies.TallyKeeper.learn_moments = lambda _: None
    code: int = importlib.import_module("pitboss.cli").main()
    return code
