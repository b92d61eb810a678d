"""The settlement of flip~it: every stake against the fifth card, each with its clause."""

from __future__ import annotations

from pitboss.equipment.cards import ACE, Card
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import Row, made_hand
from pitboss.games.flip_it.spots import BONUS_SPOT, CALL_RANK_BY_KEY, INSIDE_BY_KEY
from pitboss.games.flip_it.state import Phase, State
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
from pitboss.invariants import check
from pitboss.units import ClauseId, SpotKey

FIFTH_DECIDES = ClauseId("FLP-2.5")
JOKER_LOSES_ALL = ClauseId("FLP-2.6")
ACE_IS_NO_NUMBER = ClauseId("FLP-3.7")
ACE_HAS_COLOUR = ClauseId("FLP-3.9")
CALL_IT = ClauseId("FLP-4.1")
ACE_LOSES_CALLS = ClauseId("FLP-4.3")
NO_PAYING_HAND = ClauseId("FLP-5.12")
EXPOSED = ClauseId("FLP-7.1")


def verdict(edition: Edition, *, row: Row, fifth: Card, spot: SpotKey) -> Verdict:
    if fifth.is_joker:
        return Verdict(None, JOKER_LOSES_ALL)
    if spot == BONUS_SPOT:
        return _bonus(edition, row, fifth)
    if spot in INSIDE_BY_KEY:
        return _inside(edition, fifth, spot)
    if fifth.rank == ACE:
        return Verdict(None, ACE_LOSES_CALLS)
    return Verdict(edition.call_it if fifth.rank == CALL_RANK_BY_KEY[spot] else None, CALL_IT)


def _inside(edition: Edition, fifth: Card, spot: SpotKey) -> Verdict:
    inside = INSIDE_BY_KEY[spot]
    clause = inside.clause
    if fifth.rank == ACE:
        clause = ACE_IS_NO_NUMBER if inside.red is None else ACE_HAS_COLOUR
    return Verdict(edition.inside if inside.wins(fifth) else None, clause)


def _bonus(edition: Edition, row: Row, fifth: Card) -> Verdict:
    made = made_hand(row, fifth)
    if made is None:
        return Verdict(None, NO_PAYING_HAND)
    hand, clause = made
    return Verdict(edition.bonus_odds(hand), clause)


def settle(state: State) -> tuple[Line, ...]:
    """Every stake, takes before pays (FLP-2.7)."""
    check(state.phase is Phase.OVER, "a round is settled when it is over")
    return settlement_order(tuple(_line(state, bet) for bet in state.bets))


def _line(state: State, bet: PlacedBet) -> Line:
    if state.fifth is None:
        return unpaid_line(bet, Result.REFUND, EXPOSED)
    found = verdict(state.edition, row=state.row, fifth=state.fifth, spot=bet.spot)
    return settled_line(bet, found)


def ending(state: State, sentence: str) -> Ending:
    """How the round ended: void by an exposed card, lost to a joker, or decided."""
    check(state.phase is Phase.OVER, "a round ends when it is over")
    if state.fifth is None:
        return Ending(void=True, sentence=sentence, clause=EXPOSED)
    clause = JOKER_LOSES_ALL if state.fifth.is_joker else FIFTH_DECIDES
    return Ending(void=False, sentence=sentence, clause=clause)
