"""The settlement of flip~it: every stake against the fifth card, each with its clause."""

from __future__ import annotations

from pitboss.equipment.cards import ACE, Card
from pitboss.games.contract import Ending, Line, PlacedBet, Result, settlement_order
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import Row, made_hand
from pitboss.games.flip_it.spots import BONUS_SPOT, CALL_RANK_BY_KEY, INSIDE_BY_KEY
from pitboss.games.flip_it.state import Phase, State
from pitboss.invariants import BrokenInvariant, check
from pitboss.units import NO_CREDITS, ClauseId, Odds, SpotKey

FIFTH_DECIDES = ClauseId("FLP-2.5")
JOKER_LOSES_ALL = ClauseId("FLP-2.6")
ACE_IS_NO_NUMBER = ClauseId("FLP-3.7")
ACE_HAS_COLOUR = ClauseId("FLP-3.9")
CALL_IT = ClauseId("FLP-4.1")
ACE_LOSES_CALLS = ClauseId("FLP-4.3")
NO_PAYING_HAND = ClauseId("FLP-5.12")
EXPOSED = ClauseId("FLP-7.1")

Verdict = tuple[Odds | None, ClauseId]
"""The odds a spot wins at, None when it loses, and the clause that says so."""


def verdict(edition: Edition, *, row: Row, fifth: Card, spot: SpotKey) -> Verdict:
    """What the fifth card does to a spot."""
    if fifth.is_joker:
        return None, JOKER_LOSES_ALL
    if spot == BONUS_SPOT:
        return _bonus(edition, row, fifth)
    if spot in INSIDE_BY_KEY:
        return _inside(edition, fifth, spot)
    if fifth.rank == ACE:
        return None, ACE_LOSES_CALLS
    return edition.call_it if fifth.rank == CALL_RANK_BY_KEY[spot] else None, CALL_IT


def _inside(edition: Edition, fifth: Card, spot: SpotKey) -> Verdict:
    inside = INSIDE_BY_KEY[spot]
    clause = inside.clause
    if fifth.rank == ACE:
        clause = ACE_IS_NO_NUMBER if inside.red is None else ACE_HAS_COLOUR
    return edition.inside if inside.wins(fifth) else None, clause


def _bonus(edition: Edition, row: Row, fifth: Card) -> Verdict:
    made = made_hand(row, fifth)
    if made is None:
        return None, NO_PAYING_HAND
    hand, clause = made
    return edition.bonus_odds(hand), clause


def settle(state: State) -> tuple[Line, ...]:
    """Every stake, takes before pays (FLP-2.7)."""
    check(state.phase is Phase.OVER, "a round is settled when it is over")
    return settlement_order(tuple(_line(state, bet) for bet in state.bets))


def _line(state: State, bet: PlacedBet) -> Line:
    if state.fifth is None:
        return _unpaid(bet, Result.REFUND, EXPOSED)
    odds, clause = verdict(state.edition, row=state.row, fifth=state.fifth, spot=bet.spot)
    if odds is None:
        return _unpaid(bet, Result.LOSE, clause)
    pays = odds.winnings(bet.stake)
    if pays is None:  # FLP-1.3: such a stake was refused when it was bet.
        raise BrokenInvariant(f"{bet.spot} took a stake it cannot pay exactly")
    return Line(bet.seat, bet.spot, bet.stake, Result.WIN, odds, pays, clause)


def _unpaid(bet: PlacedBet, result: Result, clause: ClauseId) -> Line:
    return Line(bet.seat, bet.spot, bet.stake, result, None, NO_CREDITS, clause)


def ending(state: State, sentence: str) -> Ending:
    """How the round ended: void by an exposed card, lost to a joker, or decided."""
    check(state.phase is Phase.OVER, "a round ends when it is over")
    if state.fifth is None:
        return Ending(void=True, sentence=sentence, clause=EXPOSED)
    clause = JOKER_LOSES_ALL if state.fifth.is_joker else FIFTH_DECIDES
    return Ending(void=False, sentence=sentence, clause=clause)
