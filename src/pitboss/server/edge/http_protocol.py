"""The HTTP protocol with limits that hold before anything is parsed or rated.

Counts the bytes, lines and time of a request as they come in, and answers what goes beyond a limit
itself, in the shape and with the headers of every other answer. One request at a time: a client
that sends the next before the answer loses the connection after it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from http import HTTPStatus
from typing import Any

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from pitboss.server.addresses import UNKNOWN, key_of
from pitboss.server.edge.errors import Denial, DoorCode, Refused, status_of
from pitboss.server.edge.half_open import HalfOpen
from pitboss.server.edge.headers import security_headers
from pitboss.server.options import Options

LINGER_S = 2.0
"""How long a refused client may take to read why, while what it still sends is thrown away."""

HEAD_TOO_LARGE = Denial(DoorCode.HEAD_TOO_LARGE, "The header of this request is too large.")
URL_TOO_LONG = Denial(DoorCode.URL_TOO_LONG, "The address of this request is too long.")
TOO_SLOW = Denial(DoorCode.TOO_SLOW, "The request did not arrive in time.")
UNREADABLE = Denial(DoorCode.BAD_MESSAGE, "The request cannot be read.")

Refuse = Callable[[Denial, str], Refused]
"""Logs a refusal to an address and gives the shape that is sent."""


class Waiting(Enum):
    """The part of a request or response that a connection waits for."""

    HEAD = auto()
    BODY = auto()
    ANSWER = auto()
    CLOSE = auto()


@dataclass(slots=True)
class Edge:
    """State that all connections of a server share."""

    options: Options
    refuse: Refuse
    half_open: HalfOpen = field(init=False)
    closing: HalfOpen = field(init=False)
    """Those that were answered for the last time and have not read it yet."""

    def __post_init__(self) -> None:
        options = self.options
        self.half_open = HalfOpen(options.half_open_max, options.half_open_per_address)
        self.closing = HalfOpen(options.half_open_max, options.half_open_per_address)


class Exceeded(Exception):
    """Stops the parser in the middle of a request."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """One connection until it ends or becomes a websocket."""

    def __init__(self, *args: Any, edge: Edge, **named: Any) -> None:
        super().__init__(*args, **named)
        self.edge = edge
        self.phase = Waiting.HEAD
        self.head_bytes = self.unsent = 0
        self.address = self.place = UNKNOWN
        self.trouble: Denial | None = None
        self.deadline: asyncio.TimerHandle | None = None
        self.reader_check: asyncio.TimerHandle | None = None

    # The connection.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client is not None:
            self.address = key_of(self.client[0])
            is_proxy = self.edge.options.proxies.trusts(self.client[0])
            self.place = "" if is_proxy else self.address
        self._wait(Waiting.HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        self._stop_watching()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feed the parser no more of a head than the limit allows."""
        self._unset_keepalive_if_required()
        if self.phase is Waiting.ANSWER:
            self._hang_up_after_answer()
        while data and self.phase is not Waiting.CLOSE:
            if self.phase is Waiting.HEAD:
                if not self.head_bytes:
                    self._start_timer(self.edge.options.head_ms)
                room = self.edge.options.head_bytes + 1 - self.head_bytes
                piece, data = data[:room], data[room:]
            else:
                piece, data = data, b""
            if not self._feed(piece):
                return
            if self.phase is Waiting.HEAD:
                self.head_bytes += len(piece)
                if self.head_bytes > self.edge.options.head_bytes:
                    self.refuse(HEAD_TOO_LARGE)

    def _feed(self, piece: bytes) -> bool:
        """Parse; False when the connection no longer speaks HTTP."""
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._let_go()
                self._stop_watching()
                self.handle_websocket_upgrade()
            else:
                # Answered as if nothing had been said of another protocol.
                self._hang_up_after_answer()
            return False
        except httptools.HttpParserError:
            if self.phase is not Waiting.CLOSE:
                self.refuse(self.trouble or UNREADABLE)
            return False
        return True

    # What the parser finds.

    def on_message_begin(self) -> None:
        self.head_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self.edge.options.url_bytes:
            self._exceed(URL_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        options = self.edge.options
        is_long = len(name) + len(value) > options.header_bytes
        if is_long or len(self.headers) > options.headers_max:
            self._exceed(HEAD_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """A second request must wait until the first one is answered."""
        if self._is_answering:
            self._hang_up_after_answer()
            raise Exceeded
        super().on_headers_complete()
        self._wait(Waiting.BODY)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self.parser.should_upgrade() and self._should_upgrade():
            return
        self._wait(Waiting.HEAD if self.cycle.response_complete else Waiting.ANSWER)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless this one is still arriving."""
        super().on_response_complete()
        if not self.transport.is_closing():
            if self.phase is Waiting.ANSWER:
                self._wait(Waiting.HEAD)
        elif self.transport.get_write_buffer_size():
            self._wait(Waiting.CLOSE)
            self._watch_reader()

    @property
    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _hang_up_after_answer(self) -> None:
        self.cycle.keep_alive = False
        self._wait(Waiting.CLOSE)

    def _exceed(self, trouble: Denial) -> None:
        self.trouble = trouble
        raise Exceeded

    # Waiting.

    def _wait(self, phase: Waiting) -> None:
        """Enter a phase; while it is the client's turn, with a deadline and a place."""
        self.phase = phase
        self._let_go()
        if phase is Waiting.ANSWER:
            return
        if phase is Waiting.HEAD:
            self.head_bytes = 0
            self._start_timer(self.edge.options.head_ms)
        elif phase is Waiting.BODY:
            self._start_timer(self.edge.options.body_ms)
        places = self.edge.closing if phase is Waiting.CLOSE else self.edge.half_open
        places.add(self, self.place)

    def _start_timer(self, wait_ms: int) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = self.loop.call_later(wait_ms / 1000, self._time_up)

    def _let_go(self) -> None:
        self.edge.half_open.discard(self)
        self.edge.closing.discard(self)
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _time_up(self) -> None:
        """End the wait; a client still reading the last answer gets all of it."""
        is_idle = self.phase is Waiting.HEAD and not self.head_bytes
        if is_idle and self.transport.get_write_buffer_size():
            self.transport.close()
            self._watch_reader()
        else:
            self.give_way()

    def give_way(self) -> None:
        """End because time is up or the place is needed, with a refusal if anything was sent."""
        if self.phase is Waiting.CLOSE or (self.phase is Waiting.HEAD and not self.head_bytes):
            self._cut()
        else:
            self.refuse(TOO_SLOW)

    def _cut(self) -> None:
        self._let_go()
        self.transport.abort()

    # Readers.

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self._stop_watching()

    def _watch_reader(self) -> None:
        """Check after PITBOSS_SEND_MS whether the client is reading."""
        if self.reader_check is None:
            self.unsent = self.transport.get_write_buffer_size()
            wait_s = self.edge.options.send_ms / 1000
            self.reader_check = self.loop.call_later(wait_s, self._check_reader)

    def _check_reader(self) -> None:
        """Cut clients that read nothing, or too little of an answer still being made."""
        self.reader_check = None
        left = self.transport.get_write_buffer_size()
        if self._is_answering or left >= self.unsent:
            self._cut()
        else:
            self._watch_reader()

    def _stop_watching(self) -> None:
        if self.reader_check is not None:
            self.reader_check.cancel()
            self.reader_check = None

    # Refusing.

    def refuse(self, trouble: Denial) -> None:
        """Send a refusal and take nothing more on this connection."""
        is_told = self._is_answering and self.cycle.response_started
        if self._is_answering:
            # The handler of the request learns that the client is gone.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        shape = self.edge.refuse(trouble, self.address)
        if is_told or self.transport.is_closing():
            self._cut()
            return
        self.transport.write(self._answer(shape))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.flow.resume_reading()
        # A connection that is closed with something unread may lose the answer on its way.
        self._wait(Waiting.CLOSE)
        self._start_timer(int(LINGER_S * 1000))

    def _answer(self, shape: Refused) -> bytes:
        body = msgspec.json.encode(shape)
        status = HTTPStatus(status_of(shape.code))
        headers = [
            *security_headers(is_secure=self.edge.options.is_secure),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"connection", b"close"),
        ]
        lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode()]
        lines += [name + b": " + value for name, value in headers]
        return b"\r\n".join((*lines, b"", body))
