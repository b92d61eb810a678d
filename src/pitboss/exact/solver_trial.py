"""A trial of a solver that somebody else wrote, before its game is offered.

Solver and oracle are compared in a process of their own that may not run long, and once for each
state of the game's files; what agreed is remembered in the cache folder.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from pitboss.games.registry import GameFolder, Registry
from pitboss.package import cache_root, package_digest
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap_or_raise

WAIT_S = 60
AGREES = "agrees"


def solver_refusal(entry: GameFolder) -> Refusal | None:
    """Why a game is not offered on account of its solver.

    Where the oracle cannot walk an edition, and no less equipment is named, nothing is compared.
    """
    if not any((entry.folder / name).exists() for name in ("exact.py", "exact")):
        return None
    known = cache_root() / "solvers" / _digest(entry.folder)
    with contextlib.suppress(OSError, ValueError):
        if known.read_text("utf-8") == AGREES:
            return None
    fault = _fault_apart(entry.folder)
    if fault is not None:
        return Refusal(RefusalCode.BAD_FILE, f"exact.py: {fault}")
    # What cannot be written down is compared again at the next start.
    with contextlib.suppress(OSError):
        known.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        known.write_text(AGREES, "utf-8")
    return None


def _digest(folder: Path) -> str:
    """Of all that a comparison depends on: this package, and the game with its neighbours."""
    is_part = (folder.parent / "__init__.py").is_file()
    return f"{_digest_with(folder.parent if is_part else folder)}-{folder.name}"


@cache
def _digest_with(folder: Path) -> str:
    return package_digest(folder)


def _fault_apart(folder: Path) -> str | None:
    """What a process of its own finds wrong: a solver that never ends stops nothing else."""
    path = os.pathsep.join(one for one in sys.path if one)
    try:
        ran = subprocess.run(  # noqa: S603 (this program, on a folder of games)
            [sys.executable, "-m", __name__, str(folder)],
            check=False,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": path},
            timeout=WAIT_S,
        )
    except subprocess.TimeoutExpired:
        late = f"the solver is not compared with the oracle after {WAIT_S} seconds"
        return f"{late}; name less equipment as REDUCED."
    if ran.returncode == 0:
        return None
    said = ran.stderr.strip().splitlines() or [f"the solver ends the process ({ran.returncode})"]
    return f"{said[-1].rstrip('.')}."


def solver_fault(folder: Path) -> str | None:
    """What is wrong with the solver of the game in a folder, by edition."""
    # Every command loads this module; what compares is needed once for each game.
    from pitboss.exact.agreement import disagreement, has_solver

    (entry,) = Registry((folder,), tries=False).games.values()
    for key in entry.edition_keys() if has_solver(entry) else ():
        # An edition that is too large for the oracle is left to the author's own tests.
        with contextlib.suppress(Refused):
            fault = disagreement(entry, unwrap_or_raise(entry.edition(key)))
            if fault is not None:
                return f"edition {key}: {fault}"
    return None


if __name__ == "__main__":
    sys.exit(solver_fault(Path(sys.argv[1])))
