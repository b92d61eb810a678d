"""Whole tables: several seats, each with its own betting table and strategy, round by round.

Seats of one table share the draw, so what the house wins from them is correlated; here they play
through the rules of the live table, for any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.games.rounds import begin
from pitboss.players.strategies import TableBot
from pitboss.refusals import Refusal
from pitboss.simulate.by_rules import LaneBits, play_round
from pitboss.simulate.model import SimulatedGame
from pitboss.units import SeatIndex


@dataclass(frozen=True, slots=True, eq=False)
class TableNets:
    """What each seat netted in each round, in minor units; the house nets the opposite."""

    seats: tuple[SeatIndex, ...]
    nets: NDArray[np.int64]
    """[round, seat]."""

    @property
    def house(self) -> NDArray[np.int64]:
        result: NDArray[np.int64] = -self.nets.sum(axis=1)
        return result


def play_table(
    subject: SimulatedGame, bots: Mapping[SeatIndex, TableBot], *, rounds: int, seed: int
) -> TableNets | Refusal:
    """Play rounds one after the other; a bot's stakes that the table refuses are a refusal."""
    seats = tuple(sorted(bots))
    source = LaneBits(subject.state(seed=seed, chunk=0, purpose="table"))
    nets = np.zeros((rounds, len(seats)), dtype=np.int64)
    rows = dict.fromkeys(seats, 0)
    carry = None
    for at in range(rounds):
        current = begin(subject.game, subject.edition, seats=seats, carry=carry)
        if not isinstance(current, Refusal):
            current = play_round(current, bots, rows, source)
        if isinstance(current, Refusal):
            return current
        for line in current.lines():
            nets[at, seats.index(line.seat)] += line.net
        rows = {s: bots[s].next_row(rows[s], int(nets[at, n])) for n, s in enumerate(seats)}
        carry = current.carry()
    return TableNets(seats, nets)
