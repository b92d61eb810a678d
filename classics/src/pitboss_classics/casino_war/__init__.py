"""Casino war: one card against the dealer's; a tie is given up for half or fought once more."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from pitboss.gamekit import (
    NO_CREDITS,
    RANKS,
    Area,
    Card,
    ClauseId,
    Composition,
    DealtGame,
    DealtState,
    Deck,
    EditionHead,
    Fields,
    Need,
    NeedCards,
    NeedDecisions,
    NeedNothing,
    Odds,
    Option,
    PayLine,
    Pending,
    PlacedBet,
    Refusal,
    RefusalCode,
    SeatIndex,
    Spot,
    SpotKey,
    Verdict,
    stake_on,
)
from pitboss_classics import COLLECTION

ANTE, RAISE, TIE = SpotKey("ante"), SpotKey("raise"), SpotKey("tie")
WAR, SURRENDER = "war", "surrender"
DEALER, BURN, BURNT = "dealer", "burn", 3
HIGHER, SURRENDERED, WAR_WON = (ClauseId(f"CWR-{n}") for n in ("2.2", "2.4", "2.6"))
BONUS, TIE_BET = ClauseId("CWR-2.7"), ClauseId("CWR-3.1")
HALF = Fraction(1, 2)
GO_TO_WAR = Option(WAR, "Go to war: raise as much again")
GIVE_UP = Option(SURRENDER, "Surrender half")
AREAS = (Area("hand", "Your hand"), Area("side", "Side bet"))


@dataclass(frozen=True, slots=True)
class Edition:
    head: EditionHead
    decks: int
    ranks: tuple[int, ...]
    even: Odds
    tie: Odds
    has_bonus: bool
    """Whether a second tie pays the first stake as well."""


class CasinoWar(DealtGame[Edition]):
    key = "casino-war"
    title = "War"
    collection = COLLECTION
    clause_prefix = "CWR"
    default_edition = "no-bonus"
    void_clause = ClauseId("CWR-4.1")
    end_clause = ClauseId("CWR-2.1")

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        cards, pays = fields.table("cards"), fields.table("pays")
        ranks = cards.text("ranks")
        if len(set(ranks)) < len(ranks) or not set(ranks) <= set(RANKS):
            cards.report("ranks", f"they are different ones of {RANKS}.")
        known = tuple(sorted(RANKS.index(rank) + 1 for rank in set(ranks) & set(RANKS)))
        decks = cards.integer("decks", low=1, high=8)
        bonus = pays.flag("bonus_on_second_tie")
        return Edition(head, decks, known or (1,), pays.odds("even"), pays.odds("tie"), bonus)

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return AREAS

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return _felt(edition)

    def spots(self, state: DealtState[Edition], seat: SeatIndex) -> tuple[Spot, ...]:
        shut = Refusal(RefusalCode.SPOT_CLOSED, "The raise is laid when you go to war on a tie.")
        felt = _felt(state.edition)
        return tuple(replace(one, closed=shut) if one.key == RAISE else one for one in felt)

    def fresh_cards(self, edition: Edition) -> Composition:
        return _shoe(edition.decks, edition.ranks)

    def alike(self, edition: Edition, spots: frozenset[SpotKey]) -> Callable[[Card], Hashable]:
        return rank_of

    def next_need(self, state: DealtState[Edition]) -> Need:
        betting = sorted({bet.seat for bet in state.bets})
        dealt = {one.place for one in state.draws}
        for seat in betting:
            if f"seat {seat}" not in dealt:
                return _cards(state, 1, f"seat {seat}")
        if DEALER not in dealt:
            return _cards(state, 1, DEALER)
        asked = [seat for seat in betting if self._ties(state, seat) and not state.decided(seat)]
        if asked:
            return NeedDecisions(tuple(self._asked(state, seat) for seat in asked))
        fighting = [seat for seat in betting if state.decided(seat) == WAR]
        if not fighting or len(state.cards(DEALER)) == 2:
            return NeedNothing()
        if BURN not in dealt:
            return _cards(state, BURNT, BURN)
        for seat in fighting:
            if len(state.cards(f"seat {seat}")) == 1:
                return _cards(state, 1, f"seat {seat}")
        return _cards(state, 1, DEALER)

    def _asked(self, state: DealtState[Edition], seat: SeatIndex) -> Pending:
        stake = stake_on(state.bets, seat, ANTE) or NO_CREDITS
        return Pending(seat, (replace(GO_TO_WAR, stakes=((RAISE, stake),)), GIVE_UP), SURRENDER)

    def verdict(self, state: DealtState[Edition], bet: PlacedBet) -> Verdict:
        edition = state.edition
        own, dealer = state.cards(f"seat {bet.seat}"), state.cards(DEALER)
        first = rank_of(own[0]) - rank_of(dealer[0])
        if bet.spot == TIE:
            return Verdict(edition.tie if first == 0 else None, TIE_BET)
        if first:
            return Verdict(edition.even if first > 0 else None, HIGHER)
        if state.decided(bet.seat) != WAR:
            return Verdict(None, SURRENDERED, share=HALF)
        second = rank_of(own[1]) - rank_of(dealer[1])
        if second < 0:
            return Verdict(None, WAR_WON)
        if bet.spot == RAISE:
            return Verdict(edition.even, WAR_WON)
        if second == 0 and edition.has_bonus:
            return Verdict(edition.even, BONUS)
        return Verdict(None, WAR_WON, is_push=True)

    def tell(self, state: DealtState[Edition]) -> str:
        need = self.need(state)
        if isinstance(need, NeedDecisions):
            return "A tie: war or surrender?"
        dealer = state.cards(DEALER)
        if not dealer:
            return "One card each."
        return f"The dealer has {dealer[-1].rank_name}."

    def _ties(self, state: DealtState[Edition], seat: SeatIndex) -> bool:
        own, dealer = state.cards(f"seat {seat}"), state.cards(DEALER)
        is_tied = rank_of(own[0]) == rank_of(dealer[0])
        return is_tied and stake_on(state.bets, seat, ANTE) is not None


def rank_of(card: Card) -> int:
    """CWR-1.2: the ace is high."""
    return 14 if card.rank == 1 else card.rank


@cache
def _felt(edition: Edition) -> tuple[Spot, ...]:
    even, tie = edition.even, edition.tie
    ante = [PayLine("your card is higher", even, HIGHER)]
    if edition.has_bonus:
        ante.append(PayLine("a second tie", even, BONUS))
    return (
        Spot(ANTE, "Bet", "hand", (even,), wager="ante", pays=tuple(ante), shares=2),
        Spot(
            RAISE,
            "Raise",
            "hand",
            (even,),
            wager="ante",
            pays=(PayLine("your second card is not lower", even, WAR_WON),),
        ),
        Spot(TIE, "Tie", "side", (tie,), wager="tie", pays=(PayLine("a tie", tie, TIE_BET),)),
    )


def _cards(state: DealtState[Edition], count: int, place: str) -> NeedCards:
    return NeedCards(count, place=place, face_up=place != BURN, undealt=state.shoe)


@cache
def _shoe(decks: int, ranks: tuple[int, ...]) -> Composition:
    return Composition.full(Deck(copies=decks, ranks=ranks))


GAME = CasinoWar()
