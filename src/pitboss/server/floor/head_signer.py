"""Signed heads of the journal, at their interval and once more at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from pitboss.pit.pit import Pit
from pitboss.pit.self_checks import run_checks
from pitboss.refusals import Refusal
from pitboss.server.edge.runtime import Runtime
from pitboss.server.floor.table_service import UPKEEP_MS
from pitboss.store.signed_heads import SignedHeads

KEEP_MS = 600_000
"""How often it is written down how the tables stand: what a killed house replays at its start."""


@dataclass(slots=True)
class HeadSigner:
    """Signs the journal's heads; a house in memory has none to sign."""

    runtime: Runtime
    pit: Pit
    signed_heads: SignedHeads | None
    kept_ms: int = 0

    async def run(self, beat: Callable[[], None]) -> None:
        """Sign at intervals and watch clock and software until the server stops."""
        while not self.runtime.is_stopping:
            beat()
            await asyncio.to_thread(self.sign)
            await asyncio.to_thread(run_checks, self.pit)
            await asyncio.sleep(UPKEEP_MS / 1000)

    def sign(self, *, is_last: bool = False) -> None:
        """Sign the heads if they are due, or for the last time."""
        if self.signed_heads is None:
            return
        sign = self.signed_heads.sign if is_last else self.signed_heads.tick
        done = sign(now_ms=self.runtime.clock())
        if isinstance(done, Refusal):
            self.runtime.log.event("heads.refused", code=done.code.value, sentence=done.sentence)
        elif is_last or done:
            self._keep_tables(is_last=is_last)

    def _keep_tables(self, *, is_last: bool) -> None:
        """Write down now and then how the tables stand, and once more at the end."""
        now_ms = self.runtime.clock()
        if not is_last and 0 <= now_ms - self.kept_ms < KEEP_MS:
            return
        self.kept_ms = now_ms
        if self.pit.checkpoints is None:
            return
        desks = tuple(self.pit.desks.values())
        refused = self.pit.checkpoints.write(desk.snapshot for desk in desks)
        if refused is not None:
            self.runtime.log.event("tables.not-kept", sentence=refused.sentence)
