"""The page about reports: its example runs, and it names every renderer that exists."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "how-it-works" / "reports.md").read_text("utf-8")


def test_the_example_writes_a_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 1
    names: dict[str, object] = {}
    exec(compile(blocks[0], "reports.md", "exec"), names)  # noqa: S102
    assert names["refusal"] is None
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")


def test_every_call_in_the_table_exists() -> None:
    calls = re.findall(r"`(\w+)\.(\w+)\(", PAGE)
    assert len(calls) >= 8
    for module, name in calls:
        assert callable(getattr(importlib.import_module(f"pitboss.report.{module}"), name))
