"""Routes of protection: a game's studies, their files, and the monitor of the house."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import msgspec
from litestar import Response
from litestar.params import FromPath, JSONBody

from pitboss.games.registry import Registry
from pitboss.pit.pit import Pit
from pitboss.protect.studies import Study, find_study, studies_of
from pitboss.server.accounts.callers import caller_of
from pitboss.server.accounts.people import HouseRole
from pitboss.server.edge.errors import NOT_ALLOWED, Denial, DoorCode
from pitboss.server.edge.responses import (
    AnyRequest,
    HttpRefusal,
    attach,
    client_of,
    unwrap_or_raise,
)
from pitboss.server.edge.routing import get, post
from pitboss.server.editions.lookup import Editions
from pitboss.server.jobs.queue import owner_of
from pitboss.server.protection.options import notes_for, typed_options
from pitboss.server.protection.schemas import (
    ProtectGame,
    ProtectPage,
    StudyCard,
    StudyForm,
    StudyState,
)
from pitboss.server.protection.studies import Held, Studies, StudyJob

MONITOR = "monitor"
NO_STUDY = Denial(DoorCode.NOT_FOUND, "There is no such study; ask for it again.")
NO_FORM = Denial(DoorCode.NOT_FOUND, "This report has no such file.")


@dataclass(frozen=True, slots=True)
class ProtectionRoutes:
    pit: Pit
    editions: Editions
    studies: Studies
    database: str

    @get("/api/protect")
    async def protect_games(self, request: AnyRequest) -> list[ProtectGame]:
        """The games whose protection can be studied."""
        return list(_games(self.pit.registry))

    @get("/api/protect/{game:str}")
    async def protect_page(self, request: AnyRequest, game: FromPath[str]) -> ProtectPage:
        """What can be asked about how a game is beaten."""
        registry = self.pit.registry
        folder = unwrap_or_raise(registry.find(game))
        return ProtectPage(
            game=folder.game.key,
            title=folder.game.title,
            may_monitor=_is_boss(request),
            editions=self.editions.notes(folder, client_of(request).who),
            studies=tuple(map(_card, studies_of(folder.game))),
            games=_games(registry),
        )

    @post("/api/protect/{game:str}/{study:str}")
    async def ask_study(
        self,
        request: AnyRequest,
        game: FromPath[str],
        study: FromPath[str],
        data: JSONBody[StudyForm],
    ) -> StudyState:
        """Begin a study, or find it done: a question is worked out once. Monitors: pit bosses."""
        folder = unwrap_or_raise(self.pit.registry.find(game))
        subject = self.editions.subject(game, data.edition)
        found = unwrap_or_raise(find_study(folder.game, study))
        unwrap_or_raise(typed_options(found, data.options))
        is_monitor = found.name == MONITOR
        if is_monitor and not _is_boss(request):
            raise HttpRefusal(NOT_ALLOWED)
        job = StudyJob(
            subject=subject,
            study=found.name,
            options=tuple(
                sorted((name, text) for name, text in data.options.items() if text.strip())
            ),
            is_precise=data.is_precise and found.samples > 1,
        )
        # Without the address of the database, which may hold its password.
        key = hashlib.sha256(msgspec.json.encode(job)).hexdigest()
        if is_monitor:
            unserved = tuple(sorted(self.pit.unserved))
            job = msgspec.structs.replace(job, database=self.database, unserved=unserved)
        return unwrap_or_raise(
            self.studies.ask(key, job, owner_of(request), is_private=is_monitor)
        ).shown()

    def _find_study(self, request: AnyRequest, key: str) -> Held:
        held = self.studies.held.get(key)
        if held is None or (held.is_private and not _is_boss(request)):
            raise HttpRefusal(NO_STUDY)
        return held

    @get("/api/studies/{key:str}")
    async def study_state(self, request: AnyRequest, key: FromPath[str]) -> StudyState:
        """How far a study is, and what it found."""
        return self._find_study(request, key).shown()

    @post("/api/studies/{key:str}/cancel")
    async def cancel_study(self, request: AnyRequest, key: FromPath[str]) -> StudyState:
        """Stop waiting for a study of yours; it ends where nobody else waits for it."""
        held = self._find_study(request, key)
        self.studies.cancel(held, owner_of(request))
        return held.shown()

    @get("/api/studies/{key:str}/{form:str}")
    async def study_file(
        self, request: AnyRequest, key: FromPath[str], form: FromPath[str]
    ) -> Response[bytes]:
        """A finished study as a file: html, pdf, json, csv or xlsx."""
        made = self._find_study(request, key).made
        content = None if made is None else made.files.get(form)
        if content is None:
            raise HttpRefusal(NO_FORM)
        return attach(content, f"pitboss-protection-{key[:12]}.{form}")


def _is_boss(request: AnyRequest) -> bool:
    person = caller_of(request).person
    return person is not None and person.role is HouseRole.PIT_BOSS


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
