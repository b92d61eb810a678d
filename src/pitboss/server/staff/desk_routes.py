"""Routes of the dealer's desk: which tables staff may run, and one of them from behind.

Acts go to `/api/tables/TABLE/acts`; who may do what is the table's and the server's to say.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date

from litestar.params import FromPath

from pitboss.games.game_folder import GameFolder
from pitboss.pit.desk import Desk
from pitboss.pit.replay import stream_of
from pitboss.refusals import Refusal
from pitboss.server.accounts.callers import person_in
from pitboss.server.accounts.people import HouseRole, Person
from pitboss.server.edge.errors import Denial, DoorCode
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, unwrap_or_raise
from pitboss.server.edge.routing import get
from pitboss.server.editions.lookup import open_choices
from pitboss.server.floor.house_clock import clock_note
from pitboss.server.floor.table_service import TableService
from pitboss.server.staff.call_routes import open_calls
from pitboss.server.staff.desk_chips import desk_seats, tray_note
from pitboss.server.staff.desk_correction import correction_note, settled_entries
from pitboss.server.staff.desk_layout import bets, calls, entries, next_draw, totals
from pitboss.server.staff.desk_trail import RECORDS, since_opened, trail
from pitboss.server.staff.schemas import BrokenTable, DeskCard, DeskGame, DeskPage, DeskTable
from pitboss.server.staff.table_cards import card_fields
from pitboss.table.state import Phase

NOT_BY_HAND = Denial(
    DoorCode.NOT_ALLOWED, "The house deals this table; a pit boss watches over it."
)
_STAFF = (HouseRole.DEALER, HouseRole.PIT_BOSS)


@dataclass(frozen=True, slots=True)
class DeskRoutes:
    tables: TableService

    @get("/api/desk")
    async def desk_page(self, request: AnyRequest) -> DeskPage:
        """The tables you may run. Dealers: those dealt by hand; pit bosses: all of them."""
        person = person_in(request, *_STAFF)
        is_boss = person.role is HouseRole.PIT_BOSS
        desks = [desk for _, desk in sorted(self.tables.pit.desks.items())]
        serving = [desk for desk in desks if desk.quarantine is None]
        open_tables = [desk for desk in serving if desk.state.phase is not Phase.CLOSED]
        today = self.tables.today()
        games = self.tables.pit.registry.games.values() if is_boss else ()
        mine = (desk for desk in open_tables if is_boss or desk.state.rules.is_by_hand)
        cards = [_card(desk, today) for desk in mine]
        return DeskPage(
            name=person.name,
            role=person.role.value,
            may_open=is_boss,
            tables=tuple(sorted(cards, key=lambda card: not card.is_by_hand)),
            broken=await asyncio.to_thread(self._broken) if is_boss else (),
            games=tuple(_game(folder, today) for folder in games),
            clock=unwrap_or_raise(await asyncio.to_thread(clock_note, self.tables)),
        )

    def _broken(self) -> tuple[BrokenTable, ...]:
        """Tables out of service, with the stakes held there."""
        found = []
        for table, why in sorted(self.tables.pit.quarantined.items()):
            bets = self.tables.pit.store.open_bets(table)
            held = 0 if isinstance(bets, Refusal) else sum(int(bet.amount) for bet in bets)
            found.append(BrokenTable(table=table, sentence=why.sentence, in_action=held))
        return tuple(found)

    @get("/api/desk/{table:str}")
    async def desk_table(self, request: AnyRequest, table: FromPath[str]) -> DeskTable:
        """A table from behind: entries, what may show next, what bets pay, the round's trail."""
        person = person_in(request, *_STAFF)
        if table not in self.tables.pit.desks:
            raise HttpRefusal(await asyncio.to_thread(self.tables.pit.absence, table))
        state = self.tables.pit.desks[table].state
        if not state.rules.is_by_hand and person.role is not HouseRole.PIT_BOSS:
            raise HttpRefusal(NOT_BY_HAND)
        return await self._desk_table(table, person)

    async def _desk_table(self, table: str, person: Person) -> DeskTable:
        desk = self.tables.pit.desks[table]
        after = max(0, desk.version - RECORDS)
        records = unwrap_or_raise(
            await asyncio.to_thread(
                self.tables.pit.store.read, stream_of(table), after=after, limit=RECORDS
            )
        )
        state = desk.state
        happened = since_opened(records, self.tables.pit.seals.key)
        is_by_hand = state.rules.is_by_hand
        made = entries(state, tuple(one.event for one in happened)) if is_by_hand else ()
        placed = bets(state) if is_by_hand or state.current is None else ()
        taken, paid = totals(placed)
        settled_round, settled = settled_entries(state) if is_by_hand else (None, ())
        return DeskTable(
            table=table,
            version=desk.version,
            round_id=state.round_id,
            draw=next_draw(state) if is_by_hand else None,
            entries=made,
            calls=calls(state, made) if is_by_hand else (),
            bets=placed,
            is_decided=state.current is not None and state.current.is_over and is_by_hand,
            taken=taken,
            paid=paid,
            trail=trail(happened, state, self.tables.name_of) if is_by_hand else (),
            dealer=self.tables.name_of(state.dealer) if state.dealer else "",
            is_yours=person.role is HouseRole.PIT_BOSS or state.dealer in ("", person.id),
            rung=open_calls(self.tables, table),
            tray=tray_note(state, self.tables.name_of) if is_by_hand else None,
            seats=desk_seats(state) if is_by_hand else (),
            settled_round=settled_round,
            settled=settled,
            correction=correction_note(state, self.tables.name_of) if is_by_hand else None,
            void_reasons=dict(state.void_reasons),
        )


def _card(desk: Desk, today: date) -> DeskCard:
    state = desk.state
    return DeskCard(
        approval=state.rules.standing(today).words, rounds=state.number, **card_fields(desk)
    )


def _game(folder: GameFolder, today: date) -> DeskGame:
    edition = unwrap_or_raise(folder.edition())
    return DeskGame(
        game=folder.game.key,
        title=folder.game.title,
        seats_max=edition.head.seats_max,
        editions=open_choices(folder, today),
    )
