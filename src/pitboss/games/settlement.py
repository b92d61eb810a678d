"""Settlement: each bet and what became of it as a line, the same for every game."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from pitboss.games.spots import PlacedBet
from pitboss.invariants import BrokenInvariant, check
from pitboss.units import NO_CREDITS, ClauseId, Credits, Odds, SeatIndex, SpotKey

WHOLE = Fraction(1)


class Result(StrEnum):
    LOSE = "lose"
    WIN = "win"
    PUSH = "push"
    REFUND = "refund"
    STANDS = "stands"
    """Neither won nor lost: the stake stays up for the next round."""
    AWARD = "award"
    """Paid beside a stake that has a line of its own, such as an Ante bonus."""


_LOSE = Result.LOSE


class Line(msgspec.Struct, frozen=True):
    """One stake settled, or one award, and the clause that says why."""

    seat: SeatIndex
    spot: SpotKey
    stake: Credits
    """Zero for an award: its stake is settled by another line."""
    result: Result
    odds: Odds | None
    """The odds paid; None unless something is won."""
    pays: Credits
    """The winnings, without the stake."""
    clause: ClauseId
    lost: Credits | None = None
    """How much of a lost stake is taken; None for all of it."""
    moves_to: SpotKey | None = None
    """Where a stake that stands lies from now on; None where it lay."""

    @property
    def is_award(self) -> bool:
        """Whether it is paid beside a stake and settles none."""
        return self.result is Result.AWARD

    @property
    def taken(self) -> Credits:
        """How much of the stake the house takes."""
        if self.result is not Result.LOSE:
            return NO_CREDITS
        return self.stake if self.lost is None else self.lost

    @property
    def net(self) -> int:
        """What the line is worth to the player, in minor units."""
        return self.pays if self.result is not Result.LOSE else self.pays - self.taken


class Ending(msgspec.Struct, frozen=True):
    """The end of a round as a whole: settled or void, why, and by which clause."""

    void: bool
    sentence: str
    clause: ClauseId


class Verdict(msgspec.Struct, frozen=True):
    """The result of one stake: the odds it wins at, or None when it loses; and the clause."""

    odds: Odds | None
    clause: ClauseId
    share: Fraction = WHOLE
    """How much of a lost stake is taken: all of it, or a half."""
    is_push: bool = False
    """Whether the stake goes back unpaid."""
    stands: bool = False
    """Whether the stake is not decided and stays up for the next round."""
    moves_to: SpotKey | None = None
    """Where a stake that stands lies from now on; None where it lay."""
    stays_up: bool = False
    """Whether a stake that won stays up, until it is taken down."""


class Award(msgspec.Struct, frozen=True):
    """A pay on a stake beside its own result, and the clause."""

    odds: Odds
    clause: ClauseId


def settled_line(bet: PlacedBet, verdict: Verdict) -> Line:
    """A stake that wins, loses, goes back or stands."""
    odds, clause = verdict.odds, verdict.clause
    if verdict.stands:
        return replace(unpaid_line(bet, Result.STANDS, clause), moves_to=verdict.moves_to)
    if verdict.is_push:
        return unpaid_line(bet, Result.PUSH, clause)
    if odds is not None:
        pays = _winnings(bet, odds)
        return Line(bet.seat, bet.spot, bet.stake, Result.WIN, odds, pays, clause)
    if verdict.share is WHOLE:
        return Line(bet.seat, bet.spot, bet.stake, _LOSE, None, NO_CREDITS, clause)
    taken = verdict.share * bet.stake
    check(taken.denominator == 1, f"{bet.spot} took a stake that cannot be divided")
    lost = None if taken == bet.stake else Credits(int(taken))
    return Line(bet.seat, bet.spot, bet.stake, _LOSE, None, NO_CREDITS, clause, lost)


def award_line(bet: PlacedBet, award: Award) -> Line:
    """What a stake is paid beside its own line; the stake itself is not in it."""
    pays = _winnings(bet, award.odds)
    return Line(bet.seat, bet.spot, NO_CREDITS, Result.AWARD, award.odds, pays, award.clause)


def next_bet(bet: PlacedBet, verdict: Verdict) -> PlacedBet | None:
    """The stake as the next round finds it on the felt; None where it is gone."""
    if verdict.stands:
        return replace(bet, spot=verdict.moves_to or bet.spot)
    return bet if verdict.stays_up and verdict.odds is not None else None


def _winnings(bet: PlacedBet, odds: Odds) -> Credits:
    pays = odds.winnings(bet.stake)
    if pays is None:
        raise BrokenInvariant(f"{bet.spot} took a stake that cannot be paid exactly")
    return pays


def unpaid_line(bet: PlacedBet, result: Result, clause: ClauseId) -> Line:
    """A stake that pays nothing: a push, a refund or a loss."""
    return Line(bet.seat, bet.spot, bet.stake, result, None, NO_CREDITS, clause)


def settlement_order(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Takes first, then everything that is paid or returned; otherwise as given."""
    lose = Result.LOSE
    taken = [line for line in lines if line.result is lose]
    return (*taken, *[line for line in lines if line.result is not lose])
