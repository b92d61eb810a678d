"""`pitboss serve` before the first visitor: where it listens, logs and opens a window."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from pitboss.cli import serve as command
from pitboss.cli.serve import has_screen
from pitboss.refusals import Refusal
from pitboss.server.options import Options


@pytest.mark.parametrize(
    ("platform", "environment", "there_is_one"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "firefox"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_browser_is_opened_only_where_it_has_a_window(
    platform: str, environment: dict[str, str], there_is_one: bool
) -> None:
    assert has_screen(environment, platform) is there_is_one


def test_a_taken_port_is_told_when_it_was_named_and_passed_over_when_not() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = command._listener("127.0.0.1", port)
        assert isinstance(refused, Refusal) and f"Port {port}" in refused.sentence
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(command, "PORT", port)
            found = command._listener("127.0.0.1", None)
        assert isinstance(found, socket.socket)
        with found:
            assert found.getsockname()[1] != port


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    refused = command._log(tmp_path / "nowhere" / "log.jsonl", Options(origins=()))
    assert isinstance(refused, Refusal) and "nowhere" in refused.sentence
