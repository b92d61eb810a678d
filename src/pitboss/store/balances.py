"""Balances in memory: what the last commits left players with, so that no view asks the database.

Commits of this process say what they left. What another process may have moved is forgotten by
whoever hears of it, and read again when it is wanted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Answer, Committed

PLAYERS_MAX = 10_000
_UNSURE = (RefusalCode.STORE_UNAVAILABLE,)


class Balances:
    """Safe to use from many threads at once."""

    def __init__(self, read: Callable[[str], int | Refusal | None]) -> None:
        self._read = read
        self._known: dict[str, int] = {}
        self._changes = 0
        self._lock = threading.Lock()

    def of(self, player: str) -> int | Refusal | None:
        """A player's balance; None for somebody without an account."""
        found: int | Refusal | None = self._known.get(player)
        if found is not None:
            return found
        before = self._changes
        found = self._read(player)
        with self._lock:
            # What was committed while it was read may not be in it.
            if isinstance(found, int) and self._changes == before:
                if len(self._known) >= PLAYERS_MAX:
                    self._known.clear()
                self._known[player] = found
        return found

    def follow(self, answers: Iterable[Answer]) -> None:
        """Take over what commits left; called before anybody is told of them."""
        with self._lock:
            self._changes += 1
            for answer in answers:
                if isinstance(answer, Committed) and not answer.is_repeat:
                    self._known.update(answer.balances)
                elif isinstance(answer, Committed) or answer.code in _UNSURE:
                    # It may be on disk, or be there since a try whose answer got lost.
                    self._known.clear()

    def forget(self, players: Iterable[str] | None = None) -> None:
        """Read these again, or everybody's, when they are asked for."""
        with self._lock:
            self._changes += 1
            if players is None:
                self._known.clear()
            else:
                for player in players:
                    self._known.pop(player, None)
