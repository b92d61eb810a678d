"""Routes for hosts and staff: open tables, seat bots, deal, supervise, audit; and health.

Who may do what is written at each route.
"""

from __future__ import annotations

import asyncio

from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import HouseRole, Person
from pitboss.server.edge.errors import NOT_ALLOWED
from pitboss.server.edge.responses import (
    REFUSALS,
    AnyRequest,
    Turned,
    caller,
    given,
    hall_of,
    session_of,
    staff_in,
)
from pitboss.server.edge.schemas import (
    BotsForm,
    ClockNote,
    Done,
    HeadNote,
    Health,
    OpenedTable,
    RoleForm,
    TableForm,
)
from pitboss.server.floor.house_clock import clock_note
from pitboss.server.floor.house_clock import confirm_clock as set_to_machine
from pitboss.server.floor.housekeeping import seat_bots
from pitboss.server.floor.tables import LINK, open_by_link
from pitboss.server.staff.table_acts import FloorForm, floor_command
from pitboss.table.commands import Actor, Role

HOSTS = (HouseRole.PLAYER, HouseRole.PIT_BOSS)
NO_ACCOUNT = Refusal(RefusalCode.UNKNOWN_ACCOUNT, "There is no such account; guests are players.")
_AT_TABLE = {HouseRole.DEALER: Role.DEALER, HouseRole.PIT_BOSS: Role.SUPERVISOR}


@post("/api/tables", status_code=201, responses=REFUSALS)
async def open_table(request: AnyRequest, data: JSONBody[TableForm]) -> OpenedTable:
    """Open a table and get the link to pass on. Players and pit bosses; entered ones by bosses."""
    hall, person = hall_of(request), staff_in(request, *HOSTS)
    table = given(open_by_link(hall, person, data, address=caller(request).address))
    if data.bots:
        given(await seat_bots(hall, table, data.bots))
    return OpenedTable(table=table, link=LINK + table)


@post("/api/tables/{table:str}/bots", status_code=200, responses=REFUSALS)
async def bots(request: AnyRequest, table: FromPath[str], data: JSONBody[BotsForm]) -> Done:
    """Let bots take free seats. Whoever opened the table, or a pit boss."""
    hall, person = hall_of(request), staff_in(request, *HOSTS)
    desk = hall.pit.desks.get(table)
    if desk is None:
        raise Turned(await asyncio.to_thread(hall.pit.absence, table))
    host, _ = hall.people.tables().get(table, ("", True))
    if person.id != host and person.role is not HouseRole.PIT_BOSS:
        raise Turned(NOT_ALLOWED)
    given(await seat_bots(hall, table, data.count))
    return Done(version=desk.version)


@post("/api/tables/{table:str}/acts", status_code=200, responses=REFUSALS)
async def act(request: AnyRequest, table: FromPath[str], data: JSONBody[FloorForm]) -> Done:
    """Act from behind a table. Dealers deal; pit bosses also pause, void and close."""
    hall = hall_of(request)
    person = staff_in(request, HouseRole.DEALER, HouseRole.PIT_BOSS)
    command = floor_command(data.act)
    if isinstance(command, Refusal):
        raise Turned(command)
    by = Actor(_AT_TABLE[person.role], person.id)
    receipt = given(await hall.ask(table, by, command, client_id=data.id))
    hall.log.event("floor.act", table=table, who=person.id, act=type(data.act).__name__)
    return Done(version=receipt.version)


@post("/api/people/{person:str}/role", status_code=204, responses=REFUSALS)
async def set_role(request: AnyRequest, person: FromPath[str], data: JSONBody[RoleForm]) -> None:
    """Let an account do other things in this house. Pit bosses, and never for themselves."""
    hall, boss = hall_of(request), staff_in(request, HouseRole.PIT_BOSS)
    if boss.id == person:
        raise Turned(NOT_ALLOWED)
    if not hall.people.set_role(person, HouseRole(data.role)):
        raise Turned(NO_ACCOUNT)
    hall.show_out(person)
    hall.log.event("role.set", who=boss.id, whose=person, role=data.role)


@get("/api/people/{name:str}", responses=REFUSALS)
async def find_person(request: AnyRequest, name: FromPath[str]) -> dict[str, str]:
    """The id and role of an account by its name. Pit bosses."""
    hall, _ = hall_of(request), staff_in(request, HouseRole.PIT_BOSS)
    found: Person | None = hall.people.account(name)
    if found is None:
        raise Turned(NO_ACCOUNT)
    return {"person": found.id, "name": found.name, "role": found.role.value}


@get("/api/audit/heads", responses=REFUSALS)
async def heads(request: AnyRequest) -> list[HeadNote]:
    """How far every stream of the journal goes. Auditors and pit bosses."""
    hall, _ = hall_of(request), staff_in(request, HouseRole.AUDITOR, HouseRole.PIT_BOSS)
    return [
        HeadNote(stream=head.stream, version=head.version, digest=head.digest)
        for head in given(hall.pit.store.heads())
    ]


@get("/api/clock", responses=REFUSALS)
async def clock(request: AnyRequest) -> ClockNote:
    """The house's time, and whether the machine's clock waits to be confirmed. Pit bosses."""
    hall, _ = hall_of(request), staff_in(request, HouseRole.PIT_BOSS)
    return given(await asyncio.to_thread(clock_note, hall))


@post("/api/clock/confirm", status_code=200, responses=REFUSALS)
async def confirm_clock(request: AnyRequest) -> ClockNote:
    """Set the house's time to the machine's, ahead or back; it is put on record. Pit bosses."""
    hall, boss = hall_of(request), staff_in(request, HouseRole.PIT_BOSS)
    refusal = await set_to_machine(hall, boss.id)
    if refusal is not None:
        raise Turned(refusal)
    # However much later it is, whoever confirmed it has just acted.
    hall.people.prove(session_of(request).token, now_ms=hall.clock())
    return given(await asyncio.to_thread(clock_note, hall))


# --- health -----------------------------------------------------------------------------------


@get("/healthz")
async def healthz(request: AnyRequest) -> Health:
    """Whether the process lives."""
    tables = hall_of(request).open_tables()
    return Health(is_well=True, sentence=f"Alive with {tables} tables.")


@get("/readyz")
async def readyz(request: AnyRequest) -> Response[Health]:
    """Whether bets can be taken now."""
    hall = hall_of(request)
    trouble = hall.failure or hall.pit.trouble or hall.standstill
    if hall.is_stopping or trouble is not None:
        sentence = "The house is closing." if trouble is None else trouble.sentence
        return Response(Health(is_well=False, sentence=sentence), status_code=503)
    return Response(Health(is_well=True, sentence="Bets are taken."))


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Numbers for Prometheus."""
    return Response(
        hall_of(request).meters.text(), media_type="text/plain; version=0.0.4; charset=utf-8"
    )


STAFF_ROUTES = (
    open_table,
    bots,
    act,
    set_role,
    find_person,
    heads,
    clock,
    confirm_clock,
    healthz,
    readyz,
    metrics,
)
