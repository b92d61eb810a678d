"""Tables: those the house keeps open for everybody, and those that somebody opens by link."""

from __future__ import annotations

from itertools import count

from msgspec.structs import replace

from pitboss.games.conditions import open_refusal
from pitboss.games.designs import NAME_MAX, design_of
from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.games.profiles import load_profile
from pitboss.games.standing import opening_refusal, profile_in_force
from pitboss.pit.closed import CLOSED
from pitboss.pit.conditions import read_marks
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import HostLimits, HouseRole, Person
from pitboss.server.edge.errors import CLOSING, NOT_ALLOWED, Denial, DoorCode
from pitboss.server.edge.responses import HttpRefusal, unwrap_or_raise
from pitboss.server.editions.lookup import Editions
from pitboss.server.floor.schemas import TableForm
from pitboss.server.floor.table_service import TableService
from pitboss.server.options import Options
from pitboss.table.events import TableOpened
from pitboss.table.setup import DealtBy, OutcomeMode
from pitboss.units import Credits, say_credits, show_credits

LINK = "/table/"
ID_BYTES = 12
RESULT_MS = 4_000
"""What a screen needs after its equipment has come to rest: the call, losses, winnings."""
TOO_MANY_TABLES = Denial(
    DoorCode.TOO_MANY,
    "You, or others at your address, have opened as many tables as allowed; close one first.",
)
NO_ROOM = Denial(DoorCode.TOO_MANY, "The house has no room for another table now.")
_MODE = OutcomeMode.ENTERED.value
_PACES = {"usual": 2, "quick": 1, "calm": 4, "untimed": 0}
"""Halves of the house's waits for bets and decisions."""


def open_house_tables(tables: TableService, editions: Editions) -> None:
    """Open one table of every game, or a substitute for one out of service."""
    pit = tables.pit
    for key, folder in pit.registry.games.items():
        table = next(name for name in (f"{key}-{n}" for n in count(1)) if name not in pit.unserved)
        if table in pit.desks or pit.absence(table) is CLOSED:
            continue
        profile = profile_in_force(editions.find(folder, "")[0].head, tables.today())
        form = TableForm(game=key, profile="" if profile is None else profile.key)
        setup = _setup(tables.runtime.options, editions, folder, table, form)
        unwrap_or_raise(pit.open_table(setup))
        tables.runtime.log.event("table.opened", table=table, game=key)


def open_by_link(
    tables: TableService, editions: Editions, person: Person, form: TableForm, *, address: str
) -> str:
    """Open a person's private table; its id, which nobody can guess."""
    _check(tables, person, form)
    table = "t" + tables.pit.seals.entropy(ID_BYTES).hex()
    options, folder = tables.runtime.options, editions.folder(form.game)
    if form.minimum or form.maximum:
        form = replace(form, edition=_with_limits(tables, editions, folder, person, form))
    _check_profile(tables, editions, form)
    setup = _setup(options, editions, folder, table, form)
    if form.bots >= setup.seats:
        sentence = f"Leave a seat free for a player; the table has {setup.seats}."
        raise HttpRefusal(Refusal(RefusalCode.NO_SUCH_SEAT, sentence))
    # Remembered first: a table without a host would be nobody's.
    if not tables.people.add_table(
        table,
        host=person.id,
        is_listed=form.is_listed,
        address=address,
        limits=_limits(options, person),
    ):
        raise HttpRefusal(TOO_MANY_TABLES)
    if not form.has_coach:
        tables.people.forbid_coach(table)
    receipt = tables.pit.open_table(setup)
    if isinstance(receipt, Refusal):
        tables.people.forget_table(table)
        raise HttpRefusal(receipt)
    tables.runtime.log.event("table.opened", table=table, game=form.game, who=person.id)
    return table


def _check_profile(tables: TableService, editions: Editions, form: TableForm) -> None:
    """Refuse a profile that is not in force today, or is about another edition."""
    if form.profile:
        head = editions.find(editions.folder(form.game), form.edition)[0].head
        profile = unwrap_or_raise(load_profile(form.profile))
        refusal = opening_refusal(head, profile, on=tables.today())
        if refusal is None and form.needs_conditions:
            marks = unwrap_or_raise(read_marks(tables.pit.store))
            refusal = open_refusal(profile, marks)
        if refusal is not None:
            raise HttpRefusal(refusal)


def _with_limits(
    tables: TableService, editions: Editions, folder: GameFolder, person: Person, form: TableForm
) -> str:
    """The same edition with other limits on a bet: the hash under which it is kept as a design."""
    edition, design = editions.find(folder, form.edition)
    own = edition.head.limits
    least, most = Credits(form.minimum or own.minimum), Credits(form.maximum or own.maximum)
    if (least, most) == (own.minimum, own.maximum):
        return form.edition
    wanted = {"table.minimum": show_credits(least), "table.maximum": show_credits(most)}
    changes = dict(design.changes if design is not None else ()) | wanted
    base = edition.head.key if design is None else design.base
    limits = f", {say_credits(least)} to {say_credits(most)}"
    name = edition.head.title[: NAME_MAX - len(limits)] + limits
    made = unwrap_or_raise(design_of(folder, base, changes, name=name))
    options = tables.runtime.options
    saved = editions.designs.save(
        made,
        person=person.id,
        now_ms=tables.runtime.clock(),
        most=options.designs_max,
        most_each=options.designs_per_person,
    )
    kept, _ = unwrap_or_raise(saved)
    return str(kept.hash)


def _check(tables: TableService, person: Person, form: TableForm) -> None:
    """Refuse a table that the house has no room for, or that is not this person's to open."""
    is_boss = person.role is HouseRole.PIT_BOSS
    if tables.runtime.is_stopping:
        raise HttpRefusal(CLOSING)
    if not is_boss and (
        form.mode == _MODE or form.is_listed or person.role is not HouseRole.PLAYER
    ):
        raise HttpRefusal(NOT_ALLOWED)
    if tables.open_tables() >= tables.runtime.options.tables_max:
        raise HttpRefusal(NO_ROOM)


def _limits(options: Options, person: Person) -> HostLimits:
    if person.role is HouseRole.PIT_BOSS:
        return HostLimits(per_person=None, per_address=None)
    return HostLimits(per_person=options.tables_per_person, per_address=options.tables_per_address)


def _setup(
    options: Options, editions: Editions, folder: GameFolder, table: str, form: TableForm
) -> TableOpened:
    edition, design = editions.find(folder, form.edition)
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
        bets_ms=0 if is_entered else _PACES[form.pace] * options.bets_ms // 2,
        decision_ms=0 if is_entered else _PACES[form.pace] * options.decision_ms // 2,
        between_ms=0 if is_entered else between_ms(folder, edition, options.between_ms),
    )


def between_ms(folder: GameFolder, edition: HasHead, wanted_ms: int) -> int:
    """How long a result is shown: equally long in every game once its equipment has shown it.

    A house that wants its results shorter than that gets what it set.
    """
    showing_ms = folder.game.showing_s(edition) * 1000
    return wanted_ms if wanted_ms < RESULT_MS else max(wanted_ms, showing_ms + RESULT_MS)
