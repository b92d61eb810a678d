"""Three equal bets on five cards: two of them may be taken back while cards are still to come."""

from __future__ import annotations

from dataclasses import dataclass
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
)
from pitboss_classics import COLLECTION
from pitboss_classics.let_it_ride.hands import HAND, KINDS, kind_of

BASE, FIRST, SECOND = SpotKey("base"), SpotKey("first"), SpotKey("second")
RIDE, BACK, COMMUNITY = "ride", "back", "community"
DEALT = 3
PAID = ClauseId("RID-3.1")
TO_RIDE, TO_TAKE_BACK = Option(RIDE, "Let it ride"), Option(BACK, "Take it back")
AREAS = (Area("bets", "Three equal bets"),)
STREETS = ((FIRST, "first"), (SECOND, "second"))
"""The bets that may be taken back, in the order in which they are decided."""


@dataclass(frozen=True, slots=True)
class Edition:
    head: EditionHead
    ranks: tuple[int, ...]
    pays: tuple[tuple[str, Odds], ...]


class Ride(DealtGame[Edition]):
    key = "let-it-ride"
    title = "Ride"
    collection = COLLECTION
    clause_prefix = "RID"
    default_edition = "standard"
    suits_alike = True
    void_clause = ClauseId("RID-4.1")
    end_clause = PAID

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        cards, pays = fields.table("cards"), fields.table("pays")
        text = cards.text("ranks")
        if not 2 <= len(set(text)) == len(text) or not set(text) <= set(RANKS):
            cards.report("ranks", f"they are at least two different ones of {RANKS}.")
        ranks = tuple(sorted(RANKS.index(rank) + 1 for rank in set(text) & set(RANKS)))
        return Edition(head, ranks or (1, 2), tuple((kind, pays.odds(kind)) for kind in KINDS))

    def areas(self, edition: Edition) -> tuple[Area, ...]:
        return AREAS

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        return _felt(edition)

    def fresh_cards(self, edition: Edition) -> Composition:
        return _deck(edition.ranks)

    def next_need(self, state: DealtState[Edition]) -> Need:
        betting = [bet.seat for bet in state.bets if bet.spot == BASE]
        # Every hand is one draw, and then every community card.
        turned = len(state.draws) - len(betting)
        if turned < 0:
            return _cards(state, DEALT, f"seat {betting[turned]}")
        if turned == len(STREETS):
            return NeedNothing()
        asked = [seat for seat in betting if _decided(state, seat) == turned]
        if asked:
            return NeedDecisions(tuple(_asked(seat, STREETS[turned][0]) for seat in asked))
        return _cards(state, 1, COMMUNITY)

    def verdict(self, state: DealtState[Edition], bet: PlacedBet) -> Verdict:
        kind = kind_of(state.cards(f"seat {bet.seat}") + state.cards(COMMUNITY))
        return Verdict(None if kind is None else dict(state.edition.pays)[kind], PAID)

    def tell(self, state: DealtState[Edition]) -> str:
        cards = state.cards(COMMUNITY)
        if isinstance(self.need(state), NeedDecisions):
            _, name = STREETS[len(cards)]
            return f"Let the {name} bet ride, or take it back?"
        if not cards:
            return "Three cards each, face down."
        return "The community cards are " + " and ".join(card.rank_name for card in cards) + "."

    def explain(self, state: DealtState[Edition], seat: SeatIndex) -> str:
        own = state.cards(f"seat {seat}")
        return f"You have {_words(own + state.cards(COMMUNITY))}." if own else ""

    def place_note(self, state: DealtState[Edition], key: str, items: tuple[str, ...]) -> str:
        if key == COMMUNITY or not all(items):
            return ""
        hand = state.cards(key) + state.cards(COMMUNITY)
        return "" if len(hand) < HAND and kind_of(hand) is None else _words(hand)


def _decided(state: DealtState[Edition], seat: SeatIndex) -> int:
    """How many decisions a seat has made."""
    return sum(who == seat for who, _ in state.decisions)


def _asked(seat: SeatIndex, spot: SpotKey) -> Pending:
    """RID-2.4: a stake that its player says nothing about is taken back."""
    return Pending(seat, (TO_RIDE, replace(TO_TAKE_BACK, stakes=((spot, NO_CREDITS),))), BACK)


def _cards(state: DealtState[Edition], count: int, place: str) -> NeedCards:
    return NeedCards(count, place=place, face_up=place == COMMUNITY, undealt=state.shoe)


def _words(cards: tuple[Card, ...]) -> str:
    kind = kind_of(cards)
    return "less than a pair of tens" if kind is None else KINDS[kind]


@cache
def _felt(edition: Edition) -> tuple[Spot, ...]:
    lines = tuple(
        PayLine(KINDS[kind].removeprefix("a "), odds, PAID) for kind, odds in edition.pays
    )
    odds = tuple(dict.fromkeys(line.odds for line in lines))
    base = Spot(BASE, "Bet", "bets", odds, wager="ride", pays=lines, lays=(FIRST, SECOND))
    shut = Refusal(RefusalCode.SPOT_CLOSED, "This bet is laid with the one that stays; bet there.")
    laid = (
        replace(base, key=key, label=f"{name.capitalize()} bet", closed=shut, lays=())
        for key, name in STREETS
    )
    return base, *laid


@cache
def _deck(ranks: tuple[int, ...]) -> Composition:
    return Composition.full(Deck(ranks=ranks))


GAME = Ride()
