"""Trips: visits to the table round by round, with a bankroll, stops and a betting table.

Rounds come from a model's trace, so each is really drawn and settled; money is whole minor units.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.invariants import check
from pitboss.players.plans import BetPlan, Visit
from pitboss.players.wagers import wagers_of
from pitboss.simulate.cells import Cells, CellTable
from pitboss.simulate.checkpoint import SAVE_EVERY_S, SavedTrips
from pitboss.simulate.chunks import Chunk, chunks
from pitboss.simulate.engines import Engine, in_order
from pitboss.simulate.kernels.trips import RUIN, MoneyTable, walk_trips
from pitboss.simulate.model import SimulatedGame, model_of
from pitboss.simulate.tallies import ENDINGS, TripTally

TRIPS_MAX = 10**9
TRIP_ROUNDS_MAX = 10**6
# Rounds of a full chunk of trips: what fits comfortably in memory.
_TRACE_ROUNDS = 1 << 21
_FIRST_TRIPS = 256
_NO_STOP = 1 << 62


def row_stakes(subject: SimulatedGame, plan: BetPlan) -> list[dict[str, int]]:
    """For each row of the plan, stakes by the name of the bet."""
    names = {w.spot.key: w.name for w in wagers_of(subject.game, subject.edition)}
    return [{names[spot]: int(stake) for spot, stake in row.stakes} for row in plan.rows]


def money_table(subject: SimulatedGame, plan: BetPlan, table: CellTable) -> MoneyTable:
    """What each row of the plan nets in each cell."""
    stakes = np.array(
        [[row.get(bet, 0) for bet in table.bets] for row in row_stakes(subject, plan)],
        dtype=np.int64,
    )
    nets = stakes @ table.nets
    check(bool((nets % table.scale == 0).all()), "a stake that cannot be paid exactly was refused")
    follows = [[row.lost, row.pushed, row.won] for row in plan.rows]
    return MoneyTable(
        nets // table.scale,
        stakes @ table.wagers,
        stakes @ np.array(table.largest_wager, dtype=np.int64),
        np.array(follows, dtype=np.int64),
    )


def at_risk(table: CellTable, stakes: Mapping[str, int]) -> int:
    """The most that a round of these stakes can take, raises included."""
    pairs = zip(table.bets, table.largest_wager, strict=True)
    return sum(stakes.get(bet, 0) * units for bet, units in pairs)


def walk(cells: Cells, money: MoneyTable, visit: Visit) -> NDArray[np.int64]:
    """Trips over traced rounds: a row each of net, rounds, wagered, deepest fall, ending."""
    out = np.empty((len(cells), 5), dtype=np.int64)
    win_at, lose_at = (
        _NO_STOP if stop is None else int(stop) for stop in (visit.stop_win, visit.stop_loss)
    )
    walk_trips(cells, money, (int(visit.bankroll), win_at, lose_at), out)
    return out


@dataclass(frozen=True, slots=True)
class TripOrder:
    """Which trips to simulate, and how many."""

    subject: SimulatedGame
    plan: BetPlan
    visit: Visit
    trips: int
    seed: int

    @property
    def full_chunk(self) -> int:
        """Trips of a full chunk."""
        rounds = min(_TRACE_ROUNDS, model_of(self.subject).full_chunk)
        return max(1, rounds // self.visit.rounds)

    def chunks(self, *, start: int = 0, done: int = 0) -> Iterator[Chunk]:
        """From chunk `start` on, `done` trips lying before."""
        full = self.full_chunk
        first = min(full, _FIRST_TRIPS)
        return chunks(self.trips, full=full, first=first, start=start, done=done)


def run_trips(order: TripOrder, index: int, trips: int) -> TripTally:
    """One task: the same trips on any machine."""
    state = order.subject.state(seed=order.seed, chunk=index, purpose="trips")
    traced = model_of(order.subject).trace(state, trips=trips, rounds=order.visit.rounds)
    money = money_table(order.subject, order.plan, traced.table)
    net, played, wagered, fall, ending = walk(traced.cells, money, order.visit).T
    return TripTally(
        trips,
        int(played.sum()),
        int(wagered.sum()),
        Counter(net.tolist()),
        Counter(fall.tolist()),
        tuple(int((ending == code).sum()) for code in range(len(ENDINGS))),
        Counter(played[ending == RUIN].tolist()),
    )


def play_trips(
    order: TripOrder,
    engine: Engine,
    *,
    on_progress: Callable[[int], None] | None = None,
    saver: Callable[[SavedTrips], None] | None = None,
    saved: SavedTrips | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[TripTally, bool]:
    """All trips, chunk by chunk in order; and whether an interrupt cut them short.

    What is kept ends at a whole chunk, so that more trips can follow.
    """
    kept = saved or SavedTrips(TripTally(), 0)
    tally = kept.tally
    left = order.chunks(start=kept.chunk, done=tally.trips)
    tasks = ((chunk, (order, chunk.index, chunk.size)) for chunk in left)
    saved_at, is_partial = clock(), False
    try:
        for chunk, found in in_order(engine, run_trips, tasks):
            tally += found
            if chunk.is_whole:
                kept = SavedTrips(tally, chunk.index + 1)
            if on_progress is not None:
                on_progress(tally.trips)
            if saver is not None and clock() - saved_at >= SAVE_EVERY_S:
                saver(kept)
                saved_at = clock()
    except (KeyboardInterrupt, CancelledError):
        is_partial = True
    if saver is not None:
        saver(kept)
    return tally, is_partial
