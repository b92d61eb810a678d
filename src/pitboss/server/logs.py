"""Logs: one line of JSON for each event, whatever names and texts it carries.

May import msgspec; where lines go and what time it is are passed in. No passwords, tokens, seeds
or cards are ever handed to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

Write = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Log:
    """Writes events, one line each."""

    write: Write
    clock: Callable[[], int]

    def event(self, name: str, /, **facts: str | int | None) -> None:
        """Write one event with its facts; line breaks in a fact are escaped by the encoding."""
        at = datetime.fromtimestamp(self.clock() / 1000, UTC).isoformat(timespec="milliseconds")
        line = msgspec.json.encode({"at": at, "event": name, **facts})
        self.write(line.decode() + "\n")
