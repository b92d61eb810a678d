"""What `pitboss simulate` was asked for, read and checked before any work starts."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from cyclopts import Parameter

from pitboss import __version__
from pitboss.cli.bets import TypedBets, parse_bets
from pitboss.games.editions import HasHead
from pitboss.games.registry import Registry
from pitboss.par.choices import parse_changes
from pitboss.players.plans import ROWS_MAX, BetPlan, Visit, plan_refusal, spread, visit_refusal
from pitboss.players.strategies import find_strategy
from pitboss.players.wagers import find_wager, wagers_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.engines import engine_refusal
from pitboss.simulate.generator import SEED_BITS
from pitboss.simulate.model import Subject, model_of
from pitboss.simulate.runner import ROUNDS_MAX, Order
from pitboss.simulate.trips import TRIP_ROUNDS_MAX, TRIPS_MAX, TripOrder, at_risk, row_stakes
from pitboss.units import Credits, SpotKey, parse_credits

ROUNDS_DEFAULT = 1_000_000
TRIPS_DEFAULT = 10_000
HOURS_DEFAULT = 4.0
HOURS_MAX = 1000.0
MULTIPLE_MAX = 1_000_000
_COUNT = re.compile(r"([0-9][0-9_,]*)(?:\.([0-9]+))?(?:[eE]\+?([0-9]{1,2}))?", re.ASCII)


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


@dataclass(frozen=True, slots=True)
class Typed:
    """The command line as typed."""

    edition: str | None
    changes: tuple[str, ...]
    bets: tuple[str, ...]
    rounds: str | None
    until_error: float | None
    seed: int
    strategy: str
    visit: VisitOptions
    workers: int | None
    engine: str
    seats: int = 1


@dataclass(frozen=True, slots=True)
class Asked:
    """The same, understood."""

    order: Order
    plan: BetPlan | None
    trips: TripOrder | None
    engine: str
    workers: int | None


def read_asked(registry: Registry, game: str, typed: Typed) -> Asked | Refusal:
    """Everything that was asked for, or the first thing wrong with it."""
    subject = _subject(registry, game, typed)
    if isinstance(subject, Refusal):
        return subject
    refusal = engine_refusal(typed.engine, typed.workers) or _number_refusal(typed)
    if refusal is not None:
        return refusal
    plan = _plan(subject, typed)
    if isinstance(plan, Refusal):
        return plan
    rounds = read_count(typed.rounds, "rounds", default=_rounds_default(typed), most=ROUNDS_MAX)
    if isinstance(rounds, Refusal):
        return rounds
    trips = _trips(subject, plan, typed)
    if isinstance(trips, Refusal):
        return trips
    bets = () if plan is None else tuple(row_stakes(subject, plan)[0])
    order = Order(subject, typed.seed, rounds, typed.until_error, bets)
    return Asked(order, plan, trips, typed.engine, typed.workers)


def checkpoint_key(asked: Asked) -> dict[str, Any]:
    """What must be the same for a checkpoint to be taken up."""
    subject = asked.order.subject
    return {
        "version": __version__,
        "game": subject.game.key,
        "edition": str(subject.edition.head.hash),
        "strategy": subject.strategy,
        "seed": asked.order.seed,
        "seats": subject.seats,
        "plan": None if asked.plan is None else asked.plan.written(),
        "visit": None if asked.trips is None else asked.trips.visit.written(),
    }


def _rounds_default(typed: Typed) -> int:
    return ROUNDS_DEFAULT if typed.until_error is None else ROUNDS_MAX


def _subject(registry: Registry, game: str, typed: Typed) -> Subject | Refusal:
    folder = registry.find(game)
    if isinstance(folder, Refusal):
        return folder
    changes = parse_changes(typed.changes)
    if isinstance(changes, Refusal):
        return changes
    edition: HasHead | Refusal = folder.edition(typed.edition, changes=changes)
    if isinstance(edition, Refusal):
        return edition
    strategy = find_strategy(folder.game, edition, typed.strategy)
    if isinstance(strategy, Refusal):
        return strategy
    most = edition.head.seats_max
    if not 1 <= typed.seats <= most:
        return Refusal(
            RefusalCode.WRONG_COUNT,
            f"The table has {most} seats; simulate 1 to {most} of them, not {typed.seats}.",
        )
    return Subject(folder.game, edition, typed.strategy, seats=typed.seats)


def _number_refusal(typed: Typed) -> Refusal | None:
    if not 0 <= typed.seed < 1 << SEED_BITS:
        return Refusal(RefusalCode.BAD_FIELD, f"A seed is a whole number below 2^{SEED_BITS}.")
    error = typed.until_error
    if error is not None and not (math.isfinite(error) and 0.0 < error < 1.0):
        return Refusal(
            RefusalCode.BAD_FIELD,
            f"A standard error lies between 0 and 1, such as 0.001, not {error}.",
        )
    if typed.visit.raise_after not in {"lost", "won"}:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION, "Stakes rise after a round that was lost or won."
        )
    return None


def read_count(text: str | None, what: str, *, default: int, most: int) -> int | Refusal:
    """A number of rounds or trips: digits, grouped if you like, or such as 1e8."""
    if text is None:
        return default
    match = _COUNT.fullmatch(text.strip())
    if match is None:
        return Refusal(
            RefusalCode.BAD_AMOUNT, f"'{text}' is not a number of {what}; write 1000000 or 1e6."
        )
    whole = match.group(1).replace("_", "").replace(",", "")
    decimals, power = match.group(2) or "", int(match.group(3) or "0")
    if len(decimals.rstrip("0")) > power:
        return Refusal(RefusalCode.BAD_AMOUNT, f"{text} is not a whole number of {what}.")
    digits = decimals[:power].ljust(power, "0")
    count = int(whole + digits)
    if not 1 <= count <= most:
        return Refusal(RefusalCode.BAD_AMOUNT, f"Play 1 to {most:,} {what}, not {text}.")
    return count


# --- bets and trips ----------------------------------------------------------------------


def _plan(subject: Subject, typed: Typed) -> BetPlan | Refusal | None:
    if not typed.bets:
        needs_bets = typed.visit.bankroll is not None or typed.visit.spread is not None
        if needs_bets:
            return Refusal(RefusalCode.NO_BETS, "A visit needs bets; name them with --bet.")
        return None
    bets = parse_bets(typed.bets)
    if isinstance(bets, Refusal):
        return bets
    stakes = _stakes(subject, bets)
    if isinstance(stakes, Refusal):
        return stakes
    multiples = _multiples(typed.visit.spread)
    if isinstance(multiples, Refusal):
        return multiples
    plan = spread(stakes, multiples, raise_after=typed.visit.raise_after)
    return plan_refusal(subject.game, subject.edition, plan) or plan


def _stakes(subject: Subject, bets: TypedBets) -> dict[SpotKey, Credits] | Refusal:
    wagers = wagers_of(subject.game, subject.edition)
    stakes: dict[SpotKey, Credits] = {}
    for name, stake in bets:
        wager = find_wager(wagers, name)
        if isinstance(wager, Refusal):
            return wager
        if wager.spot.key in stakes:
            return Refusal(RefusalCode.BAD_TEXT, f"{wager.spot.key} is bet twice.")
        stakes[wager.spot.key] = stake
    return stakes


def _multiples(text: str | None) -> tuple[int, ...] | Refusal:
    words = "1" if text is None else text
    parts = words.split(",")
    if not all(p.isascii() and p.isdigit() and 1 <= int(p) <= MULTIPLE_MAX for p in parts):
        return Refusal(
            RefusalCode.BAD_AMOUNT, f"'{words}' is not a spread; write multiples such as 1,2,4."
        )
    if len(parts) > ROWS_MAX:
        return Refusal(RefusalCode.WRONG_COUNT, f"A spread has at most {ROWS_MAX} steps.")
    return tuple(map(int, parts))


def _trips(subject: Subject, plan: BetPlan | None, typed: Typed) -> TripOrder | Refusal | None:
    if typed.visit.bankroll is None or plan is None:
        extra = (
            typed.visit.stop_win,
            typed.visit.stop_loss,
            typed.visit.trips,
            typed.visit.trip_rounds,
            typed.visit.hours,
        )
        if any(option is not None for option in (*extra, typed.visit.spread)):
            return Refusal(
                RefusalCode.MISSING_FIELD, "A visit needs money; say how much with --bankroll."
            )
        return None
    count = read_count(typed.visit.trips, "trips", default=TRIPS_DEFAULT, most=TRIPS_MAX)
    if isinstance(count, Refusal):
        return count
    visit = _visit(subject, typed)
    if isinstance(visit, Refusal):
        return visit
    most = max(at_risk(model_of(subject).table, stakes) for stakes in row_stakes(subject, plan)[:1])
    refusal = visit_refusal(plan, visit, most_at_risk=most)
    # A visit is one player's, whoever else sits there: the others change none of its rounds.
    alone = replace(subject, seats=1)
    return refusal or TripOrder(alone, plan, visit, count, typed.seed)


def _visit(subject: Subject, typed: Typed) -> Visit | Refusal:
    amounts: list[Credits | None] = []
    for text in (typed.visit.bankroll, typed.visit.stop_win, typed.visit.stop_loss):
        amount = None if text is None else parse_credits(text)
        if isinstance(amount, Refusal):
            return amount
        amounts.append(amount)
    bankroll, stop_win, stop_loss = amounts
    rounds = _visit_rounds(subject, typed)
    if isinstance(rounds, Refusal):
        return rounds
    return Visit(bankroll or Credits(0), rounds, stop_win, stop_loss)


def _visit_rounds(subject: Subject, typed: Typed) -> int | Refusal:
    if typed.visit.trip_rounds is not None and typed.visit.hours is not None:
        return Refusal(RefusalCode.BAD_FIELD, "Give a visit's length in rounds or in hours.")
    if typed.visit.trip_rounds is not None:
        if 1 <= typed.visit.trip_rounds <= TRIP_ROUNDS_MAX:
            return typed.visit.trip_rounds
        return Refusal(RefusalCode.BAD_AMOUNT, f"A visit lasts 1 to {TRIP_ROUNDS_MAX:,} rounds.")
    hours = HOURS_DEFAULT if typed.visit.hours is None else typed.visit.hours
    if not (math.isfinite(hours) and 0.0 < hours <= HOURS_MAX):
        return Refusal(
            RefusalCode.BAD_AMOUNT, f"A visit lasts more than 0 and at most {HOURS_MAX:g} hours."
        )
    return max(1, round(hours * subject.edition.head.rounds_per_hour))
