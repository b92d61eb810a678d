"""Settlement: a bet and what became of it as a line, the same for every game."""

from __future__ import annotations

import msgspec

from pitboss.games.contract import Line, PlacedBet, Result
from pitboss.invariants import BrokenInvariant
from pitboss.units import NO_CREDITS, ClauseId, Odds


class Verdict(msgspec.Struct, frozen=True):
    """What became of one stake: the odds it wins at, or None when it loses; and the clause."""

    odds: Odds | None
    clause: ClauseId


def settled_line(bet: PlacedBet, verdict: Verdict) -> Line:
    """A stake that wins or loses."""
    odds = verdict.odds
    if odds is None:
        return unpaid_line(bet, Result.LOSE, verdict.clause)
    pays = odds.winnings(bet.stake)
    if pays is None:
        raise BrokenInvariant(f"{bet.spot} took a stake that cannot be paid exactly")
    return Line(bet.seat, bet.spot, bet.stake, Result.WIN, odds, pays, verdict.clause)


def unpaid_line(bet: PlacedBet, result: Result, clause: ClauseId) -> Line:
    """A stake that pays nothing: a push, a refund or a loss."""
    return Line(bet.seat, bet.spot, bet.stake, result, None, NO_CREDITS, clause)
