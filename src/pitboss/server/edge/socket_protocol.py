"""The websocket protocol with limits on frames: how many, of every kind, and how fast.

A message has a size and a rate of its own; pings, pongs and the pieces of a message have neither,
and cost as much to read. They are counted here, in small portions of what came in, so that one
packet full of tiny frames cannot hold everybody else up.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pitboss.server.edge.rate_limits import Bucket
from pitboss.server.options import Options

PORTION = 1_024
"""Bytes that are parsed before the frames in them are counted: at most 170 empty frames."""
LINGER_S = 2.0
POLICY_VIOLATION = 1008


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
        await super().run_asgi()
        self.loop.call_later(self.close_timeout, self.transport.abort)

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
