"""A stock Firefox, driven over Marionette, the protocol it has built in.

Playwright drives a Firefox of its own; the one people have is asked directly. A command is
`length:[0, id, name, parameters]` over a local socket, an answer `length:[1, id, error, result]`.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.deadlines import PATIENCE_S, wait_until
from tests.needs import find_firefox

PREFERENCES = {
    # Any free port; Firefox writes the one it took into its profile.
    "marionette.port": 0,
    "ui.prefersReducedMotion": 1,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""What WebDriver calls a reference to an element."""


class Firefox:
    """One window of a Firefox without a screen."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self._stream = self._socket.makefile("rb")
        self._count = 0
        self._receive()
        self.ask("WebDriver:NewSession", {})

    def ask(self, command: str, parameters: dict[str, Any]) -> Any:
        """The result of a command; what Firefox refuses fails the test."""
        self._count += 1
        message = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._receive()
        assert error is None, f"{command} {parameters}: {error}"
        return result

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._stream.read(1)
        return json.loads(self._stream.read(int(length[:-1])))

    def go(self, address: str) -> None:
        """Open an address."""
        self.ask("WebDriver:Navigate", {"url": address})

    def read(self, expression: str) -> Any:
        """What an expression is on the page."""
        script = {"script": f"return ({expression})", "args": []}
        return self.ask("WebDriver:ExecuteScript", script)["value"]

    def until(self, expression: str) -> Any:
        """Wait until an expression is true on the page; its value."""
        found: list[Any] = []

        def look() -> bool:
            found[:] = [self.read(expression)]
            return bool(found[0])

        wait_until(look)
        return found[0]

    def click(self, selector: str, words: str = "") -> None:
        """Click the first element that fits and can be used, as a person does: by where it is."""
        is_free = "!one.disabled && one.getAttribute('aria-disabled') !== 'true'"
        fits = f"{is_free} && one.innerText.includes({json.dumps(words)})"
        all_of = f"[...document.querySelectorAll({json.dumps(selector)})]"
        element = self.until(f"{all_of}.find((one) => {fits})")
        self.ask("WebDriver:ElementClick", {"id": element[ELEMENT]})

    def type(self, selector: str, text: str) -> None:
        """Write into a field."""
        element = self.until(f"document.querySelector({json.dumps(selector)})")
        self.ask("WebDriver:ElementClear", {"id": element[ELEMENT]})
        self.ask("WebDriver:ElementSendKeys", {"id": element[ELEMENT], "text": text})

    def close(self) -> None:
        """End the browser."""
        self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._stream.close()
        self._socket.close()


@contextmanager
def firefox_in(profile: Path) -> Iterator[Firefox]:
    """A Firefox with an empty profile for as long as the block lasts."""
    lines = (f'user_pref("{name}", {json.dumps(wish)});' for name, wish in PREFERENCES.items())
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    program = find_firefox()
    assert program is not None
    process = subprocess.Popen(
        [program, "--headless", "--no-remote", "--marionette", "--profile", str(profile)],
        env={**os.environ, "HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        port = profile / "MarionetteActivePort"
        wait_until(
            lambda: process.poll() is not None or (port.exists() and port.read_text("utf-8"))
        )
        assert process.poll() is None, "Firefox did not start"
        firefox = Firefox(int(port.read_text("utf-8")))
        yield firefox
        firefox.close()
        process.wait(PATIENCE_S)
    finally:
        process.kill()
        process.wait()
