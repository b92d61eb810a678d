"""The life of a viewer's socket as a state machine: what follows when something happens.

Pure: an event and a state in, the next state and what to do out. Whatever is not in the table
cannot happen to a socket.
"""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    GREETING = "greeting"
    """Open, and its hello is awaited."""
    LIVE = "live"
    """Views are pushed and asks are taken."""
    ENDED = "ended"
    """Nothing more is read or sent but the last words."""


class ConnectionEvent(StrEnum):
    HELLO = "hello"
    ASK = "ask"
    CHECK = "check"
    PONG = "pong"
    AGAIN = "again"
    """A message was missed, and the whole is asked for."""
    AGAIN_TWICE = "again-twice"
    UNREADABLE = "unreadable"
    BINARY = "binary"
    FLOODED = "flooded"
    SILENT = "silent"
    """Nothing arrived for the longest time allowed."""
    TOO_SILENT = "too-silent"
    TOO_FAULTY = "too-faulty"
    LAGGING = "lagging"
    """What is sent is not taken in time, or too many answers wait."""
    OVERTAKEN = "overtaken"
    """Another tab of the same viewer said hello."""
    SIGNED_OUT = "signed-out"
    CHANGED_ROLE = "changed-role"
    """What the viewer may do has changed; the browser comes back at once."""
    TABLE_GONE = "table-gone"
    STOPPING = "stopping"
    NO_ROOM = "no-room"
    """The house is full or too busy, or the viewer's address has too many sockets."""
    DEFECT = "defect"
    GONE = "gone"


class Action(StrEnum):
    WELCOME = "welcome"
    ACT = "act"
    CHECK = "check"
    REFUSE = "refuse"
    PING = "ping"
    SHOW_WHOLE = "show-whole"
    NOTHING = "nothing"
    SAY_REPLACED = "say-replaced"
    SAY_CLOSING = "say-closing"
    CUT = "cut"


CLOSE_CODES: dict[ConnectionEvent, int] = {
    ConnectionEvent.BINARY: 1003,
    ConnectionEvent.TOO_FAULTY: 1008,
    ConnectionEvent.TOO_SILENT: 1008,
    ConnectionEvent.SILENT: 1008,
    ConnectionEvent.UNREADABLE: 1008,
    ConnectionEvent.FLOODED: 1008,
    ConnectionEvent.ASK: 1008,
    ConnectionEvent.CHECK: 1008,
    ConnectionEvent.PONG: 1008,
    ConnectionEvent.AGAIN: 1008,
    ConnectionEvent.AGAIN_TWICE: 1008,
    ConnectionEvent.LAGGING: 1013,
    ConnectionEvent.NO_ROOM: 1013,
    ConnectionEvent.DEFECT: 1011,
    ConnectionEvent.STOPPING: 1012,
    ConnectionEvent.OVERTAKEN: 4001,
    ConnectionEvent.SIGNED_OUT: 4003,
    ConnectionEvent.CHANGED_ROLE: 4003,
    ConnectionEvent.TABLE_GONE: 4004,
    ConnectionEvent.GONE: 1000,
}
"""With which code a socket ends when this was the end of it."""

LIBRARY_CODES: dict[int, str] = {
    1002: "frames that break the protocol",
    1007: "text that is not UTF-8",
    1009: "a message larger than PITBOSS_FRAME_BYTES",
    1011: "a ping of the protocol that was not answered",
}
"""With which codes the websocket library itself ends a socket, and for what."""

_ALWAYS: dict[ConnectionEvent, tuple[State, Action]] = {
    ConnectionEvent.BINARY: (State.ENDED, Action.CUT),
    ConnectionEvent.TOO_FAULTY: (State.ENDED, Action.CUT),
    ConnectionEvent.TOO_SILENT: (State.ENDED, Action.CUT),
    ConnectionEvent.AGAIN_TWICE: (State.ENDED, Action.CUT),
    ConnectionEvent.LAGGING: (State.ENDED, Action.CUT),
    ConnectionEvent.OVERTAKEN: (State.ENDED, Action.SAY_REPLACED),
    ConnectionEvent.SIGNED_OUT: (State.ENDED, Action.SAY_CLOSING),
    ConnectionEvent.CHANGED_ROLE: (State.ENDED, Action.SAY_CLOSING),
    ConnectionEvent.TABLE_GONE: (State.ENDED, Action.SAY_CLOSING),
    ConnectionEvent.NO_ROOM: (State.ENDED, Action.SAY_CLOSING),
    ConnectionEvent.DEFECT: (State.ENDED, Action.CUT),
    ConnectionEvent.STOPPING: (State.ENDED, Action.SAY_CLOSING),
    ConnectionEvent.GONE: (State.ENDED, Action.NOTHING),
}
_TABLE: dict[State, dict[ConnectionEvent, tuple[State, Action]]] = {
    # A stranger who does not begin with a hello is shown out at once.
    State.GREETING: {
        **_ALWAYS,
        ConnectionEvent.HELLO: (State.LIVE, Action.WELCOME),
        ConnectionEvent.ASK: (State.ENDED, Action.CUT),
        ConnectionEvent.CHECK: (State.ENDED, Action.CUT),
        ConnectionEvent.PONG: (State.ENDED, Action.CUT),
        ConnectionEvent.AGAIN: (State.ENDED, Action.CUT),
        ConnectionEvent.UNREADABLE: (State.ENDED, Action.CUT),
        ConnectionEvent.FLOODED: (State.ENDED, Action.CUT),
        ConnectionEvent.SILENT: (State.ENDED, Action.CUT),
    },
    State.LIVE: {
        **_ALWAYS,
        ConnectionEvent.HELLO: (State.LIVE, Action.SHOW_WHOLE),
        ConnectionEvent.ASK: (State.LIVE, Action.ACT),
        ConnectionEvent.CHECK: (State.LIVE, Action.CHECK),
        ConnectionEvent.PONG: (State.LIVE, Action.NOTHING),
        ConnectionEvent.AGAIN: (State.LIVE, Action.SHOW_WHOLE),
        ConnectionEvent.UNREADABLE: (State.LIVE, Action.REFUSE),
        ConnectionEvent.FLOODED: (State.LIVE, Action.REFUSE),
        ConnectionEvent.SILENT: (State.LIVE, Action.PING),
    },
    State.ENDED: dict.fromkeys(ConnectionEvent, (State.ENDED, Action.NOTHING)),
}


def step(state: State, event: ConnectionEvent) -> tuple[State, Action]:
    return _TABLE[state][event]
