"""Tables: those the house keeps open for everybody, and those that somebody opens by link."""

from __future__ import annotations

import secrets
from itertools import count

from pitboss.games.editions import HasHead
from pitboss.games.registry import GameFolder
from pitboss.pit.closed import CLOSED
from pitboss.pit.requests import Receipt
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import HostLimits, HouseRole, Person
from pitboss.server.edge.errors import CLOSING, NOT_ALLOWED, AnyRefusal, Denial, DoorCode
from pitboss.server.edge.schemas import TableForm
from pitboss.server.editions.lookup import Editions
from pitboss.server.floor.table_service import TableService
from pitboss.server.options import Options
from pitboss.table.events import TableOpened
from pitboss.table.setup import DealtBy, OutcomeMode

LINK = "/table/"
TOLD_MS = 4_000
"""What a screen needs after its equipment has come to rest: the call, losses, winnings."""
TOO_MANY_TABLES = Denial(
    DoorCode.TOO_MANY,
    "You, or others at your address, have as many tables open as may be; close one first.",
)
_MODE = OutcomeMode.ENTERED.value


def open_house_tables(tables: TableService, editions: Editions) -> Refusal | None:
    """One table of every game, for whoever comes in."""
    for key, folder in tables.pit.registry.games.items():
        refusal = _open_house_table(tables, editions, key, folder)
        if refusal is not None:
            return refusal
    return None


def _open_house_table(
    tables: TableService, editions: Editions, key: str, folder: GameFolder
) -> Refusal | None:
    """The house's table of a game; one that is out of service has another in its place."""
    pit = tables.pit
    table = next(name for name in (f"{key}-{n}" for n in count(1)) if name not in pit.left_out)
    if table in pit.desks or pit.absence(table) is CLOSED:
        return None
    setup = _setup(tables.runtime.options, editions, folder, table, TableForm(game=key))
    receipt = setup if isinstance(setup, Refusal) else pit.open_table(setup)
    if isinstance(receipt, Refusal):
        return receipt
    tables.runtime.log.event("table.opened", table=table, game=key)
    return None


def open_by_link(
    tables: TableService, editions: Editions, person: Person, form: TableForm, *, address: str
) -> str | AnyRefusal:
    """Open a table for a person; its id, which nobody can guess."""
    refusal = _refusal(tables, person, form)
    if refusal is not None:
        return refusal
    folder = tables.pit.registry.find(form.game)
    if isinstance(folder, Refusal):
        return folder
    table = "t" + secrets.token_hex(12)
    setup = _setup(tables.runtime.options, editions, folder, table, form)
    if isinstance(setup, Refusal):
        return setup
    if form.bots >= setup.seats:
        return Refusal(RefusalCode.NO_SUCH_SEAT, f"Leave a seat free: {setup.seats} in all.")
    # Remembered first: a table without a host would be nobody's.
    if not tables.people.add_table(
        table,
        host=person.id,
        is_listed=form.is_listed,
        address=address,
        limits=_limits(tables.runtime.options, person),
    ):
        return TOO_MANY_TABLES
    if not form.has_coach:
        tables.people.forbid_coach(table)
    receipt = tables.pit.open_table(setup)
    if isinstance(receipt, Receipt):
        tables.runtime.log.event("table.opened", table=table, game=form.game, who=person.id)
        return table
    tables.people.forget_table(table)
    return receipt


def _refusal(tables: TableService, person: Person, form: TableForm) -> Denial | None:
    is_boss = person.role is HouseRole.PIT_BOSS
    if tables.runtime.is_stopping:
        return CLOSING
    if person.role not in (HouseRole.PLAYER, HouseRole.PIT_BOSS):
        return NOT_ALLOWED
    if (form.mode == _MODE or form.is_listed) and not is_boss:
        return NOT_ALLOWED
    if tables.open_tables() >= tables.runtime.options.tables_max:
        return Denial(DoorCode.TOO_MANY, "The house has no room for another table now.")
    return None


def _limits(options: Options, person: Person) -> HostLimits:
    if person.role is HouseRole.PIT_BOSS:
        return HostLimits(per_person=None, per_address=None)
    return HostLimits(per_person=options.tables_per_person, per_address=options.tables_per_address)


def _setup(
    options: Options, editions: Editions, folder: GameFolder, table: str, form: TableForm
) -> TableOpened | Refusal:
    found = editions.find(folder, form.edition)
    if isinstance(found, Refusal):
        return found
    edition, design = found
    head = edition.head
    is_entered = form.mode == _MODE
    return TableOpened(
        table=table,
        game=head.game,
        edition=head.key,
        edition_hash=head.hash,
        # A design goes with its rounds, so that they can be checked anywhere.
        changes=() if design is None else design.named_changes,
        profile=form.profile,
        mode=form.mode,
        dealt_by=(DealtBy.PERSON if is_entered else DealtBy.HOUSE).value,
        seats=form.seats or head.seats_max,
        bets_ms=0 if is_entered else options.bets_ms,
        decision_ms=0 if is_entered else options.decision_ms,
        between_ms=0 if is_entered else _between_ms(edition, options.between_ms),
    )


def _between_ms(edition: HasHead, wanted_ms: int) -> int:
    """How long a result lies: as set, and never shorter than the screen takes to tell it."""
    _, turning_s = getattr(edition, "spin_seconds", (0, 0))
    return max(wanted_ms, turning_s * 1000 + TOLD_MS) if wanted_ms and turning_s else wanted_ms
