"""Balances in memory are those of the ledger, whoever wrote it and whatever got lost."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from pitboss.refusals import Refusal
from pitboss.store.backend import unavailable
from pitboss.store.balances import Balances
from pitboss.store.store import Store
from pitboss.table import commands as cmd
from pitboss.table.state import Phase
from tests.pit.forks import PACE
from tests.pit.kit import Floor, floor_on
from tests.store.house import command, credits_of, done, hold, issue, opened, post


def asks_nobody(player: str) -> int:
    raise AssertionError(f"the database was asked about {player}")


def follows(store: Store) -> Balances:
    """What the store keeps, with the database out of reach."""
    store.balances._read = asks_nobody
    return store.balances


def test_every_commit_says_what_it_left() -> None:
    with opened(":memory:") as store:
        kept = follows(store)
        for name, moves in (
            ("c1", (issue("alice", 1000), issue("bob", 500))),
            ("c2", (hold("h1", 300),)),
            ("c3", (post("h1", won=600),)),
        ):
            done(store.append(command(name, *moves)))
            for player in ("alice", "bob"):
                assert kept.of(player) == credits_of(store, player)


def test_an_old_answer_leaves_no_old_balance() -> None:
    with opened(":memory:") as store:
        first = command("c1", issue("alice", 1000))
        done(store.append(first))
        done(store.append(command("c2", hold("h1", 300))))
        repeated = done(store.append(first))
        assert repeated.is_repeat and repeated.balances == (("alice", 1000),)
        assert store.balances.of("alice") == 700


def test_what_may_have_been_written_is_read_again() -> None:
    found = {"alice": 5}
    kept = Balances(found.get)
    assert kept.of("alice") == 5
    found["alice"] = 6
    assert kept.of("alice") == 5
    kept.follow([unavailable("the answer got lost")])
    assert kept.of("alice") == 6


def test_a_read_that_a_commit_overtakes_is_not_kept() -> None:
    with opened(":memory:") as store:
        done(store.append(command("c1", issue("alice", 1000))))
        store.balances.forget()
        later = done(store.append(command("c2", hold("h1", 300))))
        late = dataclasses.replace(later, balances=(("bob", 1),))
        reads = iter([1000, 700])

        def read(_: str) -> int:
            kept.follow([late])
            return next(reads)

        kept = Balances(read)
        assert [kept.of("alice"), kept.of("alice")] == [1000, 700]


def test_somebody_unknown_and_a_store_that_does_not_answer_are_not_kept() -> None:
    answers = iter([None, unavailable("gone"), 3])
    kept = Balances(lambda _: next(answers))
    assert kept.of("alice") is None
    assert isinstance(kept.of("alice"), Refusal)
    assert kept.of("alice") == kept.of("alice") == 3


def shown(house: Floor, player: str, seat: int = -1) -> int | None:
    view = house.pit.view("T1", player=player, seat=seat)
    assert not isinstance(view, Refusal)
    return view.balance


def test_what_another_process_moved_shows_in_the_next_view(tmp_path: Path) -> None:
    """Bets and wins of one process at the other, players who have left by then included."""
    path = str(tmp_path / "h.db")
    with opened(path, is_threaded=False) as ours, opened(path, is_threaded=False) as theirs:
        one = floor_on(ours, seed=b"one")
        one.open("spin-n-win", mode="sealed", pace=PACE)
        one.sit("alice", "bob")
        two = floor_on(theirs, clock=one.clock, seed=b"two")
        assert two.pit.recover() == ("T1",)
        one.run_until(Phase.BETTING)
        for amount in (1_00, 2_00):
            one.do("alice", cmd.PlaceBet(1, "single:red", amount))
            two.pit.note_version("table:T1", one.pit.desks["T1"].version)
            assert shown(two, "alice", 1) == one.credits("alice") == shown(one, "alice", 1)
        assert shown(two, "bob", 2) == one.credits("bob")
        one.do("bob", cmd.PlaceBet(2, "single:red", 1_00))
        one.do("bob", cmd.LeaveSeat(2))
        one.run_until(Phase.WAITING)
        two.pit.note_version("table:T1", one.pit.desks["T1"].version)
        assert shown(two, "alice", 1) == one.credits("alice")
        assert shown(two, "bob") == one.credits("bob") == shown(one, "bob")


def test_somebody_who_came_and_went_unseen_has_moved_credits_too(tmp_path: Path) -> None:
    """Sat down, lost and left while the other process heard nothing of the table."""
    path = str(tmp_path / "h.db")
    with opened(path, is_threaded=False) as ours, opened(path, is_threaded=False) as theirs:
        one = floor_on(ours, seed=b"one")
        one.open("spin-n-win", mode="sealed", pace=PACE)
        one.sit("alice")
        two = floor_on(theirs, clock=one.clock, seed=b"two")
        assert two.pit.recover() == ("T1",)
        one.fund("carol")
        before = shown(two, "carol")
        one.do("carol", cmd.TakeSeat(2))
        for seat, name in ((2, "carol"), (1, "alice")):
            one.run_until(Phase.BETTING)
            one.do(name, cmd.PlaceBet(seat, "single:red", 1_00))
            number = one.state().number
            for _ in range(60):
                if one.state().current is not None and one.state().number == number:
                    one.clock.now_ms += 1_000
                    one.tick()
            if name == "carol":
                one.do(name, cmd.LeaveSeat(seat))
        after = one.credits("carol")
        assert after != before
        assert "carol" not in one.state().players
        two.pit.note_version("table:T1", one.pit.desks["T1"].version)
        assert shown(two, "carol") == after
