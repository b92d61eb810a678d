"""The guard at the door: origin, token, rate and headers for every connection.

Stands before the routes and the sockets, so that nothing behind it is reached by a page of somebody
else's.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from pitboss.pit.closed import CLOSED
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import Session, is_token
from pitboss.server.edge.asgi import App, Message, Receive, Scope, Send, header
from pitboss.server.edge.errors import (
    DEFECT,
    TOO_MANY,
    UNWRITTEN,
    Denial,
    DoorCode,
    Trouble,
    status_of,
)
from pitboss.server.edge.headers import security_headers
from pitboss.server.edge.rate_limits import Buckets
from pitboss.server.floor.hall import Hall
from pitboss.server.live.connection import Connection
from pitboss.server.live.connection_state import CLOSE_CODES, ConnectionEvent
from pitboss.server.live.messages import Refused
from pitboss.server.live.socket import serve_viewer, turn_away

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
TOKEN_HEADER = b"x-csrf-token"
_SOCKET = re.compile(r"/ws/table/([A-Za-z0-9_-]{1,32})", re.ASCII)
PROBES = ("/healthz", "/readyz", "/metrics")
COSTS = {"/api": 4, "/api/openapi.json": 4, "/api/lobby": 2, "/metrics": 2}
"""What requests cost that take longer or send more than others, which cost one."""

BAD_ORIGIN = Denial(DoorCode.BAD_ORIGIN, "This did not come from a page of this house.")
BAD_TOKEN = Denial(DoorCode.BAD_TOKEN, "The token of your session is missing; load the page anew.")
NO_TABLE = Denial(DoorCode.NOT_FOUND, "There is no such table.")
OUT_OF_SERVICE = "That table is out of service; the lobby shows the others."


@dataclass(frozen=True, slots=True)
class Caller:
    """Who a request comes from, as far as its cookie tells."""

    token: str
    session: Session | None
    is_new: bool
    """Whether the token was made for this request and must be sent."""
    address: str


@dataclass(slots=True)
class Guard:
    """The outermost application."""

    hall: Hall
    inside: App
    prepare: Callable[[], None]
    """Makes what would take long when somebody asks for it first; done off the event loop."""
    handshakes: Buckets = field(init=False)
    probes: Buckets = field(init=False)
    """Questions after the server's health have a share of their own."""

    def __post_init__(self) -> None:
        options = self.hall.options
        self.handshakes = Buckets(60 * options.handshakes_per_s, options.handshakes_burst)
        self.probes = Buckets(60 * options.requests_per_s, options.requests_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a connection through or turn it away."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.inside(scope, receive, send)

    def refuse(self, trouble: Denial, address: str) -> Refused:
        """Log and count a request that never was complete."""
        shape = self.hall.tell(trouble, where="", address=address)
        self.hall.meters.requests.labels(str(status_of(shape.code))).inc()
        return shape

    # Requests.

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        hall = self.hall
        # Nothing is looked up for whoever asks too much.
        address = hall.options.proxies.client_of(scope)
        is_within = self._take(scope["path"], address)
        caller, unreadable = Caller("", None, False, address), None
        try:
            caller = caller_of(hall, scope, address) if is_within else caller
        except sqlite3.Error as problem:
            hall.log.event("file.failed", path=scope["path"], problem=repr(problem))
            unreadable = UNWRITTEN
        scope["caller"] = caller
        started: list[int] = []

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.append(message["status"])
                message["headers"] = [*message.get("headers", ()), *self._headers(caller, scope)]
            await send(message)

        trouble = unreadable or (self._trouble(scope, caller) if is_within else TOO_MANY)
        if trouble is not None:
            await self._turn_away(trouble, scope, say)
        else:
            try:
                await self.inside(scope, receive, say)
            except Exception as problem:
                hall.log.event("defect", path=scope["path"], problem=repr(problem))
                if not started:
                    await self._turn_away(DEFECT, scope, say)
                raise
        self._note(scope, caller, started[0] if started else 0)

    def _take(self, path: str, address: str) -> bool:
        """Take what a request costs from the share of its address."""
        shares = self.probes if path in PROBES else self.hall.requests
        return shares.take(address, self.hall.clock(), COSTS.get(path, 1))

    def _note(self, scope: Scope, caller: Caller, status: int) -> None:
        """Count and log a request; of strangers' refusals the log has what `tell` wrote."""
        self.hall.meters.requests.labels(str(status)).inc()
        if scope["path"] in PROBES or (caller.session is None and status >= 400):
            return
        self.hall.log.event(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=status,
            who=None if caller.session is None else caller.session.person.id,
            address=caller.address,
        )

    def _trouble(self, scope: Scope, caller: Caller) -> Denial | None:
        if scope["method"] in SAFE:
            return None
        if header(scope, b"origin") not in self.hall.options.origins:
            return BAD_ORIGIN
        if caller.session is None:
            return None
        given = (header(scope, TOKEN_HEADER) or "").encode()
        return None if hmac.compare_digest(given, caller.session.csrf.encode()) else BAD_TOKEN

    def _headers(self, caller: Caller, scope: Scope) -> list[tuple[bytes, bytes]]:
        found = security_headers(is_secure=self.hall.options.is_secure)
        if scope["path"].startswith("/api"):
            found.append((b"cache-control", b"no-store"))
        if caller.is_new and _is_page(scope):
            found.append((b"set-cookie", cookie(self.hall, caller.token).encode()))
        return found

    async def _turn_away(self, trouble: Trouble, scope: Scope, send: Send) -> None:
        caller: Caller = scope["caller"]
        who = "" if caller.session is None else caller.session.person.id
        shape = self.hall.tell(trouble, where=scope["path"], who=who, address=caller.address)
        headers = [(b"content-type", b"application/json")]
        if trouble.code in (DoorCode.TOO_MANY, DoorCode.LOCKED):
            headers.append((b"retry-after", b"1"))
        status = status_of(shape.code)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        body = b"" if scope["method"] == "HEAD" else msgspec.json.encode(shape)
        await send({"type": "http.response.body", "body": body})

    # Sockets.

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        hall = self.hall
        address = hall.options.proxies.client_of(scope)
        found = _SOCKET.fullmatch(scope["path"])
        refusal: Trouble | None = None
        if not self.handshakes.take(address, hall.clock()):
            refusal = TOO_MANY
        elif header(scope, b"origin") not in hall.options.origins:
            refusal = BAD_ORIGIN
        elif found is None or found.group(1) not in hall.pit.desks:
            refusal = NO_TABLE
        await receive()
        headers = security_headers(is_secure=hall.options.is_secure)
        if refusal is NO_TABLE and found is not None:
            why = await asyncio.to_thread(hall.pit.absence, found.group(1))
            sentence = _last_word(why)
            if why.code is RefusalCode.STORE_UNAVAILABLE:
                refusal = why
            elif sentence:
                await send({"type": "websocket.accept", "headers": headers})
                code = CLOSE_CODES[ConnectionEvent.TABLE_GONE]
                await turn_away(sentence, send, code=code, retry_ms=None)
                return
        if refusal is not None or found is None:
            await self._refuse_handshake(refusal or NO_TABLE, scope, send, address)
            return
        caller = caller_of(hall, scope, address)
        person = None if caller.session is None else caller.session.person
        token = "" if caller.is_new else caller.token
        connection = hall.admit(found.group(1), person, token=token, address=address)
        await send({"type": "websocket.accept", "headers": headers})
        if isinstance(connection, Connection):
            await serve_viewer(hall, connection, receive, send)
            return
        code = CLOSE_CODES[
            ConnectionEvent.STOPPING if hall.is_stopping else ConnectionEvent.NO_ROOM
        ]
        await turn_away(connection, send, code=code)

    async def _refuse_handshake(
        self, trouble: Trouble, scope: Scope, send: Send, address: str
    ) -> None:
        """Answer a handshake like any other request, so that no socket comes to be."""
        shape = self.hall.tell(trouble, where=scope["path"], address=address)
        body = msgspec.json.encode(shape)
        headers = [
            *security_headers(is_secure=self.hall.options.is_secure),
            (b"content-type", b"application/json"),
        ]
        status = status_of(shape.code)
        self.hall.meters.requests.labels(str(status)).inc()
        start = {"type": "websocket.http.response.start", "status": status, "headers": headers}
        await send(start)
        await send({"type": "websocket.http.response.body", "body": body})


def _last_word(why: Refusal) -> str:
    """What the link of a table that is not served any more says; nothing if there never was one."""
    if why.code is RefusalCode.TAMPERED:
        return OUT_OF_SERVICE
    return CLOSED.sentence if why is CLOSED or why.code is RefusalCode.NOT_NOW else ""


def _is_page(scope: Scope) -> bool:
    """Whether this is one of the pages with which a visit begins."""
    path = scope["path"]
    return path in ("/", "/api/lobby") or path.startswith("/table/")


def caller_of(hall: Hall, scope: Scope, address: str) -> Caller:
    """Who a connection comes from."""
    token = read_cookie(header(scope, b"cookie") or "", cookie_name(hall))
    session = hall.people.session(token, now_ms=hall.clock()) if is_token(token) else None
    if session is None and not hall.people.is_issued(token):
        # A token that this house did not make, or whose session has ended, is never used.
        return Caller(hall.people.visit_token(), None, is_new=True, address=address)
    return Caller(token, session, is_new=False, address=address)


def read_cookie(text: str, name: str) -> str:
    """The value of one cookie, the last of its name, in one pass and without unquoting.

    The standard library's reader takes quadratic time for quoted backslashes.
    """
    found = ""
    for part in text.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            found = value
    return found


def cookie_name(hall: Hall) -> str:
    """Over TLS the name itself binds the cookie to this host."""
    return "__Host-pitboss" if hall.options.is_secure else "pitboss"


def cookie(hall: Hall, token: str) -> str:
    """The header's value that makes a browser remember a token."""
    age = hall.options.session_hours * 3600
    text = f"{cookie_name(hall)}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict"
    return text + ("; Secure" if hall.options.is_secure else "")
