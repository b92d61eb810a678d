"""`pitboss backup`: the whole house in one archive, while it runs."""

from __future__ import annotations

import os
from pathlib import Path

from pitboss import __version__
from pitboss.cli.output import say
from pitboss.cli.recall import open_existing
from pitboss.refusals import unwrap_or_raise
from pitboss.settings import value_of
from pitboss.store.backups import make_backup
from pitboss.store.house_files import house_files


def backup(out: Path, *, database: str | None = None) -> int:
    """Write journal, ledger, people, scores, designs, keys and signed heads into one new file.

    The house may be running. The copy is checked before it is finished: its books must be sound.
    It holds the house's secret keys: keep it as safe as the house.

    Example: pitboss backup house-monday.backup --database house.db

    Parameters
    ----------
    out
        The file to make.
    database
        The store: a file, or a URL that begins with postgresql://; else PITBOSS_DATABASE.
    """
    where = database or value_of("PITBOSS_DATABASE", os.environ)
    with open_existing(where) as store:
        files = house_files(os.environ, where)
        count = unwrap_or_raise(make_backup(store, files, out, version=__version__))
    say(f"Wrote {count:,} records and the house's files to {out}. Keep it secret: it has the keys.")
    return 0
