"""`pitboss serve`: the tables in a browser, with practice credits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from pitboss.cli.lookup import registry
from pitboss.cli.output import messages, say_error
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap_or_raise
from pitboss.settings import value_of

if TYPE_CHECKING:
    from pitboss.server.edge.log_files import LogFile
    from pitboss.server.house import House
    from pitboss.server.opening import World
    from pitboss.server.options import Options

PORT = 8000
EXIT_DIED = 1
EXIT_TAMPERED = 3
"""The house is not as it was left: its database, its signed heads or its file is not sound."""


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int | None, Parameter(validator=Number(gte=0, lte=65535))] = None,
    database: str | None = None,
    open_browser: Annotated[bool, Parameter(name="--open", negative="")] = False,
    log: Path | None = None,
    grant: tuple[str, ...] = (),
    confirm_clock: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Open the house: lobby, tables and accounts, until you stop it (Ctrl-C).

    When you stop it, rounds that nobody can change any more are finished and the others held; the
    next start continues them. A start checks the record against its signed heads and exits with 3
    when something in it was changed, cut or damaged.

    Example: pitboss serve --database house.db --open

    Parameters
    ----------
    host
        The address to listen on.
    port
        The port; 0 takes any free one. Without it 8000, or a free one if that is in use.
    database
        The store: a file, or a URL that begins with postgresql://.
    open_browser
        Open the lobby in a browser, where there is one.
    log
        A file for the log, one JSON object a line; without it, the log goes to standard error.
    grant
        Give an account a role, such as alice=pit-boss; dealer, auditor and player are the others.
        An account that does not exist yet gets it when it is made.
    confirm_clock
        Trust this machine's clock, however long it says the house was closed.
    """
    # The server's libraries are loaded for this command alone.
    from pitboss.server.edge.watchdog import TaskDied
    from pitboss.server.opening import open_house
    from pitboss.server.options import read_options

    _fill_standard_streams()
    listener = unwrap_or_raise(_listener(host, port))
    port = listener.getsockname()[1]
    options = unwrap_or_raise(read_options(os.environ, host=host, port=port))
    opened = unwrap_or_raise(_log(log, options))
    world = replace(this_world(os.environ, opened.write), is_clock_confirmed=confirm_clock)
    where = database or value_of("PITBOSS_DATABASE", os.environ)
    house = open_house(world, registry(), options, database=where)
    if isinstance(house, Refusal):
        opened.close()
        if house.code is RefusalCode.TAMPERED:
            say_error(house.sentence)
            return EXIT_TAMPERED
        raise Refused(house)
    ready = partial(_announce, options.origins[0], open_browser=open_browser)
    try:
        _grant(house, grant)
        _run(house, world, listener, ready)
    except TaskDied as died:
        with contextlib.suppress(OSError, ValueError):
            say_error(f"{died} The log has the details.")
        return EXIT_DIED
    finally:
        house.close()
        opened.close()
    return 0


def _run(house: House, world: World, listener: socket.socket, ready: Callable[[], None]) -> None:
    from pitboss.server.edge.logs import LogHandler
    from pitboss.server.run import make_server
    from pitboss.server.run import serve as run_house

    server = unwrap_or_raise(make_server(house, world))
    logging.getLogger().addHandler(LogHandler(house.runtime.log))
    # The fastest event loop there is on this system.
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as loop:
        loop.run(run_house(house, server, listener, ready=ready))


def _announce(address: str, *, open_browser: bool) -> None:
    _say(f"Pitboss is open at {address}/ (Ctrl-C closes it)")
    if open_browser and has_screen(os.environ, sys.platform):
        # A browser that is slow to start must not keep the house from opening.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _say(sentence: str) -> None:
    # A house opens whether or not anybody reads what it says.
    with contextlib.suppress(OSError, ValueError):
        messages().print(sentence, soft_wrap=True)


def _fill_standard_streams() -> None:
    """Give a process that was started without them standard streams that lead nowhere.

    Otherwise the next socket or file would get their numbers, and what is printed would go there.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a browser can open a window here; one in the terminal would hide the address."""
    if platform in ("darwin", "win32") or environment.get("BROWSER"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def this_world(environment: Mapping[str, str], write: Callable[[str], object]) -> World:
    """The machine's own clocks and randomness."""
    from pitboss.server.opening import World

    return World(
        wall=lambda: time.time_ns() // 1_000_000,
        steady=lambda: time.monotonic_ns() // 1_000_000,
        entropy=os.urandom,
        environment=environment,
        write=write,
    )


def _grant(house: House, grants: tuple[str, ...]) -> None:
    from pitboss.server.opening import grant

    for one in grants:
        name, _, role = one.rpartition("=")
        if not unwrap_or_raise(grant(house, name, role)):
            _say(f"There is no account '{name}' yet; it gets the role {role} once it is made.")


def _listener(host: str, port: int | None) -> socket.socket | Refusal:
    """Listen on the named port; without one, on the usual port or any that is free."""
    found = _bind(host, PORT if port is None else port)
    if port is not None or not isinstance(found, Refusal):
        return found
    _say(f"Port {PORT} is taken, so the house opens on a free one; choose one with --port.")
    return _bind(host, 0)


def _bind(host: str, port: int) -> socket.socket | Refusal:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as problem:
        listener.close()
        return Refusal(
            RefusalCode.CANNOT_WRITE,
            f"Port {port} of {host} cannot be used ({problem.strerror}); name another with --port.",
        )
    return listener


def _log(path: Path | None, options: Options) -> LogFile | Refusal:
    from pitboss.server.edge.log_files import LogFile

    if path is None:
        return LogFile(_standard_error())
    try:
        return LogFile(path, bytes_max=options.log_bytes, files_max=options.log_files)
    except OSError as problem:
        return Refusal(RefusalCode.CANNOT_WRITE, f"{path} cannot be written: {problem.strerror}.")


def _standard_error() -> int:
    """Standard error under a number of its own; -1 for a process that was started without it."""
    try:
        return -1 if sys.stderr is None else os.dup(sys.stderr.fileno())
    except (OSError, ValueError):
        return -1
