"""An edition of flip~it: the cards, the pays and how the shoe is kept."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

from pitboss.equipment.cards import RANKS, SUITS
from pitboss.equipment.decks import Deck
from pitboss.games.editions import EditionHead
from pitboss.games.fields import Fields
from pitboss.games.flip_it.row import BonusHand
from pitboss.units import Odds

ROW_SIZE = 4
# Four cards for the row and one to flip: the least a shoe must have before its cut card.
CARDS_LEAST = ROW_SIZE + 1
# The bonus pays of the document by the name it gives them, in the order of the hands (FLP-5.13).
PAYTABLES: dict[tuple[Fraction | int, ...], str] = {
    (50, 12, 7, 6, 5, 2): "Bonus paytable 1",
    (50, 14, 7, 6, 5, 2): "Bonus paytable 2",
}


class ShoeMode(StrEnum):
    """How the cards are kept shuffled (FLP-6.4, FLP-6.6)."""

    CUT_CARD = "cut-card"
    CONTINUOUS = "continuous"


SEATS_MAX = 7  # FLP-1.2


class Edition(msgspec.Struct, frozen=True, cache_hash=True):
    head: EditionHead
    """Seats, limits and pace are the operator's (FLP-1.2, FLP-1.3, FLP-7.4)."""
    deck: Deck
    inside: Odds
    """FLP-3.8."""
    call_it: Odds
    """FLP-4.4."""
    bonus: tuple[tuple[BonusHand, Odds], ...]
    """The paytable, in the order the document prints it."""
    shoe: ShoeMode
    cut_undealt: int
    """Cards left behind the cut card; without meaning for a continuous shuffler."""

    def __hash__(self) -> int:
        return hash(self.head.hash)

    @property
    def paytable(self) -> str:
        """Which of the document's two bonus paytables is dealt (FLP-5.13)."""
        pays = tuple(odds.to_one for _, odds in self.bonus)
        return PAYTABLES.get(pays, "Bonus paytable, changed")

    def bonus_odds(self, hand: BonusHand) -> Odds:
        return dict(self.bonus)[hand]


def read_edition(head: EditionHead, fields: Fields) -> Edition:
    if head.seats_max > SEATS_MAX:
        fields.report("table.seats", f"the table has places for {SEATS_MAX} players at most.")
    deck = _read_deck(fields.table("cards"))
    pays, bonus, options = (fields.table(name) for name in ("pays", "bonus", "options"))
    modes = tuple(mode.value for mode in ShoeMode)
    return Edition(
        head=head,
        deck=deck,
        inside=pays.odds("inside"),
        call_it=pays.odds("call_it"),
        bonus=tuple((hand, bonus.odds(hand.value)) for hand in BonusHand),
        shoe=ShoeMode(options.choice("shoe", modes)),
        cut_undealt=options.integer("cut_undealt", low=0, high=max(deck.size - CARDS_LEAST, 0)),
    )


def _read_deck(cards: Fields) -> Deck:
    copies = cards.integer("decks", low=1, high=16)
    jokers = cards.integer("jokers", low=0, high=64)
    ranks = _read_letters(cards, "ranks", RANKS)
    suits = _read_letters(cards, "suits", SUITS)
    if copies * len(ranks) * len(suits) < CARDS_LEAST:
        cards.report(
            "decks",
            f"a row and a flip take {CARDS_LEAST} cards that are not jokers; add decks, ranks"
            " or suits.",
        )
    return Deck(
        copies=copies,
        jokers=jokers,
        ranks=tuple(RANKS.index(letter) + 1 for letter in ranks),
        suits=tuple(SUITS.index(letter) for letter in suits),
    )


def _read_letters(cards: Fields, name: str, known: str) -> str:
    """Some of the known letters, each once, in their usual order."""
    letters = cards.text(name)
    chosen = "".join(letter for letter in known if letter in letters)
    if len(chosen) != len(letters):
        cards.report(name, f"'{letters}' must be letters from {known}, each at most once.")
    return chosen or known
