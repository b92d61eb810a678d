"""What a job is told about an edition."""

from __future__ import annotations

import msgspec

Pairs = tuple[tuple[str, str], ...]


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """An edition that ships, with changes, and under a name when it is a design."""

    game: str
    edition: str
    hash: str = ""
    changes: Pairs = ()
    name: str = ""
