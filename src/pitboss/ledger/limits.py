"""Limits a player sets, and the payout limit of a table: pure functions on numbers.

A limit gets stricter at once; it gets looser 24 hours after the request, by the server's clock as
passed in, and any later request replaces one that still waits.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from enum import StrEnum

import msgspec

from pitboss.ledger.accounts import PlayerId
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, say_credits, say_minutes

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
RAISE_DELAY_MS = DAY_MS

# A pause longer than this is not counted as time at the table.
IDLE_GAP_MS = 15 * MINUTE_MS

# Times and amounts stay exact in every language that may read the journal (2**53).
LIMIT_VALUE_MAX = 2**53 - 1


class LimitKind(StrEnum):
    STAKE = "stake"
    LOSS_DAY = "loss-day"
    LOSS_WEEK = "loss-week"
    LOSS_MONTH = "loss-month"
    TIME_DAY = "time-day"
    COOL_OFF = "cool-off"


LOSS_PERIODS_MS = {
    LimitKind.LOSS_DAY: DAY_MS,
    LimitKind.LOSS_WEEK: 7 * DAY_MS,
    LimitKind.LOSS_MONTH: 30 * DAY_MS,
}

LOSS_WORDS = {
    LimitKind.LOSS_DAY: "a day",
    LimitKind.LOSS_WEEK: "a week",
    LimitKind.LOSS_MONTH: "30 days",
}


class LimitState(msgspec.Struct, frozen=True):
    """The value in force and, from `pending_from_ms` on, the value that replaces it.

    None is no limit. Amounts are credits, times are milliseconds; a cool-off is the time until
    which no bet is taken.
    """

    in_force: int | None = None
    pending: int | None = None
    pending_from_ms: int | None = None


NO_LIMIT = LimitState()


class SetLimit(msgspec.Struct, frozen=True, kw_only=True):
    """A player's wish for a limit; None asks for none."""

    player: PlayerId
    kind: LimitKind
    value: int | None
    back_ms: int | None = None
    """No wish, but a limit that a clock which was ahead had set: `value` holds in its place, and
    what waits comes so much earlier."""


class PayoutLimit(msgspec.Struct, frozen=True, kw_only=True):
    """The most that the bets of one round may win together: at the table and per player."""

    table_max: Credits
    player_max: Credits | None = None


def at_time(state: LimitState, now_ms: int) -> LimitState:
    """The state once a waiting value has come into force."""
    if state.pending_from_ms is not None and now_ms >= state.pending_from_ms:
        return LimitState(state.pending)
    return state


def is_as_strict(kind: LimitKind, *, new: int | None, old: int | None) -> bool:
    """Whether a new value takes nothing away from the protection of the old one."""
    if old is None or new is None:
        return old is None
    return new >= old if kind is LimitKind.COOL_OFF else new <= old


def request_limit(
    kind: LimitKind, state: LimitState, *, value: int | None, now_ms: int
) -> LimitState | Refusal:
    """The state after a player asks for a value: stricter now, looser after 24 hours."""
    if value is not None and (type(value) is not int or not 0 <= value <= LIMIT_VALUE_MAX):
        return Refusal(RefusalCode.BAD_FIELD, "A limit is a whole number, zero or more.")
    current = at_time(state, now_ms)
    if is_as_strict(kind, new=value, old=current.in_force):
        return LimitState(value)
    return LimitState(current.in_force, value, now_ms + RAISE_DELAY_MS)


def move_limit(
    kind: LimitKind, state: LimitState, *, value: int | None, back_ms: int
) -> LimitState:
    """A limit after the house's time went back: another value in force, what waits so much earlier.

    A cool-off is a time itself, so one that waits goes back as well.
    """
    pending, from_ms = state.pending, state.pending_from_ms
    if kind is LimitKind.COOL_OFF and pending is not None:
        pending = max(0, pending - back_ms)
    return LimitState(value, pending, None if from_ms is None else from_ms - back_ms)


def played_ms(times_ms: Iterable[int], *, now_ms: int) -> int:
    """Time at the tables: the gaps between acts, up to now, that are too short to be pauses."""
    acts = sorted([*times_ms, now_ms])
    gaps = (later - earlier for earlier, later in itertools.pairwise(acts))
    return sum(gap for gap in gaps if gap <= IDLE_GAP_MS)


def stake_refusal(limit: int | None, stake: int) -> Refusal | None:
    """The most a player lets one bet be."""
    if limit is None or stake <= limit:
        return None
    return _refuse(f"Your own limit for one bet is {say_credits(limit)}.")


def loss_refusal(kind: LimitKind, limit: int | None, *, at_risk: int) -> Refusal | None:
    """`at_risk` is what was lost in the period, plus all open stakes, plus the new one."""
    if limit is None or at_risk <= limit:
        return None
    return _refuse(f"Your own net loss limit for {LOSS_WORDS[kind]} is {say_credits(limit)}.")


def time_refusal(limit: int | None, played: int) -> Refusal | None:
    """Playing time within the last 24 hours; the round in progress is always finished."""
    if limit is None or played < limit:
        return None
    said = say_minutes(limit // MINUTE_MS)
    return _refuse(f"You have reached your own limit for playing time in 24 hours: {said}.")


def cool_off_refusal(until_ms: int | None, now_ms: int) -> Refusal | None:
    """No bets before the end of a cool-off."""
    if until_ms is None or now_ms >= until_ms:
        return None
    minutes = -(-(until_ms - now_ms) // MINUTE_MS)
    return _refuse(f"You are cooling off: betting opens again in {say_minutes(minutes)}.")


def payout_refusal(limit: PayoutLimit, *, table_win: int, player_win: int) -> Refusal | None:
    """Whether the round's bets, the new one included, could win more than the table pays."""
    if table_win > limit.table_max:
        return Refusal(
            RefusalCode.PAYOUT_LIMIT,
            f"All bets of a round may win {say_credits(limit.table_max)} together; "
            f"with this bet they could win {say_credits(table_win)}.",
        )
    if limit.player_max is not None and player_win > limit.player_max:
        return Refusal(
            RefusalCode.PAYOUT_LIMIT,
            f"One player's bets may win {say_credits(limit.player_max)} in a round; "
            f"with this bet yours could win {say_credits(player_win)}.",
        )
    return None


def _refuse(sentence: str) -> Refusal:
    return Refusal(RefusalCode.PLAYER_LIMIT, sentence)
