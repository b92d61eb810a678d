"""A player who bets and decides at random, on anything the table allows.

Knows only the contract, so it can sit at every game, new ones included. Used to fill seats at a
practice table and to drive every game through its rules in tests.
"""

from __future__ import annotations

from pitboss.equipment.draws import BitSource, draw_below
from pitboss.games.bets import least_stake, most_on, takes_bets
from pitboss.games.editions import Limits
from pitboss.games.needs import NeedDecisions
from pitboss.games.rounds import Round
from pitboss.games.spots import Spot
from pitboss.games.steps import Bet, Decide
from pitboss.units import Credits, SeatIndex

STAKE_STEPS = 10
"""A random stake is one to this many of the smallest stakes the spot allows."""


def random_bets(
    current: Round,
    seat: SeatIndex,
    source: BitSource,
    *,
    spots_max: int = 3,
    limits: Limits | None = None,
) -> tuple[Bet, ...]:
    """One to `spots_max` bets on open spots, always with the first open spot among them.

    The first spot of a felt is the one other bets may depend on, such as an Ante.
    """
    limits = limits or current.edition.head.limits
    spots = [s for s in current.game.spots(current.state, seat) if takes_bets(s, limits)]
    chosen = spots[:1]
    for _ in range(draw_below(source, spots_max)):
        spot = spots[draw_below(source, len(spots))]
        if spot not in chosen:
            chosen.append(spot)
    return tuple(Bet(seat, spot.key, _stake(spot, limits, source)) for spot in chosen)


def random_decision(current: Round, seat: SeatIndex, source: BitSource) -> Decide | None:
    """One of the options the seat (or the dealer) has now, or None when it owes no decision."""
    need = current.need
    if isinstance(need, NeedDecisions):
        for pending in need.pending:
            if pending.actor == seat:
                option = pending.options[draw_below(source, len(pending.options))]
                return Decide(seat, option.key)
    return None


def _stake(spot: Spot, limits: Limits, source: BitSource) -> Credits:
    least = least_stake(spot, limits)
    most = most_on(spot, limits) // least * least
    return Credits(min(most, least * (1 + draw_below(source, STAKE_STEPS))))
