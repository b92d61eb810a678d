"""The house's time set back: what limits count, and what a clock that was ahead had set."""

from __future__ import annotations

from pitboss.audit.canonical import Json
from pitboss.ledger.accounts import PlayerId
from pitboss.ledger.clock_steps import ClockStep
from pitboss.ledger.limits import DAY_MS, HOUR_MS, LimitKind, LimitState, SetLimit
from pitboss.pit.clock_steps import move_limits, newest_ms
from pitboss.pit.wallet import Wallet
from pitboss.store.clock_steps import ACTOR
from pitboss.store.records import Committed, Event
from pitboss.store.store import Store
from tests.store.house import (
    NOW_MS,
    assert_sound,
    command,
    done,
    hold,
    issue,
    post,
    refused,
)

AHEAD_MS = NOW_MS + 72 * 365 * DAY_MS


def lose(store: Store, name: str, amount: int, *, at_ms: int) -> None:
    for what, transfer in (("bet", hold(name, amount)), ("end", post(name, taken=amount))):
        done(store.append(command(f"{what}-{name}", transfer, at_ms=at_ms)))


def set_back(store: Store) -> ClockStep:
    since_ms = store.first_after(NOW_MS)
    assert isinstance(since_ms, int)
    body: dict[str, Json] = {
        "from_ms": AHEAD_MS + 3 * HOUR_MS,
        "since_ms": since_ms,
        "to_ms": NOW_MS,
        "who": "boss",
    }
    event = Event("clock.confirmed", body)
    done(store.append(command("step", stream="house", actor=ACTOR, events=(event,))))
    steps = store.clock_steps()
    assert isinstance(steps, tuple) and len(steps) == 1
    return steps[0]


def limit(store: Store, kind: LimitKind, value: int, *, at_ms: int) -> None:
    wish = SetLimit(player=PlayerId("alice"), kind=kind, value=value)
    done(
        store.append(command(f"{kind}-{at_ms}", limits=(wish,), stream="player:alice", at_ms=at_ms))
    )


def test_losses_of_the_wrong_time_count_for_a_day_and_no_longer(store: Store) -> None:
    done(store.append(command("seat", issue("alice", 10_000), stream="house", at_ms=AHEAD_MS)))
    limit(store, LimitKind.LOSS_DAY, 1_000, at_ms=AHEAD_MS)
    limit(store, LimitKind.TIME_DAY, HOUR_MS, at_ms=AHEAD_MS)
    lose(store, "a", 900, at_ms=AHEAD_MS + HOUR_MS)
    set_back(store)
    # Two hours before the step, so 22 hours are left of that day.
    for after_ms, is_counted in ((0, True), (21 * HOUR_MS, True), (23 * HOUR_MS, False)):
        now_ms = NOW_MS + after_ms
        lost = store.lost_since("alice", now_ms - DAY_MS, now_ms=now_ms)
        assert lost == (900 if is_counted else 0)
        times = store.active_since("alice", now_ms - DAY_MS, now_ms=now_ms)
        assert times == ((NOW_MS - 2 * HOUR_MS,) if is_counted else ())
        bet = store.append(command(f"bet-{after_ms}", hold(f"h{after_ms}", 200), at_ms=now_ms))
        assert refused(bet) if is_counted else done(bet)
    # What is lost by the right clock counts as ever, and so it does in the same batch.
    late_ms = NOW_MS + 23 * HOUR_MS
    lose(store, "b", 700, at_ms=late_ms)
    assert store.lost_since("alice", late_ms - DAY_MS, now_ms=late_ms) == 700
    assert refused(store.append(command("more", hold("c", 200), at_ms=late_ms))) == "player-limit"
    assert_sound(store)


def test_only_what_the_wrong_clock_set_is_moved(store: Store) -> None:
    clock = [NOW_MS - DAY_MS]
    wallet = Wallet(store, lambda: clock[0])

    def cool_off(player: str, days: int) -> None:
        done_ = wallet.set_limit(player, "cool-off", days * DAY_MS, client_id=f"{player}-{days}")
        assert isinstance(done_, Committed), done_

    cool_off("alice", 30)
    # A very long one, meant as it is.
    cool_off("bob", 365 * 100)
    clock[0] = AHEAD_MS
    cool_off("carol", 30)
    cool_off("dora", 30)
    asked = wallet.set_limit("dora", "cool-off", None, client_id="none")
    assert isinstance(asked, Committed)
    step = set_back(store)
    # By the wrong clock three hours have passed.
    assert move_limits(store, step) == 2
    assert move_limits(store, step) == 0
    left_ms = 30 * DAY_MS - 3 * HOUR_MS
    expected = {
        "alice": LimitState(NOW_MS + 29 * DAY_MS),
        "bob": LimitState(NOW_MS + (365 * 100 - 1) * DAY_MS),
        "carol": LimitState(NOW_MS + left_ms),
        "dora": LimitState(NOW_MS + left_ms, None, NOW_MS + DAY_MS - 3 * HOUR_MS),
    }
    for player, state in expected.items():
        assert store.limits(player) == {LimitKind.COOL_OFF: state}, player
    assert_sound(store)


def test_the_house_goes_on_from_its_newest_record(store: Store) -> None:
    done(store.append(command("early", stream="table:T1", at_ms=NOW_MS - HOUR_MS)))
    done(store.append(command("late", stream="table:T2", at_ms=AHEAD_MS)))
    assert newest_ms(store) == AHEAD_MS
    set_back(store)
    assert newest_ms(store) == NOW_MS
    done(store.append(command("later", stream="table:T1", at_ms=NOW_MS + DAY_MS)))
    assert newest_ms(store) == NOW_MS + DAY_MS
    # What another process of the house wrote before it had heard of the step.
    done(store.append(command("stale", stream="table:T3", at_ms=AHEAD_MS + 3 * HOUR_MS + 5_000)))
    assert newest_ms(store) == NOW_MS + DAY_MS
