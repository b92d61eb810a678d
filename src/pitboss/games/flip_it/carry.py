"""What a round of flip~it leaves behind: the row, and every card out of the shoe.

Also the words of it for the round notation, such as `row="Ac 7d Kh 2s"` with `out="JK*2 Ac 2s"`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from pitboss.equipment.cards import JOKER, Card, parse_card, parse_cards, show_cards
from pitboss.equipment.decks import Deck
from pitboss.equipment.shoe import Composition
from pitboss.games.flip_it.edition import ROW_SIZE, Edition, ShoeMode
from pitboss.games.flip_it.row import Row
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode

NONE = "none"
_WORDS = ("row", "out")
_COUNT = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)


class Carry(msgspec.Struct, frozen=True):
    """The row (none before a new shoe) and the cards out of the shoe, those of the row included."""

    row: Row
    out: Composition
    """No entry of it is zero, so that equal carries are equal values."""

    def __post_init__(self) -> None:
        check(len(self.row) <= ROW_SIZE, "a row has at most four cards")
        check(not any(card.is_joker for card in self.row), "no joker lies in the row")
        check(
            all(self.out.count(card) >= copies for card, copies in Counter(self.row).items()),
            "the cards of the row are out of the shoe",
        )

    @property
    def discards(self) -> int:
        """How many cards lie in the discard tray, jokers flipped among them (FLP-6.2)."""
        return self.out.total - len(self.row)


NEW_SHOE = Carry(row=(), out=Composition(()))


@lru_cache(maxsize=16)
def full_shoe(deck: Deck) -> Composition:
    """Every card of the shoe, freshly shuffled (FLP-1.1)."""
    return Composition.full(deck)


def left_after(deck: Deck, out: Composition) -> Composition | Refusal:
    """The undealt cards when these are out, or which of them the decks do not hold."""
    left = full_shoe(deck).counts
    for card, count in out.entries:
        held = left.get(card, 0)
        if count > held:
            return Refusal(
                RefusalCode.IMPOSSIBLE_CARD,
                f"{count} of {card} cannot be out of the shoe: it holds {held} of them.",
            )
        left[card] = held - count
    return Composition(tuple(left.items()))


def all_but(deck: Deck, row: Row) -> Composition:
    """The undealt cards when the row alone is out: a continuous shuffler's (FLP-6.6)."""
    gone = Counter(row)
    return Composition.of({card: held - gone[card] for card, held in full_shoe(deck).entries})


def out_of(deck: Deck, undealt: Composition) -> Composition:
    left = undealt.counts
    gone = ((card, held - left[card]) for card, held in full_shoe(deck).entries)
    return Composition(tuple((card, count) for card, count in gone if count))


def is_spent(edition: Edition, row: Row, undealt: Composition) -> bool:
    """Whether the shoe has ended: at the cut card (FLP-6.4) or for want of cards (FLP-7.2)."""
    if edition.shoe is ShoeMode.CUT_CARD and undealt.total <= edition.cut_undealt:
        return True
    missing = ROW_SIZE - len(row)
    return missing > 0 and undealt.total - undealt.count(JOKER) <= missing


def write_carry(carry: Carry) -> dict[str, str]:
    """The carry in words, the cards out of the shoe in card order with their counts."""
    counted = (f"{card}*{count}" if count > 1 else str(card) for card, count in carry.out.entries)
    return {"row": show_cards(carry.row) or NONE, "out": " ".join(counted) or NONE}


def read_carry(edition: Edition, words: Mapping[str, str]) -> Carry | Refusal:
    if set(words) != set(_WORDS):
        return Refusal(
            RefusalCode.BAD_TEXT,
            f"A flip~it round starts from {' and '.join(_WORDS)}, not from"
            f" {' and '.join(words) or 'nothing'}.",
        )
    row = parse_cards("" if words["row"] == NONE else words["row"])
    out = _read_counts("" if words["out"] == NONE else words["out"])
    if isinstance(row, Refusal):
        return row
    if isinstance(out, Refusal):
        return out
    left = left_after(edition.deck, Composition.of(out))
    if isinstance(left, Refusal):
        return left
    return _row_refusal(row, out) or Carry(row=row, out=Composition.of(out))


def _read_counts(text: str) -> dict[Card, int] | Refusal:
    counts: dict[Card, int] = {}
    for word in text.split():
        name, star, count = word.partition("*")
        card = parse_card(name)
        if isinstance(card, Refusal):
            return card
        if card in counts or (star and not _COUNT.fullmatch(count)):
            return Refusal(
                RefusalCode.BAD_TEXT,
                f"'{word}' is not a count of cards; name each card once, such as Ac or Ac*3.",
            )
        counts[card] = int(count or "1")
    return counts


def _row_refusal(row: Row, out: Mapping[Card, int]) -> Refusal | None:
    if len(row) > ROW_SIZE:
        return Refusal(
            RefusalCode.WRONG_COUNT, f"A row has at most {ROW_SIZE} cards, not {len(row)}."
        )
    for card, copies in Counter(row).items():
        if card.is_joker or copies > out.get(card, 0):
            return Refusal(
                RefusalCode.IMPOSSIBLE_CARD,
                f"{card} cannot lie in the row: only cards that are out of the shoe and are not"
                " jokers can.",
            )
    return None
