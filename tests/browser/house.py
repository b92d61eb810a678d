"""The program itself, as an operator starts it: `pitboss serve` in a process of its own.

A test stops it as a signal would, kills it as a power cut would, and starts it again on the same
file and port. Waits are those of the settings below unless a test asks for others. Where the
process is not the point, the same server runs in a thread of the test.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.attacks.places import serving_inside
from tests.deadlines import PATIENCE_S
from tests.launch import launch
from tests.plain_http import NO_TLS
from tests.server.kit import Running

PASSWORD = "correct horse battery"  # noqa: S105
Json = dict[str, Any]

SETTINGS = {
    # No wait of the table's own: a round goes on when somebody acts, however slow the machine is.
    "PITBOSS_BETS_MS": "0",
    "PITBOSS_DECISION_MS": "0",
    "PITBOSS_BETWEEN_MS": "1500",
    "PITBOSS_TICK_MS": "20",
    # Every browser of a test comes from one address.
    "PITBOSS_REQUESTS_PER_S": "1000",
    "PITBOSS_REQUESTS_BURST": "5000",
    "PITBOSS_ENTRIES_PER_MIN": "1000",
    "PITBOSS_TABLES_PER_ADDRESS": "1000",
    "PITBOSS_STOP_MS": "2000",
    "PITBOSS_LAG_MS": "0",
    # Only tests of figures start the processes that work them out.
    "PITBOSS_FIGURE_WORKERS": "0",
    # Behind the other tests of a busy machine they would wait for minutes.
    "PITBOSS_WORKERS_YIELD": "0",
}


@dataclass(slots=True)
class House:
    """A server process and where it is."""

    folder: Path
    web: Path
    settings: dict[str, str] = field(default_factory=dict)
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    server_database: str = ""
    """The address of a database on PostgreSQL, in place of the file."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        return self.folder / "house.db"

    @property
    def log(self) -> str:
        """Everything that the server wrote, one JSON object a line."""
        return (self.folder / "log.jsonl").read_text(encoding="utf-8")

    # Coming and going.

    def start(
        self,
        *,
        grants: tuple[str, ...] = (),
        options: tuple[str, ...] = (),
        before: str = "",
        prepares: bool = False,
    ) -> None:
        """Start, on the port it had before if it had one, and wait until it is open."""
        words = ["--port", str(self.port)]
        words += ["--database", self.server_database or str(self.database)]
        words += ["--log", str(self.folder / "log.jsonl"), *options]
        words += [text for grant in grants for text in ("--grant", grant)]
        self.process, self.port = launch(
            *words, env=self._environment(), before=before, prepares=prepares
        )

    def _environment(self) -> dict[str, str]:
        kept = {name: text for name, text in os.environ.items() if not name.startswith("COV_")}
        return {**kept, "PITBOSS_WEB_DIR": str(self.web), **SETTINGS, **self.settings}

    def stop(self) -> None:
        """Stop as an operator does; it must end well."""
        code = self._end(signal.SIGTERM)
        assert code == 0, f"the server ended with {code}"

    def kill(self) -> None:
        """Stop as a power cut does."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None and self.process.stderr is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE_S)
        self.process.stderr.close()
        self.process = None
        return code

    def restart(self, *, grants: tuple[str, ...] = ()) -> None:
        """Stop, and start again on the same file and port."""
        self.stop()
        self.start(grants=grants)

    # Beside the browser.

    @contextmanager
    def client(self, token: str = "") -> Iterator[httpx.Client]:
        """Requests without a browser; with a token, as whoever it belongs to."""
        with httpx.Client(
            base_url=self.url, headers={"origin": self.url}, timeout=PATIENCE_S, verify=NO_TLS
        ) as client:
            if token:
                client.cookies.set("pitboss", token)
                client.headers["x-csrf-token"] = client.get("/api/me").json()["csrf"]
            yield client

    def open_table(self, game: str, *, host: str = "Host", **form: Any) -> str:
        """A private table of somebody who is not looking; its name."""
        with self.client() as client:
            me = client.post("/api/guest", json={"name": host}).json()
            headers = {"x-csrf-token": me["csrf"]}
            answer = client.post("/api/tables", json={"game": game, **form}, headers=headers)
            assert answer.status_code == 201, answer.text
            return str(answer.json()["table"])

    def make_account(self, name: str) -> None:
        """An account under PASSWORD; `restart(grants=("NAME=pit-boss",))` gives it a role."""
        with self.client() as client:
            me = client.post("/api/guest", json={"name": name}).json()
            headers = {"x-csrf-token": me["csrf"]}
            form = {"name": name, "password": PASSWORD}
            assert client.post("/api/account", json=form, headers=headers).is_success


@dataclass(slots=True)
class HouseInside(House):
    """The same house in a thread: what every process would load is loaded once."""

    inside: ExitStack = field(default_factory=ExitStack)
    running: Running | None = None

    def start(
        self,
        *,
        grants: tuple[str, ...] = (),
        options: tuple[str, ...] = (),
        before: str = "",
        prepares: bool = False,
    ) -> None:
        """Start; only a process can be given options, or Python to run first."""
        assert not (options or before or prepares)
        running = serving_inside(
            str(self.database),
            self.folder,
            environment=self._environment(),
            arguments=grants,
            port=self.port,
        )
        self.running = self.inside.enter_context(running)
        self.port = self.running.port

    def stop(self) -> None:
        """Stop as a signal would."""
        self.inside.close()

    def kill(self) -> None:
        """A thread cannot be killed."""
        raise NotImplementedError


@contextmanager
def house_in(folder: Path, web: Path, **settings: str) -> Iterator[House]:
    """A house for as long as the block lasts."""
    house = House(folder, web, dict(settings))
    house.start()
    try:
        yield house
    finally:
        if house.process is not None:
            house.stop()


@contextmanager
def house_inside(folder: Path, web: Path, **settings: str) -> Iterator[House]:
    """The same in a thread."""
    house = HouseInside(folder, web, dict(settings))
    house.start()
    try:
        yield house
    finally:
        house.stop()
