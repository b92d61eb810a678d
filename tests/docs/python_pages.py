"""Pages with Python on them, run: a text block is what the block before it printed."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from tests.docs.pages import blocks


def run_page(page: Path) -> int:
    """Run the Python blocks of a page in order; how many outputs were compared."""
    names: dict[str, object] = {}
    printed, shown = "", 0
    for block in blocks(page.read_text("utf-8")):
        text = "\n".join(block.lines)
        if block.language == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, f"{page.name}:{block.line}", "exec"), names)  # noqa: S102
            printed = out.getvalue().rstrip()
        elif block.language == "text":
            assert text == printed, f"{page.name}, line {block.line}"
            shown += 1
    return shown
