"""Player limits: stricter at once, looser after 24 hours, checked in the bet's own judgement."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.ledger.accounts import HoldId, PlayerId
from pitboss.ledger.judge import Judgement, judge
from pitboss.ledger.limits import (
    DAY_MS,
    HOUR_MS,
    IDLE_GAP_MS,
    MINUTE_MS,
    NO_LIMIT,
    RAISE_DELAY_MS,
    LimitKind,
    LimitState,
    SetLimit,
    at_time,
    cool_off_refusal,
    is_as_strict,
    played_ms,
    request_limit,
    time_refusal,
)
from pitboss.ledger.transfers import Correct, Reason, Transfer
from pitboss.refusals import Refusal
from pitboss.units import Credits
from tests.ledger.book import Book
from tests.store.house import hold, issue, post

START = 10 * DAY_MS


class House:
    """A book with a clock."""

    def __init__(self) -> None:
        self.book = Book()
        self.now = START
        self.bets = 0
        assert self.act(issue("alice", 1_000_000)) is None

    def act(self, *transfers: Transfer) -> str | None:
        """Judge now; the refusal's code."""
        judgement = judge(transfers, self.book, now_ms=self.now)
        if isinstance(judgement, Judgement):
            self.book.absorb(judgement, at_ms=self.now)
            return None
        return judgement.code.value

    def limit(self, kind: LimitKind, value: int | None) -> None:
        """Ask for a limit now."""
        wish = SetLimit(player=PlayerId("alice"), kind=kind, value=value)
        assert self.book.limit(wish, now_ms=self.now) is None

    def bet(self, amount: int) -> str | None:
        """One more bet."""
        self.bets += 1
        return self.act(hold(f"h{self.bets}", amount))

    def lose(self, amount: int) -> str | None:
        """A bet that loses at once."""
        return self.bet(amount) or self.act(post(f"h{self.bets}", taken=amount))


def test_lowering_acts_at_once_and_raising_after_24_hours() -> None:
    house = House()
    house.limit(LimitKind.STAKE, 500)
    assert house.bet(501) == "player-limit"
    assert house.bet(500) is None
    house.limit(LimitKind.STAKE, 900)
    assert house.bet(501) == "player-limit"
    house.now += RAISE_DELAY_MS - 1
    assert house.bet(501) == "player-limit"
    house.now += 1
    assert house.bet(900) is None
    assert house.bet(901) == "player-limit"
    house.limit(LimitKind.STAKE, 100)
    assert house.bet(101) == "player-limit"


def test_removing_a_limit_is_raising_it() -> None:
    house = House()
    house.limit(LimitKind.STAKE, 500)
    house.limit(LimitKind.STAKE, None)
    assert house.bet(501) == "player-limit"
    house.now += RAISE_DELAY_MS
    assert house.bet(501) is None


def test_lowering_takes_back_a_raise_that_waits() -> None:
    house = House()
    house.limit(LimitKind.STAKE, 500)
    house.limit(LimitKind.STAKE, 5_000)
    house.limit(LimitKind.STAKE, 400)
    house.now += 2 * RAISE_DELAY_MS
    assert house.bet(401) == "player-limit"


@pytest.mark.parametrize(
    ("kind", "days"),
    [(LimitKind.LOSS_DAY, 1), (LimitKind.LOSS_WEEK, 7), (LimitKind.LOSS_MONTH, 30)],
)
def test_losses_and_open_stakes_count_until_the_period_has_passed(
    kind: LimitKind, days: int
) -> None:
    house = House()
    house.limit(kind, 1_000)
    assert house.lose(600) is None
    assert house.bet(401) == "player-limit"
    assert house.bet(300) is None  # In action: it could be lost as well.
    assert house.bet(101) == "player-limit"
    assert house.bet(100) is None
    assert house.act(post(f"h{house.bets}", taken=0, won=200)) is None
    assert house.bet(301) == "player-limit"
    assert house.bet(300) is None
    house.now += days * DAY_MS
    assert house.bet(401) == "player-limit"  # 600 are still in action.
    house.now += 1
    assert house.bet(400) is None


def test_corrections_count_as_what_they_put_right() -> None:
    house = House()
    house.limit(LimitKind.LOSS_DAY, 1_000)
    assert house.lose(1_000) is None
    assert house.bet(1) == "player-limit"
    back = Correct(hold_id=HoldId("h1"), amount=300, reason=Reason.MISREAD_OUTCOME)
    assert house.act(back) is None
    assert house.bet(301) == "player-limit"
    assert house.act(replace(back, amount=-100)) is None
    assert house.bet(201) == "player-limit"
    assert house.bet(200) is None


def test_bets_of_one_commit_count_together() -> None:
    house = House()
    house.limit(LimitKind.LOSS_DAY, 1_000)
    assert house.act(hold("a", 600), hold("b", 600)) == "player-limit"
    assert house.act(hold("a", 600), hold("b", 400)) is None


