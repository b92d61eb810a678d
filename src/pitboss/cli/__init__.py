"""The command line: every job of Pitboss as one command.

The list of commands prints without loading anything; each command loads only what it needs.
"""

import gc
import sys
from collections.abc import Sequence

EXIT_INTERRUPTED = 130
GC_EVERY = 50_000
COMMANDS = {
    "Play": {
        "games": "List the games and their editions.",
        "rules": "Print a game's numbered rules, with sources, code and tests.",
        "hand": "Score a hand and give the exact value of each decision.",
        "settle": "Settle any result you type in: a payout calculator.",
        "play": "Sit down at a terminal table with practice credits.",
        "train": "Quiz a dealer: what to take, what to pay, how to set a hand.",
    },
    "Prove and protect": {
        "par": "Make an exact PAR sheet on screen or as JSON, CSV, HTML, PDF, XLSX.",
        "dossier": "Put everything a submission needs into one archive.",
        "simulate": "Simulate rounds and visits, and compare them with the exact values.",
        "protect": "Show how a game can be beaten, and how to see it happening.",
    },
    "Write a game": {
        "new-game": "Write a small working game of your own, to start from.",
        "check-game": "Check that a game does what every game must do.",
    },
    "Run a house": {
        "serve": "Open the tables in a browser, with practice credits.",
        "recall": "Show any round of a table, or a player's last rounds.",
        "verify": "Check a round file: commitment, draws, rules and settlement.",
        "audit": "Verify or export the record of a house.",
        "floor": "Report win, drop and theory by table, or simulate a house to try it.",
        "export": "Write rounds, outcomes or sheets as tidy tables: CSV, Parquet, JSON lines.",
        "backup": "Copy a whole house into one file, while it runs.",
        "restore": "Put a house back from its backup.",
        "settings": "List every setting with its value, default and help.",
        "completion": "Print a script that completes commands in your shell.",
    },
}
"""The commands by purpose, each with its line in the help."""


def main(tokens: Sequence[str] | None = None) -> int:
    """Run one command: 0 when it was done, 1 when its verdict is bad, 2 when it was refused."""
    words = list(sys.argv[1:] if tokens is None else tokens)
    try:
        if not words or words[0] in ("--help", "-h"):
            sys.stdout.write(help_text())
            return 0
        # What is loaded stays: to look through it for garbage, as often as usual, would take an
        # eighth of a start.
        gc.set_threshold(GC_EVERY)
        # Loaded only now, so that an interrupt while it loads is handled too.
        from pitboss.cli.app import run

        return run(words)
    except KeyboardInterrupt:
        sys.stderr.write("pitboss: Stopped.\n")
        return EXIT_INTERRUPTED


def help_text() -> str:
    """What `pitboss --help` prints."""
    groups = (
        "\n".join([f"{title}:", *(f"  {name:<12}{line}" for name, line in commands.items())])
        for title, commands in COMMANDS.items()
    )
    return "\n\n".join(
        [
            "Usage: pitboss COMMAND [OPTIONS]",
            "Table games that follow their documents: play them, prove them, protect them.",
            *groups,
            "Start with `pitboss games`, then `pitboss play GAME`.",
            "`pitboss COMMAND --help` says what a command takes, with an example.",
            "`--quiet` leaves out messages and progress.\n",
        ]
    )
