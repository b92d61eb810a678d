"""Run commands as if only the core were installed; prints each exit code and what was said.

Every module of this environment is hidden, except those of the core's own dependencies.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from importlib.metadata import packages_distributions, requires


def core_distributions() -> set[str]:
    """The project and everything that it needs without any extra, by normal names."""
    found: set[str] = set()
    waiting = ["pitboss"]
    while waiting:
        name = _normal(waiting.pop())
        if name in found:
            continue
        found.add(name)
        lines = [one for one in requires(name) or [] if "extra ==" not in one]
        waiting += [re.split(r"[\[<>=~! ;(]", line)[0] for line in lines if "win32" not in line]
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def hide_everything_else() -> None:
    """Make every module that the core does not install impossible to import."""
    core = core_distributions()
    for module, distributions in packages_distributions().items():
        if not core & {_normal(one) for one in distributions}:
            sys.modules[module] = None  # type: ignore[assignment]


def main() -> None:
    hide_everything_else()
    from pitboss.cli import main as run

    said = []
    for words in json.loads(sys.stdin.read()):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(words)
        said.append({"code": code, "out": out.getvalue(), "err": err.getvalue()})
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main()
