"""Notes on the house itself that change how it goes on: a store that works again."""

from __future__ import annotations

from pitboss.pit.house import Pit
from pitboss.pit.requests import Receipt
from pitboss.refusals import Refusal


def try_store(pit: Pit) -> Receipt | Refusal:
    """Write that the store takes records again; until it does, bets are refused."""
    answer = pit.note("store.resumed", {}, now_ms=pit.clock())
    pit.trouble = answer if isinstance(answer, Refusal) else None
    return answer
