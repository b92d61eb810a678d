"""The coach of flip~it: every bet against the cards that nobody has seen yet.

All cards come face up, so what is undealt follows from what everybody saw since the shuffle: the
words the round began with, the row and how many cards are left.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from pitboss.coach.seen import Seen
from pitboss.coach.values import DecisionValue
from pitboss.equipment.cards import JOKER, Card, parse_cards
from pitboss.equipment.shoe import Composition
from pitboss.exact.flip_it import record_of
from pitboss.exact.flip_it.next_card import expected_nets
from pitboss.games.editions import HasHead
from pitboss.games.flip_it.carry import all_but, full_shoe, left_after, read_carry
from pitboss.games.flip_it.edition import ROW_SIZE, Edition, ShoeMode
from pitboss.games.flip_it.row import Row
from pitboss.invariants import check
from pitboss.refusals import unwrap

BASIS = (
    "Given the row on the table and every card that came face up since the shuffle; all other"
    " cards are equally likely to be next."
)
_WAITS_FOR_FIFTH = ("bets", "flip")


def bet_values(edition: HasHead, seen: Seen) -> dict[str, Fraction] | None:
    """What one unit on each bet nets on average; None while no row of four lies there."""
    record = record_of(edition)
    row = unwrap(parse_cards(" ".join(seen.felt["row"])))
    if seen.felt["phase"] not in _WAITS_FOR_FIFTH or len(row) != ROW_SIZE:
        return None
    return expected_nets(record, row=row, undealt=undealt_for(record, row, seen))


def decision(edition: HasHead, seen: Seen) -> DecisionValue | None:
    """Nothing is decided in this game."""
    return None


def undealt_for(edition: Edition, row: Row, seen: Seen) -> Composition:
    """The cards that a viewer must take to be in the shoe still."""
    if edition.shoe is ShoeMode.CONTINUOUS:
        return all_but(edition.deck, row)
    start = unwrap(read_carry(edition, seen.start))
    laid = row[len(start.row) :]
    gone = full_shoe(edition.deck).total - start.out.total - int(seen.felt["undealt"])
    # What was drawn for the row and does not lie there was a joker, shown and laid aside.
    out: Counter[Card] = Counter(start.out.counts)
    out.update(laid)
    out[JOKER] += gone - len(laid)
    left = unwrap(left_after(edition.deck, Composition.of({c: n for c, n in out.items() if n})))
    check(left.total == int(seen.felt["undealt"]), "the shoe has as many cards as the view says")
    return left
