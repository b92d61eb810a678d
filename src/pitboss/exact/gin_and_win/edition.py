"""From an edition of the game to the numbers of its solution, and from cards to masks."""

from __future__ import annotations

from fractions import Fraction

from pitboss.equipment.cards import Card
from pitboss.exact.gin_and_win.parameters import CardPool, GinParameters
from pitboss.games.editions import HasHead
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.invariants import check, narrow

NAMES = (
    "", "Ace", "Two", "Three", "Four", "Five", "Six", "Seven",
    "Eight", "Nine", "Ten", "Jack", "Queen", "King",
)  # fmt: skip


def record_of(edition: HasHead) -> GinEdition:
    return narrow(edition, GinEdition)


def ranks_by_height(edition: GinEdition) -> tuple[int, ...]:
    """The ranks of the deck from the lowest up, as the edition counts them (GNW-1.3)."""
    return tuple(sorted(edition.deck.ranks, key=lambda rank: edition.heights[rank]))


def names_by_height(edition: GinEdition) -> tuple[str, ...]:
    return tuple(NAMES[rank] for rank in ranks_by_height(edition))


def ranks_up_to(edition: GinEdition, height: int) -> int:
    """How many ranks of the deck stand no higher than a height."""
    return sum(edition.heights[rank] <= height for rank in edition.deck.ranks)


def parameters_of(edition: GinEdition) -> GinParameters:
    """The base game in numbers."""
    check(edition.deck.copies == 1 and edition.deck.jokers == 0, "one deck without jokers")
    pays = edition.pays
    return GinParameters(
        qualifier_rank=ranks_up_to(edition, edition.qualifier.height),
        qualifier_score=edition.qualifier.score,
        ante_win=pays.ante.to_one,
        play_win=pays.play.to_one,
        zero_play_win=pays.play_zero.to_one,
        ante_no_qualify=pays.ante_no_qualify.to_one,
        pool=CardPool(
            ranks=len(edition.deck.ranks), suits=len(edition.deck.suits), hand=edition.hand
        ),
    )


def low_pair_ranks(edition: GinEdition) -> tuple[int, int]:
    """The lowest and the highest rank, counted by height from 1, that the last line takes."""
    if edition.low.or_higher:
        return ranks_up_to(edition, edition.low.height - 1) + 1, len(edition.deck.ranks)
    return 1, ranks_up_to(edition, edition.low.height)


def bonus_pays(edition: GinEdition) -> dict[str, Fraction]:
    return {line.value: odds.to_one for line, odds in edition.bonus}


def suit_masks_of(edition: GinEdition, cards: tuple[Card, ...]) -> tuple[int, ...]:
    """One mask of ranks per suit; bit 0 is the lowest rank."""
    place = {rank: at for at, rank in enumerate(ranks_by_height(edition))}
    masks = dict.fromkeys(edition.deck.suits, 0)
    for card in cards:
        masks[card.suit] |= 1 << place[card.rank]
    return tuple(masks.values())
