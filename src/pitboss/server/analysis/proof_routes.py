"""Routes of proofs: an edition's page, two editions compared, and files to take away."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.analysis.jobs import CompareJob, FileJob, LimitJob, PageJob, ProofFile
from pitboss.server.analysis.proof_schemas import (
    CompareAnswer,
    ComparePage,
    LimitPage,
    ProofAnswer,
    ProofPage,
    WorkNote,
)
from pitboss.server.analysis.studio import Studio
from pitboss.server.edge.responses import REFUSALS, AnyRequest, Turned, caller, given, hall_of
from pitboss.server.editions.lookup import edition_notes, find_subject
from pitboss.server.editions.subjects import Subject
from pitboss.server.jobs.owners import owner_of
from pitboss.units import parse_credits

MEDIA = {
    ProofFile.PDF: "application/pdf",
    ProofFile.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ProofFile.CSV: "text/csv; charset=utf-8",
    ProofFile.JSON: "application/json",
    ProofFile.CERTIFICATE: "application/json",
    ProofFile.CHECKER: "text/x-python; charset=utf-8",
    ProofFile.EDITION: "application/toml; charset=utf-8",
    ProofFile.DOSSIER: "application/zip",
}
NO_FILE = Refusal(RefusalCode.UNKNOWN_OPTION, f"The files are {', '.join(ProofFile)}.")
SHORT_HASH = 12
TEXT_MAX = 80


def studio_of(request: AnyRequest) -> Studio:
    """The studio of this application."""
    studio: Studio = request.app.state["studio"]
    return studio


def viewer_of(request: AnyRequest) -> str:
    """The person who asks, or nobody."""
    session = caller(request).session
    return "" if session is None else session.person.id


@get(["/api/proofs/{game:str}", "/api/proofs/{game:str}/{edition:str}"], responses=REFUSALS)
async def proof(
    request: AnyRequest, game: FromPath[str], edition: FromPath[str] = ""
) -> ProofAnswer:
    """The PAR sheet of an edition or a design by its hash, or how far its figures are."""
    hall = hall_of(request)
    subject = given(find_subject(hall, game, edition))
    page = given(await studio_of(request).page(PageJob(subject), ProofPage, owner_of(request)))
    folder = given(hall.pit.registry.find(game))
    return ProofAnswer(
        page=page if isinstance(page, ProofPage) else None,
        work=page if isinstance(page, WorkNote) else None,
        editions=edition_notes(hall, folder, viewer_of(request)),
        files=tuple(name.value for name in ProofFile),
    )


@get("/api/proofs/{game:str}/{edition:str}/limit", responses=REFUSALS)
async def limit(
    request: AnyRequest,
    game: FromPath[str],
    edition: FromPath[str],
    payout: FromQuery[str],
    tab: FromQuery[str] = "",
) -> LimitPage:
    """The exact edges when one round pays no more than so many credits, all seats together."""
    subject = given(find_subject(hall_of(request), game, edition))
    amount = given(parse_credits(payout[:TEXT_MAX]))
    job, replaces = LimitJob(subject, amount), f"limit~{tab[:TEXT_MAX]}"
    owner = owner_of(request)
    return given(await studio_of(request).answer(job, LimitPage, owner, replaces=replaces))


@get("/api/proofs/{game:str}/{edition:str}/against/{other:str}", responses=REFUSALS)
async def compare(
    request: AnyRequest, game: FromPath[str], edition: FromPath[str], other: FromPath[str]
) -> CompareAnswer:
    """What changes from one edition to another: fields, clauses, edges and decisions, exactly."""
    hall = hall_of(request)
    before = given(find_subject(hall, game, edition))
    after = given(find_subject(hall, game, other))
    job, owner = CompareJob(before, after), owner_of(request)
    page = given(await studio_of(request).page(job, ComparePage, owner))
    return CompareAnswer(
        page=page if isinstance(page, ComparePage) else None,
        work=page if isinstance(page, WorkNote) else None,
    )


@get("/api/proofs/{game:str}/{edition:str}/files/{name:str}", responses=REFUSALS)
async def file(
    request: AnyRequest, game: FromPath[str], edition: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """A proof as a file: PDF, XLSX, CSV, JSON, certificate and its checker, edition, dossier."""
    if name not in tuple(ProofFile):
        raise Turned(NO_FILE)
    subject = given(find_subject(hall_of(request), game, edition))
    wanted = ProofFile(name)
    content = given(await studio_of(request).file(FileJob(subject, wanted), owner_of(request)))
    headers = {"content-disposition": f'attachment; filename="{_file_name(subject, wanted)}"'}
    return Response(content, media_type=MEDIA[wanted], headers=headers)


def _file_name(subject: Subject, name: ProofFile) -> str:
    if name is ProofFile.CHECKER:
        return name.value
    which = subject.hash[:SHORT_HASH] if subject.name else subject.edition
    return f"{subject.game}-{which}-{name.value}"


PROOF_ROUTES = (proof, limit, compare, file)
