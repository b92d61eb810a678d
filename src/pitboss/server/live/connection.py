"""One viewer's socket, with what waits to be sent.

What the browser takes is sent at once. Otherwise answers wait in a bounded queue; views do not wait
at all: a connection is marked, and is sent the newest view when the browser is ready for one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from pitboss.server.accounts.people import Person
from pitboss.server.edge.rate_limits import Bucket
from pitboss.server.edge.socket_protocol import text_frame
from pitboss.server.live.connection_state import CLOSE_CODES, Action, ConnectionEvent, State, step
from pitboss.server.live.messages import Closing, Replaced, ToBrowser
from pitboss.server.live.pictures import Sent
from pitboss.server.live.view_scheduler import PacedView, ViewScheduler


class FrameSocket(Protocol):
    """Where frames go: a connection to a browser."""

    @property
    def is_open(self) -> bool: ...

    @property
    def is_taking(self) -> bool: ...

    def write_frame(self, frame: bytes) -> None: ...

    async def wait_until_taking(self) -> None: ...


@dataclass(slots=True, eq=False)
class Connection:
    table: str
    person: Person | None
    token: str
    """The session's token, to find its sockets when it is ended; empty for strangers."""
    address: str
    bucket: Bucket
    queue_max: int
    socket: FrameSocket
    views: ViewScheduler
    state: State = State.GREETING
    waiting: deque[bytes] = field(default_factory=deque)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    view: PacedView = field(init=False)
    defect: Exception | None = None
    """What went wrong when a view was made."""
    sent: Sent | None = None
    """What the viewer has on the screen; None before the welcome."""
    faults: int = 0
    silences: int = 0
    close_code: int = 1000
    ended_by: ConnectionEvent | None = None

    def apply(self, event: ConnectionEvent) -> Action:
        """Advance the state machine; the writer is woken when that is the end."""
        before = self.state
        self.state, action = step(before, event)
        if self.state is State.ENDED and before is not State.ENDED:
            self.close_code, self.ended_by = CLOSE_CODES[event], event
            self.wake.set()
        return action

    def say(self, message: ToBrowser) -> None:
        """Send an answer, or queue it; a browser that lets too many wait is cut."""
        data = msgspec.json.encode(message)
        if not self.waiting and self.socket.is_taking and self.socket.is_open:
            self.socket.write_frame(text_frame(data))
            return
        if len(self.waiting) >= self.queue_max:
            self.apply(ConnectionEvent.LAGGING)
            return
        self.waiting.append(data)
        self.wake.set()

    @property
    def who(self) -> str:
        """The id of the person; empty for strangers."""
        return "" if self.person is None else self.person.id

    def end(self, reason: str, sentence: str, *, retry_ms: int | None = None) -> None:
        """Close, telling the browser why and when to come back, if ever."""
        action = self.apply(ConnectionEvent(reason))
        if action is Action.SAY_REPLACED:
            self.waiting.append(msgspec.json.encode(Replaced(sentence=sentence)))
        elif action is Action.SAY_CLOSING:
            closing = Closing(sentence=sentence, retry_ms=retry_ms)
            self.waiting.append(msgspec.json.encode(closing))

    def mark(self, now_ms: int = 0) -> None:
        self.views.mark(self.view, now_ms)
