"""Opens a house: its files, keys, store and clock, every table recovered, and all its parts.

Clock, entropy, environment and where logs go are passed in by the command line.
"""

from __future__ import annotations

import contextlib
import socket as sockets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pitboss.audit.anchor import Signer
from pitboss.games.registry import Registry
from pitboss.package import digest_with
from pitboss.pit.checkpoints import ENDING, Checkpoints
from pitboss.pit.clock import Clock, HouseClock
from pitboss.pit.clock_steps import newest_ms
from pitboss.pit.pit import Pit
from pitboss.pit.role_changes import OPERATOR, RoleChange, record_role
from pitboss.pit.sealed import Entropy, Seals
from pitboss.pit.software import Software
from pitboss.pit.wallet import Wallet
from pitboss.private_files import tighten
from pitboss.refusals import Refusal, RefusalCode, Refused, raise_first, unwrap_or_raise
from pitboss.server.accounts.names import read_name
from pitboss.server.accounts.old_files import ASIDE, take_in
from pitboss.server.accounts.people import HOUR_MS, HouseRole, People
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.analysis.studio import Studio
from pitboss.server.edge.logs import Log, Write
from pitboss.server.edge.runtime import Runtime
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.editions.lookup import Editions
from pitboss.server.editions.store import Designs
from pitboss.server.floor.clock_keeper import ClockKeeper
from pitboss.server.floor.cluster_relay import Relay
from pitboss.server.floor.head_signer import HeadSigner
from pitboss.server.floor.house_clock import start_clock
from pitboss.server.floor.house_keys import HouseKeys, fresh_keys, house_keys
from pitboss.server.floor.load_monitor import LoadMonitor
from pitboss.server.floor.presence import Presence
from pitboss.server.floor.table_service import TableService
from pitboss.server.floor.tables import open_house_tables
from pitboss.server.floor.tally_keeper import TallyKeeper
from pitboss.server.house import House
from pitboss.server.jobs.kinds import house_lanes
from pitboss.server.jobs.runner import Runner
from pitboss.server.live.socket import LiveTables
from pitboss.server.lobby.best_bets import Figures
from pitboss.server.options import Options
from pitboss.store.clock_leases import ClockLeases
from pitboss.store.house_files import HouseFiles, house_files
from pitboss.store.house_lock import lock_house
from pitboss.store.signed_heads import SignedHeads
from pitboss.store.sqlite import MEMORY
from pitboss.store.start_check import StartCheck, check_start
from pitboss.store.store import POSTGRES_SCHEMES, Store, open_store

HOLDER_BYTES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The outside world as a house sees it: clocks, entropy, environment, log."""

    wall: Clock
    steady: Clock
    entropy: Entropy
    environment: Mapping[str, str]
    write: Write
    is_clock_confirmed: bool = False
    """Whether the operator has looked at the wall's time, however far it is off."""


def open_house(
    world: World, registry: Registry, options: Options, *, database: str
) -> House | Refusal:
    """Open the store, recover every table, and keep one of each game open."""
    with contextlib.ExitStack() as files:
        try:
            house = _open(world, registry, options, database, files)
        except Refused as refused:
            return refused.refusal
        files.pop_all()
    return house


def _open(
    world: World,
    registry: Registry,
    options: Options,
    database: str,
    files: contextlib.ExitStack,
) -> House:
    """Open a house; if that is refused, `files` closes whatever was opened."""
    lock = None
    places = house_files(world.environment, database)
    if places.is_file:
        lock = unwrap_or_raise(lock_house(database, address=options.origins[0]))
        files.callback(lock.release)
    rights = _tighten(places)
    keys = unwrap_or_raise(_keys(world, places))
    store = unwrap_or_raise(open_store(database))
    files.callback(store.close)
    signed_heads, checked = unwrap_or_raise(_check_heads(places, store, keys))
    taken_in = unwrap_or_raise(take_in(store.shared, places.old))
    people = People(store.shared, session_ms=options.session_hours * HOUR_MS)
    clock = HouseClock.start(
        world.wall,
        world.steady,
        not_before_ms=unwrap_or_raise(newest_ms(store)),
        closed_max_ms=options.closed_hours_max * HOUR_MS,
    )
    seals = Seals(keys.sealing, world.entropy, reveal_ms=options.reveal_ms)
    pit = Pit(store, registry, seals, clock.now)
    runtime = Runtime(options, Log(world.write, clock.now, options.log_per_min), clock.now)
    runtime.log.on_drop = runtime.metrics.log_drops.inc
    software = Software.start(now_ms=clock.now())
    pit.watch_on = (clock, software)
    if places.heads != MEMORY:
        kept = Path(places.heads + ENDING)
        digest = _digest_software(software, registry)
        pit.checkpoints = Checkpoints(kept, Signer(keys.signing), digest)
        if not pit.checkpoints.read() and kept.exists():
            runtime.log.event("tables.not-believed", file=str(kept))
    if checked is not None:
        runtime.log.event("house.checked", records=checked.records, is_full=checked.is_full)
    house = assemble(runtime, pit, people, signed_heads, database=database)
    raise_first(start_clock(house.presence, is_confirmed=world.is_clock_confirmed))
    unwrap_or_raise(house.tables.recover())
    open_house_tables(house.tables, house.editions)
    for old, rows in taken_in.items():
        runtime.log.event("file.taken-in", file=str(old), rows=rows, kept_as=f"{old}{ASIDE}")
    for path, became in rights.items():
        runtime.log.event("file.rights", file=path, became=became)
    return replace(house, lock=lock)


