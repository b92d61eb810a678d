"""Routes of rounds that are over: your list, the replay, and the check of any round file."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from pitboss.pit.recall import Recalled, last_rounds, recall_round
from pitboss.pit.verify import FILE_BYTES_MAX
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import HouseRole, Person
from pitboss.server.edge.errors import Denial
from pitboss.server.edge.responses import (
    REFUSALS,
    AnyRequest,
    given,
    hall_of,
    read_aside,
    session_of,
)
from pitboss.server.edge.schemas import RoundNote
from pitboss.server.floor.hall import Hall
from pitboss.server.jobs.owners import jobs_of, owner_of
from pitboss.server.rounds.checking import CHECK_KIND, CheckJob
from pitboss.server.rounds.replay import replay_page, round_line, seat_in
from pitboss.server.rounds.schemas import (
    CheckedFile,
    ReplayPage,
    RoundFileForm,
    RoundLine,
)

ROUNDS = 50
STRANGER = Refusal(RefusalCode.UNKNOWN_ROUND, "There is no such round among yours.")
ANYBODYS = (HouseRole.AUDITOR, HouseRole.PIT_BOSS)
# A file comes as a text inside a form, where every quotation mark is escaped.
FORM_BYTES_MAX = 2 * FILE_BYTES_MAX


@get("/api/rounds", responses=REFUSALS)
async def rounds(request: AnyRequest) -> list[RoundNote]:
    """Your last fifty rounds, newest first."""
    hall, person = hall_of(request), session_of(request).person
    store, registry = hall.pit.store, hall.pit.registry
    found = await read_aside(request, last_rounds, store, registry, person.id, count=ROUNDS)
    return [_note(one) for one in given(found)]


@get("/api/rounds/{round_id:str}", responses=REFUSALS)
async def one_round(request: AnyRequest, round_id: FromPath[str]) -> RoundNote:
    """A round that is over: one of yours, or any for pit bosses and auditors."""
    hall, person = hall_of(request), session_of(request).person
    found = await read_aside(request, recall_round, hall.pit.store, hall.pit.registry, round_id)
    if isinstance(found, Denial):
        return given(found)
    if person.role in ANYBODYS:
        return _note(given(found))
    # A round of others is told apart from none by nothing.
    if isinstance(found, Refusal) or person.id not in _players(found):
        return given(STRANGER)
    return _note(found)


def _players(recalled: Recalled) -> set[str]:
    pairs = recalled.file["players"]
    return {str(pair[1]) for pair in pairs} if isinstance(pairs, list) else set()


def _note(recalled: Recalled) -> RoundNote:
    return RoundNote(
        round_id=recalled.round_id,
        table=recalled.table,
        at_ms=recalled.at_ms,
        notation=recalled.notation,
        file=recalled.file,
    )


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


ROUNDS_ROUTES = (rounds, one_round, my_rounds, replay, check_round)
