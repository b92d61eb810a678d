"""The application: runs a command and reports what is wrong with its input.

Every refusal is one sentence on standard error and exit code 2; a missing extra is exit code 4.
"""

from __future__ import annotations

import sys

from cyclopts import App, CycloptsError, Parameter

from pitboss import __version__
from pitboss.cli import COMMANDS
from pitboss.cli.output import is_quiet, say_error
from pitboss.extras import extra_of, missing_extra
from pitboss.refusals import RefusalCode, Refused

QUIET = ("--quiet", "-q")
EXIT_REFUSED = 2
EXIT_MISSING_EXTRA = 4


def make_app() -> App:
    """Every command under its name, loaded when it is used."""
    app = App(
        name="pitboss",
        version=__version__,
        default_parameter=Parameter(negative=""),
        # An interrupt is said in words, by whoever runs a command.
        suppress_keyboard_interrupt=False,
    )
    for name in (name for group in COMMANDS.values() for name in group):
        function = name.replace("-", "_")
        app.command(f"pitboss.cli.{function}:{function}", name=name)
    return app


def run(words: list[str]) -> int:
    """Run one command and return its exit code; `--quiet` is taken anywhere before `--`."""
    end = words.index("--") if "--" in words else len(words)
    kept = [word for word in words[:end] if word not in QUIET] + words[end:]
    before = is_quiet.set(len(kept) < len(words))
    try:
        return _run(kept)
    finally:
        is_quiet.reset(before)


def _run(words: list[str]) -> int:
    app, names = make_app(), {name for group in COMMANDS.values() for name in group}
    try:
        code = app(words, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as problem:
        command = f"{words[0]} " if words[:1] and words[0] in names else ""
        say_error(f"{problem} Try 'pitboss {command}--help'.")
        return EXIT_REFUSED
    except Refused as problem:
        say_error(problem.sentence)
        is_missing = problem.code is RefusalCode.MISSING_EXTRA
        return EXIT_MISSING_EXTRA if is_missing else EXIT_REFUSED
    except ModuleNotFoundError as problem:
        extra = extra_of(problem.name or "")
        missing = None if extra is None else missing_extra(extra, f"pitboss {words[0]}")
        if missing is None:
            raise
        say_error(missing.sentence)
        return EXIT_MISSING_EXTRA
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does; nothing is left to tell it.
        sys.stderr.close()
        return 0
    return code if isinstance(code, int) else 0
