"""A viewer's socket: reads frames, asks the machine what follows, and sends what waits.

Speaks the server interface directly, so that a frame's size, kind and time are in our hands.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec

from pitboss.games.profiles import RESPONSIBLE_GAMBLING
from pitboss.pit.requests import Receipt
from pitboss.refusals import Refusal
from pitboss.server.edge.asgi import Receive, Send
from pitboss.server.edge.errors import TOO_MANY, Denial, DoorCode
from pitboss.server.edge.strict_json import Unreadable, read_message
from pitboss.server.floor.hall import RETRY_MS, Hall, PublicView
from pitboss.server.live import messages as wire
from pitboss.server.live.connection import Connection
from pitboss.server.live.connection_state import Action, ConnectionEvent, State
from pitboss.server.live.player_commands import answer_ask, check_setting
from pitboss.server.live.view_scheduler import ViewState
from pitboss.server.live.viewers import shown_to

SILENCES_MAX = 2
PUBLIC_MS = 50
"""How old the time in a stranger's view may be."""
_KINDS: dict[type, ConnectionEvent] = {
    wire.Hello: ConnectionEvent.HELLO,
    wire.Ask: ConnectionEvent.ASK,
    wire.CheckSetting: ConnectionEvent.CHECK,
    wire.Pong: ConnectionEvent.PONG,
}
UNREADABLE = Denial(DoorCode.BAD_MESSAGE, "That message cannot be read.")
SAID_ALREADY = Denial(DoorCode.BAD_MESSAGE, "You have said hello already.")
TABLE_GONE = "This table was closed; the lobby shows the others."
ELSEWHERE = "This table is open in another tab or window of yours."


async def serve_viewer(hall: Hall, connection: Connection, receive: Receive, send: Send) -> None:
    """The whole life of an accepted socket."""
    reading = asyncio.create_task(_read(hall, connection, receive))
    writing = asyncio.create_task(_write(hall, connection, send))
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        if reading.done() and not writing.done():
            connection.apply(
                ConnectionEvent.GONE if reading.exception() is None else ConnectionEvent.DEFECT
            )
            connection.wake.set()
            await writing
    finally:
        hall.dismiss(connection)
        for task in (reading, writing):
            task.cancel()
        done = await asyncio.gather(reading, writing, return_exceptions=True)
        if writing.done() and _is_defect(done[1]):
            await _end_broken(hall, connection, send)
        hall.log.event(
            "socket.closed",
            table=connection.table,
            who=_who(connection),
            code=connection.close_code,
            reason=None if connection.ended_by is None else connection.ended_by.value,
        )
    for problem in done:
        if isinstance(problem, Exception) and _is_defect(problem):
            hall.log.event("defect", path=f"/ws/table/{connection.table}", problem=repr(problem))
            raise problem


def _is_defect(problem: object) -> bool:
    """Whether a task ended by a fault of ours and not because the browser went away."""
    return isinstance(problem, Exception) and not isinstance(problem, OSError)


async def _end_broken(hall: Hall, connection: Connection, send: Send) -> None:
    """Close a socket whose writer failed."""
    _end(hall, connection, ConnectionEvent.DEFECT)
    with contextlib.suppress(OSError, RuntimeError, TimeoutError):
        await _close(hall, send, code=connection.close_code)


def _who(connection: Connection) -> str | None:
    return None if connection.person is None else connection.person.id


# --- reading --------------------------------------------------------------------------------


async def _read(hall: Hall, connection: Connection, receive: Receive) -> None:
    while connection.state is not State.ENDED:
        is_new = connection.state is State.GREETING
        wait_ms = hall.options.hello_ms if is_new else hall.options.ping_ms
        try:
            async with asyncio.timeout(wait_ms / 1000):
                frame = await receive()
        except TimeoutError:
            _silent(hall, connection)
            continue
        if frame["type"] == "websocket.disconnect":
            connection.apply(ConnectionEvent.GONE)
            if connection.ended_by is ConnectionEvent.GONE:
                connection.close_code = frame.get("code", connection.close_code)
            return
        connection.silences = 0
        if frame.get("text") is None:
            _end(hall, connection, ConnectionEvent.BINARY)
            return
        await _heard(hall, connection, frame["text"])


