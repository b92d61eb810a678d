"""The check of a whole house in sentences: hash chains, books, and every table by its rules."""

from __future__ import annotations

from pitboss.audit.verify import Tampered
from pitboss.games.registry import Registry
from pitboss.pit.audit import check_tables
from pitboss.refusals import Refusal
from pitboss.store.store import Store


def check_house(store: Store, registry: Registry) -> tuple[bool, list[str]]:
    """Whether a house in use is sound, and what was checked."""
    try:
        return True, [
            *check_chains(store),
            *check_house_books(store),
            *check_house_tables(store, registry),
        ]
    except Tampered as found:
        return False, [str(found)]


def check_chains(store: Store) -> list[str]:
    """Every record of every stream against its head."""
    heads = store.heads()
    if isinstance(heads, Refusal):
        raise Tampered(heads.sentence)
    records = 0
    for head in heads:
        for record in store.replay(head.stream):
            if isinstance(record, Refusal):
                raise Tampered(record.sentence)
            records += 1
    return [f"Journal: {records:,} records in {len(heads)} streams, each linked to the one before."]


def check_house_books(store: Store) -> list[str]:
    """What the audit of the books found; `Tampered` where they do not add up."""
    damage = store.backend.damage(is_deep=True)
    if damage is not None:
        raise Tampered(f"The database file is damaged ({damage}).")
    findings = store.check_books()
    if isinstance(findings, Refusal):
        raise Tampered(findings.sentence)
    if findings.faults:
        raise Tampered(" ".join(findings.faults))
    moves, accounts = findings.transfers, findings.accounts
    said = f"Books: {moves:,} moves on {accounts:,} accounts sum to zero;"
    return [f"{said} {findings.open_bets:,} bets in action."]


def check_house_tables(store: Store, registry: Registry) -> list[str]:
    """What the replay of every table found; `Tampered` where the rules do not follow one."""
    found = check_tables(store, registry)
    if isinstance(found, Refusal):
        raise Tampered(found.sentence)
    if found.faults:
        raise Tampered(" ".join(f"Table {one.table}: {one.sentence}" for one in found.faults))
    said = f"Tables: {found.tables:,} journals of {found.records:,} records replayed by the rules."
    incidents = [
        f"Table {fault.table} was broken and mended by {one.by} ({one.reason}): {one.fault}"
        for fault, one in found.mended
    ]
    sealed = (
        f"Round {one} is sealed (in play, or void with its key lost): only its stakes were"
        " followed."
        for one in found.sealed
    )
    return [said, *incidents, *sealed]
