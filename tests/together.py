"""How tests of a run are shared out: which of them share a process, and which files come first.

Tests of a file share a process, and those of a few folders, whose files parse the same sources or
work out the same sheets, once for all. Files that take long come first: begun last, one of them
would keep a single process busy while the others have nothing left to do.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

FOLDERS = ("tests/classics/", "tests/exact/gin_and_win/", "tests/par/", "tests/tidy/")
LONG = (
    "tests/exact/gin_and_win/",
    "tests/par/",
    "tests/attacks/test_start_checks.py",
    "tests/server/test_two_processes.py",
    "tests/cli/test_simulate.py",
    "tests/attacks/test_logs.py",
    "tests/server/test_simulate_page.py",
    "tests/attacks/test_watchdogs.py",
    "tests/tidy/",
    "tests/server/test_jobs.py",
    "tests/server/test_shared_house.py",
    "tests/attacks/test_two_processes.py",
    "tests/store/test_crash.py",
    "tests/cli/test_protect.py",
    "tests/server/test_authorisation.py",
    "tests/server/test_limits.py",
    "tests/attacks/test_reveals.py",
    "tests/server/test_proofs.py",
    "tests/server/test_fuzz_http.py",
    "tests/attacks/test_sealed_draws.py",
    "tests/simulate/test_cluster.py",
    "tests/floor/test_kills.py",
    "tests/attacks/test_hogs.py",
    "tests/attacks/test_tables_limit.py",
    "tests/server/test_backup.py",
    "tests/server/test_coming_back.py",
    "tests/server/test_protect.py",
    "tests/server/test_hidden.py",
    "tests/attacks/test_killed_house.py",
    "tests/docs/test_commands.py",
    "tests/exact/test_compiled.py",
    "tests/protect/test_cluster.py",
    "tests/protect/monitor/test_monitors.py",
)
"""Longest first, by the tables that end a run; whatever is not named here follows."""
_PLACE = {name: at for at, name in enumerate(LONG)}


def unit_of(test: str) -> str:
    """What a test, by its name in pytest, is sent to a process with."""
    folder = next((folder for folder in FOLDERS if test.startswith(folder)), None)
    return folder or test.partition("::")[0]


class Together:
    """A pytest plugin: takes the place of `--dist loadfile`."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Long files first; tests of a file, and files alike, stay in their order."""
        items.sort(key=lambda item: _PLACE.get(unit_of(item.nodeid), len(LONG)))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        if config.getvalue("dist") != "loadfile":
            return None
        # Only where tests are shared out; it has no types.
        scheduling: Any = import_module("xdist.scheduler").LoadFileScheduling(config, log)
        scheduling._split_scope = unit_of
        # In the order of collection, not by how many tests a file has.
        config.option.loadscopereorder = False
        return scheduling
