"""Cards: rank, suit, joker, and how a person types them.

A card is written rank then suit (`Ac`, `Td`), a joker `JK`. Ranks run from Ace (1, low) to King
(13).
"""

from __future__ import annotations

import re

import msgspec

from pitboss.refusals import Refusal, RefusalCode

RANKS = "A23456789TJQK"
SUITS = "cdhs"
RANK_NAMES = (
    *("Ace", "Two", "Three", "Four", "Five", "Six", "Seven"),
    *("Eight", "Nine", "Ten", "Jack", "Queen", "King"),
)
"""Rank 1 is at position 0."""
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
ACE, KING = 1, 13

_SEPARATORS = re.compile(r"[\s,]+")


class Card(msgspec.Struct, frozen=True, order=True):
    """One card. A joker has rank 0 and suit 0, so it sorts before every other card."""

    rank: int
    suit: int

    def __str__(self) -> str:
        return "JK" if self.is_joker else RANKS[self.rank - 1] + SUITS[self.suit]

    @property
    def is_joker(self) -> bool:
        return self.rank == 0

    @property
    def is_red(self) -> bool:
        """Diamonds and hearts are red; a joker has no colour."""
        return self.rank > 0 and self.suit in (1, 2)

    @property
    def rank_name(self) -> str:
        return "Joker" if self.is_joker else RANK_NAMES[self.rank - 1]


JOKER = Card(rank=0, suit=0)
STANDARD_CARDS = tuple(Card(rank=rank, suit=suit) for suit in range(4) for rank in range(1, 14))
_BY_NAME = {str(card): card for card in (*STANDARD_CARDS, JOKER)}


def parse_card(text: str) -> Card | Refusal:
    """Read one card; suits may be typed in either case, ranks in either case, `10` for `T`."""
    name = text.strip()
    if name.upper() == "JK":
        return JOKER
    if name.startswith("10"):
        name = "T" + name[2:]
    found = _BY_NAME.get(name[:1].upper() + name[1:].lower())
    if found is None:
        return Refusal(
            RefusalCode.BAD_CARD,
            f"'{text}' is not a card; write rank {RANKS} then suit {SUITS}, such as Ac or Td,"
            " and JK for a joker.",
        )
    return found


def parse_cards(text: str) -> tuple[Card, ...] | Refusal:
    """Read cards separated by spaces or commas."""
    cards: list[Card] = []
    for word in filter(None, _SEPARATORS.split(text)):
        card = parse_card(word)
        if isinstance(card, Refusal):
            return card
        cards.append(card)
    return tuple(cards)


def show_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
