"""Routes of the auditor's page: heads, verify now, export, who may do what, role changes."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from litestar.response import Stream

from pitboss.pit.house_check import check_house
from pitboss.pit.role_changes import OPERATOR, read_role_changes
from pitboss.server.accounts.people import HouseRole
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.errors import Denial
from pitboss.server.edge.responses import AnyRequest, client_of, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.side_threads import HOUSE, SideThreads
from pitboss.server.floor.table_service import TableService
from pitboss.server.staff.audit_schemas import (
    AuditPage,
    Permission,
    RoleChangeNote,
    StaffNote,
    Verification,
)
from pitboss.server.staff.schemas import HeadNote

READERS = (HouseRole.AUDITOR, HouseRole.PIT_BOSS)
CHUNK = 1 << 20
_BOSS, _DEALER, _AUDITOR, _PLAYER = (
    HouseRole.PIT_BOSS.value,
    HouseRole.DEALER.value,
    HouseRole.AUDITOR.value,
    HouseRole.PLAYER.value,
)
PERMISSIONS = (
    Permission(what="Play at tables, set own limits, download own rounds", roles=(_PLAYER,)),
    Permission(what="Open private tables", roles=(_PLAYER, _BOSS)),
    Permission(what="Open tables dealt by hand, list tables in the lobby", roles=(_BOSS,)),
    Permission(what="Deal by hand, call procedures, call a supervisor", roles=(_DEALER, _BOSS)),
    Permission(
        what="Pause, resume, void and close tables; set limits; answer calls; sign corrections",
        roles=(_BOSS,),
    ),
    Permission(what="See the console, ratings, reports and alerts", roles=(_BOSS, _AUDITOR)),
    Permission(what="Acknowledge, investigate and close alerts", roles=(_BOSS,)),
    Permission(what="Sign conditions of an approval, confirm the clock", roles=(_BOSS,)),
    Permission(what="Give roles to other people", roles=(_BOSS,)),
    Permission(what="See any round, verify the house, export the journal", roles=(_BOSS, _AUDITOR)),
)


@dataclass(slots=True)
class HouseVerifier:
    """The last verification of this house, and the one that runs."""

    tables: TableService
    threads: SideThreads
    last: Verification = field(
        default_factory=lambda: Verification(
            state="never", is_sound=None, said=(), at_ms=None, who=""
        )
    )
    task: asyncio.Task[None] | None = None

    def start(self, who: str) -> None:
        """Begin, unless one runs already."""
        if self.last.state != "working":
            self.last = Verification(state="working", is_sound=None, said=(), at_ms=None, who=who)
            self.task = asyncio.create_task(self._run(who))

    async def _run(self, who: str) -> None:
        pit = self.tables.pit
        found = await self.threads.run(HOUSE, check_house, pit.store, pit.registry)
        is_sound, said = (None, [found.sentence]) if isinstance(found, Denial) else found
        self.last = Verification(
            state="done", is_sound=is_sound, said=tuple(said), at_ms=pit.clock(), who=who
        )


@dataclass(frozen=True, slots=True)
class AuditRoutes:
    tables: TableService
    accounts: Accounts
    threads: SideThreads
    verifier: HouseVerifier

    @get("/api/audit")
    async def audit_page(self, request: AnyRequest) -> AuditPage:
        """Heads, the last verification, who may do what. Auditors and pit bosses."""
        self.accounts.staff_in(request, *READERS)
        store = self.tables.pit.store
        changes = unwrap_or_raise(await asyncio.to_thread(read_role_changes, store))
        return AuditPage(
            heads=tuple(HeadNote.fill(head) for head in unwrap_or_raise(store.heads())),
            verification=self.verifier.last,
            permissions=PERMISSIONS,
            staff=tuple(
                StaffNote(name=one.name, role=one.role.value) for one in self.tables.people.staff()
            ),
            changes=tuple(
                RoleChangeNote.fill(one, who=self._name(one.who), whose=self._name(one.whose))
                for one in reversed(changes)
            ),
        )

    def _name(self, person: str) -> str:
        found = self.tables.people.person(person)
        return f"The {person}" if person == OPERATOR else person if found is None else found.name

    @post("/api/audit/verify")
    async def verify(self, request: AnyRequest) -> Verification:
        """Check every chain, the books and every table now. Auditors and pit bosses."""
        person = self.accounts.staff_in(request, *READERS)
        self.verifier.start(person.name)
        return self.verifier.last

    @get("/api/audit/export", media_type="application/jsonl")
    async def export(self, request: AnyRequest) -> Stream:
        """The whole journal, one record a line, for `pitboss audit verify`. Auditors, bosses."""
        self.accounts.staff_in(request, *READERS)
        with tempfile.NamedTemporaryFile(suffix=".jsonl", delete=False) as file:
            path = Path(file.name)
        address = client_of(request).address
        unwrap_or_raise(await self.threads.run(address, self.tables.pit.store.export_to, path))
        headers = {"content-disposition": 'attachment; filename="journal.jsonl"'}
        return Stream(_chunks(path), headers=headers)


def _chunks(path: Path) -> Iterator[bytes]:
    """A file in pieces; it is gone once it was read."""
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                yield chunk
    finally:
        path.unlink(missing_ok=True)
