"""Routes of rounds that are over: your list, the replay, and the check of any round file."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from pitboss.pit.recall import Recalled, last_rounds, recall_round
from pitboss.pit.verify import FILE_BYTES_MAX
from pitboss.refusals import Refusal
from pitboss.server.answers import REFUSALS, AnyRequest, given, hall_of, read_aside, session_of
from pitboss.server.hall import Hall
from pitboss.server.jobs.owners import jobs_of, owner_of
from pitboss.server.people import HouseRole, Person
from pitboss.server.rounds.checking import CHECK_KIND, CheckJob
from pitboss.server.rounds.pages import (
    CheckedFile,
    ReplayPage,
    RoundFileForm,
    RoundLine,
)
from pitboss.server.rounds.replay import replay_page, round_line, seat_in
from pitboss.server.routes import ROUNDS, STRANGER

ANYBODYS = (HouseRole.AUDITOR, HouseRole.PIT_BOSS)
# A file comes as a text inside a form, where every quotation mark is escaped.
FORM_BYTES_MAX = 2 * FILE_BYTES_MAX


@get("/api/my-rounds", responses=REFUSALS)
async def my_rounds(request: AnyRequest) -> list[RoundLine]:
    """Your last fifty rounds, newest first: what decided them and what they brought you."""
    hall, person = hall_of(request), session_of(request).person
    return given(await read_aside(request, _listed, hall, person))


@get("/api/rounds/{round_id:str}/replay", responses=REFUSALS)
async def replay(request: AnyRequest, round_id: FromPath[str]) -> ReplayPage:
    """A round of yours told again step by step, each payment with its clause, and its file."""
    hall, person = hall_of(request), session_of(request).person
    return given(await read_aside(request, _replayed, hall, person, round_id))


@post(
    "/api/check-round",
    status_code=200,
    responses=REFUSALS,
    request_max_body_size=FORM_BYTES_MAX,
)
async def check_round(request: AnyRequest, data: JSONBody[RoundFileForm]) -> CheckedFile:
    """What a round file is worth, by the checks of `pitboss verify`."""
    content = await jobs_of(request).ask(
        CHECK_KIND, CheckJob(data.text), owner_of(request), replaces="check"
    )
    return msgspec.json.decode(given(content), type=CheckedFile)


def _listed(hall: Hall, person: Person) -> list[RoundLine] | Refusal:
    found = last_rounds(hall.pit.store, hall.pit.registry, person.id, count=ROUNDS)
    if isinstance(found, Refusal):
        return found
    lines = [round_line(hall.pit.registry, one, person.id) for one in found]
    return [line for line in lines if isinstance(line, RoundLine)]


def _replayed(hall: Hall, person: Person, round_id: str) -> ReplayPage | Refusal:
    found = recall_round(hall.pit.store, hall.pit.registry, round_id)
    if person.role not in ANYBODYS and not _is_in(found, person):
        # A round of others is told apart from none by nothing.
        return STRANGER
    return found if isinstance(found, Refusal) else replay_page(hall.pit.registry, found, person.id)


def _is_in(found: Recalled | Refusal, person: Person) -> bool:
    return isinstance(found, Recalled) and seat_in(found, person.id) > 0


ROUNDS_ROUTES = (my_rounds, replay, check_round)
