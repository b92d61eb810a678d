"""Targets: files that a command will write, checked before any work is done."""

from __future__ import annotations

import os
from pathlib import Path

from pitboss.refusals import Refusal, RefusalCode


def target_refusal(*paths: Path | None) -> Refusal | None:
    """Why these files cannot all be written, or None."""
    named = [path for path in paths if path is not None]
    if len({path.resolve() for path in named}) < len(named):
        return Refusal(
            RefusalCode.CANNOT_WRITE, f"Cannot write two files as '{named[0]}'; name two files."
        )
    for path in named:
        reason = _reason(path)
        if reason:
            return Refusal(RefusalCode.CANNOT_WRITE, f"Cannot write '{path}': {reason}.")
    return None


def _reason(path: Path) -> str:
    try:
        if path.is_dir():
            return "it is a folder; name a file inside it"
        if not path.parent.is_dir():
            return f"there is no folder '{path.parent}'; create it first"
    except (OSError, ValueError) as problem:
        return f"{getattr(problem, 'strerror', None) or problem}; choose another file"
    held = path if path.exists() else path.parent
    return "" if os.access(held, os.W_OK) else "permission denied; choose another file"
