"""Routes of the workbench: what can be changed, figures that follow, an aim, and designs."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
from litestar.params import FromPath, FromQuery, JSONBody

from pitboss.games.designs import CHANGES_MAX, Design, design_of
from pitboss.par.choices import parse_changes
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.callers import session_of
from pitboss.server.analysis.proof_routes import TEXT_MAX
from pitboss.server.analysis.requests import AimJob, BenchJob, FiguresJob
from pitboss.server.analysis.studio import Studio
from pitboss.server.analysis.workbench_schemas import AimPage, FiguresPage, WorkbenchPage
from pitboss.server.edge.errors import TOO_MANY
from pitboss.server.edge.rate_limits import RateLimits
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, client_of, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.runtime import Runtime
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.editions.lookup import Editions
from pitboss.server.editions.schemas import DesignForm, DesignNote, Subject
from pitboss.server.jobs.queue import owner_of


@dataclass(slots=True)
class WorkbenchRoutes:
    runtime: Runtime
    editions: Editions
    studio: Studio
    threads: SideThreads
    savings: RateLimits = field(init=False)

    def __post_init__(self) -> None:
        per_min = self.runtime.options.designs_per_min
        self.savings = RateLimits(per_min, per_min)

    @get("/api/workbench/{game:str}", "/api/workbench/{game:str}/{design:str}")
    async def workbench(
        self, request: AnyRequest, game: FromPath[str], design: FromPath[str] = ""
    ) -> WorkbenchPage:
        """What can be changed in an edition or a design, with the bounds the game itself checks."""
        subject = self.editions.subject(game, design)
        page = await self.studio.answer(BenchJob(subject), WorkbenchPage, owner_of(request))
        folder = self.editions.folder(game)
        return msgspec.structs.replace(
            page, editions=self.editions.notes(folder, client_of(request).who)
        )

    @get("/api/figures/{game:str}/{edition:str}")
    async def figures(
        self,
        request: AnyRequest,
        game: FromPath[str],
        edition: FromPath[str],
        *,
        bet: FromQuery[str] = "",
        changes: FromQuery[list[str] | None] = None,
        tab: FromQuery[str] = "",
    ) -> FiguresPage:
        """Edges of changed numbers and one bet in full, as in `pitboss par`; a tab's latest."""
        job = FiguresJob(self._read_changes(game, edition, changes), bet[:TEXT_MAX])
        owner, replaces = owner_of(request), f"figures~{tab[:TEXT_MAX]}"
        return await self.studio.answer(job, FiguresPage, owner, replaces=replaces)

    @get("/api/figures/{game:str}/{edition:str}/aim")
    async def aim(
        self,
        request: AnyRequest,
        game: FromPath[str],
        edition: FromPath[str],
        *,
        field: FromQuery[str],
        bet: FromQuery[str],
        target: FromQuery[str],
        step: FromQuery[str] = "1/1",
        changes: FromQuery[list[str] | None] = None,
        tab: FromQuery[str] = "",
    ) -> AimPage:
        """The pays of a field just below and above an edge of a bet, with their exact edges."""
        if max(map(len, (field, bet, target, step))) > TEXT_MAX:
            raise HttpRefusal(
                Refusal(RefusalCode.BAD_TEXT, "That is too long for a name or a number.")
            )
        subject = self._read_changes(game, edition, changes)
        job = AimJob(subject=subject, field=field, bet=bet, aim=target, step=step)
        owner, replaces = owner_of(request), f"aim~{tab[:TEXT_MAX]}"
        return await self.studio.answer(job, AimPage, owner, replaces=replaces)

    def _read_changes(self, game: str, edition: str, texts: list[str] | None) -> Subject:
        """The edition with the changes of the query, each KEY=VALUE."""
        subject = self.editions.subject(game, edition)
        if texts is not None and len(texts) > CHANGES_MAX:
            raise HttpRefusal(Refusal(RefusalCode.WRONG_COUNT, f"At most {CHANGES_MAX} changes."))
        changes = unwrap_or_raise(parse_changes(texts or []))
        return Subject(game=game, edition=subject.edition, changes=tuple(sorted(changes.items())))

    @post("/api/designs")
    async def save_design(self, request: AnyRequest, data: JSONBody[DesignForm]) -> DesignNote:
        """Save numbers as a named edition; the same rules saved again keep their first name."""
        person, address = session_of(request).person, client_of(request).address
        folder = self.editions.folder(data.game)
        made = await self.threads.run(
            address, design_of, folder, data.base, data.changes, name=data.name
        )
        design = unwrap_or_raise(made)
        subject = Subject(game=design.game, edition=design.base, changes=design.changes)
        job, owner = FiguresJob(subject), owner_of(request)
        found = await self.studio.answer(job, FiguresPage, owner, replaces="save")
        if found.refused is not None:
            raise HttpRefusal(Refusal(RefusalCode.BAD_FIELD, found.refused.sentence))
        if not self.savings.take(person.id, self.runtime.clock()):
            raise HttpRefusal(TOO_MANY)
        options = self.runtime.options
        saved, is_new = unwrap_or_raise(
            self.editions.designs.save(
                design,
                person=person.id,
                now_ms=self.runtime.clock(),
                most=options.designs_max,
                most_each=options.designs_per_person,
            )
        )
        if is_new:
            self.runtime.log.event(
                "design.saved", who=person.id, game=design.game, hash=design.hash
            )
        return self._note(saved, is_new=is_new)

    @get("/api/designs")
    async def my_designs(self, request: AnyRequest) -> list[DesignNote]:
        """Your own designs, game by game, newest first."""
        person, designs = session_of(request).person, self.editions.designs
        found = [
            one for game in self.editions.registry.games for one in designs.of(game, person.id)
        ]
        return [self._note(one, is_new=False) for one in found]

    @get("/api/designs/{game:str}/{design:str}")
    async def one_design(
        self, request: AnyRequest, game: FromPath[str], design: FromPath[str]
    ) -> DesignNote:
        """A design by the hash of its rules."""
        return self._note(unwrap_or_raise(self.editions.designs.find(game, design)), is_new=False)

    def _note(self, design: Design, *, is_new: bool) -> DesignNote:
        folder = self.editions.folder(design.game)
        edition, _ = self.editions.find(folder, design.hash)
        return DesignNote.fill(
            design,
            approval=edition.head.approval,
            link=f"/workbench/{design.game}/{design.hash}",
            is_new=is_new,
        )
