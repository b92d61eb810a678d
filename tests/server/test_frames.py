"""Frames made and read without the library are as the library makes and reads them."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode

from pitboss.refusals import unwrap_or_raise
from pitboss.server.edge.socket_protocol import LimitedSocketProtocol, text_frame
from pitboss.server.options import read_options

SIZE_MAX = 4_096
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_prepared_frame_is_the_library_s(size: int) -> None:
    data = b"x" * size
    assert text_frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False)


class Wire(asyncio.Transport):
    """What the protocol does to a connection."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[object] = []

    def write(self, data: Any) -> None:
        self.done.append(bytes(data))

    def pause_reading(self) -> None:
        return

    def resume_reading(self) -> None:
        return

    def is_closing(self) -> bool:
        return "closed" in self.done

    def close(self) -> None:
        self.done.append("closed")

    def abort(self) -> None:
        self.done.append("closed")


class Parsed(LimitedSocketProtocol):
    """A protocol that leaves every byte to the library's parser."""

    def _whole_text(self, data: bytes) -> str | None:
        return None


async def accept(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.Event().wait()


CONFIG = Config(accept, ws_max_size=SIZE_MAX, ws_per_message_deflate=False, log_config=None)
OPTIONS = unwrap_or_raise(read_options({}, host="127.0.0.1", port=1))


async def hear(kind: type[LimitedSocketProtocol], pieces: list[bytes]) -> tuple[Any, ...]:
    """What an application is handed and a browser is sent when these bytes arrive."""
    state, wire = ServerState(), Wire()
    protocol = kind(CONFIG, state, {}, asyncio.get_running_loop(), options=OPTIONS)
    protocol.connection_made(wire)
    protocol.data_received(HANDSHAKE)
    for _ in range(3):
        await asyncio.sleep(0)
    wire.done.clear()
    try:
        for piece in pieces:
            protocol.data_received(piece)
    except InvalidState as defect:
        # The library's own, of a text that is no text on a socket that is closing.
        wire.done.append(str(defect))
    heard = [protocol.queue.get_nowait() for _ in range(protocol.queue.qsize())]
    for task in state.tasks:
        task.cancel()
    await asyncio.gather(*state.tasks, return_exceptions=True)
    protocol.stop_keepalive()
    return heard, wire.done, protocol.close_sent


def frames() -> st.SearchStrategy[bytes]:
    """Frames of browsers, sound and not."""
    sizes = st.sampled_from((0, 1, 5, 124, 125, 126, 200, SIZE_MAX, SIZE_MAX + 1))
    data = st.one_of(
        sizes.map(lambda size: b"x" * size), st.binary(max_size=8), st.text(max_size=8)
    )
    opcodes = st.sampled_from(
        (Opcode.TEXT,) * 6 + (Opcode.CONT, Opcode.BINARY, Opcode.PING, Opcode.PONG, Opcode.CLOSE)
    )

    def make(opcode: Opcode, data: bytes | str, is_last: bool, is_masked: bool) -> bytes:
        body = data.encode() if isinstance(data, str) else data
        if opcode in (Opcode.PING, Opcode.PONG, Opcode.CLOSE):
            body, is_last = b"" if opcode is Opcode.CLOSE else body[:125], True
        return Frame(opcode, body, fin=is_last).serialize(mask=is_masked)

    mostly = st.sampled_from((True,) * 7 + (False,))
    return st.builds(make, opcodes, data, mostly, mostly)


@given(sent=st.lists(frames(), max_size=8), cuts=st.lists(st.integers(0, 400), max_size=4))
def test_whatever_arrives_is_read_as_the_parser_reads_it(
    sent: list[bytes], cuts: list[int]
) -> None:
    """Frame by frame, and in pieces that end anywhere."""
    whole = b"".join(sent)
    ends = sorted({0, *(cut for cut in cuts if cut < len(whole)), len(whole)})
    torn = [whole[start:end] for start, end in pairwise(ends)]
    for pieces in (sent, torn):
        assert asyncio.run(hear(LimitedSocketProtocol, pieces)) == asyncio.run(hear(Parsed, pieces))


def test_a_message_that_came_whole_is_not_left_to_the_parser() -> None:
    """A browser's message is one frame in one packet, and is read at once."""
    read: list[bytes] = []

    class Watched(LimitedSocketProtocol):
        def handle_text(self, event: Frame) -> None:
            read.append(bytes(event.data))
            super().handle_text(event)

    texts = ["a", "b" * 125, "c" * 126, "d" * 2_000]
    pieces = [Frame(Opcode.TEXT, text.encode()).serialize(mask=True) for text in texts]
    heard, *_ = asyncio.run(hear(Watched, pieces))
    assert [one["text"] for one in heard] == texts
    assert read == []
