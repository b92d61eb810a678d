"""The application: which commands there are, and how a mistake is told.

Every failure is one sentence on standard error and exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Parameter

from pitboss import __version__
from pitboss.cli.output import EXIT_REFUSED, say_error
from pitboss.refusals import Refused

COMMANDS = {
    "games": "List the games and their editions.",
    "rules": "Print a game's numbered rules, with sources, code and tests.",
    "hand": "Score a hand and give the exact value of each decision.",
    "settle": "Settle any result typed in: a payout calculator.",
    "play": "Sit down at a terminal table with practice credits.",
    "train": "Quiz a dealer: what is taken, what is paid, how a hand is set.",
    "par": "Make an exact PAR sheet on screen or as JSON, CSV, HTML, PDF, XLSX.",
    "dossier": "Put everything a submission needs into one archive.",
    "simulate": "Simulate rounds and trips, each result with its verdict.",
    "protect": "Show how a game can be beaten, and how to see it happening.",
    "serve": "Open the tables in a browser, with practice credits.",
    "verify": "Check a round file: commitment, draws, rules and settlement.",
    "recall": "Show any round of a table, or a player's last rounds.",
    "audit": "Verify or export the record of a house.",
    "settings": "List every setting with its value, default and help.",
}
"""Each command and its line in the help; its code is loaded when it is called."""

EPILOGUE = "`pitboss COMMAND --help` shows what a command takes, with an example."


def application(*, listing: bool) -> App:
    """The commands, with their one line when they are only listed, else with their own help."""
    app = App(
        name="pitboss",
        help="Table games that follow their documents: play them, prove them, protect them.",
        help_epilogue=EPILOGUE if listing else None,
        version=__version__,
        default_parameter=Parameter(negative=""),
    )
    for name, line in COMMANDS.items():
        app.command(f"pitboss.cli.{name}:{name}", name=name, help=line if listing else None)
    return app


def main(tokens: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 when it was done and 2 when it was refused."""
    words = list(sys.argv[1:] if tokens is None else tokens)
    try:
        code = application(listing=not words or words[0] in ("--help", "-h"))(
            words,
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except CycloptsError as problem:
        say_error(f"{problem} Try 'pitboss --help'.")
        return EXIT_REFUSED
    except Refused as problem:
        say_error(problem.refusal.sentence)
        return EXIT_REFUSED
    except KeyboardInterrupt:
        say_error("Stopped.")
        return 130
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does; nothing is left to tell it.
        sys.stderr.close()
        return 0
    return code if isinstance(code, int) else 0
