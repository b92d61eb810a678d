"""The law of a trip: what its simulation must come to, computed without drawing anything.

A visit with independent rounds is a walk between barriers; its distribution follows step by step
from the exact distribution of one round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.figures import GameFigures
from pitboss.games.parts import find_part
from pitboss.invariants import check
from pitboss.players.plans import BetPlan, Visit
from pitboss.simulate.kernels.trips import RUIN, STOP_LOSS, STOP_WIN, TIME
from pitboss.simulate.model import SimulatedGame, model_of
from pitboss.simulate.trips import at_risk, row_stakes

WIDTH_MAX = 1 << 20
WORK_MAX = 1 << 33
"""Bankroll levels times outcomes times rounds; beyond it the law is left out, not the trip."""

Chances = Mapping[int, Fraction]
"""Probabilities of a round's net result, in minor units."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TripLaw:
    """Expected values of a trip."""

    mean: float
    deviation: float
    rounds: float
    endings: tuple[float, ...]
    """Probabilities in the order of ENDINGS."""
    note: str
    """What was assumed."""
    is_exact: bool = True
    """False where correlated rounds were taken as independent."""


def row_chances(
    subject: SimulatedGame, figures: GameFigures, stakes: Mapping[str, int]
) -> Chances | None:
    """The distribution of one round of these stakes, or None where it is not known."""
    known = {bet.bet: bet for bet in figures.bets}
    if len(stakes) == 1:
        ((bet, stake),) = stakes.items()
        if bet not in known or known[bet].offered != 1:
            return None
        found = known[bet].distribution
        return {int(o.net * stake): Fraction(o.count, found.total) for o in found.outcomes}
    find_joint = find_part("exact", subject.game, "joint")
    if find_joint is None:
        return None
    joint: Mapping[tuple[Fraction, ...], Fraction] = find_joint(subject.edition)
    order = [bet.bet for bet in figures.bets]
    chances: dict[int, Fraction] = {}
    for nets, chance in joint.items():
        net = sum((stakes.get(b, 0) * n for b, n in zip(order, nets, strict=True)), Fraction(0))
        chances[int(net)] = chances.get(int(net), Fraction(0)) + chance
    return chances


def trip_law(
    subject: SimulatedGame, plan: BetPlan, visit: Visit, figures: GameFigures
) -> TripLaw | str:
    """The law, or a sentence on why none is given."""
    rows = row_stakes(subject, plan)
    chances = [row_chances(subject, figures, stakes) for stakes in rows]
    if any(found is None for found in chances):
        return (
            "These trips have no exact value to compare with: the plan's bets are known one by one,"
            " not together."
        )
    model = model_of(subject)
    known = [found for found in chances if found is not None]
    needs = [at_risk(model.table, stakes) for stakes in rows]
    walk = Walk.of(plan, known, needs, visit)
    if walk is None:
        return "These trips have no exact value to compare with: too many amounts to follow."
    note = (
        "Exact for independent rounds."
        if model.is_independent
        else "Rounds from one shoe are correlated and no formula is known for them; values marked"
        " ≈ take rounds as independent, which makes results a little too wide."
    )
    return replace(walk.law(note), is_exact=model.is_independent)


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """Levels of money in steps of `unit`, from `low` up, and the moves of each row."""

    plan: BetPlan
    visit: Visit
    moves: tuple[tuple[tuple[int, float], ...], ...]
    needs: tuple[int, ...]
    unit: int
    low: int
    """The lowest level that can be reached, in units below the start."""
    high: int

    @classmethod
    def of(
        cls, plan: BetPlan, chances: list[Chances], needs: list[int], visit: Visit
    ) -> Walk | None:
        nets = [net for found in chances for net in found]
        unit = gcd(*nets) or 1
        moves = tuple(
            tuple((net // unit, float(p)) for net, p in found.items()) for found in chances
        )
        down, up = -min(0, *nets) // unit, max(0, *nets) // unit
        low = min(down * visit.rounds, -(-int(visit.bankroll) // unit) + down)
        high = up * visit.rounds
        if visit.stop_win is not None:
            high = min(high, -(-int(visit.stop_win) // unit) + up)
        work = (low + high + 1) * visit.rounds * sum(map(len, moves))
        if low + high + 1 > WIDTH_MAX or work > WORK_MAX:
            return None
        return cls(plan, visit, moves, tuple(needs), unit, low, high)

    def law(self, note: str) -> TripLaw:
        """Step by step: spread every level by its row's moves, then take out what ended."""
        size = self.low + self.high + 1
        money = (np.arange(size) - self.low) * self.unit
        alive = np.zeros((len(self.moves), size))
        alive[0, self.low] = 1.0
        ended = np.zeros((4, size))
        rounds = 0.0
        for _ in range(self.visit.rounds):
            rounds += float(alive.sum())
            alive = self._step(alive)
            self._take_out(alive, money, ended)
        ended[TIME] += alive.sum(axis=0)
        total = ended.sum(axis=0)
        check(abs(float(total.sum()) - 1.0) < 1e-6, "probabilities sum to one")
        mean = float(total @ money)
        variance = float(total @ (money - mean) ** 2)
        return TripLaw(mean, variance**0.5, rounds, tuple(map(float, ended.sum(axis=1))), note)

    def _step(self, alive: Floats) -> Floats:
        after = np.zeros_like(alive)
        size = alive.shape[1]
        for row, moves in enumerate(self.moves):
            follows = self.plan.rows[row]
            for move, chance in moves:
                onto = follows.pushed if move == 0 else follows.won if move > 0 else follows.lost
                if move >= 0:
                    after[onto, move:] += chance * alive[row, : size - move]
                else:
                    after[onto, :move] += chance * alive[row, -move:]
        return after

    def _take_out(self, alive: Floats, money: NDArray[np.int64], ended: Floats) -> None:
        visit = self.visit
        stops: list[tuple[int, NDArray[np.bool_]]] = []
        if visit.stop_win is not None:
            stops.append((STOP_WIN, money >= visit.stop_win))
        if visit.stop_loss is not None:
            stops.append((STOP_LOSS, money <= -visit.stop_loss))
        for code, where in stops:
            ended[code, where] += alive[:, where].sum(axis=0)
            alive[:, where] = 0.0
        for row, need in enumerate(self.needs):
            broke = visit.bankroll + money < need
            ended[RUIN, broke] += alive[row, broke]
            alive[row, broke] = 0.0
