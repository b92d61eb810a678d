"""The guard at the door: origin, token, rate and headers for every connection.

Stands before the routes and the sockets, so that nothing behind it is reached by a page of
somebody else's. May import the hall and the socket; wraps the application.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

import msgspec

from pitboss.server.asgi import App, Message, Receive, Scope, Send, header
from pitboss.server.errors import DEFECT, TOO_MANY, Denial, DoorCode, Trouble, status_of
from pitboss.server.hall import Hall
from pitboss.server.link import Link
from pitboss.server.people import Session, fresh_token, is_token
from pitboss.server.socket import serve_viewer, turn_away

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
TOKEN_HEADER = b"x-csrf-token"
_SOCKET = re.compile(r"/ws/table/([A-Za-z0-9_-]{1,32})", re.ASCII)
_PLAIN = ("/healthz", "/readyz", "/metrics")

BAD_ORIGIN = Denial(DoorCode.BAD_ORIGIN, "This did not come from a page of this house.")
BAD_TOKEN = Denial(DoorCode.BAD_TOKEN, "The token of your session is missing; load the page anew.")
NO_TABLE = Denial(DoorCode.NOT_FOUND, "There is no such table.")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who a request comes from, as far as its cookie tells."""

    token: str
    session: Session | None
    is_new: bool
    """Whether the token was made for this request and must be sent."""
    address: str


@dataclass(frozen=True, slots=True)
class Guard:
    """The outermost application."""

    hall: Hall
    inside: App

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a connection through or turn it away."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.inside(scope, receive, send)

    # Requests.

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        hall = self.hall
        caller = caller_of(hall, scope)
        scope["caller"] = caller
        started: list[int] = []

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.append(message["status"])
                message["headers"] = [*message.get("headers", ()), *self._headers(caller, scope)]
            await send(message)

        trouble = self._trouble(scope, caller)
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
        status = started[0] if started else 0
        hall.meters.requests.labels(str(status)).inc()
        if scope["path"] not in _PLAIN:
            hall.log.event(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                who=None if caller.session is None else caller.session.person.id,
            )

    def _trouble(self, scope: Scope, caller: Caller) -> Denial | None:
        if scope["path"] in _PLAIN:
            return None
        if not self.hall.requests.take(caller.address, self.hall.clock()):
            return TOO_MANY
        if scope["method"] in SAFE:
            return None
        if header(scope, b"origin") not in self.hall.options.origins:
            return BAD_ORIGIN
        if caller.session is None:
            return None
        given = (header(scope, TOKEN_HEADER) or "").encode()
        return None if hmac.compare_digest(given, caller.session.csrf.encode()) else BAD_TOKEN

    def _headers(self, caller: Caller, scope: Scope) -> list[tuple[bytes, bytes]]:
        found = list(HEADERS)
        if self.hall.options.is_secure:
            found.append(STRICT_TRANSPORT)
        if scope["path"].startswith("/api"):
            found.append((b"cache-control", b"no-store"))
        if caller.is_new and _is_page(scope):
            found.append((b"set-cookie", cookie(self.hall, caller.token).encode()))
        return found

    async def _turn_away(self, trouble: Trouble, scope: Scope, send: Send) -> None:
        shape = self.hall.tell(trouble, where=scope["path"])
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
        found = _SOCKET.fullmatch(scope["path"])
        caller = caller_of(hall, scope)
        refusal: Denial | None = None
        if header(scope, b"origin") not in hall.options.origins:
            refusal = BAD_ORIGIN
        elif found is None or found.group(1) not in hall.pit.desks:
            refusal = NO_TABLE
        if refusal is not None or found is None:
            hall.tell(refusal or NO_TABLE, where=scope["path"])
            await receive()
            # Closed before it was accepted, which a browser sees as a refused handshake.
            await send({"type": "websocket.close", "code": 1008})
            return
        person = None if caller.session is None else caller.session.person
        token = "" if caller.is_new else caller.token
        link = hall.admit(found.group(1), person, token=token, address=caller.address)
        if not isinstance(link, Link):
            await turn_away(link, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept", "headers": list(HEADERS)})
        await serve_viewer(hall, link, receive, send)


def _is_page(scope: Scope) -> bool:
    """Whether this is one of the pages with which a visit begins."""
    path = scope["path"]
    return path in ("/", "/api/lobby") or path.startswith("/table/")


def caller_of(hall: Hall, scope: Scope) -> Caller:
    """Who a connection comes from."""
    client = scope.get("client")
    address = client[0] if client else "unknown"
    token = ""
    jar = SimpleCookie()
    try:
        jar.load(header(scope, b"cookie") or "")
    except CookieError:
        jar.clear()
    if cookie_name(hall) in jar:
        token = jar[cookie_name(hall)].value
    if not is_token(token):
        return Caller(fresh_token(), None, is_new=True, address=address)
    session = hall.people.session(token, now_ms=hall.clock())
    return Caller(token, session, is_new=False, address=address)


def cookie_name(hall: Hall) -> str:
    """Over TLS the name itself binds the cookie to this host."""
    return "__Host-pitboss" if hall.options.is_secure else "pitboss"


def cookie(hall: Hall, token: str) -> str:
    """The header's value that makes a browser remember a token."""
    age = hall.options.session_hours * 3600
    text = f"{cookie_name(hall)}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict"
    return text + ("; Secure" if hall.options.is_secure else "")
