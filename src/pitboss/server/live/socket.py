"""A viewer's socket: reads frames, asks the machine what follows, and sends what waits.

Speaks the server interface directly, so that a frame's size, kind and time are in our hands.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from pitboss.games.paytables import post_areas, post_pays
from pitboss.games.profiles import RESPONSIBLE_GAMBLING
from pitboss.invariants import DEFECTS
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.asgi import Receive, Send
from pitboss.server.edge.errors import TOO_MANY, AnyRefusal, Denial, DoorCode, Refused
from pitboss.server.edge.runtime import Runtime
from pitboss.server.edge.strict_json import Unreadable, read_message
from pitboss.server.edge.timers import Silence
from pitboss.server.editions.samples import empty_places
from pitboss.server.floor.presence import Presence
from pitboss.server.floor.table_service import TableService
from pitboss.server.live import messages as wire
from pitboss.server.live.catch_up import CatchUp
from pitboss.server.live.connection import Connection
from pitboss.server.live.connection_state import Action, ConnectionEvent, State
from pitboss.server.live.pictures import Pictures, Sent
from pitboss.server.live.player_commands import answer_ask, check_setting
from pitboss.server.live.view_scheduler import PacedView, ViewScheduler, ViewState
from pitboss.server.live.viewers import show_table
from pitboss.store.records import Committed

SILENCES_MAX = 2
_KINDS_READ: msgspec.json.Decoder[wire.FromBrowser] = msgspec.json.Decoder(wire.FromBrowser)
_KINDS: dict[type, ConnectionEvent] = {
    wire.Hello: ConnectionEvent.HELLO,
    wire.Ask: ConnectionEvent.ASK,
    wire.CheckSetting: ConnectionEvent.CHECK,
    wire.Pong: ConnectionEvent.PONG,
    wire.Again: ConnectionEvent.AGAIN,
}
UNREADABLE = Denial(DoorCode.BAD_MESSAGE, "That message cannot be read.")
TABLE_GONE = "This table was closed; the lobby shows the others."
ELSEWHERE = "You have this table open in another tab or window."


@dataclass(slots=True)
class LiveTables:
    runtime: Runtime
    tables: TableService
    presence: Presence
    accounts: Accounts
    views: ViewScheduler = field(init=False)
    catch_up: CatchUp = field(default_factory=CatchUp)
    pictures: dict[str, Pictures] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.views = ViewScheduler(self.runtime.options.view_ms / 1000)
        self.tables.on_release.append(lambda table: self.pictures.pop(table, None))

    def pictures_of(self, table: str) -> Pictures:
        found = self.pictures.get(table)
        if found is None:
            look = partial(show_table, self.tables.pit, table, None)
            found = self.pictures[table] = Pictures(look)
        return found

    def report_refusal(self, connection: Connection, refusal: AnyRefusal) -> Refused:
        return self.runtime.report_refusal(refusal, where=connection.table, who=connection.who)


async def serve_viewer(
    live: LiveTables, connection: Connection, receive: Receive, send: Send
) -> None:
    """Serve an accepted socket until it ends."""
    connection.view = PacedView(partial(_send_view, live, connection))
    reading = asyncio.create_task(_read(live, connection, receive))
    writing = asyncio.create_task(_write(live, connection, send))
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        if reading.done() and not writing.done():
            connection.apply(
                ConnectionEvent.GONE if reading.exception() is None else ConnectionEvent.DEFECT
            )
            connection.wake.set()
            await writing
    finally:
        live.presence.dismiss(connection)
        for task in (reading, writing):
            task.cancel()
        done = await asyncio.gather(reading, writing, return_exceptions=True)
        if writing.done() and _is_defect(done[1]):
            await _end_broken(live, connection, send)
        live.runtime.log.event(
            "socket.closed",
            table=connection.table,
            who=connection.who or None,
            code=connection.close_code,
            reason=None if connection.ended_by is None else connection.ended_by.value,
        )
    for problem in done:
        if isinstance(problem, Exception) and _is_defect(problem):
            live.runtime.log.event(
                "defect", path=f"/ws/table/{connection.table}", problem=repr(problem)
            )
            raise problem


def _is_defect(problem: object) -> bool:
    """Whether a task failed by a fault of ours and not because the browser left."""
    return isinstance(problem, Exception) and not isinstance(problem, OSError)


async def _end_broken(live: LiveTables, connection: Connection, send: Send) -> None:
    _end(live, connection, ConnectionEvent.DEFECT)
    with contextlib.suppress(OSError, RuntimeError, TimeoutError):
        await _close(live, send, code=connection.close_code)


# --- reading --------------------------------------------------------------------------------


async def _read(live: LiveTables, connection: Connection, receive: Receive) -> None:
    """Read until the connection ends or the browser is silent for too long."""
    options = live.runtime.options
    silence = Silence(options.hello_ms / 1000, partial(_note_silence, live, connection))
    try:
        while connection.state is not State.ENDED:
            frame = await receive()
            silence.hear()
            if frame["type"] == "websocket.disconnect":
                connection.apply(ConnectionEvent.GONE)
                if connection.ended_by is ConnectionEvent.GONE:
                    connection.close_code = frame.get("code", connection.close_code)
                return
            connection.silences = 0
            if frame.get("text") is None:
                _end(live, connection, ConnectionEvent.BINARY)
                return
            await _handle(live, connection, frame["text"])
            silence.listen(options.ping_ms / 1000)
    finally:
        silence.end()


def _note_silence(live: LiveTables, connection: Connection) -> None:
    connection.silences += 1
    if connection.silences > SILENCES_MAX:
        _end(live, connection, ConnectionEvent.TOO_SILENT)
    elif connection.apply(ConnectionEvent.SILENT) is Action.PING:
        connection.say(wire.Ping(now_ms=live.runtime.clock()))


def _end(live: LiveTables, connection: Connection, event: ConnectionEvent) -> None:
    connection.apply(event)
    live.runtime.metrics.drops.labels(event.value).inc()


async def _handle(live: LiveTables, connection: Connection, text: str) -> None:
    message: Any = None
    try:
        message = read_message(text, _KINDS_READ)
        event = _KINDS[type(message)]
    except Unreadable:
        event = ConnectionEvent.UNREADABLE
    is_flood = not connection.bucket.take(live.runtime.clock())
    if is_flood or event is ConnectionEvent.UNREADABLE:
        connection.faults += 1
    if connection.faults > live.runtime.options.faults_max:
        _end(live, connection, ConnectionEvent.TOO_FAULTY)
        return
    if _is_table_gone(live, connection):
        return
    action = connection.apply(ConnectionEvent.FLOODED if is_flood else event)
    if action is Action.REFUSE:
        _refuse(live, connection, message, is_flood=is_flood)
    elif action is Action.WELCOME:
        await _welcome(live, connection, message)
    elif action is Action.ACT:
        await _act(live, connection, message)
    elif action is Action.CHECK:
        _check(live, connection, message)
    elif action is Action.SHOW_WHOLE:
        _show_whole(live, connection)


def _is_table_gone(live: LiveTables, connection: Connection) -> bool:
    """Whether the table is no longer served, which ends the socket."""
    if connection.table in live.tables.pit.desks:
        return False
    connection.end(ConnectionEvent.TABLE_GONE, TABLE_GONE)
    return True


def _refuse(live: LiveTables, connection: Connection, message: Any, *, is_flood: bool) -> None:
    shape = live.report_refusal(connection, TOO_MANY if is_flood else UNREADABLE)
    if isinstance(message, wire.Ask):
        connection.say(wire.Answer(id=message.id, refused=shape))
    elif isinstance(message, wire.CheckSetting):
        connection.say(_refuse_check(message.id, shape))
    else:
        connection.say(shape)


async def _welcome(live: LiveTables, connection: Connection, hello: wire.Hello) -> None:
    live.tables.refresh(connection.table)
    missed = await live.catch_up.describe(
        live.tables.pit, connection.table, connection.person, seen=hello.seen
    )
    own_last = await live.catch_up.recall_own_last(
        live.tables.pit, connection.table, connection.person
    )
    if connection.state is State.ENDED or _is_table_gone(live, connection):
        return
    # Once more: another process may have gone on while that was read.
    live.tables.refresh(connection.table)
    desk = live.tables.pit.desks[connection.table]
    first = live.pictures_of(connection.table).show_everybody(desk.version, live.runtime.clock())
    if isinstance(first, Refusal):
        connection.say(live.report_refusal(connection, first))
        return
    if not live.presence.greet(connection, takes_over=hello.takes_over):
        connection.end(ConnectionEvent.OVERTAKEN, ELSEWHERE)
        return
    rules = desk.state.rules
    head = rules.edition.head
    connection.sent = Sent(first)
    connection.say(
        wire.Welcome(
            viewer_name="" if connection.person is None else connection.person.name,
            edition_title=head.title,
            rounds_per_hour=head.rounds_per_hour,
            refills_to=int(live.accounts.wallet.stack),
            helpline=RESPONSIBLE_GAMBLING,
            history=tuple(live.tables.history.get(connection.table, ())),
            own_last=own_last,
            meanwhile=missed,
            is_coach_allowed=live.tables.is_coach_allowed(connection.table),
            paytables=post_pays(rules.game.all_spots(rules.edition)),
            areas=post_areas(rules.game, rules.edition),
            beds=empty_places(rules.game, rules.edition),
            beside_approval=rules.standing(live.tables.today()).beside,
            number=first.number,
            view=first.view,
        )
    )
    live.runtime.log.event(
        "socket.live", table=connection.table, who=connection.who or None, seen=hello.seen
    )
    connection.mark()


async def _act(live: LiveTables, connection: Connection, ask: wire.Ask) -> None:
    answer = await answer_ask(live.tables, live.accounts, connection, ask)
    if isinstance(answer, Committed):
        connection.say(wire.Answer(id=ask.id))
        live.views.hurry(connection.view)
        return
    shape = live.report_refusal(connection, answer)
    connection.say(wire.Answer(id=ask.id, refused=shape))


def _show_whole(live: LiveTables, connection: Connection) -> None:
    """Send all that changed since the welcome, once; who misses more than that comes back.

    So it goes for a second hello, too.
    """
    if connection.sent is not None and connection.sent.forget():
        connection.mark()
    else:
        _end(live, connection, ConnectionEvent.AGAIN_TWICE)


def _check(live: LiveTables, connection: Connection, asked: wire.CheckSetting) -> None:
    found = check_setting(live.tables.pit, connection, asked)
    if isinstance(found, wire.Checked):
        connection.say(found)
        return
    connection.say(_refuse_check(asked.id, live.report_refusal(connection, found)))


def _refuse_check(ask_id: str, shape: Refused) -> wire.Checked:
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


async def _write(live: LiveTables, connection: Connection, send: Send) -> None:
    """Send what a browser did not take at once; one that does not take it in time is cut."""
    try:
        while True:
            await connection.wake.wait()
            connection.wake.clear()
            if connection.defect is not None:
                raise connection.defect
            while connection.waiting and connection.ended_by is not ConnectionEvent.GONE:
                await _send(live, connection.waiting.popleft(), send)
            if connection.state is State.ENDED:
                if connection.ended_by is not ConnectionEvent.GONE:
                    await _close(live, send, code=connection.close_code)
                return
            if connection.view.state is ViewState.HELD:
                async with asyncio.timeout(live.runtime.options.send_ms / 1000):
                    await connection.socket.wait_until_taking()
                live.views.enqueue(connection.view)
    except TimeoutError:
        _end(live, connection, ConnectionEvent.LAGGING)
        live.runtime.log.event("socket.lagging", table=connection.table, who=connection.who or None)


def _send_view(live: LiveTables, connection: Connection) -> bool:
    """Send the newest view; False while the browser takes nothing, for which the writer waits."""
    if connection.state is not State.LIVE or not connection.socket.is_open:
        return True
    if connection.waiting or not connection.socket.is_taking:
        connection.wake.set()
        return False
    if _is_table_gone(live, connection):
        return True
    try:
        frame = _changes(live, connection)
    except DEFECTS as defect:
        # It ends this socket and no other: the writer raises it.
        connection.defect = defect
        connection.wake.set()
        return True
    if frame is not None:
        live.runtime.metrics.views.inc()
        since_ms = connection.view.changed_ms
        if since_ms:
            # A view may wait this long on purpose, to be shown with the next.
            live.tables.load.record_delay(
                live.runtime.clock() - since_ms - live.runtime.options.view_ms
            )
        connection.socket.write_frame(frame)
    return True


def _changes(live: LiveTables, connection: Connection) -> bytes | None:
    """The frame with what changed since the last; None when nothing did or can be shown."""
    pictures, sent, pit = live.pictures_of(connection.table), connection.sent, live.tables.pit
    if sent is None:
        return None
    if connection.person is None:
        version = pit.desks[connection.table].version
        found = pictures.tell_stranger(sent, version, live.runtime.clock())
    else:
        shown = show_table(pit, connection.table, connection.person)
        public = pit.desks[connection.table].memory.public
        if isinstance(shown, Refusal):
            found = shown
        else:
            is_staff = connection.person.role is not HouseRole.PLAYER
            found = pictures.tell(shown, public or shown.view, sent, is_staff=is_staff)
    if isinstance(found, Refusal):
        connection.say(live.report_refusal(connection, found))
        return None
    return found


async def _send(live: LiveTables, data: bytes, send: Send) -> None:
    # Without asyncio.wait_for, which makes a task of every view.
    async with asyncio.timeout(live.runtime.options.send_ms / 1000):
        await send({"type": "websocket.send", "text": data.decode()})


async def _close(live: LiveTables, send: Send, *, code: int) -> None:
    async with asyncio.timeout(live.runtime.options.send_ms / 1000):
        await send({"type": "websocket.close", "code": code})
