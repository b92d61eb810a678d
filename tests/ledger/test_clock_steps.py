"""Stamps of a clock that was ahead: as old as they were when the time was set right."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pitboss.ledger.clock_steps import (
    FOREVER_MS,
    SLACK_MS,
    ClockStep,
    Window,
    newest_stamp,
    windows,
)
from pitboss.ledger.limits import LimitKind, LimitState, move_limit

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
YEAR_MS = 365 * DAY_MS
NOW_MS = 1_800_000_000_000


def step(from_ms: int, to_ms: int, *, since_ms: int | None = None, version: int = 1) -> ClockStep:
    first_ms = from_ms - HOUR_MS if since_ms is None else since_ms
    return ClockStep(version=version, from_ms=from_ms, to_ms=to_ms, since_ms=first_ms, who="boss")


BACK = step(NOW_MS + 72 * YEAR_MS, NOW_MS)


def counted(at_ms: int, steps: tuple[ClockStep, ...], *, since_ms: int, now_ms: int) -> int:
    found = windows(steps, since_ms=since_ms, now_ms=now_ms)
    return sum(one.first_ms <= at_ms <= one.last_ms for one in found)


def test_a_house_whose_time_was_never_set_back_counts_everything_since() -> None:
    ahead = step(NOW_MS, NOW_MS + YEAR_MS)
    for steps in ((), (ahead,)):
        found = windows(steps, since_ms=NOW_MS - DAY_MS, now_ms=NOW_MS)
        assert found == (Window(NOW_MS - DAY_MS, FOREVER_MS),)


def test_what_the_wrong_clock_stamped_counts_for_a_day_and_no_longer() -> None:
    lost_ms = BACK.from_ms - 10 * 60_000
    for passed, is_counted in ((0, True), (DAY_MS // 2, True), (DAY_MS, False), (YEAR_MS, False)):
        now_ms = NOW_MS + passed
        assert counted(lost_ms, (BACK,), since_ms=now_ms - DAY_MS, now_ms=now_ms) == is_counted
        # What is written by the right clock counts as ever.
        assert counted(now_ms - 1, (BACK,), since_ms=now_ms - DAY_MS, now_ms=now_ms) == 1


@given(
    eras=st.lists(
        st.tuples(st.integers(1, 10**6), st.integers(1, 10**5), st.integers(1, 10**6)), max_size=4
    ),
    at=st.integers(0, 3 * 10**6),
    period=st.integers(1, 10**6),
)
def test_windows_never_overlap(eras: list[tuple[int, int, int]], at: int, period: int) -> None:
    now_ms, steps = 10**6, []
    for number, (back, length, passed) in enumerate(eras, 1):
        from_ms = now_ms + back
        since_ms = max(now_ms + 1, from_ms - length)
        steps.append(step(from_ms, now_ms, since_ms=since_ms, version=number))
        now_ms += passed
    assert counted(at, tuple(steps), since_ms=now_ms - period, now_ms=now_ms) <= 1


def test_the_newest_time_is_not_what_the_wrong_clock_left_behind() -> None:
    stamps = (BACK.from_ms, BACK.from_ms + SLACK_MS, BACK.since_ms, NOW_MS - DAY_MS)
    assert newest_stamp((), stamps) == BACK.from_ms + SLACK_MS
    assert newest_stamp((BACK,), stamps) == NOW_MS
    assert newest_stamp((BACK,), (*stamps, NOW_MS + DAY_MS)) == NOW_MS + DAY_MS
    # Another wrong clock, set right again.
    again = step(NOW_MS + 20 * YEAR_MS, NOW_MS + DAY_MS, version=2)
    assert newest_stamp((BACK, again), (*stamps, again.from_ms)) == NOW_MS + DAY_MS
    assert newest_stamp((), ()) == 0


def test_what_waits_comes_as_much_earlier() -> None:
    state = LimitState(500, 900, NOW_MS + YEAR_MS)
    found = move_limit(LimitKind.STAKE, state, value=500, back_ms=YEAR_MS)
    assert found == LimitState(500, 900, NOW_MS)
    cool = LimitState(NOW_MS + 2 * YEAR_MS, NOW_MS + YEAR_MS + 5, NOW_MS + YEAR_MS + 1)
    found = move_limit(LimitKind.COOL_OFF, cool, value=NOW_MS + YEAR_MS, back_ms=YEAR_MS)
    assert found == LimitState(NOW_MS + YEAR_MS, NOW_MS + 5, NOW_MS + 1)
    assert move_limit(LimitKind.COOL_OFF, LimitState(7), value=3, back_ms=4) == LimitState(3)
