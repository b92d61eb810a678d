"""Half-open connections: those that wait for a request, or for the rest of one, oldest first.

Where there are too many, the oldest one is closed: an honest request is complete within moments, so
a client that is slow on purpose loses its place.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Protocol


class Waiting(Protocol):
    def give_way(self) -> None:
        """End, because the place is needed."""


@dataclass(slots=True)
class HalfOpen:
    """Limits half-open connections in all and per address."""

    most: int
    most_of_one: int
    held: OrderedDict[Waiting, str] = field(default_factory=OrderedDict)
    by_address: dict[str, OrderedDict[Waiting, None]] = field(default_factory=dict)

    def add(self, one: Waiting, address: str) -> None:
        """Hold a place; an empty address is that of a trusted proxy, which many clients share."""
        self.discard(one)
        self.held[one] = address
        if address:
            own = self.by_address.setdefault(address, OrderedDict())
            own[one] = None
            if len(own) > self.most_of_one:
                next(iter(own)).give_way()
        if len(self.held) > self.most:
            next(iter(self.held)).give_way()

    def discard(self, one: Waiting) -> None:
        address = self.held.pop(one, "")
        if address:
            own = self.by_address[address]
            del own[one]
            if not own:
                del self.by_address[address]
