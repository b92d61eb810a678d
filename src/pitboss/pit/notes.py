"""Notes on the house itself that change how it goes on: a confirmed clock, a store that works."""

from __future__ import annotations

from dataclasses import replace

from pitboss.audit.canonical import Json
from pitboss.pit.house import Pit
from pitboss.pit.requests import Receipt
from pitboss.refusals import Refusal


def confirm_clock(pit: Pit, who: str) -> Receipt | Refusal | None:
    """Believe the machine's clock, on record; None when there was nothing to confirm.

    Everybody's time to think begins again: nobody decided while the clock was held.
    """
    if pit.watch_on is None or not pit.watch_on[0].is_held:
        return None
    clock = pit.watch_on[0]
    body: dict[str, Json] = {"off_ms": clock.off_ms, "who": who}
    answer = pit.note("clock.confirmed", body, now_ms=clock.now())
    if isinstance(answer, Refusal):
        return answer
    clock.confirm()
    for desk in tuple(pit.desks.values()):
        desk.standing = replace(desk.standing, since_ms=clock.now())
    return answer


def try_store(pit: Pit) -> Receipt | Refusal:
    """Write that the store takes records again; until it does, bets are refused."""
    answer = pit.note("store.resumed", {}, now_ms=pit.clock())
    pit.trouble = answer if isinstance(answer, Refusal) else None
    return answer
