"""The numbers a solution of Gin & Win depends on, apart from any edition file."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from pitboss.invariants import check

FULL_RANKS = 13
FULL_SUITS = 4
FULL_HAND = 7


@dataclass(frozen=True, slots=True)
class CardPool:
    """A deck of equal suits and the size of a hand; smaller ones serve as checks."""

    ranks: int = FULL_RANKS
    suits: int = FULL_SUITS
    hand: int = FULL_HAND

    def __post_init__(self) -> None:
        check(1 <= self.ranks <= FULL_RANKS, "a suit has 1 to 13 ranks")
        check(1 <= self.suits <= FULL_SUITS, "a deck has 1 to 4 suits")
        check(1 <= self.hand <= FULL_HAND, "a hand has 1 to 7 cards")
        check(2 * self.hand <= self.cards, "two hands must fit in the deck")

    @property
    def cards(self) -> int:
        return self.ranks * self.suits

    @property
    def hands(self) -> int:
        """Hands a player can be dealt: C(52,7) = 133,784,560 in full."""
        return comb(self.cards, self.hand)

    @property
    def dealer_hands(self) -> int:
        """Hands the dealer can hold beside a given one: C(45,7) = 45,379,620 in full."""
        return comb(self.cards - self.hand, self.hand)

    @property
    def deals(self) -> int:
        return self.hands * self.dealer_hands


FULL_POOL = CardPool()


@dataclass(frozen=True, slots=True)
class GinParameters:
    """The qualifier and the pays, all to 1; a loss costs the stake, a fold the Ante."""

    qualifier_rank: int
    """With the qualifying score, the highest left-over rank that still qualifies, from 1."""
    qualifier_score: int = 4
    """The dealer qualifies below this score whatever is left over."""
    ante_win: Fraction = Fraction(1)
    play_win: Fraction = Fraction(1)
    zero_play_win: Fraction = Fraction(3)
    """What Play pays when the player wins with a score of zero."""
    ante_no_qualify: Fraction = Fraction(1)
    """What Ante pays when the dealer does not qualify; Play is returned."""
    dealer_wins_ties: bool = False
    """Another reading: an exact tie loses both bets instead of returning them."""
    zero_tie_wins: bool = False
    """Another reading: a player's zero beats a dealer's zero instead of returning the bets."""
    high_scores_qualify: bool = False
    """Another reading: every score but the qualifying one qualifies, and is compared."""
    pool: CardPool = field(default=FULL_POOL)

    def __post_init__(self) -> None:
        check(0 <= self.qualifier_rank <= self.pool.ranks, "the qualifier counts ranks of the deck")
        check(0 <= self.qualifier_score <= FULL_HAND, "the qualifier is a score of a hand")
        pays = (self.ante_win, self.play_win, self.zero_play_win, self.ante_no_qualify)
        check(all(pay >= 0 for pay in pays), "pays are not negative")

    @property
    def worst_qualifying(self) -> int:
        """The highest score with which a dealer may qualify."""
        return self.pool.hand if self.high_scores_qualify else self.qualifier_score

    @property
    def net_win(self) -> Fraction:
        return self.ante_win + self.play_win

    @property
    def net_zero_win(self) -> Fraction:
        return self.ante_win + self.zero_play_win

    @property
    def net_tie(self) -> Fraction:
        return Fraction(-2 if self.dealer_wins_ties else 0)

    @property
    def net_zero_tie(self) -> Fraction:
        return self.net_zero_win if self.zero_tie_wins else self.net_tie
