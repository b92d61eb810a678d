"""Python processes for tests, forked from one that has already loaded what servers load.

`PythonProcess` is a `subprocess.Popen` for `python -c CODE …` and `python -m MODULE …`. Nothing of
the test is in the new process: it is forked from a fork server, one for each kind of process, which
imports modules and does nothing else. Where a new interpreter is the point of a test it uses
`subprocess`; so does every test on a system without descriptors of processes.

Run as `python -m tests.prefork DESCRIPTOR MODULE…` this is the fork server.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import resource
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SERVERS = ("pitboss.cli.serve", "pitboss.server.run", "tests.entropy")
WORKERS = (
    "pitboss.server.jobs.worker",
    *(f"pitboss.server.{kind}.job" for kind in ("analysis", "protection", "simulation")),
)
CLUSTERS = (
    "distributed.cli.dask_scheduler",
    "distributed.cli.dask_worker",
    "pitboss.simulate.runner",
)
"""Modules that processes of a kind import. None of them starts a thread."""
CAN_FORK = hasattr(os, "pidfd_open")
LENGTH = struct.Struct("I")
PID = struct.Struct("i")
ENDED = struct.Struct("idd")
"""A process's code, its processor seconds, and those of the server that forked it."""
STANDARD = 3
PIPES = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
"""`Popen`'s own names for the ends of its pipes."""
_EXECUTE = signature(vars(subprocess.Popen)["_execute_child"])


class Forked(subprocess.Popen[bytes]):
    """A process of `(sys.executable, "-c" or "-m", …)`; everything else is as with `Popen`."""

    loaded = SERVERS
    """What its fork server has loaded."""
    _ended: int = -1
    _close_pipe_fds: Callable[..., None]

    def _execute_child(self, *given: Any) -> None:
        asked = _EXECUTE.bind(self, *given).arguments
        python, *words = map(str, asked["args"])
        assert python == sys.executable and words[0] in ("-c", "-m"), words
        assert not (asked["preexec_fn"] or asked["pass_fds"] or asked["shell"]), asked
        own = (asked["p2cread"], asked["c2pwrite"], asked["errwrite"])
        streams = [at if one == -1 else one for at, one in enumerate(own)]
        environment = os.environ if asked["env"] is None else asked["env"]
        order = {"words": words, "cwd": str(asked["cwd"] or Path.cwd()), "env": dict(environment)}
        self._ended, told = os.pipe()
        try:
            self.pid = _server(self.loaded).fork(order, [*streams, told])
        finally:
            os.close(told)
        self._child_created = True
        self._close_pipe_fds(*(asked[name] for name in PIPES))

    def poll(self) -> int | None:
        """The code, if the process has ended."""
        return self._internal_poll()

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        if self.returncode is None and self._has_ended(0):
            self._read_end()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; raises `TimeoutExpired` as `Popen` does."""
        if self.returncode is None:
            if not self._has_ended(timeout):
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self._read_end()
        return self.returncode

    def _has_ended(self, timeout_s: float | None) -> bool:
        waiting = select.poll()
        waiting.register(self._ended, select.POLLIN)
        return bool(waiting.poll(None if timeout_s is None else 1_000 * timeout_s))

    def _read_end(self) -> None:
        found = os.read(self._ended, ENDED.size)
        if found:  # Another thread may have read it.
            code, spent_s, server_s = ENDED.unpack(found)
            self.returncode = code
            _server(self.loaded).count(spent_s, server_s)
            os.close(self._ended)


def loading(*modules: str) -> type[subprocess.Popen[bytes]]:
    """A `Popen` for processes that import these modules."""
    return type("Loading", (Forked,), {"loaded": modules}) if CAN_FORK else subprocess.Popen


PythonProcess = loading(*SERVERS)


def run_python(
    *words: str, env: Mapping[str, str] | None = None, timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `python -c …` or `python -m …` to its end and capture what it writes."""
    pipe = subprocess.PIPE
    command = (sys.executable, *words)
    with PythonProcess(command, env=env, stdout=pipe, stderr=pipe) as process:
        try:
            out, err = process.communicate(timeout=timeout)
        except BaseException:
            process.kill()
            raise
    return subprocess.CompletedProcess(command, process.returncode, out.decode(), err.decode())


