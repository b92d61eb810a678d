"""The guard at the door: origin, token, rate and headers for every connection.

Stands before the routes and the sockets, so that nothing behind it is reached by a page of somebody
else's.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from pitboss.server.asgi import App, Message, Receive, Scope, Send, header
from pitboss.server.edge.cookies import session_cookie
from pitboss.server.edge.errors import (
    DEFECT,
    TOO_MANY,
    AnyRefusal,
    Denial,
    DoorCode,
    Refused,
    status_of,
)
from pitboss.server.edge.headers import security_headers
from pitboss.server.edge.rate_limits import RateLimits
from pitboss.server.edge.runtime import Runtime
from pitboss.store.shared import Unwritten

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
TOKEN_HEADER = b"x-csrf-token"
PROBES = ("/healthz", "/readyz", "/metrics")
COSTS = {"/api": 4, "/api/openapi.json": 4, "/api/lobby": 2, "/metrics": 2}
"""What requests cost that take longer or send more than others, which cost one."""

BAD_ORIGIN = Denial(
    DoorCode.BAD_ORIGIN, "This request did not come from one of this house's pages."
)
BAD_TOKEN = Denial(DoorCode.BAD_TOKEN, "Your session has changed. Reload the page.")


@dataclass(frozen=True, slots=True)
class Client:
    """The client of a request: its address, and the session its cookie names."""

    address: str
    token: str = ""
    is_new: bool = False
    """Whether the token was made for this request and must be sent."""
    who: str = ""
    csrf: str = ""
    """What every form of that session has to carry."""
    denial: Denial | None = None
    """Why whatever it asks is refused, as for a token that was revoked."""
    needs_form_token: bool = True
    """Whether forms have to show that they come from a page: not where a program names itself."""


FindClient = Callable[[Scope, str], Client]


@dataclass(slots=True)
class Guard:
    runtime: Runtime
    find_client: FindClient
    inside: App
    sockets: App
    prepare: Callable[[], None]
    """Makes what would take long when somebody asks for it first; done off the event loop."""
    requests: RateLimits = field(init=False)
    probes: RateLimits = field(init=False)
    """Questions after the server's health have a share of their own."""

    def __post_init__(self) -> None:
        options = self.runtime.options
        self.requests = RateLimits(60 * options.requests_per_s, options.requests_burst)
        self.probes = RateLimits(60 * options.requests_per_s, options.requests_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
        else:
            await self.inside(scope, receive, send)

    def refuse(self, refusal: Denial, address: str) -> Refused:
        """Log and count a request that was never complete."""
        shape = self.runtime.report_refusal(refusal, where="", address=address)
        self.runtime.metrics.requests.labels(str(status_of(shape.code))).inc()
        return shape

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        runtime = self.runtime
        # Nothing is looked up for a client over its rate limit.
        address = runtime.options.proxies.client_of(scope)
        is_within = self._take(scope["path"], address)
        client, unreadable = Client(address), None
        try:
            client = self.find_client(scope, address) if is_within else client
        except Unwritten as problem:
            runtime.log.event("store.failed", path=scope["path"], problem=problem.why)
            # Pages and questions after the house's health need nobody's name.
            unreadable = problem.refusal if scope["path"].startswith("/api/") else None
        scope["caller"] = client
        started: list[int] = []

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.append(message["status"])
                message["headers"] = [*message.get("headers", ()), *self._headers(client, scope)]
            await send(message)

        refusal = unreadable or (self._refusal(scope, client) if is_within else TOO_MANY)
        if refusal is not None:
            await self._turn_away(refusal, scope, client, say)
        else:
            try:
                await self.inside(scope, receive, say)
            except Exception as problem:
                runtime.log.event("defect", path=scope["path"], problem=repr(problem))
                if not started:
                    await self._turn_away(DEFECT, scope, client, say)
                raise
        self._note(scope, client, started[0] if started else 0)

    def _take(self, path: str, address: str) -> bool:
        """Charge a request to its address."""
        shares = self.probes if path in PROBES else self.requests
        return shares.take(address, self.runtime.clock(), COSTS.get(path, 1))

    def _note(self, scope: Scope, client: Client, status: int) -> None:
        """Count and log a request; refusals of strangers are logged where they are reported."""
        self.runtime.metrics.requests.labels(str(status)).inc()
        if scope["path"] in PROBES or (not client.who and status >= 400):
            return
        self.runtime.log.event(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=status,
            who=client.who or None,
            address=client.address,
        )

    def _refusal(self, scope: Scope, client: Client) -> Denial | None:
        if client.denial is not None:
            return client.denial
        if scope["method"] in SAFE or not client.needs_form_token:
            return None
        if header(scope, b"origin") not in self.runtime.options.origins:
            return BAD_ORIGIN
        if not client.who:
            return None
        sent = (header(scope, TOKEN_HEADER) or "").encode()
        return None if hmac.compare_digest(sent, client.csrf.encode()) else BAD_TOKEN

    def _headers(self, client: Client, scope: Scope) -> list[tuple[bytes, bytes]]:
        options = self.runtime.options
        found = security_headers(is_secure=options.is_secure)
        if scope["path"].startswith("/api"):
            found.append((b"cache-control", b"no-store"))
        if client.is_new and _is_page(scope):
            found.append((b"set-cookie", session_cookie(options, client.token).encode()))
        return found

    async def _turn_away(
        self, refusal: AnyRefusal, scope: Scope, client: Client, send: Send
    ) -> None:
        shape = self.runtime.report_refusal(
            refusal, where=scope["path"], who=client.who, address=client.address
        )
        headers = [(b"content-type", b"application/json")]
        status = status_of(shape.code)
        if status in (429, 503):
            headers.append((b"retry-after", b"1"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        body = b"" if scope["method"] == "HEAD" else msgspec.json.encode(shape)
        await send({"type": "http.response.body", "body": body})


def _is_page(scope: Scope) -> bool:
    """Whether this is a page on which a visit begins."""
    path = scope["path"]
    return path in ("/", "/api/lobby") or path.startswith("/table/")
