"""Groups: bets that have the same distribution share one page of a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.exact.figures import BetFigures, GameFigures


@dataclass(frozen=True, slots=True)
class BetGroup:
    """Bets with one distribution, in the order of the felt."""

    bets: tuple[BetFigures, ...]

    @property
    def first(self) -> BetFigures:
        return self.bets[0]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(bet.bet for bet in self.bets)

    @property
    def name(self) -> str:
        """One bet by its key, several of one area as `single:red, green, blue`."""
        area, colon, first = self.keys[0].partition(":")
        if not colon or any(not key.startswith(f"{area}:") for key in self.keys):
            return ", ".join(self.keys)
        rest = [key.partition(":")[2] for key in self.keys[1:]]
        return ", ".join([f"{area}:{first}", *rest])

    @property
    def short(self) -> str:
        """The first bet, and how many are alike: `single:red ×3`."""
        many = len(self.bets)
        return self.keys[0] if many == 1 else f"{self.keys[0]} ×{many}"


def groups_of(figures: GameFigures) -> tuple[BetGroup, ...]:
    """Bets by equal distribution, each group where its first bet stands."""
    found: dict[object, list[BetFigures]] = {}
    for bet in figures.bets:
        key = (bet.distribution.outcomes, bet.average_wager, bet.offered, bet.unit)
        found.setdefault(key, []).append(bet)
    return tuple(BetGroup(tuple(bets)) for bets in found.values())
