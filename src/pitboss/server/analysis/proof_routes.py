"""Routes of proofs: an edition's page, two editions compared, and files to take away."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response
from litestar.params import FromPath, FromQuery

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.analysis.proof_schemas import (
    CompareAnswer,
    ComparePage,
    LimitPage,
    ProofAnswer,
    ProofPage,
    WorkNote,
)
from pitboss.server.analysis.requests import CompareJob, FileJob, LimitJob, PageJob, ProofFile
from pitboss.server.analysis.studio import Studio
from pitboss.server.edge.responses import (
    AnyRequest,
    HttpRefusal,
    attach,
    client_of,
    unwrap_or_raise,
)
from pitboss.server.edge.routing import get
from pitboss.server.editions.lookup import Editions
from pitboss.server.editions.schemas import Subject
from pitboss.server.jobs.queue import owner_of
from pitboss.units import parse_credits

NO_FILE = Refusal(RefusalCode.UNKNOWN_OPTION, f"The files are {', '.join(ProofFile)}.")
SHORT_HASH = 12
TEXT_MAX = 80


@dataclass(frozen=True, slots=True)
class ProofRoutes:
    editions: Editions
    studio: Studio

    @get("/api/proofs/{game:str}", "/api/proofs/{game:str}/{edition:str}")
    async def proof(
        self, request: AnyRequest, game: FromPath[str], edition: FromPath[str] = ""
    ) -> ProofAnswer:
        """The PAR sheet of an edition or a design by its hash, or how far its figures are."""
        subject = self.editions.subject(game, edition)
        page = await self.studio.page(PageJob(subject), ProofPage, owner_of(request))
        folder = self.editions.folder(game)
        return ProofAnswer(
            page=page if isinstance(page, ProofPage) else None,
            work=page if isinstance(page, WorkNote) else None,
            editions=self.editions.notes(folder, client_of(request).who),
            files=tuple(name.value for name in ProofFile),
        )

    @get("/api/proofs/{game:str}/{edition:str}/limit")
    async def limit(
        self,
        request: AnyRequest,
        game: FromPath[str],
        edition: FromPath[str],
        payout: FromQuery[str],
        tab: FromQuery[str] = "",
    ) -> LimitPage:
        """The exact edges when one round pays no more than so many credits, all seats together."""
        subject = self.editions.subject(game, edition)
        amount = unwrap_or_raise(parse_credits(payout[:TEXT_MAX]))
        job, replaces = LimitJob(subject, amount), f"limit~{tab[:TEXT_MAX]}"
        owner = owner_of(request)
        return await self.studio.answer(job, LimitPage, owner, replaces=replaces)

    @get("/api/proofs/{game:str}/{edition:str}/against/{other:str}")
    async def compare(
        self, request: AnyRequest, game: FromPath[str], edition: FromPath[str], other: FromPath[str]
    ) -> CompareAnswer:
        """What changes between two editions: fields, clauses, edges and decisions, exactly."""
        before = self.editions.subject(game, edition)
        after = self.editions.subject(game, other)
        job, owner = CompareJob(before, after), owner_of(request)
        page = await self.studio.page(job, ComparePage, owner)
        return CompareAnswer(
            page=page if isinstance(page, ComparePage) else None,
            work=page if isinstance(page, WorkNote) else None,
        )

    @get("/api/proofs/{game:str}/{edition:str}/files/{name:str}")
    async def file(
        self, request: AnyRequest, game: FromPath[str], edition: FromPath[str], name: FromPath[str]
    ) -> Response[bytes]:
        """A proof as a file: PDF, XLSX, CSV, JSON, certificate, its checker, edition, dossier."""
        if name not in tuple(ProofFile):
            raise HttpRefusal(NO_FILE)
        subject = self.editions.subject(game, edition)
        wanted = ProofFile(name)
        content = await self.studio.file(FileJob(subject, wanted), owner_of(request))
        return attach(content, _file_name(subject, wanted))


def _file_name(subject: Subject, name: ProofFile) -> str:
    if name is ProofFile.CHECKER:
        return name.value
    which = subject.hash[:SHORT_HASH] if subject.name else subject.edition
    return f"{subject.game}-{which}-{name.value}"
