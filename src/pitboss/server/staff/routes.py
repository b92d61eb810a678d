"""Routes for hosts and staff: open tables, seat bots, deal, supervise, audit; and health.

Who may do what is written at each route.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from litestar import MediaType, Response
from litestar.params import FromPath, JSONBody

from pitboss.pit.role_changes import RoleChange, record_role
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.callers import session_of
from pitboss.server.accounts.people import HouseRole, Person
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.errors import NOT_ALLOWED
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, client_of, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.schemas import Done
from pitboss.server.editions.lookup import Editions
from pitboss.server.floor.house_clock import clock_note
from pitboss.server.floor.house_clock import confirm_clock as set_to_machine
from pitboss.server.floor.housekeeping import dismiss_bot, seat_bots
from pitboss.server.floor.presence import Presence
from pitboss.server.floor.schemas import ClockNote, OpenedTable, TableForm
from pitboss.server.floor.table_service import TableService
from pitboss.server.floor.tables import LINK, open_by_link
from pitboss.server.staff.schemas import BotsForm, HeadNote, Health, RoleForm
from pitboss.server.staff.table_acts import FloorForm, floor_command
from pitboss.table.commands import Actor, Role

HOSTS = (HouseRole.PLAYER, HouseRole.PIT_BOSS)
NO_ACCOUNT = Refusal(RefusalCode.UNKNOWN_ACCOUNT, "There is no such account; guests are players.")
_AT_TABLE = {HouseRole.DEALER: Role.DEALER, HouseRole.PIT_BOSS: Role.SUPERVISOR}


@dataclass(frozen=True, slots=True)
class StaffRoutes:
    tables: TableService
    presence: Presence
    accounts: Accounts
    editions: Editions

    @post("/api/tables", status_code=201)
    async def open_table(self, request: AnyRequest, data: JSONBody[TableForm]) -> OpenedTable:
        """Open a table and get its link. Players and pit bosses; entered ones by bosses."""
        person = self.accounts.staff_in(request, *HOSTS)
        address = client_of(request).address
        table = open_by_link(self.tables, self.editions, person, data, address=address)
        if data.bots:
            unwrap_or_raise(await seat_bots(self.tables, table, data.bots))
        return OpenedTable(table=table, link=LINK + table)

    @post("/api/tables/{table:str}/bots")
    async def bots(
        self, request: AnyRequest, table: FromPath[str], data: JSONBody[BotsForm]
    ) -> Done:
        """Let bots take free seats, or one leave. Whoever opened the table, or a pit boss."""
        person = self.accounts.staff_in(request, *HOSTS)
        desk = self.tables.pit.desks.get(table)
        if desk is None:
            raise HttpRefusal(await asyncio.to_thread(self.tables.pit.absence, table))
        host, _ = self.tables.people.tables().get(table, ("", True))
        if person.id != host and person.role is not HouseRole.PIT_BOSS:
            raise HttpRefusal(NOT_ALLOWED)
        if data.leaves:
            unwrap_or_raise(await dismiss_bot(self.tables, desk, data.leaves))
        if data.count:
            unwrap_or_raise(await seat_bots(self.tables, table, data.count))
        return Done(version=desk.version)

    @post("/api/tables/{table:str}/acts")
    async def act(
        self, request: AnyRequest, table: FromPath[str], data: JSONBody[FloorForm]
    ) -> Done:
        """Act from behind a table. Dealers deal; pit bosses also pause, void and close."""
        person = self.accounts.staff_in(request, HouseRole.DEALER, HouseRole.PIT_BOSS)
        command = floor_command(data.act)
        if isinstance(command, Refusal):
            raise HttpRefusal(command)
        by = Actor(_AT_TABLE[person.role], person.id)
        receipt = unwrap_or_raise(await self.tables.ask(table, by, command, client_id=data.id))
        self.tables.runtime.log.event(
            "floor.act", table=table, who=person.id, act=type(data.act).__name__
        )
        return Done(version=receipt.version)

    @post("/api/people/{person:str}/role", status_code=204)
    async def set_role(
        self, request: AnyRequest, person: FromPath[str], data: JSONBody[RoleForm]
    ) -> None:
        """Let an account do other things in this house. Pit bosses, and never for themselves."""
        boss = self.accounts.staff_in(request, HouseRole.PIT_BOSS)
        if boss.id == person:
            raise HttpRefusal(NOT_ALLOWED)
        if not self.tables.people.set_role(person, HouseRole(data.role)):
            raise HttpRefusal(NO_ACCOUNT)
        self.presence.reconnect(person)
        self.tables.runtime.log.event("role.set", who=boss.id, whose=person, role=data.role)
        change = RoleChange(who=boss.id, whose=person, role=data.role)
        unwrap_or_raise(await asyncio.to_thread(record_role, self.tables.pit, change))

    @get("/api/people/{name:str}")
    async def find_person(self, request: AnyRequest, name: FromPath[str]) -> dict[str, str]:
        """The id and role of an account by its name. Pit bosses."""
        self.accounts.staff_in(request, HouseRole.PIT_BOSS)
        found: Person = unwrap_or_raise(self.tables.people.account(name) or NO_ACCOUNT)
        return {"person": found.id, "name": found.name, "role": found.role.value}

    @get("/api/audit/heads")
    async def heads(self, request: AnyRequest) -> list[HeadNote]:
        """How far every stream of the journal goes. Auditors and pit bosses."""
        self.accounts.staff_in(request, HouseRole.AUDITOR, HouseRole.PIT_BOSS)
        return [HeadNote.fill(head) for head in unwrap_or_raise(self.tables.pit.store.heads())]

    @get("/api/clock")
    async def clock(self, request: AnyRequest) -> ClockNote:
        """The house's time, and whether the machine's clock waits to be confirmed. Pit bosses."""
        self.accounts.staff_in(request, HouseRole.PIT_BOSS)
        return unwrap_or_raise(await asyncio.to_thread(clock_note, self.tables))

    @post("/api/clock/confirm")
    async def confirm_clock(self, request: AnyRequest) -> ClockNote:
        """Set the house's time to the machine's, ahead or back, on record. Pit bosses."""
        boss = self.accounts.staff_in(request, HouseRole.PIT_BOSS)
        unwrap_or_raise(await set_to_machine(self.presence, boss.id))
        # However much later it is, whoever confirmed it has just acted.
        now_ms = self.tables.runtime.clock()
        self.tables.people.prove(session_of(request).token, now_ms=now_ms)
        return unwrap_or_raise(await asyncio.to_thread(clock_note, self.tables))

    # Health.

    @get("/healthz", responses={})
    async def healthz(self, request: AnyRequest) -> Health:
        """Whether the process lives."""
        tables = self.tables.open_tables()
        return Health(is_well=True, sentence=f"Alive with {tables} tables.")

    @get("/readyz", responses={})
    async def readyz(self, request: AnyRequest) -> Response[Health]:
        """Whether bets can be taken now."""
        runtime = self.tables.runtime
        trouble = runtime.failure or self.tables.pit.trouble or runtime.standstill
        if runtime.is_stopping or trouble is not None:
            sentence = "The house is closing." if trouble is None else trouble.sentence
            return Response(Health(is_well=False, sentence=sentence), status_code=503)
        return Response(Health(is_well=True, sentence="Bets are taken."))

    @get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
    async def metrics(self, request: AnyRequest) -> Response[bytes]:
        """Numbers for Prometheus."""
        return Response(
            self.tables.runtime.metrics.text(),
            media_type="text/plain; version=0.0.4; charset=utf-8",
        )
