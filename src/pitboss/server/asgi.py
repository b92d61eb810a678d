"""The server interface in three names: what a connection is, hears and says."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def header(scope: Scope, name: bytes) -> str | None:
    """The value of a header; None when it is missing, "" when it occurs twice."""
    values = [value for key, value in scope["headers"] if key == name]
    if len(values) > 1:
        return ""
    return values[0].decode("latin-1") if values else None
