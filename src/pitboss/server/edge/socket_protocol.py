"""The websocket protocol with limits on frames: how many, of every kind, and how fast.

A message has a size and a rate of its own; pings, pongs and the pieces of a message have neither,
and cost as much to read. They are counted here, in small portions of what came in, so that one
packet full of tiny frames cannot hold everybody else up.
"""

from __future__ import annotations

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from pitboss.server.asgi import Scope
from pitboss.server.edge.rate_limits import Bucket
from pitboss.server.options import Options

PORTION = 1_024
"""Bytes that are parsed before the frames in them are counted: at most 170 empty frames."""
LINGER_S = 2.0
POLICY_VIOLATION = 1008
FRAMES = "pitboss.frames"
"""The extension of the server interface under which an application finds the protocol itself."""


def text_frame(data: bytes) -> bytes:
    """A message as it goes over any socket: made once, it serves all who are sent the same."""
    size = len(data)
    if size < 126:
        return b"\x81%c%b" % (size, data)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), data)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), data)


class LimitedSocketProtocol(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, options: Options, **named: Any) -> None:
        super().__init__(*args, **named)
        # Whatever a browser does is a text frame; this much of anything else is plenty.
        self.frames_left = Bucket(60 * options.messages_per_s, options.messages_burst)
        # Beyond these the viewer is cut for a flood anyway, once they have been read.
        self.waiting_max = options.messages_burst + options.faults_max + 1
        self.discarded_max = options.frame_bytes
        self.discarded = 0
        self.is_flood = False

    def data_received(self, data: bytes) -> None:
        """Parse a portion at a time, and nothing once the socket is closing."""
        for start in range(0, len(data), PORTION):
            if self.is_flood or self.discarded > self.discarded_max:
                return
            portion = data[start : start + PORTION]
            if self.close_sent:
                self.discarded += len(portion)
            super().data_received(portion)
            if self.queue.qsize() > self.waiting_max:
                self._cut()

    async def run_asgi(self) -> None:
        """Serve; cut a connection whose last bytes nobody reads."""
        cast(Scope, self.scope)["extensions"][FRAMES] = self
        await super().run_asgi()
        self.loop.call_later(self.close_timeout, self.transport.abort)

    # Sending without a task.

    @property
    def is_open(self) -> bool:
        """Whether anybody is there to be sent frames."""
        return not self.close_sent and self.conn.state is State.OPEN

    @property
    def is_taking(self) -> bool:
        """Whether what was sent before has been taken, but for what may wait in the buffer."""
        return self.writable.is_set()

    async def wait_until_taking(self) -> None:
        await self.writable.wait()

    def write_frame(self, frame: bytes) -> None:
        self.transport.write(frame)

    def handle_ping(self) -> None:
        if self._is_within():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_within():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_within():
            super().handle_cont(event)

    def _is_within(self) -> bool:
        """Count a frame that carries no message of its own."""
        if not self.is_flood and not self.frames_left.take(int(self.loop.time() * 1000)):
            self._cut()
        return not self.is_flood

    def _cut(self) -> None:
        """Close for a flood; later bytes are discarded unread."""
        if self.is_flood or self.close_sent:
            return
        self.is_flood = self.close_sent = True
        self.stop_keepalive()
        code = POLICY_VIOLATION
        self.conn.fail(code, "too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.close_timer = self.loop.call_later(LINGER_S, self.transport.abort)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
