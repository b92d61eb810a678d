"""`pitboss restore`: a house from its backup, where no house is."""

from __future__ import annotations

import os
from pathlib import Path

from pitboss.cli.output import say
from pitboss.refusals import RefusalCode, refuse, unwrap_or_raise
from pitboss.settings import value_of
from pitboss.store.backups import restore_backup
from pitboss.store.house_files import house_files
from pitboss.store.house_lock import lock_house
from pitboss.store.sqlite import MEMORY


def restore(backup: Path, *, database: str | None = None) -> int:
    """Restore a house from a backup; the next start checks it against its signed heads.

    Nothing is overwritten: where a house is, or one is running, the command refuses. A backup from
    SQLite restores to PostgreSQL and the other way round.

    Example: pitboss restore house-monday.backup --database house.db

    Parameters
    ----------
    backup
        A file made by `pitboss backup`.
    database
        Where to put the store: a file, or a URL that begins with postgresql://.
    """
    where = database or value_of("PITBOSS_DATABASE", os.environ)
    files = house_files(os.environ, where)
    if files.key == MEMORY:
        sentence = "A house on PostgreSQL needs PITBOSS_KEY_FILE to be set."
        refuse(RefusalCode.MISSING_FIELD, sentence)
    lock = unwrap_or_raise(lock_house(where, address="restore")) if files.is_file else None
    try:
        count = unwrap_or_raise(restore_backup(backup, files))
    finally:
        if lock is not None:
            lock.release()
    say(f"Restored {count:,} records to {where}. Check it: pitboss audit verify --database {where}")
    return 0