def _digest_software(software: Software, registry: Registry) -> str:
    """One digest of the files that decide what a journal means, games from outside included."""
    outside = {game.folder for game in registry.games.values()}
    return digest_with(software.digest, *sorted(outside))


def _tighten(places: HouseFiles) -> dict[str, str]:
    """Take away other people's rights to the house's files; what became of each loose one."""
    files = {str(path) for path in (*places.beside().values(), *places.old.values())}
    if places.is_file:
        files.add(places.database)
    if places.heads != MEMORY:
        files.add(places.heads + ENDING)
    found = {}
    for name in sorted(files):
        for path in (name, f"{name}-wal", f"{name}-shm"):
            try:
                if tighten(Path(path)):
                    found[path] = "its owner's alone"
            except OSError as problem:
                found[path] = f"left as it was: {problem.strerror}"
    return found


def assemble(
    runtime: Runtime,
    pit: Pit,
    people: People,
    signed_heads: SignedHeads | None,
    *,
    database: str,
) -> House:
    is_shared = database.startswith(POSTGRES_SCHEMES)
    wallet = Wallet(pit.store, runtime.clock)
    editions = Editions(pit.registry, Designs(pit.store.shared))
    load, threads = LoadMonitor(runtime), SideThreads()
    tables = TableService(runtime, pit, people, wallet, load, is_shared)
    presence = Presence(runtime, tables)
    accounts = Accounts(
        runtime,
        people,
        wallet,
        presence,
        lambda: load.is_busy,
        on_role=lambda person, role: record_role(
            pit, RoleChange(who=OPERATOR, whose=person, role=role.value)
        ),
    )
    folders = {str(one.folder.parent) for one in pit.registry.games.values()}
    jobs = Runner.of(house_lanes(runtime.options), tuple(sorted(folders)), runtime.log)
    return House(
        database=database,
        runtime=runtime,
        tables=tables,
        presence=presence,
        accounts=accounts,
        live=LiveTables(runtime, tables, presence, accounts),
        editions=editions,
        signer=HeadSigner(runtime, pit, signed_heads),
        tallies=TallyKeeper.of(tables),
        threads=threads,
        jobs=jobs,
        figures=Figures(pit.registry, threads),
        studio=Studio(runtime.options, editions, jobs),
        relay=Relay(tables, presence) if is_shared else None,
        keeper=_keeper(tables) if is_shared else None,
    )


def _keeper(tables: TableService) -> ClockKeeper:
    store, entropy = tables.pit.store, tables.pit.seals.entropy
    return ClockKeeper(tables, ClockLeases(store.shared, entropy(HOLDER_BYTES).hex()))


def _check_heads(
    places: HouseFiles, store: Store, keys: HouseKeys
) -> tuple[SignedHeads | None, StartCheck | None] | Refusal:
    """The signed heads, and the house checked against them; a house in memory has none."""
    if places.heads == MEMORY:
        return None, None
    path = Path(places.heads)
    place = "" if places.is_file else f"{sockets.gethostname()}:{path.absolute()}"
    return check_start(store, path, Signer(keys.signing), place=place)


def _keys(world: World, places: HouseFiles) -> HouseKeys | Refusal:
    if places.key != MEMORY:
        return house_keys(Path(places.key), world.entropy)
    if places.database == MEMORY:
        return fresh_keys(world.entropy)
    return Refusal(
        RefusalCode.MISSING_FIELD,
        "A house on PostgreSQL needs PITBOSS_KEY_FILE to be set.",
    )


def grant(house: House, name: str, role: str) -> Refusal | bool:
    """Give an account a role at the start; False when the account does not exist yet.

    An account of that name made while this server runs gets the role.
    """
    roles = tuple(one.value for one in HouseRole)
    if role not in roles:
        return Refusal(RefusalCode.UNKNOWN_OPTION, f"Roles are {', '.join(roles)}.")
    valid = read_name(name)
    if not isinstance(valid, str):
        return Refusal(RefusalCode.BAD_FIELD, f"'{name}' cannot be an account: {valid.sentence}")
    return house.accounts.grant(valid, HouseRole(role))
