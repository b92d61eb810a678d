"""What a counter of flip~it earns who knows every card left: by bet and by cut card."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np

from pitboss.games.flip_it.edition import CARDS_LEAST, Edition
from pitboss.invariants import check
from pitboss.protect.flip_it.kernel import (
    ALWAYS,
    BETS,
    CALL_ALL,
    FIGURES,
    FLIPS,
    GAIN,
    HIT,
    PARTS,
    SQUARE,
    UNEVEN,
    Sums,
    Whole,
    sampled_shoes,
)
from pitboss.protect.flip_it.tables import BET_KEYS, CountTables, tables_of
from pitboss.protect.runs import Amount, Progress, run, silent
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.engines import Engine
from pitboss.simulate.generator import chunk_state

SHOES_LEAST = 32
"""Below this an error of the error says more than the error."""


@dataclass(frozen=True, slots=True)
class CountedBet:
    """One bet with a perfect counter behind it, at one cut card."""

    bet: str
    undealt: int
    positive_rounds: float
    """Share of rounds on which one unit is worth betting."""
    edge_when_bet: float
    """Expected net of a unit on those rounds."""
    units_per_round: float
    standard_error: float
    always: float
    """Expected net a round of one unit on every round that offers the bet."""
    deviation: float
    """Standard deviation of a round's net, rounds without a bet included."""

    @property
    def desirability(self) -> float:
        """A thousand times the win of a round over its deviation."""
        return 1000 * self.units_per_round / self.deviation if self.deviation else 0.0

    def spread(self, largest: float) -> float:
        """Units a round for one unit always and `largest` units when it is worth it."""
        return self.always + (largest - 1) * self.units_per_round

    @property
    def break_even_spread(self) -> float:
        """The spread from which betting on every round wins; infinite where none does."""
        if self.always >= 0:
            return 1.0
        return 1 - self.always / self.units_per_round if self.units_per_round > 0 else inf


@dataclass(frozen=True, slots=True, eq=False)
class CountTally:
    """Sums over shoes: by cards left in whole numbers, by cut card with their squares."""

    shoes: int
    cuts: tuple[int, ...]
    gains: Whole
    hits: Whole
    flips: Whole
    sums: Sums
    totals: Sums
    """By cut card: gains of every bet, flips, and how uneven the ranks lay."""
    products: Sums
    """Sums over shoes of the products of those."""

    @classmethod
    def empty(cls, *, cards: int, cuts: tuple[int, ...], shoes: int) -> CountTally:
        return cls(
            shoes,
            cuts,
            np.zeros((cards + 1, BETS), dtype=np.int64),
            np.zeros((cards + 1, BETS), dtype=np.int64),
            np.zeros(cards + 1, dtype=np.int64),
            np.zeros((len(cuts), BETS, FIGURES)),
            np.zeros((len(cuts), PARTS)),
            np.zeros((len(cuts), PARTS, PARTS)),
        )

    def __add__(self, other: CountTally) -> CountTally:
        check(self.cuts == other.cuts, "the same cut cards")
        return CountTally(
            self.shoes + other.shoes,
            self.cuts,
            self.gains + other.gains,
            self.hits + other.hits,
            self.flips + other.flips,
            self.sums + other.sums,
            self.totals + other.totals,
            self.products + other.products,
        )

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
        totals = self.totals[cut] / self.shoes
        ratio = float(totals[bet] / totals[FLIPS])
        if self.shoes < SHOES_LEAST:
            return ratio, inf
        spread = self.products[cut] / self.shoes - np.outer(totals, totals)
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
        return float(self.totals[cut, FLIPS]) / self.shoes

    def bets(self, cut: int = 0) -> tuple[CountedBet, ...]:
        """Every bet at one of the cut cards."""
        flips = float(self.totals[cut, FLIPS])
        found = []
        for at, key in enumerate(BET_KEYS):
            row = self.sums[cut, at]
            gain, error = self.gain(cut, at)
            gain = max(gain, 0.0)  # the correction may overshoot where next to nothing is won
            hit = float(row[HIT]) / flips
            spread = max(float(row[SQUARE]) / flips - gain**2, 0.0)
            found.append(
                CountedBet(
                    bet=key,
                    undealt=self.cuts[cut],
                    positive_rounds=hit,
                    edge_when_bet=float(row[GAIN] / row[HIT]) if hit else 0.0,
                    units_per_round=gain,
                    standard_error=error,
                    always=float(row[ALWAYS]) / flips,
                    deviation=sqrt(spread),
                )
            )
        return tuple(found)


def undealt_refusal(edition: Edition, undealt: int) -> Refusal | None:
    """Why the cut card cannot lie there."""
    most = edition.deck.size - CARDS_LEAST
    if 0 <= undealt <= most:
        return None
    return Refusal(
        RefusalCode.WRONG_COUNT,
        f"{undealt} cards cannot lie behind the cut card; of {edition.deck.size} cards leave 0"
        f" to {most} undealt.",
    )


def count_chunk(
    edition: Edition, cuts: tuple[int, ...], seed: int, chunk: int, shoes: int
) -> CountTally:
    """One task: the same shoes on any machine."""
    tables = tables_of(edition)
    tally = CountTally.empty(cards=len(tables.deck), cuts=cuts, shoes=shoes)
    head = edition.head
    state = chunk_state(seed=seed, game=f"{head.game} counting", edition=head.hash, chunk=chunk)
    with np.errstate(over="ignore"):  # words wrap on purpose; heard only with the compiler off
        sampled_shoes(state, shoes, tables.deck, *arrays(tables, tally))
    return tally


def arrays(tables: CountTables, tally: CountTally) -> tuple[Any, ...]:
    cuts = np.array(tally.cuts, dtype=np.int64)
    check(bool((np.diff(cuts) <= 0).all()), "cut cards fall")
    fixed = (tables.whole, tables.sides, tables.money, tables.even, tables.pays, tables.squared)
    counted = (tally.gains, tally.hits, tally.flips)
    return (cuts, *fixed, *counted, tally.sums, tally.totals, tally.products)


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
