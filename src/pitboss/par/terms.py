"""Terms: how a table is dealt when a sheet speaks of hours and amounts.

Defaults come from the edition; the command line may set others.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.games.editions import EditionHead
from pitboss.par.claims import pace_range
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, parse_credits, say_credits

USUAL_BET_MINIMUMS = 10
"""The average bet taken when none is given, in least stakes of the table."""

PACE_MAX = 10_000


@dataclass(frozen=True, slots=True)
class Terms:
    """Pace, seats, average bet, and the most that one round may pay."""

    pace_low: int
    pace_high: int
    seats: int
    average_bet: Credits
    payout_limit: Credits | None = None

    @property
    def paces(self) -> tuple[int, ...]:
        """The paces worth a column: both ends of a range and its middle, or the one there is."""
        middle = (self.pace_low + self.pace_high) // 2
        return tuple(sorted({self.pace_low, middle, self.pace_high}))


def terms_of(
    head: EditionHead,
    *,
    pace: int | None = None,
    seats: int | None = None,
    average_bet: str | None = None,
    payout_limit: str | None = None,
) -> Terms | Refusal:
    """The terms asked for, each within what the edition allows."""
    low, high = pace_range(head) if pace is None else (pace, pace)
    if not 1 <= low <= PACE_MAX:
        return Refusal(
            RefusalCode.WRONG_COUNT, f"The pace is 1 to {PACE_MAX} rounds an hour, not {low}."
        )
    taken = head.seats_max if seats is None else seats
    if not 1 <= taken <= head.seats_max:
        return Refusal(
            RefusalCode.NO_SUCH_SEAT,
            f"This edition has 1 to {head.seats_max} seats, not {taken}.",
        )
    usual = Credits(min(USUAL_BET_MINIMUMS * head.limits.minimum, head.limits.maximum))
    bet = usual if average_bet is None else parse_credits(average_bet)
    if isinstance(bet, Refusal):
        return bet
    if not head.limits.minimum <= bet <= head.limits.maximum:
        return Refusal(
            RefusalCode.ABOVE_MAXIMUM if bet > head.limits.maximum else RefusalCode.BELOW_MINIMUM,
            f"An average bet of {say_credits(bet)} is outside the table's limits of {head.limits}.",
        )
    limit = None if payout_limit is None else parse_credits(payout_limit)
    if isinstance(limit, Refusal):
        return limit
    return Terms(low, high, taken, bet, limit)
