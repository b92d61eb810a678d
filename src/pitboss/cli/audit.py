"""`pitboss audit`: export a store's journal, verify an export or the store, mend a broken table."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeVar

from pitboss.audit.verify import Tampered, verify_files
from pitboss.cli.lookup import registry
from pitboss.cli.options import Format, FormatOption
from pitboss.cli.output import console, print_json, say
from pitboss.cli.recall import open_existing
from pitboss.ledger.limits import HOUR_MS
from pitboss.pit.audit import table_fault
from pitboss.pit.clock import HouseClock
from pitboss.pit.clock_steps import newest_ms
from pitboss.pit.house_check import check_house_books, check_house_tables
from pitboss.pit.mend import Mend, mend, mend_of
from pitboss.pit.replay import stream_of
from pitboss.refusals import Refusal, RefusalCode, refuse, unwrap_or_raise
from pitboss.settings import Limits, read_limits
from pitboss.store.heads_file import ENDING, heads_file
from pitboss.store.house_lock import lock_house
from pitboss.store.renewal import renew_heads
from pitboss.store.signed_heads import stored_lines
from pitboss.store.store import Store

EXIT_FALSE = 1
T = TypeVar("T")


def audit(
    what: Literal["verify", "export", "mend", "renew"],
    export: Path | None = None,
    *,
    database: str | None = None,
    head: Path | None = None,
    key: str | None = None,
    reason: str = "",
    by: str = "",
    form: FormatOption = Format.TABLE,
) -> int:
    """Export the journal of a store, or verify an export (and, with a store, books and tables).

    The exit code is 1 when something was tampered with. A table whose journal cannot be replayed
    is out of service; `mend` closes it for good and gives its stakes back, on record. Where the
    signed heads are lost or no longer fit, `renew` sets the old ones aside, on record; the next
    start of a sound house begins new ones.

    Example: pitboss audit export journal.jsonl --database house.db

    Example: pitboss audit verify journal.jsonl --head heads.jsonl

    Example: pitboss audit mend T1 --database house.db --by Ana --reason "Two owners of a seat"

    Example: pitboss audit renew --database house.db --by Ana --reason "Disk lost"

    Parameters
    ----------
    what
        verify, export, mend or renew.
    export
        The export, one record a line; with mend, the table.
    database
        The store: a file, or a URL that begins with postgresql://.
    head
        The file of signed heads that was kept elsewhere; else those in the database.
    key
        The public key the heads must be signed with.
    reason
        Why a table is mended or the heads are renewed, for the record.
    by
        Who does it, for the record.
    """
    if what == "renew":
        return renew_signed_heads(database, by=by, reason=reason)
    if what == "mend":
        return mend_table("" if export is None else str(export), database, by=by, reason=reason)
    if what == "export":
        return _export(export, database)
    if export is None and database is None:
        refuse(RefusalCode.MISSING_FIELD, "Name an export to verify, or a store with --database.")
    try:
        said = _verify(export, database, head, key)
    except Tampered as found:
        said, is_sound = [str(found)], False
    except OSError as problem:
        refuse(RefusalCode.BAD_FILE, f"Cannot read '{problem.filename}'; check its name.")
    else:
        is_sound = True
    if form is Format.JSON:
        print_json({"sound": is_sound, "said": said})
    else:
        console().print(
            "\n".join([*said, "SOUND." if is_sound else "TAMPERED."]), markup=False, soft_wrap=True
        )
    return 0 if is_sound else EXIT_FALSE


def _export(export: Path | None, database: str | None) -> int:
    if export is None or database is None:
        sentence = "Name a file and the store: pitboss audit export FILE --database STORE."
        refuse(RefusalCode.MISSING_FIELD, sentence)
    with open_existing(database) as store:
        count = unwrap_or_raise(store.export_to(export))
    say(f"Wrote {count:,} records to {export}.")
    return 0


def _verify(
    export: Path | None, database: str | None, head: Path | None, key: str | None
) -> list[str]:
    if database is None:
        return verify_files(export, head, key) if export is not None else []
    with open_existing(database) as store, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.jsonl" if export is None else export
        said: list[str] = []
        if export is None:
            if head is None:
                # Before the journal is read: a house that runs may sign more of it meanwhile.
                lines = _sound(store.backend.read(stored_lines))
                if lines:
                    head = Path(folder) / "heads.jsonl"
                    head.write_bytes(b"".join(lines))
                    said = ["Heads: the database's own; name a copy kept elsewhere with --head."]
            _sound(store.export_to(path))
        return [
            *verify_files(path, head, key),
            *said,
            *check_house_books(store),
            *check_house_tables(store, registry()),
        ]


def mend_table(table: str, database: str | None, *, by: str, reason: str) -> int:
    """Close a table whose journal cannot be replayed, and give its stakes back."""
    if database is None or not table:
        sentence = "Name the table and the store: pitboss audit mend TABLE --database STORE."
        refuse(RefusalCode.MISSING_FIELD, sentence)
    with open_existing(database) as store:
        fault = unwrap_or_raise(table_fault(store, table, registry()))
        if fault is None:
            sentence = f"Table {table} replays without a fault; there is nothing to mend."
            refuse(RefusalCode.NOT_NOW, sentence)
        before = mend_of(store, stream_of(table))
        if isinstance(before, Mend) and before.broken_at == fault.version:
            refuse(RefusalCode.NOT_NOW, f"Table {table} was mended by {before.by}.")
        wish = Mend(by=by, reason=reason, broken_at=fault.version, fault=fault.sentence)
        committed, bets = unwrap_or_raise(mend(store, table, wish, now_ms=_house_ms(store)))
    say(
        f"{fault.sentence}\nClosed table {table} for good with record {committed.version};"
        f" {len(bets)} stakes went back to their players."
    )
    return 0


def _house_ms(store: Store) -> int:
    """The time of a record that is written by hand: the machine's, where a start would believe it.

    Otherwise a wrong clock would be believed at the next start, because of this very record.
    """
    newest = newest_ms(store)
    limits = read_limits(os.environ)
    hours = Limits().closed_hours_max if isinstance(limits, str) else limits["closed_hours_max"]
    clock = HouseClock.start(
        lambda: time.time_ns() // 1_000_000,
        lambda: 0,
        # Of a journal that cannot be read nothing is known.
        not_before_ms=0 if isinstance(newest, Refusal) else newest,
        closed_max_ms=hours * HOUR_MS,
    )
    return clock.now()


def renew_signed_heads(database: str | None, *, by: str, reason: str) -> int:
    """Set the old signed heads aside, so that the next start begins new ones."""
    if database is None:
        refuse(RefusalCode.MISSING_FIELD, "Name the store: pitboss audit renew --database STORE.")
    path = heads_file(os.environ, database)
    if path.name == ENDING:
        sentence = "Set PITBOSS_KEY_FILE or PITBOSS_HEADS_FILE as the house's servers have it."
        refuse(RefusalCode.MISSING_FIELD, sentence)
    with open_existing(database) as store, _locked(database):
        now_ms = _house_ms(store)
        renewal = unwrap_or_raise(renew_heads(store, path, by=by, reason=reason, now_ms=now_ms))
    kept = " and ".join(str(one) for one in renewal.set_aside)
    old = f"The old heads are kept in {kept}." if kept else "There were no old heads to keep."
    say(
        f"Wrote record {renewal.committed.version} of the house. {old}"
        " The next start signs the heads it finds."
    )
    return 0


@contextlib.contextmanager
def _locked(database: str) -> Iterator[None]:
    """Keep servers from a database file; a database server has none to lock."""
    if "://" in database:
        yield
        return
    lock = unwrap_or_raise(lock_house(database, address="audit renew"))
    try:
        yield
    finally:
        lock.release()


def _sound(found: T | Refusal) -> T:
    """What was read, unless it was changed."""
    if isinstance(found, Refusal) and found.code is RefusalCode.TAMPERED:
        raise Tampered(found.sentence)
    return unwrap_or_raise(found)
