"""What every record that is fetched or posted over HTTP is made of."""

from __future__ import annotations

import threading
from typing import Annotated, Any, Self

import msgspec

ASK_ID = r"^[A-Za-z0-9._~-]{1,64}$"

AskId = Annotated[str, msgspec.Meta(pattern=ASK_ID)]
"""An id that the sender makes; the same id sent again has one effect."""
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
OptionalKey = Annotated[str, msgspec.Meta(max_length=64)]

_first_use = threading.Lock()
_used: set[type] = set()


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """Anything that is fetched."""

    @classmethod
    def fill(cls, *sources: object, **own: Any) -> Self:
        """A record with these fields, and the others by name from the first source that has them.

        Records within records are filled likewise; types are checked.
        """
        names = [name for name in cls.__struct_fields__ if name not in own]
        found = {
            name: getattr(one, name)
            for one in reversed(sources)
            for name in names
            if hasattr(one, name)
        }
        if cls in _used:
            return msgspec.convert(found | own, cls, from_attributes=True)
        # A record's types are read at its first use; two threads that read the same ones at once
        # end the process.
        with _first_use:
            made = msgspec.convert(found | own, cls, from_attributes=True)
            _used.add(cls)
        return made


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Anything that is posted."""


class Done(Page, frozen=True):
    """It was done, and is on disk up to this version."""

    version: int


class SpotChoice(Page, frozen=True):
    """A bet that can be chosen, with its limits in minor units."""

    spot: str
    label: str
    area: str
    minimum: int
    maximum: int
    unit: int
