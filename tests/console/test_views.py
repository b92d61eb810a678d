"""Views of the console read tallies: however long the journal is, none of it is read for them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole
from pitboss.store.session import Row
from pitboss.store.sqlite import SqliteSession
from tests.console.kit import LAST, PLAN, copied
from tests.deadlines import wait_until
from tests.server.kit import Running, house_at

VIEWS = (
    "/api/pit",
    "/api/pit/tables/spin-n-win-1",
    f"/api/pit/ratings/{LAST}",
    f"/api/pit/report/{LAST}",
)


def is_counted(running: Running) -> bool:
    store = running.house.tables.pit.store
    heads = store.heads()
    assert not isinstance(heads, Refusal)
    ends = [store.tally_end(one.stream.removeprefix("table:")) for one in heads]
    return all(
        not isinstance(end, Refusal) and end.version == head.version
        for head, end in zip(heads, ends, strict=True)
        if head.stream.startswith("table:")
    )


def test_no_view_reads_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.db"
    copied(path).close()
    with house_at(path) as running:
        boss = running.staff("Boss", HouseRole.PIT_BOSS)
        wait_until(lambda: is_counted(running))
        read: list[Row] = []
        fetch = SqliteSession.fetch

        def heard(session: SqliteSession, sql: str, values: Sequence[object] = ()) -> list[Row]:
            rows = fetch(session, sql, values)
            read.extend(rows if " journal" in sql else ())
            return rows

        monkeypatch.setattr(SqliteSession, "fetch", heard)
        for view in VIEWS:
            boss.http.get(view).raise_for_status()
        # How each table was set up is its first record; it is read once.
        assert len(read) <= PLAN.tables
        read.clear()
        found = [boss.http.get(view).raise_for_status().json() for view in VIEWS]
        assert read == []
    assert found[1]["table"] == "spin-n-win-1" and found[2]
    names = [one["heading"] for one in found[3]["sections"]]
    assert "By dealer" in names
