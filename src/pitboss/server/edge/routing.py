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

from pitboss.server.edge.responses import REFUSALS

Handler = TypeVar("Handler", bound=Callable[..., Any])
_MARK = "__route__"


def get(*paths: str, **options: Any) -> Callable[[Handler], Handler]:
    """Answer GET at these paths."""
    return _mark(litestar.get, paths, options)


def post(*paths: str, status_code: int = 200, **options: Any) -> Callable[[Handler], Handler]:
    """Answer POST at these paths."""
    return _mark(litestar.post, paths, {"status_code": status_code, **options})


def _mark(
    kind: Any, paths: tuple[str, ...], options: dict[str, Any]
) -> Callable[[Handler], Handler]:
    def mark(handler: Handler) -> Handler:
        setattr(handler, _MARK, partial(kind, list(paths), **{"responses": REFUSALS, **options}))
        return handler

    return mark


def handlers_of(*routes: object) -> list[HTTPRouteHandler]:
    """The handlers of these objects, in the order in which they are written."""
    return [
        getattr(member, _MARK)()(getattr(one, name))
        for one in routes
        for name, member in vars(type(one)).items()
        if hasattr(member, _MARK)
    ]
