"""Two pits on one store: what one has planned is worth nothing once the other has written."""

from __future__ import annotations

from pitboss.pit.desk import CommitPlan, Desk
from pitboss.pit.requests import Request
from pitboss.refusals import Refusal
from pitboss.store.records import Committed
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.state import Phase
from tests.pit.forks import pair, planned, player
from tests.pit.kit import Floor


def landed(house: Floor, *plans: CommitPlan) -> list[Committed | Refusal | None]:
    """The commands reach the store in their order and are answered; None is planned again."""
    desk: Desk = house.pit.desks["T1"]
    return [desk.take_answer(plan, house.store.append(plan.commit)) for plan in plans]


def test_a_seat_is_given_to_one_of_two() -> None:
    one, two = pair(is_betting=True)
    sits = planned(one, player("bob"), "b1", cmd.TakeSeat(2))
    seed = planned(one, player("bob"), "b2", cmd.CommitSeed(2, "0" * 64))
    two.do("carol", cmd.TakeSeat(2))
    # Carol's record has the number that bob's second command was planned on.
    assert landed(one, sits, seed) == [None, None]
    assert one.refused("bob", cmd.TakeSeat(2)) == "no-such-seat"
    assert one.state().occupant(2) == two.state().occupant(2)
    one.audit()


def test_what_follows_a_refused_bet_is_planned_again() -> None:
    one, two = pair(is_betting=True)
    large = planned(one, player("alice"), "a1", cmd.PlaceBet(1, "single:red", 900_00))
    small = planned(one, player("alice"), "a2", cmd.PlaceBet(1, "single:blue", 200_00))
    two.do("alice", cmd.PlaceBet(1, "single:yellow", 500_00))
    assert landed(one, large, small) == [None, None]
    again = [
        one.submit(Request("T1", name, Command(player("alice"), act)))
        for name, act in (
            ("a1", cmd.PlaceBet(1, "single:red", 900_00)),
            ("a2", cmd.PlaceBet(1, "single:blue", 200_00)),
        )
    ]
    assert isinstance(again[0], Refusal) and again[0].code.value == "not-enough-credits"
    assert isinstance(again[1], Committed)
    one.audit()


def test_a_round_that_both_open_has_one_seed() -> None:
    """Both have the same id for it; only one commitment holds, and bets are on that one."""
    one, two = pair()
    house = Actor(Role.HOUSE, "house")
    opens = planned(one, house, "T1.1.open", cmd.OpenRound())
    bet = planned(one, player("alice"), "a1", cmd.PlaceBet(1, "single:red", 1000))
    other = two.submit(Request("T1", "T1.1.open", Command(house, cmd.OpenRound())))
    assert isinstance(other, Committed) and not other.is_repeat
    first, second = landed(one, opens, bet)
    assert isinstance(first, Committed) and first.is_repeat and second is None
    one.do("alice", cmd.PlaceBet(1, "single:red", 1000))
    assert one.state().commitment == two.state().commitment
    one.run_until(Phase.WAITING)
    one.audit()


def test_what_is_heard_while_the_journal_is_read_is_not_forgotten() -> None:
    one, two = pair()
    two.do("carol", cmd.TakeSeat(2))
    desk = one.pit.desks["T1"]
    store = one.store
    replay = store.replay

    class Late:
        def replay(self, stream: str, *, after: int = 0) -> object:
            found = list(replay(stream, after=after))
            two.do("bob", cmd.TakeSeat(3))
            desk.note_version(two.pit.desks["T1"].version)
            return iter(found)

        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

    desk.note_version(two.pit.desks["T1"].version)
    desk.store = Late()  # type: ignore[assignment]
    assert desk.catch_up() is None
    desk.store = store
    assert desk.needs_resync
    one.pit.view("T1")
    assert one.state() == two.state()