class _ForkServer:
    """The fork server, as seen from a test."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self._lock = threading.Lock()
        self._socket, theirs = socket.socketpair()
        words = (sys.executable, "-m", "tests.prefork", str(theirs.fileno()), *modules)
        self._process = subprocess.Popen(words, pass_fds=(theirs.fileno(),), cwd=ROOT)
        theirs.close()
        self.spent_s = self._own_s = 0.0
        atexit.register(self.close)

    def fork(self, order: Mapping[str, Any], descriptors: list[int]) -> int:
        data = json.dumps(order).encode()
        with self._lock:
            socket.send_fds(self._socket, [LENGTH.pack(len(data))], descriptors)
            self._socket.sendall(data)
            (pid,) = PID.unpack(self._socket.recv(PID.size))
        return int(pid)

    def count(self, spent_s: float, server_s: float) -> None:
        with self._lock:
            self.spent_s += spent_s + server_s - self._own_s
            self._own_s = server_s

    def close(self) -> None:
        self._socket.close()
        self._process.wait()


_SERVERS: dict[tuple[str, ...], _ForkServer] = {}


def _server(modules: tuple[str, ...]) -> _ForkServer:
    if modules not in _SERVERS:
        _SERVERS[modules] = _ForkServer(modules)
    return _SERVERS[modules]


def forked_s() -> float:
    """Processor seconds of forked processes that have ended, and of the servers that fork them."""
    return sum(server.spent_s for server in _SERVERS.values())


def _serve(orders: socket.socket) -> None:
    """Fork on every order until the test's process closes the socket."""
    running: dict[int, tuple[int, int]] = {}
    waiting = select.poll()
    waiting.register(orders, select.POLLIN)
    while True:
        for ready, _ in waiting.poll():
            if ready in running:
                waiting.unregister(ready)
                _report_end(ready, *running.pop(ready))
                continue
            data, descriptors, _, _ = socket.recv_fds(orders, LENGTH.size, STANDARD + 1)
            if not data:
                return
            (length,) = LENGTH.unpack(data)
            order = orders.recv(length, socket.MSG_WAITALL)
            pid = os.fork()
            if pid == 0:
                told = [told for _, told in running.values()]
                for unused in (*running, *told, orders.fileno(), descriptors[STANDARD]):
                    os.close(unused)
                _become(json.loads(order), descriptors[:STANDARD])
            for unused in descriptors[:STANDARD]:
                os.close(unused)
            watched = os.pidfd_open(pid)
            running[watched] = (pid, descriptors[STANDARD])
            waiting.register(watched, select.POLLIN)
            orders.sendall(PID.pack(pid))


def _report_end(watched: int, pid: int, told: int) -> None:
    _, status, used = os.wait4(pid, 0)
    own = resource.getrusage(resource.RUSAGE_SELF)
    code = os.waitstatus_to_exitcode(status)
    spent_s = used.ru_utime + used.ru_stime
    with suppress(BrokenPipeError):  # Whoever started it may wait no more.
        os.write(told, ENDED.pack(code, spent_s, own.ru_utime + own.ru_stime))
    os.close(told)
    os.close(watched)


def _become(order: Mapping[str, Any], descriptors: Sequence[int]) -> None:
    """Become the ordered process; does not return."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for at, descriptor in enumerate(descriptors):
            os.dup2(descriptor, at)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(order["env"])
        time.tzset()
        os.chdir(order["cwd"])
        kind, what, *words = order["words"]
        main = ModuleType("__main__")
        sys.modules["__main__"] = main
        sys.argv = [kind, *words]
        gc.enable()
        try:
            if kind == "-m":
                runpy.run_module(what, run_name="__main__", alter_sys=True)
            else:
                sys.path.insert(0, "")
                exec(compile(what, "<string>", "exec"), vars(main))  # noqa: S102
            code = 0
        except SystemExit as ended:
            code = _code_of(ended)
        except KeyboardInterrupt:
            sys.excepthook(*sys.exc_info())
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
        except BaseException:  # noqa: BLE001
            sys.excepthook(*sys.exc_info())
        _finish()
    finally:
        os._exit(code)


def _code_of(ended: SystemExit) -> int:
    if ended.code is None or isinstance(ended.code, int):
        return (ended.code or 0) & 0xFF
    print(ended.code, file=sys.stderr)
    return 1


def _finish() -> None:
    """What an interpreter does at its end."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()


if __name__ == "__main__":
    gc.disable()
    for name in sys.argv[2:]:
        __import__(name)
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _serve(socket.socket(fileno=int(sys.argv[1])))
