"""How a command starts: what it loads, and an interrupt while it still loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pitboss.cli import COMMANDS, main

SETTLE = ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=10")
LOADED = """
import sys
from pitboss.cli import main
main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""
INTERRUPTED = """
import sys
from importlib.abc import MetaPathFinder

class Interrupt(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
from pitboss.cli import main
raise SystemExit(main(["games"]))
"""


@pytest.mark.parametrize(
    ("words", "unneeded"),
    [
        (("--help",), {"cyclopts", "rich", "numpy", "pitboss.games"}),
        (SETTLE, {"numpy", "pitboss.report", "pitboss.games.flip_it", "pitboss.games.gin_and_win"}),
    ],
    ids=["help", "settle"],
)
def test_a_command_loads_only_what_it_needs(words: tuple[str, ...], unneeded: set[str]) -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED, *words], capture_output=True, text=True)
    assert ran.returncode == 0 and ran.stdout
    assert not unneeded & set(ran.stderr.split())


@pytest.mark.parametrize("module", ["pitboss.cli.app", "cyclopts", "pitboss.cli.games"])
def test_an_interrupt_while_a_command_loads_prints_no_traceback(module: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, module], capture_output=True, text=True
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "pitboss: Stopped.\n")


def test_every_command_has_a_line_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    listed = capsys.readouterr().out
    for name in (name for group in COMMANDS.values() for name in group):
        assert f"  {name}" in listed
        main([name, "--help"])
        shown = capsys.readouterr().out
        assert "Example" in shown and f"pitboss {name}" in shown
