"""The browser's types are those of the Python records, and saying so again changes nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "wire_types"
TYPES = ROOT / "web" / "src" / "wire" / "types.ts"


def test_types_in_the_browser_are_those_of_the_records() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr


def test_every_field_of_a_view_is_written() -> None:
    text = TYPES.read_text(encoding="utf-8")
    for name in ("TableView", "SpinView", "GinView", "FlipView", "LineView", "Shown", "Ask"):
        assert f"export interface {name} {{" in text
    for field in ("deadline_ms: number | null", "readonly felt: GameView | null", "kind: 'ask'"):
        assert field in text
