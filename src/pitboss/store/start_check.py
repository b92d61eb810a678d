"""The check of a house at its start: pages, journal and ledger against the last signed head.

The ledger is compared with the digest of the last line after what was recorded since is taken
back. Only when that does not fit, or when there is no digest, the whole journal is replayed.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from pitboss.audit.anchor import Signer
from pitboss.audit.chain import Head
from pitboss.ledger.accounts import player_account
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store import reads
from pitboss.store.checks import UNREADABLE, check_books
from pitboss.store.ledger_state import LedgerState, read_ledger, rewind
from pitboss.store.session import Session
from pitboss.store.signed_heads import (
    SignedHeads,
    cut_fault,
    import_lines,
    note_place,
    open_signed_heads,
)
from pitboss.store.store import Store

NEXT = (
    "Keep a copy of the database as it is, then put the last good backup back."
    " `pitboss audit verify --database` names everything that is wrong."
)
QUARANTINED = "table:"
"""A stream of which only a record was changed: its table is quarantined, the house opens."""


class StartCheck(msgspec.Struct, frozen=True):
    """How a start was checked."""

    is_full: bool
    """Whether the whole journal was replayed."""
    records: int
    """How many records the journal has."""


def check_start(
    store: Store, path: Path, signer: Signer, *, place: str = ""
) -> tuple[SignedHeads, StartCheck] | Refusal:
    """Check a house before anything in it is believed; a refusal says what is wrong and what next.

    Afterwards the lines of an older version's file are in the database, and the file is complete.
    """
    with ThreadPoolExecutor(max_workers=2) as pool:
        # SQLite looks through the pages without Python, on another core.
        pages = pool.submit(store.backend.damage)
        journal = pool.submit(_check_journal, store, path, signer, place)
    # Damaged pages can hold anything, so they are the reason for whatever reading them raised.
    if (damage := pages.result()) is not None:
        return Refusal(RefusalCode.TAMPERED, f"The database file is damaged ({damage}). {NEXT}")
    told = journal.result()
    if isinstance(told, Refusal):
        return told
    heads, found = told
    refusal = import_lines(heads) or heads.copy()
    if refusal is None and place:
        refusal = note_place(store, path, place)
    return refusal or (heads, found)


def _check_journal(
    store: Store, path: Path, signer: Signer, place: str
) -> tuple[SignedHeads, StartCheck] | Refusal:
    heads = open_signed_heads(store, path, signer, place=place)
    if isinstance(heads, Refusal):
        return heads
    found = store.backend.read(lambda session: _check(session, heads))
    return found if isinstance(found, Refusal) else (heads, found)


def _check(session: Session, heads: SignedHeads) -> StartCheck | Refusal:
    ends = {head.stream: head for head in reads.heads(session)}
    fault = cut_fault(heads.heads, ends) or _rewritten(session, heads.heads, ends)
    if fault is not None:
        return Refusal(RefusalCode.TAMPERED, f"{fault} {NEXT}")
    records = sum(head.version for head in ends.values())
    try:
        is_known = _is_as_signed(session, heads)
    except UNREADABLE:
        is_known = False
    if is_known:
        return StartCheck(is_full=False, records=records)
    findings = check_books(session)
    left = {fault for stream, fault in findings.changed if stream.startswith(QUARANTINED)}
    faults = [fault for fault in findings.faults if fault not in left]
    if not faults:
        return StartCheck(is_full=True, records=records)
    more = f" ({len(faults) - 1} more faults.)" if len(faults) > 1 else ""
    return Refusal(RefusalCode.TAMPERED, f"{faults[0]}{more} {NEXT}")


def _rewritten(session: Session, signed: dict[str, Head], ends: dict[str, Head]) -> str | None:
    """Whether a stream that went on has another record where its signed head was."""
    for stream, head in sorted(signed.items()):
        if ends[stream].version > head.version:
            digest = reads.digest_at(session, stream, head.version)
            if digest != head.digest:
                return f"Record {head.version} of {stream} is not the one that was signed."
    return None


def _is_as_signed(session: Session, heads: SignedHeads) -> bool:
    """Whether the ledger follows from the last signed line, and the rows of history from it."""
    if heads.ledger is None or not _is_whole(session):
        return False
    ledger = read_ledger(session)
    if not _adds_up(session, ledger):
        return False
    return rewind(session, ledger, heads.versions) and ledger.digest() == heads.ledger


_ALL_RECORDS = (
    "SELECT 1 FROM streams s LEFT JOIN"
    " (SELECT stream, COUNT(*) AS records FROM journal GROUP BY stream) j ON j.stream = s.stream"
    " WHERE s.version <> COALESCE(j.records, 0) LIMIT 1"
)
_LAST_RECORD = (
    "SELECT 1 FROM streams s LEFT JOIN journal j"
    " ON j.stream = s.stream AND j.version = s.version"
    " WHERE s.version > 0 AND (j.head IS NULL OR j.head <> s.head) LIMIT 1"
)
_OPEN_OR_SETTLED = (
    "SELECT 1 FROM holds h LEFT JOIN settlements s ON s.hold_id = h.hold_id"
    " WHERE h.is_open = CASE WHEN s.hold_id IS NULL THEN 0 ELSE 1 END LIMIT 1"
)


def _is_whole(session: Session) -> bool:
    """Whether each stream has all its records and each bet is either open or settled."""
    return not any(session.fetch(sql) for sql in (_ALL_RECORDS, _LAST_RECORD, _OPEN_OR_SETTLED))


def _adds_up(session: Session, ledger: LedgerState) -> bool:
    """Whether every balance and number of lines is the sum of the moves."""
    balances: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    for source, target, player, amount, count in session.fetch(
        "SELECT source, target, player_id, SUM(amount), COUNT(*) FROM transfers"
        " GROUP BY source, target, player_id"
    ):
        balances[source] -= int(amount)
        balances[target] += int(amount)
        lines[source] += count
        lines[target] += count
        if player is not None and player_account(player) not in (source, target):
            lines[player_account(player)] += count
    sums = {account: (balances[account], lines[account]) for account in lines}
    return sums == {name: row for name, row in ledger.accounts.items() if row != (0, 0)}
