"""The application: which commands there are, and how a mistake is told.

Called by the `pitboss` script. Every failure is one sentence on standard error and exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from pitboss import __version__
from pitboss.cli.output import EXIT_REFUSED, say_error

COMMANDS = (
    "games",
    "rules",
    "hand",
    "settle",
    "play",
    "par",
    "simulate",
    "dossier",
    "verify",
    "recall",
    "audit",
    "protect",
)

app = App(
    name="pitboss",
    help="Table games that follow their documents: play them, prove them, protect them.",
    version=__version__,
)
for _name in COMMANDS:
    app.command(f"pitboss.cli.{_name}:{_name}", name=_name)


def main(tokens: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 when it was done and 2 when it was refused."""
    try:
        code = app(
            list(sys.argv[1:] if tokens is None else tokens),
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except CycloptsError as problem:
        say_error(f"{problem} Try 'pitboss --help'.")
        return EXIT_REFUSED
    except KeyboardInterrupt:
        say_error("Stopped.")
        return 130
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does; nothing is left to tell it.
        sys.stderr.close()
        return 0
    return code if isinstance(code, int) else 0
