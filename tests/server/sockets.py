"""How sockets end, and what they are told: helpers for tests of the wire."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.server.live.connection import Connection
from tests.server.kit import Json, Running, Viewer


def end_of(viewing: Viewer) -> int:
    """With which code the server ends a socket."""
    with pytest.raises(ConnectionClosed) as ended:
        viewing.drain()
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code


def is_refusal(refused: Json) -> bool:
    """Whether a refusal has the one shape of all."""
    return (
        set(refused) == {"kind", "code", "sentence", "reference"}
        and refused["kind"] == "refused"
        and re.fullmatch(r"[a-z]+(-[a-z]+)*", refused["code"]) is not None
        and refused["sentence"].endswith(".")
        and re.fullmatch(r"[0-9a-f]{8}", refused["reference"]) is not None
    )


def connections_at(running: Running, table: str) -> list[Connection]:
    """The server's side of everyone who looks at a table."""
    found = running.house.presence.viewers[table]
    return [one for one in found if isinstance(one, Connection)]


@contextmanager
def at_one_moment(running: Running) -> Iterator[None]:
    """Stop the house's clock: no allowance fills up again, however slow the machine is."""
    runtime = running.house.runtime
    clock, now_ms = runtime.clock, runtime.clock()
    running.on_loop(lambda: setattr(runtime, "clock", lambda: now_ms))
    try:
        yield
    finally:
        running.on_loop(lambda: setattr(runtime, "clock", clock))
