"""Settings for every test: how hypothesis searches, what is traced, what Ctrl-C means.

`make test` searches the same few examples every time; a plain `pytest` looks for new ones;
`make soak` looks much longer. Nothing here is timed: a slow machine fails no test.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.costs import Costs
from tests.needs import Needs

if TYPE_CHECKING:
    from tests.store.servers import Server

# Modules and collected tests stay until the end: to look through them for garbage while they are
# made, again and again, took two fifths of collecting.
gc.disable()

GC_EVERY = 50_000
"""Much that tests make is in no ring: it is looked through as seldom as by a command."""

# Tests say themselves which games they are about; those of installed packages are found by some.
os.environ.setdefault("PITBOSS_INSTALLED_GAMES", "0")

_UNTIMED = (HealthCheck.too_slow,)

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=50,
    print_blob=True,
    suppress_health_check=_UNTIMED,
)
settings.register_profile("local", deadline=None, suppress_health_check=_UNTIMED)
settings.register_profile("soak", deadline=None, max_examples=5_000, suppress_health_check=_UNTIMED)
settings.load_profile("ci" if os.environ.get("CI") else "local")

RULES = ("rules", "unit", "contract", "golden", "classics")
"""Folders whose tests alone must reach every branch of the rules."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(), "costs")
    config.pluginmanager.register(Needs(), "needs")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        is_heavy = item.get_closest_marker("untraced") or item.get_closest_marker("slow")
        if not is_heavy and _is_of_rules(item.path):
            item.add_marker(pytest.mark.traced)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
    gc.set_threshold(GC_EVERY)


@cache
def _is_of_rules(file: Path) -> bool:
    here = Path(__file__).parent
    return any(here / name in file.parents for name in RULES)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One PostgreSQL server for each process of a run; whoever kills it starts it again."""
    from tests.store.servers import start_server  # only where a test asks for it

    running = start_server()
    yield running
    running.stop()


# A run in the background of a script is started with interrupts ignored, and every program that a
# test starts and interrupts would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
