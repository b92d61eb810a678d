"""All bets of flip~it at once: the fifth card decides the simple bets, row and card the bonus.

Counted from a fresh shoe by the rank and suit of the fifth card: how many rows, laid from the cards
that are left beside it, make each bonus hand or offer the bonus in vain.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from pitboss.exact.flip_it import record_of
from pitboss.exact.flip_it.fresh_shoe import BLACK, EVEN, HIGH, LOW, ODD, RED, FreshShoe
from pitboss.games.editions import HasHead
from pitboss.games.flip_it.edition import ROW_SIZE, Edition
from pitboss.games.flip_it.row import ROYAL_RANKS, BonusHand
from pitboss.par.studies import Joint

LOSS = Fraction(-1)
CALLED = range(2, 14)

Nets = tuple[Fraction | None, ...]


def joint(edition: HasHead) -> Joint:
    """The joint probabilities of all nineteen bets, the bonus last and None when not offered."""
    record = record_of(edition)
    shoe = FreshShoe.of(record)
    chances: dict[Nets, Fraction] = {}

    def add(nets: Nets, chance: Fraction) -> None:
        if chance:
            chances[nets] = chances.get(nets, Fraction(0)) + chance

    rows = comb(shoe.plain - 1, ROW_SIZE)
    for suit in record.deck.suits:
        for rank in record.deck.ranks:
            simple = _simple(record, rank, suit)
            card = shoe.plain_chance * Fraction(record.deck.copies, shoe.plain)
            offered = 0
            for net, count in _bonus_rows(record, rank).items():
                add((*simple, net), card * Fraction(count, rows))
                offered += count
            add((*simple, None), card * Fraction(rows - offered, rows))
    lost = (LOSS,) * (6 + len(CALLED))
    joker = 1 - shoe.plain_chance
    offered_chance = _offered(record)
    add((*lost, LOSS), joker * offered_chance)
    add((*lost, None), joker * (1 - offered_chance))
    return chances


def _simple(edition: Edition, rank: int, suit: int) -> tuple[Fraction, ...]:
    inside, call = edition.inside.to_one, edition.call_it.to_one
    won = (suit in RED, suit in BLACK, rank in ODD, rank in EVEN, rank in HIGH, rank in LOW)
    return (
        *(inside if one else LOSS for one in won),
        *(call if rank == called else LOSS for called in CALLED),
    )


def _bonus_rows(edition: Edition, rank: int) -> dict[Fraction, int]:
    """Rows that offer the bonus, by what it nets with a fifth card of this rank."""
    deck = edition.deck
    each, others = deck.copies * len(deck.suits), len(deck.ranks) - 1
    own = each - 1  # cards of the fifth card's rank that a row can hold
    pair, plain = comb(each, 2), each
    made = {
        BonusHand.THREE_OF_A_KIND: comb(own, 2) * comb(others, 2) * plain**2,
        BonusHand.TWO_PAIR: others * pair * own * (others - 1) * plain,
        BonusHand.FULL_HOUSE: (comb(own, 2) * others * pair + others * comb(each, 3) * own),
        BonusHand.FOUR_OF_A_KIND: comb(own, 3) * others * plain,
        BonusHand.FIVE_OF_A_KIND: comb(own, 4),
        BonusHand.ROYAL_FLUSH: _royals_made(edition, rank),
    }
    lost = (
        others * pair * comb(others - 1, 2) * plain**2
        + comb(others, 2) * pair**2
        + others * comb(each, 3) * (others - 1) * plain
        + others * comb(each, 4)
        + _royals_missed(edition, rank)
    )
    by_net: dict[Fraction, int] = {LOSS: lost}
    for hand, count in made.items():
        net = edition.bonus_odds(hand).to_one
        by_net[net] = by_net.get(net, 0) + count
    return by_net


def _royals_made(edition: Edition, rank: int) -> int:
    """Rows of the four other royal ranks in the fifth card's suit."""
    royal = set(edition.deck.ranks) & set(ROYAL_RANKS)
    whole = rank in royal and len(royal) == len(ROYAL_RANKS)
    rows: int = edition.deck.copies**ROW_SIZE
    return rows if whole else 0


def _royals_missed(edition: Edition, rank: int) -> int:
    """Rows to a royal that the fifth card does not complete."""
    deck = edition.deck
    copies, royal = deck.copies, len(set(deck.ranks) & set(ROYAL_RANKS))
    draws, whole = comb(royal, ROW_SIZE), copies**ROW_SIZE
    missed: int = (len(deck.suits) - 1) * draws * whole
    if rank not in ROYAL_RANKS:
        return missed + int(draws * whole)
    missed += comb(royal - 1, ROW_SIZE - 1) * (copies - 1) * copies ** (ROW_SIZE - 1)
    missed += comb(royal - 1, ROW_SIZE) * whole
    return missed - _royals_made(edition, rank)


def _offered(edition: Edition) -> Fraction:
    """How often a row offers the bonus, over the fifth cards beside it."""
    deck = edition.deck
    rows = comb(deck.size - deck.jokers - 1, ROW_SIZE)
    counts = [sum(_bonus_rows(edition, rank).values()) for rank in deck.ranks]
    return Fraction(sum(counts), rows * len(counts))
