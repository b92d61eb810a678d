"""Red or Black: one card from a deck with jokers, and bets on its colour."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.gamekit import (
    Card,
    ClauseId,
    Composition,
    Deck,
    EditionHead,
    Fields,
    NeedCards,
    Odds,
    OneDrawGame,
    PlacedBet,
    Shown,
    Spot,
    SpotKey,
    Verdict,
)

COLOUR, JOKER_LOSES = ClauseId("ROB-2.1"), ClauseId("ROB-2.2")


@dataclass(frozen=True, slots=True)
class Edition:
    head: EditionHead
    jokers: int
    even: Odds


class RedOrBlack(OneDrawGame[Edition]):
    key = "red-or-black"
    title = "Red or Black"
    clause_prefix = "ROB"
    default_edition = "standard"
    void_clause = ClauseId("ROB-3.1")
    end_clause = ClauseId("ROB-2.1")

    def read_edition(self, head: EditionHead, fields: Fields) -> Edition:
        cards, pays = fields.table("cards"), fields.table("pays")
        return Edition(head, cards.integer("jokers", low=0, high=8), pays.odds("even"))

    def all_spots(self, edition: Edition) -> tuple[Spot, ...]:
        names = ("red", "black")
        return tuple(
            Spot(SpotKey(name), name.capitalize(), "colour", (edition.even,), name)
            for name in names
        )

    def equipment(self, edition: Edition) -> NeedCards:
        cards = Composition.full(Deck(jokers=edition.jokers))
        return NeedCards(1, place="table", face_up=True, undealt=cards)

    def judge(self, edition: Edition, bet: PlacedBet, shown: Shown) -> Verdict:
        (card,) = shown
        if not isinstance(card, Card) or card.is_joker:  # ROB-2.2
            return Verdict(None, JOKER_LOSES)
        won = card.is_red == (bet.spot == "red")
        return Verdict(edition.even if won else None, COLOUR)


GAME = RedOrBlack()
