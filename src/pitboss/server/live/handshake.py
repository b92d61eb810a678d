"""The handshake of a viewer's socket: who may open one, and what is said to everybody else."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

import msgspec

from pitboss.pit.closed import CLOSED
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.callers import find_caller
from pitboss.server.asgi import Receive, Scope, Send, header
from pitboss.server.edge.errors import TOO_MANY, AnyRefusal, Denial, DoorCode, status_of
from pitboss.server.edge.guard import BAD_ORIGIN
from pitboss.server.edge.headers import security_headers
from pitboss.server.edge.rate_limits import Bucket, RateLimits
from pitboss.server.edge.socket_protocol import FRAMES
from pitboss.server.floor.presence import RETRY_MS
from pitboss.server.live.connection import Connection
from pitboss.server.live.connection_state import CLOSE_CODES, ConnectionEvent
from pitboss.server.live.messages import Closing
from pitboss.server.live.socket import LiveTables, serve_viewer
from pitboss.store.shared import Unwritten

_PATH = re.compile(r"/ws/table/([A-Za-z0-9_-]{1,32})", re.ASCII)
NO_TABLE = Denial(DoorCode.NOT_FOUND, "There is no such table.")
OUT_OF_SERVICE = "That table is out of service; the lobby shows the others."
NEVER_OPENED = "There is no table at this address; the lobby shows every open one."


@dataclass(slots=True)
class SocketApp:
    """The application behind `/ws/table/TABLE`."""

    live: LiveTables
    limits: RateLimits = field(init=False)

    def __post_init__(self) -> None:
        options = self.live.runtime.options
        self.limits = RateLimits(60 * options.handshakes_per_s, options.handshakes_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        runtime, pit = self.live.runtime, self.live.tables.pit
        address = runtime.options.proxies.client_of(scope)
        found = _PATH.fullmatch(scope["path"])
        table = "" if found is None else found.group(1)
        refusal: AnyRefusal | None = None
        if not self.limits.take(address, runtime.clock()):
            refusal = TOO_MANY
        elif header(scope, b"origin") not in runtime.options.origins:
            refusal = BAD_ORIGIN
        elif table not in pit.desks:
            refusal = NO_TABLE
        await receive()
        if refusal is NO_TABLE and table:
            why = await asyncio.to_thread(pit.absence, table)
            if why.code is not RefusalCode.STORE_UNAVAILABLE:
                # A browser sees no status of a handshake, so it is told over the socket.
                await self._accept(send)
                await _turn_away(_last_word(why), send, ConnectionEvent.TABLE_GONE, retry_ms=None)
                return
            refusal = why
        if refusal is not None:
            await self._refuse(refusal, scope, send, address)
        else:
            await self._serve(table, scope, receive, send, address)

    async def _serve(
        self, table: str, scope: Scope, receive: Receive, send: Send, address: str
    ) -> None:
        runtime, options = self.live.runtime, self.live.runtime.options
        try:
            caller = find_caller(runtime, self.live.accounts.people, scope, address)
        except Unwritten as problem:
            runtime.log.event("store.failed", path=scope["path"], problem=problem.why)
            await self._refuse(problem.refusal, scope, send, address)
            return
        no_room = self.live.presence.admit(table, address)
        await self._accept(send)
        if no_room is not None:
            is_stopping = runtime.is_stopping
            reason = ConnectionEvent.STOPPING if is_stopping else ConnectionEvent.NO_ROOM
            await _turn_away(no_room, send, reason, retry_ms=RETRY_MS)
            return
        token = "" if caller.is_new else caller.token
        bucket = Bucket(60 * options.messages_per_s, options.messages_burst)
        connection = Connection(
            table=table,
            person=caller.person,
            token=token,
            address=address,
            bucket=bucket,
            queue_max=options.queue_max,
            socket=scope["extensions"][FRAMES],
            views=self.live.views,
        )
        await serve_viewer(self.live, connection, receive, send)

    async def _accept(self, send: Send) -> None:
        headers = security_headers(is_secure=self.live.runtime.options.is_secure)
        await send({"type": "websocket.accept", "headers": headers})

    async def _refuse(self, refusal: AnyRefusal, scope: Scope, send: Send, address: str) -> None:
        """Answer a handshake like any other request, so that no socket comes to be."""
        runtime = self.live.runtime
        shape = runtime.report_refusal(refusal, where=scope["path"], address=address)
        headers = [
            *security_headers(is_secure=runtime.options.is_secure),
            (b"content-type", b"application/json"),
        ]
        status = status_of(shape.code)
        runtime.metrics.requests.labels(str(status)).inc()
        start = {"type": "websocket.http.response.start", "status": status, "headers": headers}
        await send(start)
        body = msgspec.json.encode(shape)
        await send({"type": "websocket.http.response.body", "body": body})


def _last_word(why: Refusal) -> str:
    """What the link of a table that is not served says."""
    if why.code is RefusalCode.TAMPERED:
        return OUT_OF_SERVICE
    return CLOSED.sentence if why is CLOSED or why.code is RefusalCode.NOT_NOW else NEVER_OPENED


async def _turn_away(
    sentence: str, send: Send, reason: ConnectionEvent, *, retry_ms: int | None
) -> None:
    """Tell a browser why it is not let in, and when to come back, if ever."""
    closing = Closing(sentence=sentence, retry_ms=retry_ms)
    await send({"type": "websocket.send", "text": msgspec.json.encode(closing).decode()})
    await send({"type": "websocket.close", "code": CLOSE_CODES[reason]})
