"""Processor time of a test run, by file: a pytest plugin whose table ends every log.

Wall time depends on what else the machine does; processor time (user and system, of the test
process and of every child it has waited for) hardly does. `docs/evidence/gate.md` is made from
these tables.
"""

from __future__ import annotations

import resource
from collections.abc import Generator
from typing import Any

import pytest

from tests.prefork import forked_s

PROPERTY = "processor_s"
SHOWN = 30


def spent_s() -> float:
    """Processor seconds of this process and its finished children."""
    return forked_s() + sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


class Costs:
    """Adds up what tests cost: measured where they run, reported where the log is written."""

    def __init__(self) -> None:
        self._mark_s = spent_s()
        self._files: dict[str, float] = {}
        self._processes_s = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach the processor time since the report before."""
        report = yield
        now_s = spent_s()
        report.user_properties = [*report.user_properties, (PROPERTY, now_s - self._mark_s)]
        self._mark_s = now_s
        return report

    def pytest_runtest_logstart(self) -> None:
        """Time between tests, such as collecting them, belongs to none."""
        self._mark_s = spent_s()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a report, also one from another process of this run."""
        for kind, value in report.user_properties:
            if kind == PROPERTY and isinstance(value, float):
                name = report.nodeid.partition("::")[0]
                self._files[name] = self._files.get(name, 0.0) + value

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A worker of this run hands over what it spent in all."""
        output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[PROPERTY] = spent_s()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Count a finished worker."""
        self._processes_s += getattr(node, "workeroutput", {}).get(PROPERTY, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the files that cost the most."""
        # Workers are children and would count twice once they have been waited for.
        total_s = self._processes_s or spent_s()
        in_tests_s = sum(self._files.values())
        terminalreporter.section(
            f"processor time: {total_s:.0f} s, {in_tests_s:.0f} s of it in tests"
        )
        for name, cost_s in sorted(self._files.items(), key=lambda kept: -kept[1])[:SHOWN]:
            terminalreporter.write_line(f"{cost_s:8.1f} s  {name}")
