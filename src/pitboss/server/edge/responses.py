"""Answers of the routes: a refusal is raised at this edge and nowhere below, and rendered here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from pitboss import refusals
from pitboss.refusals import Refusal
from pitboss.server.edge.errors import DEFECT, AnyRefusal, Denial, DoorCode, Refused, status_of
from pitboss.server.edge.guard import Client
from pitboss.server.edge.runtime import Runtime
from pitboss.store.shared import Unwritten

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]

_BY_STATUS = {
    404: DoorCode.NOT_FOUND,
    405: DoorCode.WRONG_METHOD,
    413: DoorCode.TOO_LARGE,
    429: DoorCode.TOO_MANY,
}
_WORDS = {
    400: "The request cannot be read.",
    401: "Enter a name or sign in first.",
    403: "Not from a page of this house, or not permitted.",
    404: "Not found.",
    409: "The house refuses; the sentence says why.",
    413: "Too large.",
    429: "Too many requests.",
    503: "The house cannot do this now.",
}


def spec_of(record: Any, text: str) -> ResponseSpec:
    """An answer in the description of the API."""
    return ResponseSpec(data_container=record, description=text, generate_examples=False)


def refusals_of(
    *, is_named: bool, has_roles: bool, has_input: bool, is_form: bool
) -> dict[int, ResponseSpec]:
    """The refusals that a route of this kind can give, by status."""
    statuses = {
        400: has_input,
        401: is_named,
        403: has_roles,
        404: has_input,
        409: has_input,
        413: is_form,
        429: True,
        503: True,
    }
    return {one: spec_of(Refused, _WORDS[one]) for one, is_it in statuses.items() if is_it}


_MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "pdf": "application/pdf",
    "py": "text/x-python; charset=utf-8",
    "toml": "application/toml; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}


def attach(content: bytes, name: str) -> Response[bytes]:
    """A file to take away; the ending of its name says what it is."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=_MEDIA[name.rpartition(".")[2]], headers=headers)


class HttpRefusal(ValueError):
    def __init__(self, refusal: AnyRefusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


def unwrap_or_raise(result: T | AnyRefusal) -> T:
    """The result, or `HttpRefusal`, which one handler renders for every route."""
    if isinstance(result, Refusal | Denial):
        raise HttpRefusal(result)
    return result


def client_of(request: AnyRequest) -> Client:
    found: Client = request.scope["caller"]  # type: ignore[typeddict-item]
    return found


@dataclass(frozen=True, slots=True)
class RefusalRenderer:
    """Renders whatever a route raises as one shape of error."""

    runtime: Runtime

    def handlers(self) -> dict[Any, Any]:
        return {
            HttpRefusal: self.render_refusal,
            refusals.Refused: self.render_refusal,
            HTTPException: self.render_framework_error,
            Unwritten: self.render_unwritten,
            Exception: self.render_defect,
        }

    def render_refusal(
        self, request: AnyRequest, problem: HttpRefusal | refusals.Refused
    ) -> Response[Refused]:
        return self._response(request, problem.refusal)

    def render_framework_error(
        self, request: AnyRequest, problem: HTTPException
    ) -> Response[Refused]:
        code = _BY_STATUS.get(problem.status_code, DoorCode.BAD_MESSAGE)
        if problem.status_code >= 500:
            code = DoorCode.DEFECT
        sentence = problem.detail
        if code is DoorCode.BAD_MESSAGE:
            sentence = "The request cannot be read."
        elif code is DoorCode.NOT_FOUND:
            sentence = "There is no such page."
        return self._response(request, Denial(code, sentence))

    def render_unwritten(self, request: AnyRequest, problem: Unwritten) -> Response[Refused]:
        """The database cannot be read or written, as on a full disk."""
        self.runtime.log.event("store.failed", path=request.url.path, problem=problem.why)
        return self._response(request, problem.refusal)

    def render_defect(self, request: AnyRequest, problem: Exception) -> Response[Refused]:
        self.runtime.log.event("defect", path=request.url.path, problem=repr(problem))
        return self._response(request, DEFECT)

    def _response(self, request: AnyRequest, refusal: AnyRefusal) -> Response[Refused]:
        client = client_of(request)
        shape = self.runtime.report_refusal(
            refusal, where=request.url.path, who=client.who, address=client.address
        )
        status = status_of(shape.code)
        headers = {"retry-after": "1"} if status in (429, 503) else {}
        return Response(shape, status_code=status, headers=headers, media_type="application/json")
