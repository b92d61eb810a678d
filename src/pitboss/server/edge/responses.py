"""Answers of the routes: a refusal is raised at this edge and nowhere below, and rendered here."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from pitboss.refusals import Refusal
from pitboss.server.edge.errors import (
    DEFECT,
    UNWRITTEN,
    AnyRefusal,
    Denial,
    DoorCode,
    Refused,
    status_of,
)
from pitboss.server.edge.guard import Client
from pitboss.server.edge.runtime import Runtime

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]

_BY_STATUS = {
    404: DoorCode.NOT_FOUND,
    405: DoorCode.WRONG_METHOD,
    413: DoorCode.TOO_LARGE,
    429: DoorCode.TOO_MANY,
}
REFUSALS = {
    status: ResponseSpec(data_container=Refused, description=text, generate_examples=False)
    for status, text in (
        (400, "The request cannot be read."),
        (401, "Give a name or sign in first."),
        (403, "Not from a page of this house, or not for you to do."),
        (404, "There is no such thing."),
        (405, "Not with this method."),
        (409, "The house refuses; the sentence says why."),
        (413, "Too large."),
        (429, "Too much at once."),
        (503, "The house cannot do this now."),
    )
}
"""What every route may answer beside its page."""


class HttpRefusal(ValueError):
    """A refusal on its way to the browser."""

    def __init__(self, refusal: AnyRefusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


def unwrap_or_raise(result: T | AnyRefusal) -> T:
    """The result, or `HttpRefusal`: for routes, where one handler renders every refusal."""
    if isinstance(result, Refusal | Denial):
        raise HttpRefusal(result)
    return result


def client_of(request: AnyRequest) -> Client:
    """Where a request comes from."""
    found: Client = request.scope["caller"]  # type: ignore[typeddict-item]
    return found


@dataclass(frozen=True, slots=True)
class RefusalRenderer:
    """Renders whatever a route raises in the one shape of an error."""

    runtime: Runtime

    def handlers(self) -> dict[Any, Any]:
        """What is done about each kind of exception."""
        return {
            HttpRefusal: self.render_refusal,
            HTTPException: self.render_framework_error,
            sqlite3.Error: self.render_failed_file,
            Exception: self.render_defect,
        }

    def render_refusal(self, request: AnyRequest, problem: HttpRefusal) -> Response[Refused]:
        """A refusal of ours."""
        return self._response(request, problem.refusal)

    def render_framework_error(
        self, request: AnyRequest, problem: HTTPException
    ) -> Response[Refused]:
        """Litestar's own refusals in our shape."""
        code = _BY_STATUS.get(problem.status_code, DoorCode.BAD_MESSAGE)
        if problem.status_code >= 500:
            code = DoorCode.DEFECT
        sentence = problem.detail
        if code is DoorCode.BAD_MESSAGE:
            sentence = "The request cannot be read."
        elif code is DoorCode.NOT_FOUND:
            sentence = "There is no such page."
        return self._response(request, Denial(code, sentence))

    def render_failed_file(self, request: AnyRequest, problem: sqlite3.Error) -> Response[Refused]:
        """A file of the house cannot be read or written now, as on a full disk."""
        self.runtime.log.event("file.failed", path=request.url.path, problem=repr(problem))
        return self._response(request, UNWRITTEN)

    def render_defect(self, request: AnyRequest, problem: Exception) -> Response[Refused]:
        """Something of ours is broken; the log knows what."""
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
