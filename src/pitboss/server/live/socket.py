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
from pitboss.server.live.connection import Link
from pitboss.server.live.connection_state import Deed, Happening, State
from pitboss.server.live.player_commands import answer_ask, check_setting
from pitboss.server.live.viewers import shown_to

SILENCES_MAX = 2
PUBLIC_MS = 50
"""How old the time in a stranger's view may be."""
_KINDS: dict[type, Happening] = {
    wire.Hello: Happening.HELLO,
    wire.Ask: Happening.ASK,
    wire.CheckSetting: Happening.CHECK,
    wire.Pong: Happening.PONG,
}
UNREADABLE = Denial(DoorCode.BAD_MESSAGE, "That message cannot be read.")
SAID_ALREADY = Denial(DoorCode.BAD_MESSAGE, "You have said hello already.")
TABLE_GONE = "This table was closed; the lobby shows the others."
ELSEWHERE = "This table is open in another tab or window of yours."


async def serve_viewer(hall: Hall, link: Link, receive: Receive, send: Send) -> None:
    """The whole life of an accepted socket."""
    reading = asyncio.create_task(_read(hall, link, receive))
    writing = asyncio.create_task(_write(hall, link, send))
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        if reading.done() and not writing.done():
            link.happen(Happening.GONE if reading.exception() is None else Happening.DEFECT)
            link.wake.set()
            await writing
    finally:
        hall.dismiss(link)
        for task in (reading, writing):
            task.cancel()
        done = await asyncio.gather(reading, writing, return_exceptions=True)
        if writing.done() and _is_defect(done[1]):
            await _end_broken(hall, link, send)
        hall.log.event(
            "socket.closed",
            table=link.table,
            who=_who(link),
            code=link.close_code,
            reason=None if link.ended_by is None else link.ended_by.value,
        )
    for problem in done:
        if isinstance(problem, Exception) and _is_defect(problem):
            hall.log.event("defect", path=f"/ws/table/{link.table}", problem=repr(problem))
            raise problem


def _is_defect(problem: object) -> bool:
    """Whether a task ended by a fault of ours and not because the browser went away."""
    return isinstance(problem, Exception) and not isinstance(problem, OSError)


async def _end_broken(hall: Hall, link: Link, send: Send) -> None:
    """Close a socket whose writer failed."""
    _end(hall, link, Happening.DEFECT)
    with contextlib.suppress(OSError, RuntimeError, TimeoutError):
        await _close(hall, send, code=link.close_code)


def _who(link: Link) -> str | None:
    return None if link.person is None else link.person.id


# --- reading --------------------------------------------------------------------------------


async def _read(hall: Hall, link: Link, receive: Receive) -> None:
    while link.state is not State.ENDED:
        is_new = link.state is State.GREETING
        wait_ms = hall.options.hello_ms if is_new else hall.options.ping_ms
        try:
            async with asyncio.timeout(wait_ms / 1000):
                frame = await receive()
        except TimeoutError:
            _silent(hall, link)
            continue
        if frame["type"] == "websocket.disconnect":
            link.happen(Happening.GONE)
            if link.ended_by is Happening.GONE:
                link.close_code = frame.get("code", link.close_code)
            return
        link.silences = 0
        if frame.get("text") is None:
            _end(hall, link, Happening.BINARY)
            return
        await _heard(hall, link, frame["text"])


def _silent(hall: Hall, link: Link) -> None:
    link.silences += 1
    if link.silences > SILENCES_MAX:
        _end(hall, link, Happening.TOO_SILENT)
    elif link.happen(Happening.SILENT) is Deed.PING:
        link.say(wire.Ping(now_ms=hall.clock()))


def _end(hall: Hall, link: Link, happening: Happening) -> None:
    link.happen(happening)
    hall.meters.drops.labels(happening.value).inc()


async def _heard(hall: Hall, link: Link, text: str) -> None:
    message: Any = None
    try:
        message = read_message(text, wire.FromBrowser)
        happening = _KINDS[type(message)]
    except Unreadable:
        happening = Happening.UNREADABLE
    is_flood = not link.bucket.take(hall.clock())
    if is_flood or happening is Happening.UNREADABLE:
        link.faults += 1
    if link.faults > hall.options.faults_max:
        _end(hall, link, Happening.TOO_FAULTY)
        return
    if _is_table_gone(hall, link):
        return
    deed = link.happen(Happening.FLOODED if is_flood else happening)
    if deed is Deed.REFUSE:
        _refuse(hall, link, message, is_flood=is_flood)
    elif deed is Deed.WELCOME:
        await _welcome(hall, link, message)
    elif deed is Deed.ACT:
        await _act(hall, link, message)
    elif deed is Deed.CHECK:
        _check(hall, link, message)


