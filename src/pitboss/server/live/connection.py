"""A link: one viewer's socket as the hall knows it, with what waits to be sent.

Answers wait in a bounded queue; views do not wait at all: a link is marked, and whoever sends takes
the newest view when the browser is ready for one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

import msgspec

from pitboss.server.accounts.people import Person
from pitboss.server.edge.rate_limits import Bucket
from pitboss.server.live.connection_state import CLOSE_CODES, Deed, Happening, State, step
from pitboss.server.live.messages import ToBrowser

LONG_AGO_S = float("-inf")


@dataclass(slots=True, eq=False)
class Link:
    """One open socket."""

    table: str
    person: Person | None
    token: str
    """The session's token, to find its sockets when it is ended; empty for strangers."""
    address: str
    bucket: Bucket
    queue_max: int
    state: State = State.GREETING
    waiting: deque[bytes] = field(default_factory=deque)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    is_stale: bool = False
    """Whether the viewer has not been sent the table as it is now."""
    is_in_line: bool = False
    """Whether it waits for its turn to be shown the table."""
    has_turn: bool = False
    turn_s: float = LONG_AGO_S
    """When it last had its turn, by the loop's clock."""
    pause: asyncio.TimerHandle | None = None
    """Ends when the last view has been there long enough to be seen."""
    marked_ms: int = 0
    """Since when a view has waited that only the server keeps from being sent; 0 for none."""
    is_sending: bool = False
    faults: int = 0
    silences: int = 0
    close_code: int = 1000
    ended_by: Happening | None = None
    """What the end of the socket was."""

    def happen(self, happening: Happening) -> Deed:
        """Go on in the machine; the sender is woken when that is the end."""
        before = self.state
        self.state, deed = step(before, happening)
        if self.state is State.ENDED and before is not State.ENDED:
            self.close_code, self.ended_by = CLOSE_CODES[happening], happening
            self.wake.set()
        return deed

    def say(self, message: ToBrowser) -> None:
        """Queue an answer; a browser that lets too many wait is cut."""
        if len(self.waiting) >= self.queue_max:
            self.happen(Happening.LAGGING)
            return
        self.waiting.append(msgspec.json.encode(message))
        self.wake.set()

    def last_words(self, happening: Happening, message: ToBrowser) -> None:
        """End with something the browser should know."""
        deed = self.happen(happening)
        if deed in (Deed.SAY_REPLACED, Deed.SAY_CLOSING):
            self.waiting.append(msgspec.json.encode(message))
            self.wake.set()

    def mark(self, now_ms: int = 0) -> None:
        """The table changed."""
        if not self.is_stale and not self.is_sending:
            self.marked_ms = now_ms
        self.is_stale = True
        self.wake.set()

    def take_turn(self) -> None:
        """The next view is this viewer's."""
        self.is_in_line, self.has_turn = False, True
        self.wake.set()
