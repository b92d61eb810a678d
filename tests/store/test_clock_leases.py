"""Which process keeps a table's clock: one at a time, and a late act is known by its epoch."""

from __future__ import annotations

from dataclasses import replace

from pitboss.refusals import Refusal
from pitboss.store import clock_leases
from pitboss.store.clock_leases import LASTS_MS, OVERTAKEN, RENEWED_MS, ClockLeases
from pitboss.store.records import Commit, Lease
from pitboss.store.store import Store
from tests.store.house import command, done, opened
from tests.store.test_migrations import execute

TABLE = "T1"


def served(*tables: str, is_watched: bool = False) -> dict[str, bool]:
    return dict.fromkeys(tables, is_watched)


def act(client_id: str, lease: Lease) -> Commit:
    """What a table's clock does, as the holder of a lease."""
    return replace(command(client_id), lease=lease)


def run_out(database: str) -> None:
    """As if every holder had hung for as long as a lease lasts."""
    execute(database, "UPDATE clock_leases SET until_ms = until_ms - 60000")


def test_a_clock_is_kept_by_one_process_until_it_hangs(database: str) -> None:
    with opened(database) as store, opened(database) as other:
        first, second = ClockLeases(store.shared, "first"), ClockLeases(other.shared, "second")
        held = first.keep(served(TABLE, "T2"))
        assert held == {name: Lease(name, "first", 1) for name in (TABLE, "T2")}
        assert second.keep(served(TABLE, "T2", "T3")) == {"T3": Lease("T3", "second", 1)}
        assert first.keep(served(TABLE, "T2")) == held
        done(store.append(act("a1", held[TABLE])))
        # A lease that ran out stays its holder's as long as nobody has taken it.
        run_out(database)
        done(store.append(act("a2", held[TABLE])))
        assert first.keep(served(TABLE)) == {TABLE: Lease(TABLE, "first", 1)}
        run_out(database)
        taken = second.keep(served(TABLE, "T3"))
        assert taken == {TABLE: Lease(TABLE, "second", 2), "T3": Lease("T3", "second", 1)}
        assert first.keep(served(TABLE)) == {}


def now_ms(store: Store) -> int:
    """The database's own time."""
    row = store.shared.row(f"SELECT {clock_leases._NOW_MS}")
    assert row is not None
    return int(row[0])


def test_a_process_that_hangs_is_overtaken_within_two_seconds(database: str) -> None:
    """Another looks at latest so long after its last renewal, and finds the lease run out."""
    with opened(database) as store:
        leases = ClockLeases(store.shared, "first")
        # Taken, then renewed.
        for _ in range(2):
            before_ms = now_ms(store)
            leases.keep(served(TABLE))
            row = store.shared.row("SELECT until_ms FROM clock_leases")
            assert row is not None
            assert before_ms <= row[0] - LASTS_MS <= now_ms(store)
    assert LASTS_MS + RENEWED_MS <= 2_000
    # It is renewed in time even when one renewal fails.
    assert 2 * RENEWED_MS < LASTS_MS


def test_a_late_act_is_refused_and_an_answered_one_is_not(database: str) -> None:
    with opened(database) as store, opened(database) as other:
        first, second = ClockLeases(store.shared, "first"), ClockLeases(other.shared, "second")
        old = first.keep(served(TABLE))[TABLE]
        answered = done(store.append(act("a1", old)))
        run_out(database)
        new = second.keep(served(TABLE))[TABLE]
        before = store.heads()
        assert store.append(act("a2", old)) == OVERTAKEN
        assert store.heads() == before
        # Neither another's name nor an epoch that nobody has lets it in.
        for forged in (
            Lease(TABLE, "first", 2),
            Lease(TABLE, "second", 3),
            Lease("T9", "first", 1),
        ):
            assert store.append(act("a2", forged)) == OVERTAKEN
        assert store.append(act("a1", old)) == answered
        done(other.append(act("a3", new)))
        # Commands of people need no lease.
        done(store.append(command("p1")))
        # In one batch each is judged for itself.
        answers = store.backend.transact([act("b1", old), act("b2", new), command("b3")])
        assert [isinstance(one, Refusal) for one in answers] == [True, False, False]


def test_what_is_let_go_of_is_taken_at_once_and_closed_tables_leave_no_row(database: str) -> None:
    with opened(database) as store, opened(database) as other:
        first, second = ClockLeases(store.shared, "first"), ClockLeases(other.shared, "second")
        first.keep(served(TABLE, "T2"))
        first.release()
        assert second.keep(served(TABLE, "T2")).keys() == {TABLE, "T2"}
        assert second.keep(served(TABLE)).keys() == {TABLE}
        assert store.shared.rows("SELECT table_id FROM clock_leases") == [(TABLE,)]


def test_a_clock_goes_to_where_somebody_looks(database: str) -> None:
    with opened(database) as store, opened(database) as other:
        first, second = ClockLeases(store.shared, "first"), ClockLeases(other.shared, "second")
        first.keep(served(TABLE))
        # Nobody looks at it there: no round would be opened.
        assert second.keep(served(TABLE, is_watched=True)) == {TABLE: Lease(TABLE, "second", 2)}
        # Whoever keeps a clock before viewers goes on with it.
        assert first.keep(served(TABLE, is_watched=True)) == {}
        assert second.keep(served(TABLE)) == {TABLE: Lease(TABLE, "second", 2)}
        assert first.keep(served(TABLE, is_watched=True)) == {TABLE: Lease(TABLE, "first", 3)}
