"""Rounds through the rules of the live table: slow, for any game and any edition.

What the fast models do not cover is drawn and settled here, and it needs nothing of a game but its
contract.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from pitboss.equipment.draws import BlockBits
from pitboss.games.bets import least_stake
from pitboss.games.contract import AnyGame, NeedBets, NeedDecisions
from pitboss.games.editions import HasHead
from pitboss.games.rounds import Round, advance, begin, take
from pitboss.games.steps import CloseBets, Decide, Step
from pitboss.invariants import BrokenInvariant, check
from pitboss.players.plans import SEAT, flat
from pitboss.players.strategies import Decider, TableBot, strategies_of
from pitboss.players.wagers import Wager, wagers_of
from pitboss.refusals import Refusal, unwrap
from pitboss.simulate.cells import Cells, CellTable, Numbers, Traced, common_scale
from pitboss.simulate.generator import LANES, Words, fill_words
from pitboss.simulate.tallies import Tally, tally_of_packets
from pitboss.units import Credits, SeatIndex

FULL_CHUNK = 4096
PACKET_ROUNDS = 64
STEPS_MAX = 10_000
"""Steps of one round; a game that needs more does not end."""


class LaneBits(BlockBits):
    """A bit source for the rules from the lanes of a chunk."""

    def __init__(self, state: Words) -> None:
        super().__init__()
        self._state = state

    def block(self, number: int) -> bytes:
        words = np.empty((1, LANES), dtype=np.uint64)
        with np.errstate(over="ignore"):
            fill_words(self._state, words)
        return words.astype(">u8").tobytes()


@dataclass(frozen=True, slots=True)
class _Settled:
    """One round: nets of each bet in minor units, stakes left in the end, and what was offered."""

    nets: tuple[int, ...]
    staked: tuple[int, ...]
    offered: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RulesModel:
    """Seats that make every bet of the felt, round after round, on the same draws.

    A tally is of all seats together, a unit a seat and round; a trace follows the first seat.
    """

    full_chunk: ClassVar = FULL_CHUNK
    is_independent: ClassVar = False
    game: AnyGame
    edition: HasHead
    bot: TableBot
    wagers: tuple[Wager, ...]
    units: tuple[int, ...]
    table: CellTable
    seats: tuple[SeatIndex, ...] = (SEAT,)

    @classmethod
    def of(cls, game: AnyGame, edition: HasHead, strategy: str, *, seats: int = 1) -> RulesModel:
        check(1 <= seats <= edition.head.seats_max, "the table has so many seats")
        wagers = wagers_of(game, edition)
        units = tuple(int(least_stake(wager.spot, edition.head.limits)) for wager in wagers)
        known = strategies_of(game, edition)
        check(strategy in known, f"{strategy} is a strategy of the game")
        decider: Decider = known[strategy]
        stakes = {w.spot.key: Credits(u) for w, u in zip(wagers, units, strict=True)}
        odds = [odds.to_one for spot in game.all_spots(edition) for odds in spot.odds]
        spots = tuple(len(wager.spots) for wager in wagers)
        none = np.zeros((len(wagers), 0), dtype=np.int64)
        table = CellTable(
            tuple(wager.name for wager in wagers),
            common_scale([*odds, Fraction(1)]),
            none,
            none,
            none,
            tuple(range(len(wagers))),
            spots,
        )
        bot = TableBot(flat(stakes), decider)
        taken = tuple(SeatIndex(SEAT + at) for at in range(seats))
        return cls(game, edition, bot, wagers, units, table, taken)

    @property
    def method(self) -> str:
        return (
            "Every round is drawn and settled by the rules of the live table; errors are taken"
            f" over packets of {PACKET_ROUNDS} rounds."
        )

    def tally(self, state: Words, rounds: int) -> Tally:
        settled = self._play(LaneBits(state), rounds)
        rows = np.array(
            [np.sum([self._row(seat) for seat in one], axis=0) for one in settled], dtype=np.int64
        )
        starts = np.arange(0, rounds, PACKET_ROUNDS)
        return tally_of_packets(np.add.reduceat(rows, starts, axis=0), rounds=rounds)

    def trace(self, state: Words, *, trips: int, rounds: int) -> Traced:
        source = LaneBits(state)
        seen: dict[_Settled, int] = {}
        cells: Cells = np.empty((trips, rounds), dtype=np.uint16)
        for trip in range(trips):
            for at, one in enumerate(self._play(source, rounds)):
                cells[trip, at] = seen.setdefault(one[0], len(seen))
        check(len(seen) < 1 << 16, "few enough outcomes to number them")
        return Traced(cells, self._table_of(list(seen)))

    def _row(self, one: _Settled) -> list[int]:
        scale = self.table.scale
        nets = [net * scale // unit for net, unit in zip(one.nets, self.units, strict=True)]
        return [*nets, *one.offered]

    def _table_of(self, seen: list[_Settled]) -> CellTable:
        bets = len(self.wagers)
        rows: Numbers = np.array([self._row(one) for one in seen], dtype=np.int64).T
        staked = [[s // u for s, u in zip(one.staked, self.units, strict=True)] for one in seen]
        return CellTable(
            self.table.bets,
            self.table.scale,
            rows[:bets],
            np.array(staked, dtype=np.int64).T,
            rows[bets:],
            self.table.exposure_of,
            self.table.largest_wager,
        )

    def _play(self, source: LaneBits, rounds: int) -> list[tuple[_Settled, ...]]:
        """Each round, seat by seat."""
        bots, rows = dict.fromkeys(self.seats, self.bot), dict.fromkeys(self.seats, 0)
        carry = None
        settled = []
        for _ in range(rounds):
            current = unwrap(begin(self.game, self.edition, seats=self.seats, carry=carry))
            current = unwrap(play_round(current, bots, rows, source))
            settled.append(tuple(self._settled(current, seat) for seat in self.seats))
            carry = current.carry()
        return settled

    def _settled(self, current: Round, seat: SeatIndex) -> _Settled:
        nets: dict[str, int] = {}
        staked: dict[str, int] = {}
        for line in current.lines():
            if line.seat == seat:
                nets[line.spot] = line.net
                staked[line.spot] = line.stake
        return _Settled(
            tuple(sum(nets.get(spot, 0) for spot in w.spots) for w in self.wagers),
            tuple(sum(staked.get(spot, 0) for spot in w.spots) for w in self.wagers),
            tuple(int(w.spot.key in staked) for w in self.wagers),
        )


def play_round(
    current: Round,
    bots: Mapping[SeatIndex, TableBot],
    rows: Mapping[SeatIndex, int],
    source: LaneBits,
) -> Round | Refusal:
    """Play a round to its end by each seat's bot, which bets by its row; or what was refused."""
    for _ in range(STEPS_MAX):
        current = advance(current, source)
        if current.is_over:
            return current
        need = current.need
        steps: list[Step]
        if isinstance(need, NeedBets):
            seats = sorted(bots)
            bets = [bet for seat in seats for bet in bots[seat].bets(current, seat, rows[seat])]
            steps = [*bets, CloseBets()]
        elif isinstance(need, NeedDecisions):
            pending = need.pending[0]
            bot = bots.get(pending.actor)
            mine = None if bot is None else bot.decide(current, pending.actor)
            steps = [mine or Decide(pending.actor, pending.hasty)]
        else:
            raise BrokenInvariant(f"the round waits for nothing that can be given: {need}")
        for step in steps:
            after = take(current, step)
            if isinstance(after, Refusal):
                return after
            current = after
    raise BrokenInvariant("a round of this game does not end")
