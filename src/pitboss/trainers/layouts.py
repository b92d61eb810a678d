"""Layouts: random finished rounds of any edition, as a dealer would find them on the felt.

Every step goes through the rules, so a layout is a round that can happen.
"""

from __future__ import annotations

from collections.abc import Callable

from pitboss.equipment.draws import BitSource, draw_below
from pitboss.games.bets import least_stake, most_on, takes_bets
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead, Limits
from pitboss.games.needs import NeedBets, NeedDecisions, NeedNothing
from pitboss.games.rounds import Round, all_seats, begin, draw_for, take
from pitboss.games.spots import Spot
from pitboss.games.steps import Bet, CloseBets, Decide
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal, unwrap
from pitboss.units import Credits, SeatIndex, WordedEnum

STEPS_MAX = 500
TRIES_MAX = 64
TABLE_BETS_MAX = 16
"""The most bets that are laid out at a full table."""
_TIMES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50)
"""How many times the least stake lies there: sums a dealer meets."""


class Level(WordedEnum):
    """The difficulty of a layout: how much lies on the felt."""

    BET = "bet", "One bet"
    SEAT = "seat", "One seat"
    TABLE = "table", "Full table"


Stop = Callable[[Round], bool]


def never(_current: Round) -> bool:
    """Play to the end."""
    return False


def layout(
    game: AnyGame, edition: HasHead, source: BitSource, level: Level, *, stop: Stop = never
) -> Round:
    """A round with random bets, decisions and draws, played until it is over or stopped."""
    seats = all_seats(edition)
    if level is not Level.TABLE:
        seats = seats[:1]
    return play_on(unwrap(begin(game, edition, seats=seats)), source, level, stop=stop)


def play_on(current: Round, source: BitSource, level: Level, *, stop: Stop = never) -> Round:
    """A round played on by chance until it is over or stopped."""
    for _ in range(STEPS_MAX):
        if stop(current):
            return current
        need = current.need
        match need:
            case NeedNothing():
                return current
            case NeedBets():
                current = lay_bets(current, source, level)
            case NeedDecisions():
                current = _take_decision(current, need, source)
            case _:
                step = draw_for(need, source)
                check(step is not None, "equipment is all that is left to ask for")
                current = unwrap(take(current, step))  # type: ignore[arg-type]
    raise BrokenInvariant(f"a round of {current.game.title} does not end")


def choose_by_weight(source: BitSource, weights: tuple[int, ...]) -> int:
    """A place in the list, each as likely as its weight."""
    at = draw_below(source, sum(weights))
    for place, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return place
    raise BrokenInvariant("a draw below the sum falls on some weight")


def lay_bets(current: Round, source: BitSource, level: Level) -> Round:
    """Bets on every seat and no more bets; one more bet where the rules want another beside it."""
    for seat in current.seats:
        current = _seat_bets(current, seat, source, level)
    for _ in range(TRIES_MAX):
        closed = take(current, CloseBets())
        if isinstance(closed, Round):
            return closed
        for seat in current.seats:
            current = _one_more(current, seat, source)
    raise BrokenInvariant(f"no bets close a round of {current.game.title}")


def _seat_bets(current: Round, seat: SeatIndex, source: BitSource, level: Level) -> Round:
    most = {Level.BET: 1, Level.SEAT: 6, Level.TABLE: 3}[level]
    if level is Level.TABLE:
        most = max(1, min(most, TABLE_BETS_MAX // len(current.seats)))
    least = 3 if level is Level.SEAT else 1
    for _ in range(least + draw_below(source, most - least + 1)):
        current = _one_more(current, seat, source)
    return current


def _one_more(current: Round, seat: SeatIndex, source: BitSource) -> Round:
    """One more stake on an open spot that holds none yet, where there is one."""
    game = current.game
    taken = {bet.spot for bet in game.bets(current.state) if bet.seat == seat}
    free = [
        spot
        for spot in game.spots(current.state, seat)
        if takes_bets(spot, current.edition.head.limits) and spot.key not in taken
    ]
    if not free:
        return current
    # Areas first: a felt with many alike spots would hide the others.
    areas = tuple(dict.fromkeys(spot.area for spot in free))
    area = areas[draw_below(source, len(areas))]
    inside = [spot for spot in free if spot.area == area]
    spot = inside[draw_below(source, len(inside))]
    stake = stake_for(spot, current.edition.head.limits, source)
    after = take(current, Bet(seat, spot.key, stake))
    return current if isinstance(after, Refusal) else after


def stake_for(spot: Spot, limits: Limits, source: BitSource) -> Credits:
    """A stake that this spot takes: a few times the least one."""
    least = int(least_stake(spot, limits))
    stakes = [least * times for times in _TIMES if least * times <= most_on(spot, limits)]
    check(bool(stakes), "the least stake is within the limits")
    return Credits(stakes[draw_below(source, len(stakes))])


def _take_decision(current: Round, need: NeedDecisions, source: BitSource) -> Round:
    """The first who is asked takes any option that the rules accept."""
    pending = need.pending[0]
    first = draw_below(source, len(pending.options))
    for place in range(len(pending.options)):
        option = pending.options[(first + place) % len(pending.options)]
        after = take(current, Decide(pending.actor, option.key))
        if isinstance(after, Round):
            return after
    raise BrokenInvariant(f"{current.game.title} takes none of its own options")
