"""Rounds through the rules of the live table: slow, for any game and any edition.

What the fast models do not cover is drawn and settled here, and it needs nothing of a game but its
contract.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

import numpy as np

from pitboss.equipment.draws import BlockBits, SeededBits
from pitboss.equipment.shown import Shown
from pitboss.games.bets import least_stake, payable_unit
from pitboss.games.contract import AnyGame
from pitboss.games.dealt import DealtGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedBets, NeedDecisions, NeedDraw, NeedNothing
from pitboss.games.rounds import Round, advance, begin, take
from pitboss.games.settlement import Line
from pitboss.games.steps import CloseBets, Decide, Draw, Step
from pitboss.invariants import BrokenInvariant, check
from pitboss.players.plans import SEAT, flat
from pitboss.players.strategies import BEST, Decider, TableBot, strategies_of
from pitboss.players.wagers import Wager, wagers_of
from pitboss.refusals import Refusal, unwrap
from pitboss.simulate.cells import Cells, CellTable, Numbers, Traced, common_scale
from pitboss.simulate.generator import LANES, Words, fill_words
from pitboss.simulate.positions import Ended, Positions, end_of
from pitboss.simulate.tallies import RoundTally, tally_of_packets
from pitboss.units import Credits, SeatIndex

FULL_CHUNK = 4096
PACKET_ROUNDS = 64
STEPS_MAX = 10_000
"""Steps of one round; a game that needs more does not end."""

Show = Callable[[NeedDraw], Shown]
"""What equipment shows next."""


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
class SettledSeat:
    """A seat's round: nets of each bet in minor units, stakes left in the end, what was offered."""

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
    made_on: Mapping[str, str] = field(default_factory=dict)
    """Where a stake was made that moved to a spot."""
    positions: Positions | None = None
    """Rounds of fresh equipment that were seen; None for a game that is not dealt."""

    @classmethod
    def of(cls, game: AnyGame, edition: HasHead, strategy: str, *, seats: int = 1) -> RulesModel:
        check(1 <= seats <= edition.head.seats_max, "the table has so many seats")
        wagers = wagers_of(game, edition)
        units = _units(game, edition, wagers)
        known = strategies_of(game, edition)
        check(strategy in known, f"{strategy} is a strategy of the game")
        decider: Decider = known[strategy]
        stakes = {w.spot.key: Credits(u) for w, u in zip(wagers, units, strict=True)}
        felt = game.all_spots(edition)
        odds = [odds.to_one for spot in felt for odds in spot.odds]
        odds += [line.odds.to_one for spot in felt for line in spot.awards]
        odds += [Fraction(1, spot.shares) for spot in felt]
        spots = tuple(len(wager.spots) for wager in wagers)
        none = np.zeros((len(wagers), 0), dtype=np.int64)
        table = CellTable(
            tuple(wager.name for wager in wagers),
            common_scale(odds),
            none,
            none,
            none,
            tuple(range(len(wagers))),
            spots,
        )
        bot = TableBot(flat(stakes), decider)
        taken = tuple(SeatIndex(SEAT + at) for at in range(seats))
        moved = {str(s.key): str(s.moved_from) for s in felt if s.moved_from is not None}
        model = cls(game, edition, bot, wagers, units, table, taken, moved)
        return replace(model, positions=model._remember(strategy))

    def _remember(self, strategy: str) -> Positions | None:
        if not isinstance(self.game, DealtGame):
            return None
        carry = self.game.first_carry(self.edition)
        # Best play decides by what bets are decided by; any other may look at every card.
        spots = frozenset(wager.spot.key for wager in self.wagers)
        alike = self.game.alike(self.edition, spots) if strategy == BEST else None
        decide = partial(self.decide_all, carry=carry)
        # Hands of cards that are all told apart hardly ever come again.
        are_few = alike is not None or self.game.fresh_cards(self.edition) is None
        return Positions(self.game, alike, decide, self._find_spot, are_few=are_few)

    @property
    def method(self) -> str:
        return (
            "Every round is drawn and settled by the rules of the live table; errors are taken"
            f" over packets of {PACKET_ROUNDS} rounds."
        )

    def tally(self, state: Words, rounds: int) -> RoundTally:
        seen: dict[Ended, int] = {}
        played = self._play(LaneBits(state), rounds)
        ends = [seen.setdefault(ended, len(seen)) for ended in played]
        by_seat = [[self.row(self.settled(one, seat)) for seat in self.seats] for one in seen]
        rows = np.array(by_seat, dtype=np.int64).sum(axis=1)
        starts = np.arange(0, rounds, PACKET_ROUNDS)
        return tally_of_packets(np.add.reduceat(rows[ends], starts, axis=0), rounds=rounds)

    def trace(self, state: Words, *, trips: int, rounds: int) -> Traced:
        source = LaneBits(state)
        seen: dict[SettledSeat, int] = {}
        cells: Cells = np.empty((trips, rounds), dtype=np.uint16)
        for trip in range(trips):
            for at, ended in enumerate(self._play(source, rounds)):
                one = self.settled(ended, self.seats[0])
                cells[trip, at] = seen.setdefault(one, len(seen))
        check(len(seen) < 1 << 16, "few enough outcomes to number them")
        return Traced(cells, self.table_of(list(seen)))

    def row(self, one: SettledSeat) -> list[int]:
        """The columns of a tally: nets over the scale, then what was offered."""
        scale = self.table.scale
        nets = [net * scale // unit for net, unit in zip(one.nets, self.units, strict=True)]
        return [*nets, *one.offered]

    def table_of(self, seen: list[SettledSeat]) -> CellTable:
        """The table whose cells are these rounds."""
        bets = len(self.wagers)
        rows: Numbers = np.array([self.row(one) for one in seen], dtype=np.int64).T
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

    def _play(self, source: LaneBits, rounds: int) -> Iterator[Ended]:
        """Each round by what became of its stakes; positions alone, no record of how they came.

        Rounds of fresh equipment that have been seen are looked up.
        """
        game, positions = self.game, self.positions
        first = carry = game.first_carry(self.edition)
        for _ in range(rounds):
            start = None
            if positions is not None and carry.is_fresh(first):
                start = positions.find_start(carry)
                if start is None:
                    start = positions.add_start(carry, self._close(carry, source))
            if positions is not None and start is not None and positions.are_few:
                over = positions.play(start, source)
                carry = over.carry
                yield over.ended  # type: ignore[misc]
                continue
            closed = self._close(carry, source) if start is None else start.state
            state = self._finish(closed, carry, lambda need: need.draw(source))
            yield end_of(game.settle(state), self._find_spot)
            carry = game.carry(state)

    def start(self) -> Any:
        """The position in which bets are closed on fresh equipment."""
        return self._close(self.game.first_carry(self.edition), SeededBits(b""))

    def end(self, closed: Any, draw: Show) -> Ended:
        """A round of fresh equipment from closed bets to its end."""
        state = self._finish(closed, self.game.first_carry(self.edition), draw)
        return end_of(self.game.settle(state), self._find_spot)

    def _find_spot(self, line: Line) -> str:
        return self.made_on.get(line.spot, line.spot)

    def _close(self, carry: Any, source: BlockBits) -> Any:
        """The position in which bets are closed, or a round that is over without any."""
        bots, rows = dict.fromkeys(self.seats, self.bot), dict.fromkeys(self.seats, 0)
        current = unwrap(begin(self.game, self.edition, seats=self.seats, carry=carry))
        while not any(isinstance(step, CloseBets) for step in current.steps):
            current = unwrap(_go_on(current, bots, rows, source))
        return current.state

    def _finish(self, state: Any, carry: Any, draw: Show) -> Any:
        game = self.game
        for _ in range(STEPS_MAX):
            need = game.need(state)
            if isinstance(need, NeedNothing):
                return state
            if isinstance(need, NeedDecisions):
                state = self.decide_all(state, carry)
                continue
            check(isinstance(need, NeedDraw), "bets are closed once in a round")
            state = unwrap(game.apply(state, Draw(draw(need))))  # type: ignore[arg-type]
        raise BrokenInvariant("a round of this game does not end")

    def decide_all(self, state: Any, carry: Any) -> Any:
        """The state once every decision that is awaited was taken by a seat's bot, or in haste."""
        game, seats = self.game, self.seats
        for _ in range(STEPS_MAX):
            need = game.need(state)
            if not isinstance(need, NeedDecisions):
                return state
            pending = need.pending[0]
            mine = None
            if pending.actor in seats:
                current = Round(game, self.edition, seats, carry, (), state)
                mine = self.bot.decide(current, pending.actor)
            step = mine or Decide(pending.actor, pending.hasty)
            state = unwrap(game.apply(state, step))
        raise BrokenInvariant("a round of this game does not end")

    def settled(self, ended: Ended, seat: SeatIndex) -> SettledSeat:
        """What a round came to for one seat, by bet."""
        nets: dict[str, int] = {}
        staked: dict[str, int] = {}
        for at, spot, net, stake in ended:
            if at == seat:
                nets[spot] = nets.get(spot, 0) + net
                staked[spot] = staked.get(spot, 0) + stake
        return SettledSeat(
            tuple(sum(nets.get(spot, 0) for spot in w.spots) for w in self.wagers),
            tuple(sum(staked.get(spot, 0) for spot in w.spots) for w in self.wagers),
            tuple(
                staked.get(w.spot.key, 0) // unit if self.game.keeps_bets else w.spot.key in staked
                for w, unit in zip(self.wagers, self.units, strict=True)
            ),
        )


def _units(game: AnyGame, edition: HasHead, wagers: tuple[Wager, ...]) -> tuple[int, ...]:
    """A stake for each bet: the least, or as much as the least that may lie behind it."""
    limits = edition.head.limits
    spots = {spot.key: spot for spot in game.all_spots(edition)}
    units = {wager.spot.key: int(least_stake(wager.spot, limits)) for wager in wagers}
    for spot in spots.values():
        if spot.times is not None:
            first = spots[spot.times.of].moved_from or spot.times.of
            step = payable_unit(spots[first], limits)
            units[first] = max(units[first], -(-units[spot.key] // step) * step)
    return tuple(units[wager.spot.key] for wager in wagers)


def play_round(
    current: Round,
    bots: Mapping[SeatIndex, TableBot],
    rows: Mapping[SeatIndex, int],
    source: BlockBits,
) -> Round | Refusal:
    """Play a round to its end by each seat's bot, which bets by its row; or what was refused."""
    for _ in range(STEPS_MAX):
        if current.is_over:
            return current
        after = _go_on(current, bots, rows, source)
        if isinstance(after, Refusal):
            return after
        current = after
    raise BrokenInvariant("a round of this game does not end")


def _go_on(
    current: Round,
    bots: Mapping[SeatIndex, TableBot],
    rows: Mapping[SeatIndex, int],
    source: BlockBits,
) -> Round | Refusal:
    """The round after its next draw, its bets or one decision."""
    current = advance(current, source)
    need = current.need
    steps: list[Step]
    if isinstance(need, NeedNothing):
        return current
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
    return current
