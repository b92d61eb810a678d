"""The life of a viewer's socket as a state machine: what follows when something happens.

Pure: an event and a state in, the next state and what to do out. Whatever is not in the table
cannot happen to a socket.
"""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """Where a socket is in its life."""

    GREETING = "greeting"
    """Open, and its hello is awaited."""
    LIVE = "live"
    """Views are pushed and asks are taken."""
    ENDED = "ended"
    """Nothing more is read or sent but the last words."""


class Happening(StrEnum):
    """What can happen to a socket."""

    HELLO = "hello"
    ASK = "ask"
    CHECK = "check"
    PONG = "pong"
    UNREADABLE = "unreadable"
    BINARY = "binary"
    FLOODED = "flooded"
    """More messages than the viewer may send."""
    SILENT = "silent"
    """Nothing was heard for the time that silence may last."""
    TOO_SILENT = "too-silent"
    """Pings were not answered."""
    TOO_FAULTY = "too-faulty"
    LAGGING = "lagging"
    """What is sent is not taken in time, or too many answers wait."""
    OVERTAKEN = "overtaken"
    """Another tab of the same viewer said hello."""
    SIGNED_OUT = "signed-out"
    CHANGED_ROLE = "changed-role"
    """What the viewer may do has changed; the browser comes back at once."""
    TABLE_GONE = "table-gone"
    """The table is not served any more."""
    STOPPING = "stopping"
    NO_ROOM = "no-room"
    """The house is full or too busy, or the viewer's address has too many sockets."""
    DEFECT = "defect"
    """Something of ours is broken."""
    GONE = "gone"


class Deed(StrEnum):
    """What is done about it."""

    WELCOME = "welcome"
    ACT = "act"
    CHECK = "check"
    REFUSE = "refuse"
    PING = "ping"
    NOTHING = "nothing"
    SAY_REPLACED = "say-replaced"
    SAY_CLOSING = "say-closing"
    CUT = "cut"


CLOSE_CODES: dict[Happening, int] = {
    Happening.BINARY: 1003,
    Happening.TOO_FAULTY: 1008,
    Happening.TOO_SILENT: 1008,
    Happening.SILENT: 1008,
    Happening.UNREADABLE: 1008,
    Happening.FLOODED: 1008,
    Happening.ASK: 1008,
    Happening.CHECK: 1008,
    Happening.PONG: 1008,
    Happening.LAGGING: 1013,
    Happening.NO_ROOM: 1013,
    Happening.DEFECT: 1011,
    Happening.STOPPING: 1012,
    Happening.OVERTAKEN: 4001,
    Happening.SIGNED_OUT: 4003,
    Happening.CHANGED_ROLE: 4003,
    Happening.TABLE_GONE: 4004,
    Happening.GONE: 1000,
}
"""With which code a socket ends when this was the end of it."""

LIBRARY_CODES: dict[int, str] = {
    1002: "frames that break the protocol",
    1007: "text that is not UTF-8",
    1009: "a message larger than PITBOSS_FRAME_BYTES",
    1011: "a ping of the protocol that was not answered",
}
"""With which codes the websocket library itself ends a socket, and for what."""

_ALWAYS: dict[Happening, tuple[State, Deed]] = {
    Happening.BINARY: (State.ENDED, Deed.CUT),
    Happening.TOO_FAULTY: (State.ENDED, Deed.CUT),
    Happening.TOO_SILENT: (State.ENDED, Deed.CUT),
    Happening.LAGGING: (State.ENDED, Deed.CUT),
    Happening.OVERTAKEN: (State.ENDED, Deed.SAY_REPLACED),
    Happening.SIGNED_OUT: (State.ENDED, Deed.SAY_CLOSING),
    Happening.CHANGED_ROLE: (State.ENDED, Deed.SAY_CLOSING),
    Happening.TABLE_GONE: (State.ENDED, Deed.SAY_CLOSING),
    Happening.NO_ROOM: (State.ENDED, Deed.SAY_CLOSING),
    Happening.DEFECT: (State.ENDED, Deed.CUT),
    Happening.STOPPING: (State.ENDED, Deed.SAY_CLOSING),
    Happening.GONE: (State.ENDED, Deed.NOTHING),
}
_TABLE: dict[State, dict[Happening, tuple[State, Deed]]] = {
    # A stranger who does not begin with a hello is shown out at once.
    State.GREETING: {
        **_ALWAYS,
        Happening.HELLO: (State.LIVE, Deed.WELCOME),
        Happening.ASK: (State.ENDED, Deed.CUT),
        Happening.CHECK: (State.ENDED, Deed.CUT),
        Happening.PONG: (State.ENDED, Deed.CUT),
        Happening.UNREADABLE: (State.ENDED, Deed.CUT),
        Happening.FLOODED: (State.ENDED, Deed.CUT),
        Happening.SILENT: (State.ENDED, Deed.CUT),
    },
    State.LIVE: {
        **_ALWAYS,
        Happening.HELLO: (State.LIVE, Deed.REFUSE),
        Happening.ASK: (State.LIVE, Deed.ACT),
        Happening.CHECK: (State.LIVE, Deed.CHECK),
        Happening.PONG: (State.LIVE, Deed.NOTHING),
        Happening.UNREADABLE: (State.LIVE, Deed.REFUSE),
        Happening.FLOODED: (State.LIVE, Deed.REFUSE),
        Happening.SILENT: (State.LIVE, Deed.PING),
    },
    State.ENDED: dict.fromkeys(Happening, (State.ENDED, Deed.NOTHING)),
}


def step(state: State, happening: Happening) -> tuple[State, Deed]:
    """The next state and what to do."""
    return _TABLE[state][happening]
