"""Routes as methods of an object that holds what they need.

Nothing is looked up for a request: a handler is a bound method. Litestar's own injection starts a
group of tasks for every request whose handler needs two things or more, which takes longer than
most handlers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import litestar
from litestar.handlers import HTTPRouteHandler

from pitboss.server.edge.responses import refusals_of, spec_of
from pitboss.server.edge.token_scopes import needed_scope

Handler = TypeVar("Handler", bound=Callable[..., Any])
_MARK = "__route__"


def get(*paths: str, **options: Any) -> Callable[[Handler], Handler]:
    return _mark(litestar.get, paths, options)


def post(*paths: str, status_code: int = 200, **options: Any) -> Callable[[Handler], Handler]:
    return _mark(litestar.post, paths, {"status_code": status_code, **options})


def _mark(
    kind: Any, paths: tuple[str, ...], options: dict[str, Any]
) -> Callable[[Handler], Handler]:
    """Remember how to make the route; `also` are further answers, by status."""
    also = options.pop("also", {})

    def mark(handler: Handler) -> Handler:
        found = _responses(handler, paths[0], is_form=kind is litestar.post, **options)
        found |= {status: spec_of(None, text) for status, text in also.items()}
        method = "POST" if kind is litestar.post else "GET"
        security = _security(method, paths[0], is_open=401 not in found)
        made = {"security": security, **options, "responses": found}
        setattr(handler, _MARK, partial(kind, list(paths), **made))
        return handler

    return mark


def _responses(handler: Any, path: str, *, is_form: bool, **options: Any) -> dict[int, Any]:
    """The refusals that this very route can give."""
    if "responses" in options:
        return dict(options["responses"])
    names = {*handler.__code__.co_names}
    return refusals_of(
        is_named=bool(names & _NAMED),
        has_roles=bool(names & _ROLES) or is_form,
        has_input=is_form or "{" in path or len(handler.__annotations__) > _NO_INPUT,
        is_form=is_form,
    )


# A route that asks for a session or a role calls one of these itself; a test compares what is
# described with what strangers are answered.
_ROLES = {"person_in", "staff_in", "browser_session", "_staff"}
_NAMED = {"session_of", "_limited", *_ROLES}
_NO_INPUT = 2


def _security(method: str, path: str, *, is_open: bool) -> list[dict[str, list[str]]]:
    """How a caller may be known: not at all, by a session, by a token of a scope."""
    scope = needed_scope(method, path)
    token: list[dict[str, list[str]]] = [] if scope is None else [{"token": [scope.value]}]
    return [*([{}] if is_open else []), {"session": []}, *token]


def handlers_of(*routes: object) -> list[HTTPRouteHandler]:
    """The handlers of these objects, in source order, each under the name of its part."""
    return [
        getattr(member, _MARK)(tags=[_tag(one)])(getattr(one, name))
        for one in routes
        for name, member in vars(type(one)).items()
        if hasattr(member, _MARK)
    ]


def _tag(routes: object) -> str:
    """The room of the server that a route belongs to."""
    return type(routes).__module__.removeprefix("pitboss.server.").partition(".")[0]
