"""Clock leases: which process acts for the house at a table, settled by the database.

A lease is renewed well before it runs out. One that ran out is taken over under the next epoch, and
an act of its former holder that comes late is refused by the transaction it comes in. Time is the
database's own, so that machines need not agree on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Lease
from pitboss.store.session import Query, marks, pad
from pitboss.store.shared import SharedTables

LASTS_MS = 1_200
RENEWED_MS = 400
"""A process that hangs is overtaken within the sum of both."""
OVERTAKEN = Refusal(
    RefusalCode.NOT_NOW, "Another process keeps this table's clock now; nothing was done."
)

_NOW_MS = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
_RENEW = (
    f"UPDATE clock_leases SET until_ms = {_NOW_MS} + {LASTS_MS} WHERE holder = ?"  # noqa: S608
    " RETURNING table_id, epoch, is_watched"
)
_TAKE = (
    "INSERT INTO clock_leases (table_id, holder, epoch, until_ms, is_watched)"  # noqa: S608
    f" VALUES (?, ?, 1, {_NOW_MS} + {LASTS_MS}, ?) ON CONFLICT (table_id) DO UPDATE"
    " SET holder = excluded.holder, epoch = clock_leases.epoch + 1,"
    " until_ms = excluded.until_ms, is_watched = excluded.is_watched RETURNING epoch"
)
_LIVE = f"SELECT table_id, is_watched FROM clock_leases WHERE until_ms >= {_NOW_MS}"  # noqa: S608


class ClockLeases(msgspec.Struct, frozen=True):
    """The leases of one process on PostgreSQL."""

    shared: SharedTables
    holder: str

    def keep(self, tables: Mapping[str, bool]) -> dict[str, Lease]:
        """Renew what is held, and take over whatever nobody holds; all that is held now.

        `tables` says of each whether somebody looks at it here: then it is also taken from a
        process where nobody does. Shared tables have one writer at a time, so only one takes it.
        """
        return self.shared.transact(lambda: self._keep(tables))

    def _keep(self, tables: Mapping[str, bool]) -> dict[str, Lease]:
        epochs: dict[str, int] = {}
        for table, epoch, was_watched in self.shared.rows(_RENEW, self.holder):
            if table not in tables:
                self.shared.run("DELETE FROM clock_leases WHERE table_id = ?", table)
                continue
            epochs[table] = epoch
            if tables[table] != bool(was_watched):
                query = "UPDATE clock_leases SET is_watched = ? WHERE table_id = ?"
                self.shared.run(query, int(tables[table]), table)
        live: dict[str, int] = dict(self.shared.rows(_LIVE))
        for table in sorted(tables.keys() - epochs.keys()):
            if table not in live or (tables[table] and not live[table]):
                row = (table, self.holder, int(tables[table]))
                ((epochs[table],),) = self.shared.rows(_TAKE, *row)
        return {table: Lease(table, self.holder, epoch) for table, epoch in epochs.items()}

    def release(self) -> None:
        """Let others take over at once."""
        self.shared.run("UPDATE clock_leases SET until_ms = 0 WHERE holder = ?", self.holder)


def ask_in_force(leases: Sequence[Lease]) -> Query:
    """The query for who holds these leases now."""
    sql = (
        "SELECT table_id, holder, epoch FROM clock_leases"  # noqa: S608
        f" WHERE table_id IN ({marks(len(leases))})"
    )
    return sql, pad([lease.table for lease in leases])
