"""Routes of rounds that are over: your list, the replay, and the check of any round file."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import msgspec
from litestar import Response
from litestar.params import FromPath, JSONBody

from pitboss.pit.offline_page import offline_page
from pitboss.pit.pit import Pit
from pitboss.pit.recall import Recalled, last_rounds, recall_round
from pitboss.pit.verify import FILE_BYTES_MAX
from pitboss.refusals import Refusal, RefusalCode, Refused
from pitboss.server.accounts.callers import session_of
from pitboss.server.accounts.people import HouseRole, Person
from pitboss.server.edge.errors import Denial
from pitboss.server.edge.responses import (
    AnyRequest,
    HttpRefusal,
    attach,
    client_of,
    unwrap_or_raise,
)
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.jobs.queue import owner_of
from pitboss.server.jobs.runner import Runner
from pitboss.server.rounds.job import CHECK_KIND, CheckJob
from pitboss.server.rounds.replay import replay_page, round_line
from pitboss.server.rounds.schemas import (
    CheckedFile,
    ReplayPage,
    RoundFileForm,
    RoundLine,
    RoundNote,
)

ROUNDS = 50
STRANGER = Refusal(RefusalCode.UNKNOWN_ROUND, "You have no such round.")
ANYBODYS = (HouseRole.AUDITOR, HouseRole.PIT_BOSS)
# A file comes as a text inside a form, where every quotation mark is escaped.
FORM_BYTES_MAX = 2 * FILE_BYTES_MAX


@dataclass(frozen=True, slots=True)
class RoundRoutes:
    pit: Pit
    threads: SideThreads
    jobs: Runner

    @get("/api/rounds")
    async def rounds(self, request: AnyRequest) -> list[RoundNote]:
        """Your last fifty rounds, newest first."""
        person, address = session_of(request).person, client_of(request).address
        found = unwrap_or_raise(await self.threads.run(address, self._last, person))
        return [RoundNote.fill(one) for one in found]

    @get("/api/rounds/{round_id:str}")
    async def one_round(self, request: AnyRequest, round_id: FromPath[str]) -> RoundNote:
        """A round that is over: one of yours, or any for pit bosses and auditors."""
        person, address = session_of(request).person, client_of(request).address
        found = await self.threads.run(address, self._recall, round_id)
        if isinstance(found, Denial) or person.role in ANYBODYS:
            return RoundNote.fill(unwrap_or_raise(found))
        # Whether others played it is nobody's business.
        if isinstance(found, Refusal) or not _is_in(found, person):
            raise HttpRefusal(STRANGER)
        return RoundNote.fill(found)

    @get("/api/my-rounds")
    async def my_rounds(self, request: AnyRequest) -> list[RoundLine]:
        """Your last fifty rounds, newest first: what decided them and what they brought you."""
        person, address = session_of(request).person, client_of(request).address
        return unwrap_or_raise(await self.threads.run(address, self._list_rounds, person))

    @get("/api/rounds/{round_id:str}/replay")
    async def replay(self, request: AnyRequest, round_id: FromPath[str]) -> ReplayPage:
        """Replay a round of yours step by step, each payment with its clause, and its file."""
        person, address = session_of(request).person, client_of(request).address
        return unwrap_or_raise(
            await self.threads.run(address, self._replay_round, person, round_id)
        )

    @get("/api/offline-verifier")
    async def offline_verifier(self, request: AnyRequest) -> Response[bytes]:
        """One page to keep: it checks round files from a disk, without a network."""
        text = await self.threads.run(client_of(request).address, offline_page, self.pit.registry)
        return attach(unwrap_or_raise(text).encode(), "pitboss-verify.html")

    @post("/api/check-round", request_max_body_size=FORM_BYTES_MAX)
    async def check_round(self, request: AnyRequest, data: JSONBody[RoundFileForm]) -> CheckedFile:
        """What a round file is worth, by the checks of `pitboss verify`."""
        content = await self.jobs.ask(
            CHECK_KIND, CheckJob(data.text), owner_of(request), replaces="check"
        )
        return msgspec.json.decode(unwrap_or_raise(content), type=CheckedFile)

    def _last(self, person: Person) -> tuple[Recalled, ...] | Refusal:
        return last_rounds(self.pit.store, self.pit.registry, person.id, count=ROUNDS)

    def _recall(self, round_id: str) -> Recalled | Refusal:
        return recall_round(self.pit.store, self.pit.registry, round_id)

    def _list_rounds(self, person: Person) -> list[RoundLine]:
        lines = []
        for one in unwrap_or_raise(self._last(person)):
            with contextlib.suppress(Refused):
                lines.append(round_line(self.pit.registry, one, person.id))
        return lines

    def _replay_round(self, person: Person, round_id: str) -> ReplayPage:
        found = self._recall(round_id)
        if person.role not in ANYBODYS and not _is_in(found, person):
            # Whether others played it is nobody's business.
            raise HttpRefusal(STRANGER)
        return replay_page(self.pit.registry, unwrap_or_raise(found), person.id)


def _is_in(found: Recalled | Refusal, person: Person) -> bool:
    return isinstance(found, Recalled) and found.seat_of(person.id) > 0
