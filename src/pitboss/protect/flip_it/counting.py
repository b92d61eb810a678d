"""What a counter of flip~it earns who knows every card left: by bet and by cut card."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from pitboss.games.flip_it.edition import CARDS_LEAST, Edition
from pitboss.invariants import check
from pitboss.protect.flip_it import kernel
from pitboss.protect.flip_it.kernel import BETS, CALL_ALL, FIGURES, FLIPS, PARTS, UNEVEN, ShoeSums
from pitboss.protect.flip_it.tables import BET_KEYS, tables_of
from pitboss.protect.runs import Amount, Progress, run, silent
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.engines import Engine
from pitboss.simulate.generator import chunk_state

SHOES_LEAST = 32
"""With fewer, the error estimate itself is too uncertain."""


@dataclass(frozen=True, slots=True)
class CountedBet:
    """One bet with a perfect counter behind it, at one cut card."""

    bet: str
    undealt: int
    positive_rounds: float
    """Share of rounds on which the bet has a positive expectation."""
    edge_when_bet: float
    """Expected net of a unit on those rounds."""
    units_per_round: float
    standard_error: float
    always_units_per_round: float
    """Expected net a round of one unit on every round that offers the bet."""
    standard_deviation: float
    """Standard deviation of a round's net, rounds without a bet included."""

    @property
    def desirability_index(self) -> float:
        """A thousand times the win of a round over its deviation."""
        deviation = self.standard_deviation
        return 1000 * self.units_per_round / deviation if deviation else 0.0

    def spread(self, largest: float) -> float:
        """Units a round for one unit always and `largest` units at a positive expectation."""
        return self.always_units_per_round + (largest - 1) * self.units_per_round

    @property
    def break_even_spread(self) -> float:
        """The spread from which betting on every round wins; infinite where none does."""
        if self.always_units_per_round >= 0:
            return 1.0
        gain = self.units_per_round
        return 1 - self.always_units_per_round / gain if gain > 0 else inf

    @property
    def winning_spread(self) -> float | None:
        """The same, where the bet can be beaten at all."""
        return self.break_even_spread if self.units_per_round > 0 else None


@dataclass(frozen=True, slots=True, eq=False)
class CountTally:
    shoes: int
    cuts: tuple[int, ...]
    over: ShoeSums

    @classmethod
    def empty(cls, *, cards: int, cuts: tuple[int, ...], shoes: int) -> CountTally:
        gains, hits = (np.zeros((cards + 1, BETS), dtype=np.int64) for _ in range(2))
        flips = np.zeros(cards + 1, dtype=np.int64)
        many = len(cuts)
        sums, totals = np.zeros((many, BETS, FIGURES)), np.zeros((many, PARTS))
        products = np.zeros((many, PARTS, PARTS))
        return cls(shoes, cuts, ShoeSums(gains, hits, flips, sums, totals, products))

    def __add__(self, other: CountTally) -> CountTally:
        check(self.cuts == other.cuts, "the same cut cards")
        summed = ShoeSums._make(map(np.add, self.over, other.over))
        return CountTally(self.shoes + other.shoes, self.cuts, summed)

    @property
    def largest_error(self) -> float:
        """Of every bet but the many Call It bets at once, which vary more than any one."""
        asked = [bet for bet in range(BETS) if bet != CALL_ALL]
        return max(self.gain(cut, bet)[1] for cut in range(len(self.cuts)) for bet in asked)

    def gain(self, cut: int, bet: int) -> tuple[float, float]:
        """Gain a round and its standard error.

        A ratio of two sums over independent shoes. How uneven the ranks lay has a known mean
        of zero, so what of the gain moves with it in this sample is taken off.
        """
        totals = self.over.totals[cut] / self.shoes
        ratio = float(totals[bet] / totals[FLIPS])
        if self.shoes < SHOES_LEAST:
            return ratio, inf
        spread = self.over.products[cut] / self.shoes - np.outer(totals, totals)
        controls = spread[UNEVEN:, UNEVEN:]
        slope = np.linalg.lstsq(controls, spread[UNEVEN:, bet], rcond=None)[0]
        ratio -= float(slope @ totals[UNEVEN:] / totals[FLIPS])
        weights = np.zeros(PARTS)
        weights[bet] += 1
        weights[FLIPS] -= ratio
        weights[UNEVEN:] -= slope
        left_over = max(float(weights @ spread @ weights), 0.0)
        return ratio, sqrt(left_over / (self.shoes - len(slope) - 2)) / float(totals[FLIPS])

    def rounds_per_shoe(self, cut: int = 0) -> float:
        return float(self.over.totals[cut, FLIPS]) / self.shoes

    def bets(self, cut: int = 0) -> tuple[CountedBet, ...]:
        flips = float(self.over.totals[cut, FLIPS])
        found = []
        for at, key in enumerate(BET_KEYS):
            row = self.over.sums[cut, at]
            gain, error = self.gain(cut, at)
            gain = max(gain, 0.0)  # the correction may overshoot where next to nothing is won
            hit = float(row[kernel.HIT]) / flips
            spread = max(float(row[kernel.SQUARE]) / flips - gain**2, 0.0)
            found.append(
                CountedBet(
                    bet=key,
                    undealt=self.cuts[cut],
                    positive_rounds=hit,
                    edge_when_bet=float(row[kernel.GAIN] / row[kernel.HIT]) if hit else 0.0,
                    units_per_round=gain,
                    standard_error=error,
                    always_units_per_round=float(row[kernel.ALWAYS]) / flips,
                    standard_deviation=sqrt(spread),
                )
            )
        return tuple(found)


def undealt_refusal(edition: Edition, undealt: int) -> Refusal | None:
    most = edition.deck.size - CARDS_LEAST
    if 0 <= undealt <= most:
        return None
    return Refusal(
        RefusalCode.WRONG_COUNT,
        f"The cut card cannot leave {undealt} of {edition.deck.size} cards undealt; choose 0 to"
        f" {most}.",
    )


def count_chunk(
    edition: Edition, cuts: tuple[int, ...], seed: int, chunk: int, shoes: int
) -> CountTally:
    """One task: the same shoes on any machine."""
    tables = tables_of(edition)
    tally = CountTally.empty(cards=len(tables.deck), cuts=cuts, shoes=shoes)
    head = edition.head
    state = chunk_state(seed=seed, game=f"{head.game} counting", edition=head.hash, chunk=chunk)
    check(bool((np.diff(cuts) <= 0).all()), "cut cards fall")
    with np.errstate(over="ignore"):  # words wrap on purpose; heard only with the compiler off
        kernel.sampled_shoes(state, shoes, np.array(cuts, dtype=np.int64), tables, tally.over)
    return tally


def count(
    edition: Edition,
    cuts: tuple[int, ...],
    engine: Engine,
    amount: Amount,
    *,
    on_progress: Progress = silent,
) -> CountTally:
    """Sampled shoes until the error of every bet at every cut card is small enough."""
    falling = tuple(sorted(set(cuts), reverse=True))
    check(all(undealt_refusal(edition, cut) is None for cut in falling), "cut cards fit the shoe")
    return run(engine, count_chunk, (edition, falling), amount, on_progress=on_progress)
