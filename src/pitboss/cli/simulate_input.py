"""The options of `pitboss simulate`, read as numbers and amounts."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from cyclopts import Parameter

from pitboss.players.plans import ROWS_MAX
from pitboss.refusals import RefusalCode, refuse, unwrap_or_raise
from pitboss.simulate.requests import TRIPS_DEFAULT, VisitRequest
from pitboss.simulate.runner import ROUNDS_MAX
from pitboss.simulate.trips import TRIPS_MAX
from pitboss.units import Credits, parse_credits

ROUNDS_DEFAULT = 1_000_000
MULTIPLE_MAX = 1_000_000


class SimulationFormat(StrEnum):
    """How a simulation is shown."""

    TABLE = "table"
    JSON = "json"
    HTML = "html"


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class VisitOptions:
    """Whole visits to the table.

    Parameters
    ----------
    bankroll
        Also simulate whole visits to the table with this much money.
    stop_win
        A visit ends when it is ahead by this much.
    stop_loss
        A visit ends when it is behind by this much.
    trips
        How many visits; ten thousand without it.
    trip_rounds
        Rounds a visit lasts at most; four hours at the table's pace without it.
    hours
        The same in hours at the table's pace.
    spread
        Multiples of the stakes for a visit, such as 1,2,4: the next after each lost round.
    raise_after
        lost or won: which rounds move on to the next multiple.
    """

    bankroll: str | None = None
    stop_win: str | None = None
    stop_loss: str | None = None
    trips: str | None = None
    trip_rounds: int | None = None
    hours: float | None = None
    spread: str | None = None
    raise_after: str = "lost"


def read_visit(visit: VisitOptions, *, has_bets: bool) -> VisitRequest | None:
    """The visits that were asked for, with every amount and count read."""
    others = (visit.stop_win, visit.stop_loss, visit.trips, visit.trip_rounds, visit.hours)
    if not has_bets and (visit.bankroll is not None or visit.spread is not None):
        refuse(RefusalCode.NO_BETS, "A visit needs bets; name them with --bet.")
    if visit.bankroll is None:
        if any(option is not None for option in (*others, visit.spread)):
            refuse(RefusalCode.MISSING_FIELD, "A visit needs money; say how much with --bankroll.")
        return None
    amounts = (visit.bankroll, visit.stop_win, visit.stop_loss)
    bankroll, stop_win, stop_loss = (
        None if text is None else unwrap_or_raise(parse_credits(text)) for text in amounts
    )
    trips = read_count(visit.trips, "trips", default=TRIPS_DEFAULT, most=TRIPS_MAX)
    money = bankroll or Credits(0)
    return VisitRequest(money, stop_win, stop_loss, trips, visit.trip_rounds, visit.hours)


def read_rounds(text: str | None, until_error: float | None) -> int:
    """How many rounds at most: as many as can be where a standard error ends the run."""
    default = ROUNDS_DEFAULT if until_error is None else ROUNDS_MAX
    return read_count(text, "rounds", default=default, most=ROUNDS_MAX)


def read_count(text: str | None, what: str, *, default: int, most: int) -> int:
    """A number of rounds or trips: digits, grouped if you like, or such as 1e8."""
    if text is None:
        return default
    try:
        count = Decimal(text.replace(",", ""))
    except InvalidOperation:
        count = Decimal("nan")
    if not count.is_finite():
        sentence = f"'{text}' is not a number of {what}; write 1,000,000 or 1e6."
        refuse(RefusalCode.BAD_AMOUNT, sentence)
    if not 1 <= count <= most:
        refuse(RefusalCode.BAD_AMOUNT, f"Play 1 to {most:,} {what}, not {text}.")
    if count % 1:
        refuse(RefusalCode.BAD_AMOUNT, f"{text} is not a whole number of {what}.")
    return int(count)


def read_multiples(text: str | None) -> tuple[int, ...]:
    """The multiples of a spread, such as 1,2,4."""
    words = "1" if text is None else text
    parts = words.split(",")
    if not all(p.isascii() and p.isdigit() and 1 <= int(p) <= MULTIPLE_MAX for p in parts):
        refuse(RefusalCode.BAD_AMOUNT, f"'{words}' is not a spread; write multiples such as 1,2,4.")
    if len(parts) > ROWS_MAX:
        refuse(RefusalCode.WRONG_COUNT, f"A spread has at most {ROWS_MAX} steps.")
    return tuple(map(int, parts))
