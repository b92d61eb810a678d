"""A trial of a game that somebody else wrote, before it is imported and offered.

In a process of its own that may not run long, the game is imported, plays a round of each edition
and has its solver compared with the oracle: once for each state of its files. What ended well is
remembered in the cache folder.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from pitboss.games.registry import Registry
from pitboss.package import cache_root, package_digest
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap_or_raise

WORK_S = 60
"""Processor time of a trial: a busy machine leaves no game out."""
WAIT_S = 600
"""For a game that does nothing and does not end."""
ENDED, PASSED = "ended", 77
LOAD, SOLVE = "load", "solve"
SPENT = None if sys.platform == "win32" else -signal.SIGPROF
"""The code of a process whose processor time is spent."""
_LATE = re.compile(r"^Timeout \(", re.MULTILINE)
_MODULE = re.compile(r"^[\w.]+\.(?=[A-Z]\w*: )")
"""What a traceback writes before the name of an error of the author's own."""
_COMPARING = " in disagreement\n"
"""The line of a traceback that says the solver was at work."""


def load_refusal(folder: Path) -> Refusal | None:
    """Why a game cannot be imported and tried: it does not end, or it ends the whole process.

    What only raises an error is left to whoever loads it, and named there.
    """
    return _refusal(folder, LOAD)


def solver_refusal(
    folder: Path, on_trial: Callable[[str], None] = lambda name: None
) -> Refusal | None:
    """Why a game is not offered: as `load_refusal`, or its solver and the oracle disagree.

    Where the oracle cannot walk an edition, and no less equipment is named, nothing is compared.
    """
    return _refusal(folder, SOLVE, on_trial)


def _refusal(
    folder: Path, upto: str, on_trial: Callable[[str], None] = lambda name: None
) -> Refusal | None:
    known = cache_root() / "trials" / f"{_digest(folder)}-{upto}"
    with contextlib.suppress(OSError, ValueError):
        if known.read_text("utf-8") == ENDED:
            return None
    on_trial(folder.name.replace("_", "-"))
    fault = _fault_apart(folder, upto)
    if fault is not None:
        return Refusal(RefusalCode.BAD_FILE, fault)
    # What cannot be written down is tried again at the next start.
    with contextlib.suppress(OSError):
        known.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        known.write_text(ENDED, "utf-8")
    return None


def _digest(folder: Path) -> str:
    """Of all that a trial depends on: this package, and the game with its neighbours."""
    is_part = (folder.parent / "__init__.py").is_file()
    return f"{_digest_with(folder.parent if is_part else folder)}-{folder.name}"


@cache
def _digest_with(folder: Path) -> str:
    return package_digest(folder)


def _fault_apart(folder: Path, upto: str) -> str | None:
    """What a process of its own finds wrong: a game that never ends stops nothing else."""
    path = os.pathsep.join(one for one in sys.path if one)
    ran = subprocess.run(  # noqa: S603 (this program, on a folder of games)
        [sys.executable, "-m", __name__, upto, str(WORK_S), str(WAIT_S), str(folder)],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        env=os.environ | {"PYTHONPATH": path},
    )
    # A code of the trial's own: a game may end the process as if all were well.
    passed = ran.returncode == PASSED
    return None if passed else describe_end(ran.stderr, ran.returncode, folder)


def describe_end(said: str, code: int, folder: Path) -> str:
    """What a process that did not end well wrote last, as one sentence."""
    is_solver, is_late = _COMPARING in said, _LATE.search(said) is not None
    if not is_late and code != SPENT:
        last = (said.strip().splitlines() or [f"the game ends the process ({code})"])[-1]
        named = _MODULE.sub("", last)
        return f"{'exact.py: ' if is_solver else ''}{named.rstrip('.')}."
    limit = f"{WAIT_S} seconds" if is_late else f"{WORK_S} seconds of processor time"
    if is_solver:
        late = f"exact.py: the solver is not compared with the oracle after {limit}"
        return f"{late}; name less equipment as REDUCED."
    frame = re.search(rf'File "{re.escape(str(folder))}/(.+?)", line (\d+)', said)
    where = "it" if frame is None else f"{frame[1]}:{frame[2]}"
    return f"{where} does not end within {limit}."


def solver_fault(folder: Path) -> str | None:
    """What is wrong with the solver of the game in a folder, by edition."""
    # Every command loads this module; what compares is needed once for each game.
    from pitboss.exact.agreement import disagreement, has_solver

    for entry in _load(folder).games.values():
        for key in entry.edition_keys() if has_solver(entry) else ():
            # An edition that is too large for the oracle is left to the author's own tests.
            with contextlib.suppress(Refused):
                fault = disagreement(entry, unwrap_or_raise(entry.edition(key)))
                if fault is not None:
                    return f"exact.py: edition {key}: {fault}"
    return None


def _load(folder: Path) -> Registry:
    """The game in a folder, imported and tried; none where that raises an error."""
    return Registry((folder.parent,), only=folder.name.replace("_", "-"))


def main(upto: str, work_s: str, wait_s: str, folder: str) -> str | int:
    """Try the game; whatever takes too long ends the process with where it was."""
    faulthandler.dump_traceback_later(float(wait_s), exit=True)
    if sys.platform != "win32":
        faulthandler.register(signal.SIGPROF, chain=True)
        signal.setitimer(signal.ITIMER_PROF, float(work_s))
    if upto == SOLVE:
        return solver_fault(Path(folder)) or PASSED
    _load(Path(folder))
    return PASSED


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