def test_a_settlement_and_a_bet_in_one_commit_are_not_counted_twice() -> None:
    house = House()
    house.limit(LimitKind.LOSS_DAY, 1_000)
    assert house.bet(600) is None
    assert house.act(post("h1", taken=600), hold("b", 400)) is None
    assert house.act(post("b", taken=0, won=50), hold("c", 450)) is None


def test_other_players_in_the_same_commit_do_not_count() -> None:
    house = House()
    assert house.act(issue("bob", 5_000), hold("b0", 1_000, player="bob", seat=2)) is None
    house.limit(LimitKind.LOSS_DAY, 1_000)
    bobs = hold("b1", 2_000, player="bob", seat=2, round_id="r2")
    lost = post("b0", taken=1_000)
    assert house.act(lost, bobs, hold("a1", 1_001)) == "player-limit"
    assert house.act(lost, bobs, hold("a1", 1_000)) is None


def test_time_at_the_table_ends_bets_but_not_the_round() -> None:
    house = House()
    house.limit(LimitKind.TIME_DAY, HOUR_MS)
    for _ in range(12):
        assert house.bet(10) is None
        house.now += 5 * MINUTE_MS
    assert house.bet(10) == "player-limit"
    assert house.act(post("h12", taken=10)) is None
    house.now += DAY_MS
    assert house.bet(10) is None


def test_pauses_are_not_playing_time() -> None:
    assert played_ms([], now_ms=START) == 0
    assert played_ms([START - IDLE_GAP_MS], now_ms=START) == IDLE_GAP_MS
    assert played_ms([START - IDLE_GAP_MS - 1], now_ms=START) == 0
    assert played_ms([START - 10, START - 30, START - 30 - HOUR_MS], now_ms=START) == 30


def test_a_cool_off_holds_to_its_last_millisecond_and_cannot_be_shortened() -> None:
    house = House()
    until = START + 6 * HOUR_MS
    house.limit(LimitKind.COOL_OFF, until)
    house.limit(LimitKind.COOL_OFF, START)
    assert house.bet(1) == "player-limit"
    house.now = until - 1
    assert house.bet(1) == "player-limit"
    house.now = until
    assert house.bet(1) is None
    house.limit(LimitKind.COOL_OFF, until + 5 * DAY_MS)
    house.limit(LimitKind.COOL_OFF, None)
    house.now += RAISE_DELAY_MS - 1
    assert house.bet(1) == "player-limit"


def test_a_stake_that_stays_up_is_not_judged_again() -> None:
    house = House()
    assert house.bet(500) is None
    house.limit(LimitKind.STAKE, 100)
    house.limit(LimitKind.COOL_OFF, START + DAY_MS)
    settled = post("h1", won=1_000)
    up = hold("h1-up", 500, round_id="r2", carried_from="h1")
    for false in (
        replace(up, carried_from=None),
        replace(up, carried_from=HoldId("h9")),
        replace(up, seat=2),
        replace(up, amount=Credits(501)),
    ):
        assert house.act(settled, false) == "player-limit"
    assert house.act(up) == "player-limit"  # Not in the commit that closed the former bet.
    assert house.act(settled, up) is None


def test_times_are_said_in_words() -> None:
    cool_off = cool_off_refusal(START + 30 * DAY_MS, START)
    assert cool_off is not None and cool_off.sentence.endswith("opens again in 30 days.")
    last = cool_off_refusal(START + 1, START)
    assert last is not None and last.sentence.endswith("opens again in 1 minute.")
    played = time_refusal(DAY_MS, DAY_MS)
    assert played is not None and played.sentence.endswith("in 24 hours: 1 day.")


@pytest.mark.parametrize("value", [-1, 2**53, 1.5, True, "5"])
def test_values_that_are_no_limit(value: Any) -> None:
    answer = request_limit(LimitKind.STAKE, NO_LIMIT, value=value, now_ms=START)
    assert isinstance(answer, Refusal)
    assert answer.code.value == "bad-field"
    wish = SetLimit(player=PlayerId("a"), kind=LimitKind.STAKE, value=value)
    assert Book().limit(wish, now_ms=START) == answer


@given(
    kind=st.sampled_from(list(LimitKind)),
    wishes=st.lists(
        st.tuples(st.none() | st.integers(0, 1_000), st.integers(0, 2 * RAISE_DELAY_MS)),
        max_size=12,
    ),
)
def test_protection_never_loosens_within_24_hours_of_the_wish(
    kind: LimitKind, wishes: list[tuple[int | None, int]]
) -> None:
    """Whatever is asked for, a looser value is in force only if it was asked for a day ago."""
    state, now = LimitState(), START
    asked: list[tuple[int, int | None]] = []
    for value, pause in wishes:
        before = at_time(state, now).in_force
        answer = request_limit(kind, state, value=value, now_ms=now)
        assert isinstance(answer, LimitState)
        assert is_as_strict(kind, new=at_time(answer, now).in_force, old=before)
        state = answer
        asked.append((now, value))
        now += pause
        after = at_time(state, now).in_force
        assert after == value or is_as_strict(kind, new=after, old=before)
        if not is_as_strict(kind, new=after, old=before):
            assert any(at <= now - RAISE_DELAY_MS and wish == after for at, wish in asked)
