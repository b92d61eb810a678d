"""Routes of the workbench: what can be changed, figures that follow, an aim, and designs."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from pitboss.games.designs import CHANGES_MAX, Design, design_of
from pitboss.par.choices import parse_changes
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.analysis.jobs import AimJob, BenchJob, FiguresJob
from pitboss.server.analysis.proof_routes import TEXT_MAX, studio_of, viewer_of
from pitboss.server.analysis.workbench_schemas import AimPage, FiguresPage, WorkbenchPage
from pitboss.server.edge.errors import TOO_MANY
from pitboss.server.edge.responses import (
    REFUSALS,
    AnyRequest,
    Turned,
    given,
    hall_of,
    read_aside,
    session_of,
)
from pitboss.server.editions.lookup import edition_notes, find_edition, find_subject
from pitboss.server.editions.schemas import DesignForm, DesignNote
from pitboss.server.editions.subjects import Subject
from pitboss.server.floor.hall import Hall
from pitboss.server.jobs.owners import owner_of


@get(["/api/workbench/{game:str}", "/api/workbench/{game:str}/{design:str}"], responses=REFUSALS)
async def workbench(
    request: AnyRequest, game: FromPath[str], design: FromPath[str] = ""
) -> WorkbenchPage:
    """What can be changed in an edition or a design, with the bounds the game itself checks."""
    hall = hall_of(request)
    subject = given(find_subject(hall, game, design))
    page = given(
        await studio_of(request).answer(BenchJob(subject), WorkbenchPage, owner_of(request))
    )
    folder = given(hall.pit.registry.find(game))
    return msgspec.structs.replace(page, editions=edition_notes(hall, folder, viewer_of(request)))


@get("/api/figures/{game:str}/{edition:str}", responses=REFUSALS)
async def figures(
    request: AnyRequest,
    game: FromPath[str],
    edition: FromPath[str],
    *,
    bet: FromQuery[str] = "",
    changes: FromQuery[list[str] | None] = None,
    tab: FromQuery[str] = "",
) -> FiguresPage:
    """Every edge of changed numbers and one bet in full, as in `pitboss par`; a tab's latest."""
    job = FiguresJob(_changed(request, game, edition, changes), bet[:TEXT_MAX])
    owner, replaces = owner_of(request), f"figures~{tab[:TEXT_MAX]}"
    return given(await studio_of(request).answer(job, FiguresPage, owner, replaces=replaces))


@get("/api/figures/{game:str}/{edition:str}/aim", responses=REFUSALS)
async def aim(
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
    """The pays of a field just below and just above an edge of a bet, with their exact edges."""
    if max(map(len, (field, bet, target, step))) > TEXT_MAX:
        raise Turned(Refusal(RefusalCode.BAD_TEXT, "That is too long for a name or a number."))
    subject = _changed(request, game, edition, changes)
    job = AimJob(subject=subject, field=field, bet=bet, aim=target, step=step)
    owner, replaces = owner_of(request), f"aim~{tab[:TEXT_MAX]}"
    return given(await studio_of(request).answer(job, AimPage, owner, replaces=replaces))


def _changed(request: AnyRequest, game: str, edition: str, texts: list[str] | None) -> Subject:
    """The subject with the changes of the query, each KEY=VALUE."""
    subject = given(find_subject(hall_of(request), game, edition))
    if texts is not None and len(texts) > CHANGES_MAX:
        raise Turned(Refusal(RefusalCode.WRONG_COUNT, f"At most {CHANGES_MAX} changes."))
    changes = given(parse_changes(texts or []))
    return Subject(game=game, edition=subject.edition, changes=tuple(sorted(changes.items())))


# --- designs ----------------------------------------------------------------------------------


@post("/api/designs", status_code=200, responses=REFUSALS)
async def save_design(request: AnyRequest, data: JSONBody[DesignForm]) -> DesignNote:
    """Save numbers as a named edition; the same rules saved again keep their first name."""
    hall, person = hall_of(request), session_of(request).person
    folder = given(hall.pit.registry.find(data.game))
    made = await read_aside(request, design_of, folder, data.base, data.changes, name=data.name)
    design = given(made)
    subject = Subject(game=design.game, edition=design.base, changes=design.changes)
    job, owner = FiguresJob(subject), owner_of(request)
    found = given(await studio_of(request).answer(job, FiguresPage, owner, replaces="save"))
    if found.refused is not None:
        raise Turned(Refusal(RefusalCode.BAD_FIELD, found.refused.sentence))
    if not hall.savings.take(person.id, hall.clock()):
        raise Turned(TOO_MANY)
    options = hall.options
    saved, is_new = given(
        hall.designs.save(
            design,
            person=person.id,
            now_ms=hall.clock(),
            most=options.designs_max,
            most_each=options.designs_per_person,
        )
    )
    if is_new:
        hall.log.event("design.saved", who=person.id, game=design.game, hash=design.hash)
    return _note(hall, saved, is_new=is_new)


@get("/api/designs/{game:str}/{design:str}", responses=REFUSALS)
async def one_design(request: AnyRequest, game: FromPath[str], design: FromPath[str]) -> DesignNote:
    """A design by the hash of its rules."""
    hall = hall_of(request)
    return _note(hall, given(hall.designs.find(game, design)), is_new=False)


def _note(hall: Hall, design: Design, *, is_new: bool) -> DesignNote:
    folder = given(hall.pit.registry.find(design.game))
    edition, _ = given(find_edition(hall, folder, design.hash))
    return DesignNote(
        game=design.game,
        hash=design.hash,
        name=design.name,
        base=design.base,
        approval=edition.head.approval.value,
        changes=design.changes,
        link=f"/workbench/{design.game}/{design.hash}",
        is_new=is_new,
    )


WORKBENCH_ROUTES = (workbench, figures, aim, save_design, one_design)