def _silent(hall: Hall, connection: Connection) -> None:
    connection.silences += 1
    if connection.silences > SILENCES_MAX:
        _end(hall, connection, ConnectionEvent.TOO_SILENT)
    elif connection.apply(ConnectionEvent.SILENT) is Action.PING:
        connection.say(wire.Ping(now_ms=hall.clock()))


def _end(hall: Hall, connection: Connection, event: ConnectionEvent) -> None:
    connection.apply(event)
    hall.meters.drops.labels(event.value).inc()


async def _heard(hall: Hall, connection: Connection, text: str) -> None:
    message: Any = None
    try:
        message = read_message(text, wire.FromBrowser)
        event = _KINDS[type(message)]
    except Unreadable:
        event = ConnectionEvent.UNREADABLE
    is_flood = not connection.bucket.take(hall.clock())
    if is_flood or event is ConnectionEvent.UNREADABLE:
        connection.faults += 1
    if connection.faults > hall.options.faults_max:
        _end(hall, connection, ConnectionEvent.TOO_FAULTY)
        return
    if _is_table_gone(hall, connection):
        return
    action = connection.apply(ConnectionEvent.FLOODED if is_flood else event)
    if action is Action.REFUSE:
        _refuse(hall, connection, message, is_flood=is_flood)
    elif action is Action.WELCOME:
        await _welcome(hall, connection, message)
    elif action is Action.ACT:
        await _act(hall, connection, message)
    elif action is Action.CHECK:
        _check(hall, connection, message)


def _is_table_gone(hall: Hall, connection: Connection) -> bool:
    """Whether the table is not served any more, which ends the socket."""
    if connection.table in hall.pit.desks:
        return False
    connection.end(ConnectionEvent.TABLE_GONE, TABLE_GONE)
    return True


def _refuse(hall: Hall, connection: Connection, message: Any, *, is_flood: bool) -> None:
    if is_flood:
        trouble = TOO_MANY
    else:
        trouble = SAID_ALREADY if isinstance(message, wire.Hello) else UNREADABLE
    shape = hall.tell(trouble, where=connection.table, who=_who(connection) or "")
    if isinstance(message, wire.Ask):
        connection.say(wire.Answer(id=message.id, refused=shape))
    elif isinstance(message, wire.CheckSetting):
        connection.say(_unchecked(message.id, shape))
    else:
        connection.say(shape)


async def _welcome(hall: Hall, connection: Connection, hello: wire.Hello) -> None:
    missed = await hall.catch_up.tell(
        hall.pit, connection.table, connection.person, seen=hello.seen
    )
    if connection.state is State.ENDED:
        return
    if not hall.greet(connection, takes_over=hello.takes_over):
        connection.end(ConnectionEvent.OVERTAKEN, ELSEWHERE)
        return
    head = hall.pit.desks[connection.table].state.rules.edition.head
    connection.say(
        wire.Welcome(
            viewer_name="" if connection.person is None else connection.person.name,
            edition_title=head.title,
            rounds_per_hour=head.rounds_per_hour,
            helpline=RESPONSIBLE_GAMBLING,
            history=tuple(hall.history.get(connection.table, ())),
            meanwhile=missed,
            is_coach_allowed=hall.is_coach_allowed(connection.table),
        )
    )
    hall.log.event("socket.live", table=connection.table, who=_who(connection), seen=hello.seen)
    connection.mark()


async def _act(hall: Hall, connection: Connection, ask: wire.Ask) -> None:
    answer = await answer_ask(hall, connection, ask)
    if isinstance(answer, Receipt):
        connection.say(wire.Answer(id=ask.id))
        hall.views.hurry(connection.view)
        return
    shape = hall.tell(answer, where=connection.table, who=_who(connection) or "")
    connection.say(wire.Answer(id=ask.id, refused=shape))


