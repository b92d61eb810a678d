"""`pitboss completion`: a script for your shell that completes commands and options."""

from __future__ import annotations

import sys
from typing import Literal


def completion(shell: Literal["bash", "zsh", "fish"]) -> int:
    """Print the script; have your shell read it when it starts.

    Example: pitboss completion bash > ~/.local/share/bash-completion/completions/pitboss

    Parameters
    ----------
    shell
        bash, zsh or fish.
    """
    # The application itself lists the commands, and this is one of them.
    from pitboss.cli.app import make_app

    sys.stdout.write(make_app().generate_completion(prog_name="pitboss", shell=shell))
    return 0
