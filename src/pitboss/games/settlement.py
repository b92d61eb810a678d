"""Settlement: a bet and what became of it as a line, the same for every game."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec.structs import replace

from pitboss.games.contract import Line, PlacedBet, Result
from pitboss.invariants import BrokenInvariant, check
from pitboss.units import NO_CREDITS, ClauseId, Credits, Odds

WHOLE = Fraction(1)


class Verdict(msgspec.Struct, frozen=True):
    """What became of one stake: the odds it wins at, or None when it loses; and the clause."""

    odds: Odds | None
    clause: ClauseId
    share: Fraction = WHOLE
    """How much of a lost stake is taken: all of it, or a half."""
    is_push: bool = False
    """Whether the stake goes back unpaid."""


def settled_line(bet: PlacedBet, verdict: Verdict) -> Line:
    """A stake that wins or loses."""
    odds = verdict.odds
    if verdict.is_push:
        return unpaid_line(bet, Result.PUSH, verdict.clause)
    if odds is None and verdict.share == WHOLE:
        return unpaid_line(bet, Result.LOSE, verdict.clause)
    if odds is None:
        taken = verdict.share * bet.stake
        check(taken.denominator == 1, f"{bet.spot} took a stake that cannot be divided")
        line = unpaid_line(bet, Result.LOSE, verdict.clause)
        return replace(line, lost=Credits(int(taken)))
    pays = odds.winnings(bet.stake)
    if pays is None:
        raise BrokenInvariant(f"{bet.spot} took a stake that cannot be paid exactly")
    return Line(bet.seat, bet.spot, bet.stake, Result.WIN, odds, pays, verdict.clause)


def unpaid_line(bet: PlacedBet, result: Result, clause: ClauseId) -> Line:
    """A stake that pays nothing: a push, a refund or a loss."""
    return Line(bet.seat, bet.spot, bet.stake, result, None, NO_CREDITS, clause)
