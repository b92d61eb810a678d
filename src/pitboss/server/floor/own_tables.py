"""Own tables: those a person opened or sits at, and closing one's own table."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from litestar.params import FromPath

from pitboss.pit.desk import Desk
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.callers import session_of
from pitboss.server.accounts.people import HouseRole, Person
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.errors import NOT_ALLOWED, AnyRefusal
from pitboss.server.edge.responses import AnyRequest, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.floor.schemas import OwnTable
from pitboss.server.floor.table_service import TableService
from pitboss.server.floor.tables import LINK
from pitboss.store.records import Committed
from pitboss.table.commands import HOUSE, CloseTable, VoidRound
from pitboss.table.state import Phase

REASON = "Whoever opened the table closed it."
OTHERS_SIT = Refusal(RefusalCode.NOT_NOW, "Others sit at this table; it closes when they leave.")
IN_PLAY = Refusal(RefusalCode.NOT_NOW, "A round is in play; close the table after it.")


def own_tables(tables: TableService, person: Person) -> list[OwnTable]:
    """Open tables that a person opened or sits at, newest first."""
    opened = tables.people.tables()
    found = [
        _own(desk, person, is_host=opened.get(table, ("", True))[0] == person.id)
        for table, desk in tables.pit.desks.items()
        if desk.state.phase is not Phase.CLOSED
        and (opened.get(table, ("", True))[0] == person.id or desk.state.seats_of(person.id) != ())
    ]
    return found[::-1]


def _own(desk: Desk, person: Person, *, is_host: bool) -> OwnTable:
    state = desk.state
    head, seats = state.rules.edition.head, state.seats_of(person.id)
    return OwnTable(
        table=state.rules.table,
        link=LINK + state.rules.table,
        game=head.game,
        title=state.rules.game.title,
        # A table with changes of its own is no table of the edition that was changed.
        edition=head.hash if state.rules.opened.changes else head.key,
        edition_title=head.title,
        is_host=is_host,
        own_seat=seats[0] if seats else None,
        people=sum(one is not None and not one.is_bot for one in state.occupants),
        bots=sum(one is not None and one.is_bot for one in state.occupants),
        seats=len(state.occupants),
        says=desk.memory.common_of(state).says,
    )


async def close_own(tables: TableService, person: Person, table: str) -> Committed | AnyRefusal:
    """Close a table that a person opened, once nobody else sits there."""
    desk = tables.pit.desks.get(table)
    if desk is None:
        return await asyncio.to_thread(tables.pit.absence, table)
    if tables.people.tables().get(table, ("", True))[0] != person.id:
        return NOT_ALLOWED
    if any(
        one is not None and not one.is_bot and one.player != person.id
        for one in desk.state.occupants
    ):
        return OTHERS_SIT
    return await close_table(tables, desk, REASON)


async def close_table(tables: TableService, desk: Desk, reason: str) -> Committed | AnyRefusal:
    """Close a table for good unless a round is in play; open bets go back."""
    table, state = desk.table, desk.state
    if state.current is not None:
        if state.phase is not Phase.BETTING:
            return IN_PLAY
        # Bets are open still: what lies goes back to whoever laid it, bots included.
        voided = await tables.ask(
            table, HOUSE, VoidRound(reason), client_id=f"{table}.v{desk.version}.host-void"
        )
        if not isinstance(voided, Committed):
            return voided
    return await tables.ask(
        table, HOUSE, CloseTable(reason), client_id=f"{table}.v{desk.version}.host-close"
    )


@dataclass(frozen=True, slots=True)
class OwnTableRoutes:
    tables: TableService
    accounts: Accounts

    @get("/api/tables")
    async def tables_of_mine(self, request: AnyRequest) -> list[OwnTable]:
        """The tables that you opened or sit at."""
        return own_tables(self.tables, session_of(request).person)

    @post("/api/tables/{table:str}/close", status_code=204)
    async def close_mine(self, request: AnyRequest, table: FromPath[str]) -> None:
        """Close a table that you opened, once nobody else sits there."""
        person = self.accounts.staff_in(request, HouseRole.PLAYER, HouseRole.PIT_BOSS)
        unwrap_or_raise(await close_own(self.tables, person, table))
        self.tables.runtime.log.event("table.closed", table=table, who=person.id)
