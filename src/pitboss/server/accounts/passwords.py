"""Passwords: argon2id, a bounded number at a time, and the same time for names nobody has."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
"""Each takes 64 MiB while it is worked on."""


@dataclass(slots=True)
class Passwords:
    """Hashes and checks passwords off the event loop."""

    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    decoy: str = ""
    """What the password of a name that nobody has is compared with."""

    async def hash(self, password: str) -> str:
        async with self.turns:
            return await asyncio.to_thread(self.hasher.hash, password)

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one that was hashed; None takes as long and is never it."""
        if not self.decoy:
            self.decoy = await self.hash("the password of nobody")
        async with self.turns:
            found = await asyncio.to_thread(self._verify, kept or self.decoy, password)
        return found and kept is not None

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self.hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False
