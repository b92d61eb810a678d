"""Notes on the house itself that change how it goes on: a store that works again."""

from __future__ import annotations

from pitboss.pit.pit import Pit
from pitboss.refusals import Refusal
from pitboss.store.records import Committed


def try_store(pit: Pit) -> Committed | Refusal:
    """Write that the store takes records again; until it does, bets are refused."""
    answer = pit.record("store.resumed", {}, now_ms=pit.clock())
    pit.trouble = answer if isinstance(answer, Refusal) else None
    return answer
