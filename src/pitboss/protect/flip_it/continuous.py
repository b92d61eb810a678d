"""Counting against a continuous shuffler: only the row is known, so every row is counted.

Rows are equally likely sets of four cards that are not jokers, whatever was flipped before, and the
fifth card comes from all cards but the row (FLP-6.6). Everything is an exact fraction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from pitboss.exact.flip_it.fresh_shoe import simple_wins
from pitboss.games.flip_it.edition import ROW_SIZE, Edition
from pitboss.games.flip_it.row import ROYAL_RANKS, BonusHand
from pitboss.protect.flip_it.tables import BONUS_KEY, CALL_IT_KEY, INSIDE_KEYS, MADE


@dataclass(frozen=True, slots=True)
class RowBet:
    """One bet for a player who bets only on rows that are worth it."""

    bet: str
    positive_rounds: Fraction
    units_per_round: Fraction
    best: Fraction
    """What the bet is worth on the best row there is."""

    @property
    def edge_when_bet(self) -> Fraction:
        return self.units_per_round / self.positive_rounds if self.positive_rounds else Fraction(0)


def continuous_bets(edition: Edition) -> tuple[RowBet, ...]:
    wins = simple_wins(edition)
    return (
        *(_bet(key, _inside_rows(edition, wins[key][0])) for key in INSIDE_KEYS),
        _bet(CALL_IT_KEY, _call_rows(edition)),
        _bet(BONUS_KEY, _bonus_rows(edition)),
    )


def _bet(key: str, rows: Iterator[tuple[Fraction, Fraction]]) -> RowBet:
    kept = list(rows)
    good = [(chance, value) for chance, value in kept if value > 0]
    return RowBet(
        key,
        sum((chance for chance, _ in good), Fraction(0)),
        sum((chance * value for chance, value in good), Fraction(0)),
        max((value for _, value in kept), default=Fraction(-1)),
    )


def _rest(edition: Edition) -> int:
    return edition.deck.size - ROW_SIZE


def _inside_rows(edition: Edition, group: int) -> Iterator[tuple[Fraction, Fraction]]:
    """By how many of the cards that win lie in the row."""
    plain = edition.deck.size - edition.deck.jokers
    for shown in range(ROW_SIZE + 1):
        rows = comb(group, shown) * comb(plain - group, ROW_SIZE - shown)
        if rows:
            value = (edition.inside.to_one + 1) * Fraction(group - shown, _rest(edition)) - 1
            yield Fraction(rows, comb(plain, ROW_SIZE)), value


def _rank_rows(edition: Edition) -> Iterator[tuple[int, Counter[int]]]:
    """Every set of ranks a row can show, and how many rows show it."""
    each = edition.deck.copies * len(edition.deck.suits)
    for ranks in combinations_with_replacement(edition.deck.ranks, ROW_SIZE):
        shown = Counter(ranks)
        rows = prod(comb(each, count) for count in shown.values())
        if rows:
            yield rows, shown


def _call_rows(edition: Edition) -> Iterator[tuple[Fraction, Fraction]]:
    deck = edition.deck
    each = deck.copies * len(deck.suits)
    every = comb(deck.size - deck.jokers, ROW_SIZE)
    called = [rank for rank in deck.ranks if rank > 1]
    for rows, shown in _rank_rows(edition):
        most = max((each - shown[rank] for rank in called), default=0)
        value = (edition.call_it.to_one + 1) * Fraction(most, _rest(edition)) - 1
        yield Fraction(rows, every), value


def _bonus_rows(edition: Edition) -> Iterator[tuple[Fraction, Fraction]]:
    deck = edition.deck
    each = deck.copies * len(deck.suits)
    every = comb(deck.size - deck.jokers, ROW_SIZE)
    for rows, shown in _rank_rows(edition):
        pairs = sum(comb(count, 2) for count in shown.values())
        if pairs:
            won = sum(
                (
                    (edition.bonus_odds(MADE[pairs, count]).to_one + 1) * (each - count)
                    for count in shown.values()
                    if (pairs, count) in MADE
                ),
                Fraction(0),
            )
            yield Fraction(rows, every), won / _rest(edition) - 1
        elif shown.keys() <= ROYAL_RANKS:
            suited = len(deck.suits) * deck.copies**ROW_SIZE
            missing = ROYAL_RANKS - shown.keys()
            makes = deck.copies if missing <= set(deck.ranks) else 0
            pay = edition.bonus_odds(BonusHand.ROYAL_FLUSH).to_one + 1
            yield Fraction(suited, every), pay * Fraction(makes, _rest(edition)) - 1
