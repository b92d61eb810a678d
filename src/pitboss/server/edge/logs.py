"""The log: one line of JSON per event, whatever names and texts it carries.

A line that cannot be written is dropped and counted; the house goes on. Events that anybody can
cause as often as they like are written some times a minute and counted after that. No passwords,
tokens, seeds or cards are ever logged.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec

Write = Callable[[str], object]
Fact = str | int | None

MINUTE_MS = 60_000
KINDS_MAX = 1_000
"""Kinds of events told apart within a minute; further ones are counted together."""
SAMPLED = {
    "defect": "problem",
    "file.failed": "problem",
    "guest.entered": "",
    "logged": "logger",
    "refused": "code",
    "request": "status",
    "sign-in.failed": "",
    "socket.closed": "code",
    "socket.lagging": "",
    "socket.live": "",
}
"""Events that anybody can cause, each with the fact that tells its kinds apart."""
Kind = tuple[str, Fact, Fact]


@dataclass(slots=True)
class Log:
    write: Write
    clock: Callable[[], int]
    per_min: int = 60
    """How often a sampled event of one kind and one person is written in a minute."""
    on_drop: Callable[[], object] = int
    dropped: int = 0
    """Lines lost since one was last written."""
    counts: dict[Kind, int] = field(default_factory=dict)
    minute: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock)

    def event(self, name: str, /, **facts: Fact) -> None:
        """Write one event; never raises for a log that cannot be written."""
        with self.lock:
            self._begin_minute()
            if name in SAMPLED and not self._is_in_sample(name, facts):
                return
            self._send(name, facts)

    def _begin_minute(self) -> None:
        minute = self.clock() // MINUTE_MS
        if minute == self.minute:
            return
        counts, self.counts, self.minute = self.counts, {}, minute
        for (name, kind, who), count in counts.items():
            if count > self.per_min:
                facts = {"of": name, "kind": kind, "who": who, "more": count - self.per_min}
                self._send("log.sampled", facts)

    def _is_in_sample(self, name: str, facts: dict[str, Fact]) -> bool:
        kind: Kind = (name, facts.get(SAMPLED[name]), facts.get("who"))
        if kind not in self.counts and len(self.counts) >= KINDS_MAX:
            kind = (name, None, None)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return self.counts[kind] <= self.per_min

    def _send(self, name: str, facts: dict[str, Fact]) -> None:
        at = datetime.fromtimestamp(self.clock() / 1000, UTC).isoformat(timespec="milliseconds")
        try:
            self.write(_line({"at": at, "event": name, **facts}))
        except (OSError, ValueError, RuntimeError):
            # A full disk, a closed file, a reader that went away: the tables matter more.
            self.dropped += 1
            self.on_drop()
            return
        if self.dropped:
            lost, self.dropped = self.dropped, 0
            self._send("log.resumed", {"dropped": lost})


def _line(facts: dict[str, Fact]) -> str:
    try:
        return msgspec.json.encode(facts).decode() + "\n"
    except UnicodeEncodeError:
        clean = {name: _readable(fact) for name, fact in facts.items()}
        return msgspec.json.encode(clean).decode() + "\n"


def _readable(fact: Fact) -> Fact:
    return fact.encode("utf-8", "replace").decode() if isinstance(fact, str) else fact


class LogHandler(logging.Handler):
    """Passes what libraries log to the house's log."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self.log = log

    def emit(self, record: logging.LogRecord) -> None:
        try:
            text = self.format(record)
        except (TypeError, ValueError):
            text = str(record.msg)
        self.log.event("logged", logger=record.name, level=record.levelname, text=text)
