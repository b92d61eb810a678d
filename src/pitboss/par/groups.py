"""Groups: bets that have the same distribution share one page of a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.games.bet_names import BetNames


@dataclass(frozen=True, slots=True)
class BetGroup:
    """Bets with one distribution, in the order of the felt."""

    bets: tuple[BetFigures, ...]
    names: BetNames

    @property
    def first(self) -> BetFigures:
        return self.bets[0]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(bet.bet for bet in self.bets)

    @property
    def name(self) -> str:
        """All of them, as the felt calls them."""
        return self.names.several(self.keys)

    @property
    def one_name(self) -> str:
        """A bet that may be any one of them."""
        return self.names.one_of(self.keys)

    @property
    def file_key(self) -> str:
        """The first bet, and how many are alike, as files of figures name it: `single:red ×3`."""
        many = len(self.bets)
        return self.keys[0] if many == 1 else f"{self.keys[0]} ×{many}"


def groups_of(figures: GameFigures, names: BetNames) -> tuple[BetGroup, ...]:
    """Bets by equal distribution, each group where its first bet stands."""
    found: dict[object, list[BetFigures]] = {}
    for bet in figures.bets:
        key = (bet.distribution.outcomes, bet.average_wager, bet.offered, bet.unit)
        found.setdefault(key, []).append(bet)
    return tuple(BetGroup(tuple(bets), names) for bets in found.values())
