"""A tally: what some settled rounds add up to, in whole credits' minor units.

Stakes of one round on two bets are multiplied and the products added up, because the variance of a
round follows from them and from the exact covariances, whatever those are.
"""

from __future__ import annotations

import msgspec


class BetTally(msgspec.Struct, array_like=True):
    """One bet: how often it was made, what was staked, what the house won."""

    bets: int = 0
    staked: int = 0
    won: int = 0


class Tally(msgspec.Struct, omit_defaults=True):
    """Sums over rounds. `won` is the house's; `ms` is time from opening to settlement.

    `corrected` is what corrections after settlement paid to players; the wins have it in them.
    """

    rounds: int = 0
    voids: int = 0
    ms: int = 0
    drop: int = 0
    corrections: int = 0
    corrected: int = 0
    bets: dict[str, BetTally] = {}
    products: dict[str, int] = {}
    """Of the stakes of one round on two bets, summed over rounds; the bets' names, in order. Two
    different bets count twice, as in a square."""

    @property
    def handle(self) -> int:
        return sum(bet.staked for bet in self.bets.values())

    @property
    def win(self) -> int:
        return sum(bet.won for bet in self.bets.values())

    def add(self, other: Tally) -> None:
        self.add_sums(other)
        products = self.products
        for name, product in other.products.items():
            products[name] = products.get(name, 0) + product

    def add_sums(self, other: Tally) -> None:
        """Add everything but the products, which mean nothing across editions."""
        self.rounds += other.rounds
        self.voids += other.voids
        self.ms += other.ms
        self.drop += other.drop
        self.corrections += other.corrections
        self.corrected += other.corrected
        for name, bet in other.bets.items():
            own = self.bets.setdefault(name, BetTally())
            own.bets += bet.bets
            own.staked += bet.staked
            own.won += bet.won

    def bet(self, spot: str, stake: int, won: int) -> None:
        """Count one settled bet."""
        own = self.bets.setdefault(spot, BetTally())
        own.bets += 1
        own.staked += stake
        own.won += won

    def multiply(self) -> None:
        """Make the products of a tally of a single round."""
        stakes = sorted((name, bet.staked) for name, bet in self.bets.items())
        self.products = {
            f"{one} {two}": (1 if one == two else 2) * stake * other
            for at, (one, stake) in enumerate(stakes)
            for two, other in stakes[at:]
        }


_read = msgspec.json.Decoder(Tally).decode
_write = msgspec.json.Encoder().encode


def read_tally(text: str) -> Tally:
    return _read(text)


def write_tally(tally: Tally) -> str:
    return _write(tally).decode()
