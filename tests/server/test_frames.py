"""Frames made without the library are those that the library makes."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from pitboss.server.edge.socket_protocol import text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_prepared_frame_is_the_library_s(size: int) -> None:
    data = b"x" * size
    assert text_frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False)