def _is_table_gone(hall: Hall, link: Link) -> bool:
    """Whether the table is not served any more, which ends the socket."""
    if link.table in hall.pit.desks:
        return False
    link.last_words(Happening.TABLE_GONE, wire.Closing(sentence=TABLE_GONE, retry_ms=None))
    return True


def _refuse(hall: Hall, link: Link, message: Any, *, is_flood: bool) -> None:
    if is_flood:
        trouble = TOO_MANY
    else:
        trouble = SAID_ALREADY if isinstance(message, wire.Hello) else UNREADABLE
    shape = hall.tell(trouble, where=link.table, who=_who(link) or "")
    if isinstance(message, wire.Ask):
        link.say(wire.Answer(id=message.id, refused=shape))
    elif isinstance(message, wire.CheckSetting):
        link.say(_unchecked(message.id, shape))
    else:
        link.say(shape)


async def _welcome(hall: Hall, link: Link, hello: wire.Hello) -> None:
    missed = await hall.catch_up.tell(hall.pit, link.table, link.person, seen=hello.seen)
    if link.state is State.ENDED:
        return
    if not hall.greet(link, takes_over=hello.takes_over):
        link.last_words(Happening.OVERTAKEN, wire.Replaced(sentence=ELSEWHERE))
        return
    head = hall.pit.desks[link.table].state.rules.edition.head
    link.say(
        wire.Welcome(
            viewer_name="" if link.person is None else link.person.name,
            edition_title=head.title,
            rounds_per_hour=head.rounds_per_hour,
            helpline=RESPONSIBLE_GAMBLING,
            history=tuple(hall.history.get(link.table, ())),
            meanwhile=missed,
            is_coach_allowed=hall.is_coach_allowed(link.table),
        )
    )
    hall.log.event("socket.live", table=link.table, who=_who(link), seen=hello.seen)
    link.mark()


async def _act(hall: Hall, link: Link, ask: wire.Ask) -> None:
    answer = await answer_ask(hall, link, ask)
    if isinstance(answer, Receipt):
        link.say(wire.Answer(id=ask.id))
        hall.turns.hurry(link)
        return
    shape = hall.tell(answer, where=link.table, who=_who(link) or "")
    link.say(wire.Answer(id=ask.id, refused=shape))


def _check(hall: Hall, link: Link, asked: wire.CheckSetting) -> None:
    found = check_setting(hall, link, asked)
    if isinstance(found, wire.Checked):
        link.say(found)
        return
    link.say(_unchecked(asked.id, hall.tell(found, where=link.table, who=_who(link) or "")))


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


async def _write(hall: Hall, link: Link, send: Send) -> None:
    """Answers first, then the newest view; a browser that does not take them in time is cut."""
    try:
        while True:
            await link.wake.wait()
            link.wake.clear()
            while link.waiting and link.ended_by is not Happening.GONE:
                await _send(hall, link.waiting.popleft(), send)
            if link.state is State.ENDED:
                if link.ended_by is not Happening.GONE:
                    await _close(hall, send, code=link.close_code)
                return
            if link.is_stale and link.state is State.LIVE:
                if not link.has_turn:
                    hall.turns.ask(link)
                    continue
                link.is_stale = link.has_turn = False
                await _send_view(hall, link, send)
    except TimeoutError:
        _end(hall, link, Happening.LAGGING)
        hall.log.event("socket.lagging", table=link.table, who=_who(link))


async def _send_view(hall: Hall, link: Link, send: Send) -> None:
    if _is_table_gone(hall, link):
        return
    data = _view(hall, link) if link.person is not None else _public(hall, link)
    if data is None:
        return
    hall.meters.views.inc()
    if link.marked_ms:
        # A view may wait this long on purpose, to be shown with the next.
        hall.felt(hall.clock() - link.marked_ms - hall.options.view_ms)
        link.marked_ms = 0
    link.is_sending = True
    await _send(hall, data, send)
    link.is_sending = False


def _public(hall: Hall, link: Link) -> bytes | None:
    """What strangers are shown is the same for all of them: it is made once for each version."""
    kept = hall.public.get(link.table)
    version, now_ms = hall.pit.desks[link.table].version, hall.clock()
    if kept is not None and kept.version == version and now_ms - kept.made_ms < PUBLIC_MS:
        return kept.data
    data = _view(hall, link)
    if data is not None:
        hall.public[link.table] = PublicView(version, now_ms, data)
    return data


def _view(hall: Hall, link: Link) -> bytes | None:
    shown = shown_to(hall.pit, link.table, link.person)
    if isinstance(shown, Refusal):
        link.say(hall.tell(shown, where=link.table, who=_who(link) or ""))
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
