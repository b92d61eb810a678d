"""The command line: every job of Pitboss as one command.

Commands are loaded when they are called, so that `pitboss games` does not wait for the mathematics.
"""

from pitboss.cli.app import main

__all__ = ["main"]
