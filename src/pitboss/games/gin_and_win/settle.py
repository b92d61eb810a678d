"""Settlement: every stake of a round that is over, each line with its clause."""

from __future__ import annotations

from pitboss.games.gin_and_win.bonus import NO_LINE
from pitboss.games.gin_and_win.compare import Winner
from pitboss.games.gin_and_win.outcome import SeatOutcome, outcome
from pitboss.games.gin_and_win.rules import VOID
from pitboss.games.gin_and_win.state import BONUS, PLAY, GinState
from pitboss.games.gin_and_win.words import say_over, say_void
from pitboss.games.settlement import (
    Ending,
    Line,
    Result,
    Verdict,
    settled_line,
    settlement_order,
    unpaid_line,
)
from pitboss.games.spots import PlacedBet
from pitboss.units import ClauseId, Odds

NOT_QUALIFIED = ClauseId("GNW-6.2")
LOWER_WINS = ClauseId("GNW-6.3")
WINS = ClauseId("GNW-6.5")
WINS_WITH_ZERO = ClauseId("GNW-6.6")
LOSES = ClauseId("GNW-6.7")
TIES = ClauseId("GNW-6.8")
FOLDED = ClauseId("GNW-6.9")
BONUS_ON_FOLD = ClauseId("GNW-7.2")


def settle(state: GinState) -> tuple[Line, ...]:
    """Takes first, then pays, each by seat and in the order of the felt (GNW-6.10)."""
    if state.void is not None:
        return tuple(unpaid_line(bet, Result.REFUND, VOID) for bet in state.bets)
    result = outcome(state)
    by_seat = {seat.seat: seat for seat in result.seats}
    lines = (
        _bonus_line(state, bet, by_seat[bet.seat])
        if bet.spot == BONUS
        else _base_line(state, bet, by_seat[bet.seat])
        for bet in state.bets
    )
    return settlement_order(tuple(lines))


def ending(state: GinState) -> Ending:
    if state.void is not None:
        return Ending(void=True, sentence=say_void(state.void), clause=VOID)
    result = outcome(state)
    clause = LOWER_WINS if result.qualifies else NOT_QUALIFIED
    return Ending(
        void=False,
        sentence=say_over(state, result),
        clause=FOLDED if result.all_folded else clause,
    )


def _base_line(state: GinState, bet: PlacedBet, seat: SeatOutcome) -> Line:
    pays, is_play = state.edition.pays, bet.spot == PLAY
    if seat.folded:
        return _lose(bet, FOLDED)
    if seat.comparison is None:
        if is_play:
            return unpaid_line(bet, Result.PUSH, NOT_QUALIFIED)
        return _won(bet, pays.ante_no_qualify, NOT_QUALIFIED)
    match seat.comparison.winner:
        case Winner.DEALER:
            return _lose(bet, LOSES)
        case Winner.TIE:
            return unpaid_line(bet, Result.PUSH, TIES)
        case _:
            if is_play and seat.hand.score == 0:
                return _won(bet, pays.play_zero, WINS_WITH_ZERO)
            return _won(bet, pays.play if is_play else pays.ante, WINS)


def _bonus_line(state: GinState, bet: PlacedBet, seat: SeatOutcome) -> Line:
    if seat.folded and state.edition.readings.bonus_lost_on_fold:
        return _lose(bet, BONUS_ON_FOLD)
    if seat.bonus is None:
        return _lose(bet, NO_LINE)
    return _won(bet, state.edition.bonus_odds(seat.bonus), seat.bonus.clause)


def _won(bet: PlacedBet, odds: Odds, clause: ClauseId) -> Line:
    return settled_line(bet, Verdict(odds, clause))


def _lose(bet: PlacedBet, clause: ClauseId) -> Line:
    return unpaid_line(bet, Result.LOSE, clause)
