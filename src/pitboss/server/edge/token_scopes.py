"""Scopes of API tokens: which requests each one covers, and which no token may make."""

from __future__ import annotations

import re
from enum import StrEnum

_COMPUTES = re.compile(
    r"/api/(?:simulations|protect|check-round|designs|trainers)(?:/.*)?", re.ASCII
)
_HOSTS = re.compile(r"/api/tables(?:/[^/]+/(?:close|bots))?", re.ASCII)


class TokenScope(StrEnum):
    """The scope of an API token."""

    READ = "read"
    COMPUTE = "compute"
    TABLES = "tables"


def needed_scope(method: str, path: str) -> TokenScope | None:
    """The scope a request needs; None where no token will do."""
    if method in ("GET", "HEAD"):
        return None if path == "/api/tokens" else TokenScope.READ
    if _COMPUTES.fullmatch(path):
        return TokenScope.COMPUTE
    return TokenScope.TABLES if _HOSTS.fullmatch(path) else None