def _check(hall: Hall, connection: Connection, asked: wire.CheckSetting) -> None:
    found = check_setting(hall, connection, asked)
    if isinstance(found, wire.Checked):
        connection.say(found)
        return
    connection.say(
        _unchecked(asked.id, hall.tell(found, where=connection.table, who=_who(connection) or ""))
    )


def _unchecked(ask_id: str, shape: wire.Refused) -> wire.Checked:
    return wire.Checked(
        id=ask_id,
        combinations=(),
        left_over=(),
        score=0,
        sentence=shape.sentence,
        clause=None,
        refused=shape,
    )


# --- sending --------------------------------------------------------------------------------


async def _write(hall: Hall, connection: Connection, send: Send) -> None:
    """Answers first, then the newest view; a browser that does not take them in time is cut."""
    try:
        while True:
            await connection.wake.wait()
            connection.wake.clear()
            while connection.waiting and connection.ended_by is not ConnectionEvent.GONE:
                await _send(hall, connection.waiting.popleft(), send)
            if connection.state is State.ENDED:
                if connection.ended_by is not ConnectionEvent.GONE:
                    await _close(hall, send, code=connection.close_code)
                return
            if connection.view.state is ViewState.STALE and connection.state is State.LIVE:
                hall.views.request(connection.view)
            elif connection.view.state is ViewState.TURN:
                await _send_view(hall, connection, send)
    except TimeoutError:
        _end(hall, connection, ConnectionEvent.LAGGING)
        hall.log.event("socket.lagging", table=connection.table, who=_who(connection))


async def _send_view(hall: Hall, connection: Connection, send: Send) -> None:
    since_ms = connection.view.start_sending()
    if _is_table_gone(hall, connection):
        return
    data = _view(hall, connection) if connection.person is not None else _public(hall, connection)
    if data is not None:
        hall.meters.views.inc()
        if since_ms:
            # A view may wait this long on purpose, to be shown with the next.
            hall.felt(hall.clock() - since_ms - hall.options.view_ms)
        await _send(hall, data, send)
    connection.view.finish_sending()


def _public(hall: Hall, connection: Connection) -> bytes | None:
    """What strangers are shown is the same for all of them: it is made once for each version."""
    kept = hall.public.get(connection.table)
    version, now_ms = hall.pit.desks[connection.table].version, hall.clock()
    if kept is not None and kept.version == version and now_ms - kept.made_ms < PUBLIC_MS:
        return kept.data
    data = _view(hall, connection)
    if data is not None:
        hall.public[connection.table] = PublicView(version, now_ms, data)
    return data


def _view(hall: Hall, connection: Connection) -> bytes | None:
    shown = shown_to(hall.pit, connection.table, connection.person)
    if isinstance(shown, Refusal):
        connection.say(hall.tell(shown, where=connection.table, who=_who(connection) or ""))
        return None
    return msgspec.json.encode(shown)


async def _send(hall: Hall, data: bytes, send: Send) -> None:
    # Without asyncio.wait_for, which makes a task of every view.
    async with asyncio.timeout(hall.options.send_ms / 1000):
        await send({"type": "websocket.send", "text": data.decode()})


async def _close(hall: Hall, send: Send, *, code: int) -> None:
    async with asyncio.timeout(hall.options.send_ms / 1000):
        await send({"type": "websocket.close", "code": code})


async def turn_away(
    sentence: str, send: Send, *, code: int, retry_ms: int | None = RETRY_MS
) -> None:
    """Tell a browser why it is not let in, and when to come back, if ever."""
    closing = wire.Closing(sentence=sentence, retry_ms=retry_ms)
    await send({"type": "websocket.send", "text": msgspec.json.encode(closing).decode()})
    await send({"type": "websocket.close", "code": code})
