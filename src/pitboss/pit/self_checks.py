"""Checks that a running house makes of itself: its clock, its software, its store."""

from __future__ import annotations

from pitboss.audit.canonical import Json
from pitboss.pit.clock import HouseClock
from pitboss.pit.pit import Pit
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Committed

FILES_NAMED_MAX = 20


def run_checks(pit: Pit) -> None:
    """Check whether the clock jumped and, once a day, whether the software has changed.

    The server calls this regularly, from any thread.
    """
    if pit.watch_on is None:
        return
    clock, software = pit.watch_on
    record_jump(pit, clock)
    if software.is_due(clock.now()):
        check_software(pit)


def check_software(pit: Pit) -> tuple[str, ...]:
    """Check now; a change is put on record, and no table begins anything new."""
    if pit.watch_on is None:
        return ()
    clock, software = pit.watch_on
    now_ms = clock.now()
    changed = software.changes(now_ms=now_ms)
    if changed and pit.halted is None:
        pit.halted = Refusal(
            RefusalCode.TAMPERED,
            f"{changed[0]} is not the file this house started with; no bets until it is"
            " looked into.",
        )
        for desk in tuple(pit.desks.values()):
            desk.halted = pit.halted
        named: list[Json] = list(changed[:FILES_NAMED_MAX])
        body: dict[str, Json] = {"files": named, "started_with": software.digest}
        pit.record("software.changed", body, now_ms=now_ms)
    return changed


def record_jump(pit: Pit, clock: HouseClock) -> Committed | Refusal | None:
    """Put on record that the machine's clock came away from the house's; None when not."""
    off_ms = clock.jump()
    if off_ms is None:
        return None
    return pit.record("clock.jumped", {"off_ms": off_ms}, now_ms=clock.now())


def try_store(pit: Pit) -> Committed | Refusal:
    """Write that the store takes records again; until it does, bets are refused."""
    answer = pit.record("store.resumed", {}, now_ms=pit.clock())
    pit.trouble = answer if isinstance(answer, Refusal) else None
    return answer
