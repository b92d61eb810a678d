"""The solution of the base game: counts of every net result, and the figures they give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from fractions import Fraction

from pitboss.exact.distributions import Distribution
from pitboss.exact.gin_and_win.decision_groups import DealTally
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.invariants import check


@dataclass(frozen=True, slots=True)
class DealCounts:
    """Deals by how they end, over all pairs of a player's and a dealer's hand."""

    fold: int = 0
    no_qualify: int = 0
    """Played, and the dealer does not qualify."""
    win: int = 0
    """Played and won with a score above zero."""
    zero_win: int = 0
    lose: int = 0
    tie: int = 0
    """Exact ties with scores above zero."""
    zero_tie: int = 0

    @classmethod
    def total_of(cls, parts: Iterable[DealCounts]) -> DealCounts:
        return cls(*map(sum, zip(*map(astuple, parts), strict=True)))

    @property
    def total(self) -> int:
        return sum(astuple(self))


@dataclass(frozen=True, slots=True)
class Solution:
    """The base game when every hand is played or folded as is best for it."""

    parameters: GinParameters
    counts: DealCounts
    folded_hands: int
    method: str

    def __post_init__(self) -> None:
        pool = self.parameters.pool
        check(self.counts.total == pool.deals, "every deal ends in one way")
        check(
            self.counts.fold == self.folded_hands * pool.dealer_hands,
            "a folded hand is folded against every dealer hand",
        )

    @classmethod
    def of_played(
        cls,
        parameters: GinParameters,
        played: DealTally,
        folded: DealTally,
        *,
        zero_win: int,
        zero_tie: int,
        method: str,
    ) -> Solution:
        """All deals played, less those of the hands that are folded."""
        counts = DealCounts(
            fold=folded.hands * parameters.pool.dealer_hands,
            no_qualify=played.no_qualify - folded.no_qualify,
            win=played.win - zero_win - folded.win,
            zero_win=zero_win,
            lose=played.lose - folded.lose,
            tie=played.tie - zero_tie - folded.tie,
            zero_tie=zero_tie,
        )
        return cls(parameters, counts, folded.hands, method)

    @property
    def distribution(self) -> Distribution:
        """Net results per Ante."""
        pays, counts = self.parameters, self.counts
        by_net: dict[Fraction, int] = {}
        for net, count in (
            (Fraction(-1), counts.fold),
            (pays.ante_no_qualify, counts.no_qualify),
            (pays.net_win, counts.win),
            (pays.net_zero_win, counts.zero_win),
            (Fraction(-2), counts.lose),
            (pays.net_tie, counts.tie),
            (pays.net_zero_tie, counts.zero_tie),
        ):
            by_net[net] = by_net.get(net, 0) + count
        return Distribution.of_counts(by_net)

    @property
    def house_edge(self) -> Fraction:
        """Per Ante."""
        return self.distribution.house_edge

    @property
    def fold_rate(self) -> Fraction:
        return Fraction(self.folded_hands, self.parameters.pool.hands)

    @property
    def average_wager(self) -> Fraction:
        """Antes wagered on average: the Ante, and a Play of the same size unless folded."""
        return 2 - self.fold_rate

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_wager
