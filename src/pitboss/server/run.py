"""Serves an open house with uvicorn and shuts it down."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket as sockets
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import cast

import uvicorn

from pitboss.floor.alerts import AlertLog
from pitboss.refusals import Refusal
from pitboss.server.app import make_app
from pitboss.server.edge.http_protocol import Edge, LimitedHttpProtocol
from pitboss.server.edge.logs import Log
from pitboss.server.edge.socket_protocol import LimitedSocketProtocol
from pitboss.server.edge.static import front_end_folder, read_front_end
from pitboss.server.edge.watchdog import Watchdog
from pitboss.server.floor.housekeeping import look_after
from pitboss.server.floor.idle_tables import close_idle_tables
from pitboss.server.house import House
from pitboss.server.opening import World
from pitboss.server.options import Options
from pitboss.server.protection.live_monitors import MonitorWatch
from pitboss.settings import value_of

BACKLOG = 512
FILES_SPARE = 256
"""Open files besides connections: the store, the log, workers, figures."""
PING_S = 20.0
STOPPED_BY = (signal.SIGINT, signal.SIGTERM)
GC_EVERY = (2_000, 20, 50)
"""How many new objects are looked through, and how many such looks make a longer one."""


class HouseServer(uvicorn.Server):
    """Uvicorn that closes the house before it closes connections."""

    def __init__(self, config: uvicorn.Config, house: House, prepare: Callable[[], None]) -> None:
        super().__init__(config)
        self.house = house
        self.prepare = prepare

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal only requests a stop, so that files are closed and the exit code is 0."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in STOPPED_BY}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Finish or hold rounds, say goodbye to viewers, then close."""
        try:
            await self.house.stop()
        finally:
            await super().shutdown(sockets)

    def ask_to_stop(self) -> None:
        self.should_exit = True


def make_server(house: House, world: World) -> HouseServer | Refusal:
    """The server of a house; it listens on a socket that is handed to `serve`."""
    setting = value_of("PITBOSS_WEB_DIR", world.environment)
    front_end = read_front_end(front_end_folder(setting, Path(__file__).parent))
    if isinstance(front_end, Refusal):
        return front_end
    options = house.runtime.options
    guard = make_app(house, front_end)
    edge = Edge(options, guard.refuse)
    config = uvicorn.Config(
        guard,
        http=cast(type[asyncio.Protocol], partial(LimitedHttpProtocol, edge=edge)),
        ws=cast(type[asyncio.Protocol], partial(LimitedSocketProtocol, options=options)),
        lifespan="off",
        log_config=None,
        # What went wrong is in the house's own log; uvicorn's lines are any stranger's to cause.
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws_max_size=options.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        timeout_graceful_shutdown=max(1, options.stop_ms // 1000),
        backlog=BACKLOG,
    )
    return HouseServer(config, house, guard.prepare)


def _settle_memory() -> None:
    """Collect garbage rarely: each full collection can hold every table for 0.1 s."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_EVERY)


def allow_files(options: Options, log: Log) -> None:
    """Raise the limit of open files to what the connections need, if the system allows."""
    if sys.platform == "win32":
        return
    import resource

    needed = options.sockets_max + 2 * options.half_open_max + FILES_SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (OSError, ValueError):
        allowed = soft
    if allowed < needed:
        log.event("files.limited", needed=needed, allowed=allowed)


async def serve(
    house: House, server: HouseServer, listener: sockets.socket, *, ready: Callable[[], None]
) -> None:
    """Serve until a signal; if a task of the house dies, stop and raise its failure."""
    runtime, tables, presence = house.runtime, house.tables, house.presence
    _settle_memory()
    allow_files(runtime.options, runtime.log)
    # From here on connections wait in the backlog, so that `ready` is true.
    listener.listen(BACKLOG)
    house.jobs.open()
    watchdog = Watchdog(runtime, tables.pit.store, server.ask_to_stop)
    watchdog.keep("drive", tables.drive)
    watchdog.keep("lag", tables.load.measure)
    watchdog.keep("views", house.live.views.run)
    watchdog.keep("housekeeping", partial(look_after, tables, presence))
    watchdog.keep("idle tables", partial(close_idle_tables, tables, presence))
    watchdog.keep("heads", house.signer.run)
    watchdog.keep("tallies", house.tallies.run)
    watch = MonitorWatch(tables, house.jobs, AlertLog(tables.pit.store), house.database)
    watchdog.keep("monitors", watch.run)
    watchdog.retry("pages", partial(asyncio.to_thread, server.prepare))
    watchdog.retry("figures", house.figures.work_out)
    watchdog.retry("studio", house.studio.open)
    if house.relay is not None:
        watchdog.keep("relay", house.relay.run)
    if house.keeper is not None:
        watchdog.keep("clocks", house.keeper.run)
    try:
        # A signal may come as soon as the house says that it is open.
        with server.capture_signals():
            ready()
            await server.serve(sockets=[listener])
    finally:
        runtime.is_stopping = True
        await watchdog.close()
        await house.jobs.close()
        runtime.log.event("house.closed")
        # What a broken house trips over while it closes is not why it closes.
        if watchdog.failure is not None:
            raise watchdog.failure
