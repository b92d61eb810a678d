"""Routes of protection: a game's studies, their files, and the monitor of the house."""

from __future__ import annotations

import hashlib

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from pitboss.games.editions import HasHead
from pitboss.games.registry import Registry
from pitboss.protect.studies import Study, find_study, studies_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import HouseRole
from pitboss.server.edge.errors import NOT_ALLOWED, Denial, DoorCode
from pitboss.server.edge.responses import (
    REFUSALS,
    AnyRequest,
    Turned,
    caller,
    given,
    hall_of,
    read_aside,
)
from pitboss.server.editions.cards import edition_cards, named_edition
from pitboss.server.jobs.owners import owner_of
from pitboss.server.protection.jobs import Held, Studies, StudyJob
from pitboss.server.protection.journal import journal_text
from pitboss.server.protection.options import notes_for, typed_options
from pitboss.server.protection.schemas import (
    ProtectGame,
    ProtectPage,
    StudyCard,
    StudyForm,
    StudyState,
)

MONITOR = "monitor"
NO_STUDY = Denial(DoorCode.NOT_FOUND, "There is no such study; ask for it again.")
NO_FORM = Denial(DoorCode.NOT_FOUND, "This report has no such form.")
NOTHING_YET = Refusal(
    RefusalCode.NOT_NOW, "No table of this edition has a finished round in this house yet."
)
_MEDIA = {
    "html": "text/html",
    "pdf": "application/pdf",
    "json": "application/json",
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def _studies(request: AnyRequest) -> Studies:
    found: Studies = request.app.state["studies"]
    return found


def _is_boss(request: AnyRequest) -> bool:
    session = caller(request).session
    return session is not None and session.person.role is HouseRole.PIT_BOSS


@get("/api/protect", responses=REFUSALS)
async def protect_games(request: AnyRequest) -> list[ProtectGame]:
    """The games whose protection can be studied."""
    return list(_games(hall_of(request).pit.registry))


@get("/api/protect/{game:str}", responses=REFUSALS)
async def protect_page(request: AnyRequest, game: FromPath[str]) -> ProtectPage:
    """What can be asked about how a game is beaten."""
    registry = hall_of(request).pit.registry
    folder = given(registry.find(game))
    return ProtectPage(
        game=folder.game.key,
        title=folder.game.title,
        may_monitor=_is_boss(request),
        editions=edition_cards(folder),
        studies=tuple(map(_card, studies_of(folder.game))),
        games=_games(registry),
    )


def _card(study: Study) -> StudyCard:
    return StudyCard(
        study=study.name,
        title=study.name.capitalize(),
        summary=study.summary,
        options=notes_for(study),
        is_sampled=study.samples > 1,
        is_monitor=study.name == MONITOR,
    )


def _games(registry: Registry) -> tuple[ProtectGame, ...]:
    return tuple(
        ProtectGame(
            game=key,
            title=folder.game.title,
            studies=tuple(one.name for one in studies_of(folder.game)),
        )
        for key, folder in registry.games.items()
        if studies_of(folder.game)
    )


@post("/api/protect/{game:str}/{study:str}", status_code=200, responses=REFUSALS)
async def ask_study(
    request: AnyRequest, game: FromPath[str], study: FromPath[str], data: JSONBody[StudyForm]
) -> StudyState:
    """Begin a study, or find it done: a question is worked out once. Monitors: pit bosses."""
    hall, studies = hall_of(request), _studies(request)
    folder = given(hall.pit.registry.find(game))
    edition = given(named_edition(folder, data.edition))
    found = given(find_study(folder.game, study))
    given(typed_options(found, data.options))
    is_monitor = found.name == MONITOR
    if is_monitor and not _is_boss(request):
        raise Turned(NOT_ALLOWED)
    records = await _records(request, edition) if is_monitor else ""
    job = StudyJob(
        game=folder.game.key,
        edition=edition.head.key,
        edition_hash=edition.head.hash,
        study=found.name,
        options=tuple(sorted((name, text) for name, text in data.options.items() if text.strip())),
        is_precise=data.is_precise and found.samples > 1,
        records=records,
    )
    key = hashlib.sha256(msgspec.json.encode(job)).hexdigest()
    return given(studies.ask(key, job, owner_of(request), is_private=is_monitor)).shown()


async def _records(request: AnyRequest, edition: HasHead) -> str:
    head, pit = edition.head, hall_of(request).pit
    text = given(await read_aside(request, journal_text, pit, head.game, head.hash))
    if not text:
        raise Turned(NOTHING_YET)
    return text


def _held(request: AnyRequest, key: str) -> Held:
    held = _studies(request).held.get(key)
    if held is None or (held.is_private and not _is_boss(request)):
        raise Turned(NO_STUDY)
    return held


@get("/api/studies/{key:str}", responses=REFUSALS)
async def study_state(request: AnyRequest, key: FromPath[str]) -> StudyState:
    """How far a study is, and what it found."""
    return _held(request, key).shown()


@get("/api/studies/{key:str}/{form:str}", responses=REFUSALS)
async def study_file(
    request: AnyRequest, key: FromPath[str], form: FromPath[str]
) -> Response[bytes]:
    """A finished study as a file: html, pdf, json, csv or xlsx."""
    made = _held(request, key).made
    content = None if made is None else made.files.get(form)
    if content is None:
        raise Turned(NO_FORM)
    name = f"pitboss-protection-{key[:12]}.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=_MEDIA[form], headers=headers)


PROTECT_ROUTES = (protect_games, protect_page, ask_study, study_state, study_file)
