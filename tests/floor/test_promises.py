"""The page that names a test for every promise names only tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "evidence" / "live-tables.md"
_NAMED = re.compile(r"`([a-z_]+/[a-z_]+\.py)(?:::(test_\w+))?`")


def test_every_test_on_the_page_of_promises_exists() -> None:
    named = _NAMED.findall(PAGE.read_text("utf-8"))
    assert len(named) > 60
    for file, test in named:
        text = (ROOT / "tests" / file).read_text("utf-8")
        assert not test or re.search(rf"^(async )?def {test}\(", text, re.MULTILINE), (file, test)


def test_every_full_count_on_the_page_is_a_job() -> None:
    scripts = "".join(path.read_text("utf-8") for path in (ROOT / "scripts").glob("*soak*.py"))
    counts = re.findall(r"`([a-z-]+)`(?=[:,] |, `| \|)", PAGE.read_text("utf-8"))
    jobs = {name for name in counts if not name.startswith("draws-")}
    assert jobs >= {"kills", "server-kills", "simulation", "tamper", "storm", "store-cuts"}
    for name in jobs:
        assert f'"{name}"' in scripts, name
