"""Bets that live across rounds: absorbing chains, walked through the rules and solved exactly.

A position is what a round starts from with the bet on the felt. Each round decides the bet or leads
to another position; what becomes of the bet in the end follows from linear equations in fractions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.exact.oracle import SEAT, cases_of
from pitboss.games.bets import most_on, payable_unit, stake_on, takes_bets
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedDraw, NeedNothing
from pitboss.games.settlement import Line, Result
from pitboss.games.spots import Spot
from pitboss.games.steps import Bet, CloseBets, Draw, Step
from pitboss.refusals import Refusal, RefusalCode, refuse, unwrap
from pitboss.units import Credits

POSITIONS_MAX = 2_000
ONE, NONE = Fraction(1), Fraction(0)


class Sums(NamedTuple):
    """Results so far of a bet and of the one it is made behind, in minor units."""

    net: int = 0
    staked: int = 0
    first_net: int = 0
    """Of the bet that it is made behind."""
    first_staked: int = 0


@dataclass(frozen=True, slots=True)
class Life:
    """A bet from the round it is made in to the round that decides it, per unit staked."""

    law: dict[Fraction, Fraction]
    rounds: Fraction
    """How many rounds it lies on the felt, on average."""
    all_money: Fraction | None = None
    """The edge on everything staked, where it is made to its limit behind another bet."""


class _Position(NamedTuple):
    carry: Any
    sums: Sums


@dataclass(slots=True)
class _Row:
    """The transitions of a position: other positions, ends, and how long the bet lies there."""

    to: dict[int, Fraction] = field(default_factory=dict)
    ends: dict[Sums, Fraction] = field(default_factory=dict)
    rounds: Fraction = NONE

    def add(self, other: _Row, share: Fraction) -> None:
        for at, chance in other.to.items():
            self.to[at] = self.to.get(at, NONE) + share * chance
        for sums, chance in other.ends.items():
            self.ends[sums] = self.ends.get(sums, NONE) + share * chance
        self.rounds += share * other.rounds


def solve_life(game: AnyGame, edition: HasHead, spot: Spot) -> Life | Refusal:
    """A bet that is made once and left alone until it is decided; behind its first bet if any."""
    chain = _Chain(game, edition, spot)
    rows = chain.walk()
    if isinstance(rows, Refusal):
        return rows
    whole = _eliminate(rows)
    if whole is None:
        return Refusal(RefusalCode.WRONG_COUNT, f"A bet on {spot.label} is never decided.")
    made = sum((chance for sums, chance in whole.ends.items() if sums.staked), NONE)
    law: dict[Fraction, Fraction] = {}
    for sums, chance in whole.ends.items():
        if sums.staked:
            net = Fraction(sums.net, sums.staked)
            law[net] = law.get(net, NONE) + chance / made
    return Life(law, whole.rounds / made, _all_money(whole.ends, spot, is_moved=chain.is_moved))


def _all_money(ends: dict[Sums, Fraction], spot: Spot, *, is_moved: bool) -> Fraction | None:
    """None behind a bet that moved: it is backed on one of many numbers only."""
    if spot.times is None or is_moved:
        return None
    lost = staked = NONE
    for sums, chance in ends.items():
        lost -= chance * (sums.net + sums.first_net)
        staked += chance * (sums.staked + sums.first_staked)
    return lost / staked


def _eliminate(rows: list[_Row]) -> _Row | None:
    """The first row with all other positions replaced by what follows them; None if none ends."""
    leaves = ONE
    for at in reversed(range(len(rows))):
        row = rows[at]
        leaves = ONE - row.to.pop(at, NONE)
        if not leaves:
            return None
        for before in rows[:at]:
            chance = before.to.pop(at, NONE)
            if chance:
                before.add(row, chance / leaves)
    whole = _Row()
    whole.add(rows[0], ONE / leaves)
    return whole


class _Chain:
    """The positions of one bet, found by walking every draw of every round."""

    def __init__(self, game: AnyGame, edition: HasHead, spot: Spot) -> None:
        self.game, self.edition, self.spot = game, edition, spot
        spots = {one.key: one for one in game.all_spots(edition)}
        behind = spot if spot.times is None else spots[spot.times.of]
        self.first = behind if behind.moved_from is None else spots[behind.moved_from]
        """The bet that is made first: this one, or the one that it is made behind."""
        self.is_moved = behind.moved_from is not None
        self.limits = edition.head.limits

    def walk(self) -> list[_Row] | Refusal:
        start = self._start()
        if start is None:
            return Refusal(RefusalCode.SPOT_CLOSED, f"{self.first.label} is open in no round.")
        positions = [_Position(start, Sums())]
        known: dict[Hashable, int] = {}
        rows: list[_Row] = []
        while len(rows) < len(positions):
            row = _Row()
            for chance, after, is_made in self._round(positions[len(rows)], is_first=not rows):
                row.rounds += chance if is_made else NONE
                if isinstance(after, Sums):
                    row.ends[after] = row.ends.get(after, NONE) + chance
                    continue
                at = known.setdefault(self._key(after), len(positions))
                if at == len(positions):
                    positions.append(after)
                row.to[at] = row.to.get(at, NONE) + chance
            rows.append(row)
            if len(positions) > POSITIONS_MAX:
                return Refusal(
                    RefusalCode.WRONG_COUNT,
                    f"A bet on {self.spot.label} can meet more than {POSITIONS_MAX:,} positions;"
                    " give the game a solver of its own.",
                )
        return rows

    def _start(self) -> Any:
        """The first start in which the bet, or the one it is made behind, can be made."""
        for start in self.game.starts(self.edition):
            spots = self.game.spots(self._open(start), SEAT)
            if any(one.key == self.first.key and takes_bets(one, self.limits) for one in spots):
                return start
        return None

    def _open(self, carry: Any) -> Any:
        return unwrap(self.game.open(self.edition, seats=(SEAT,), carry=carry))

    def _key(self, after: Sums | _Position) -> Hashable:
        """What tells positions and ends apart."""
        if isinstance(after, Sums):
            return after
        return self.game.start_key(after.carry), after.sums

    def _round(
        self, position: _Position, *, is_first: bool
    ) -> Iterator[tuple[Fraction, Sums | _Position, bool]]:
        """What can follow one round: its chance, what it is, and whether the bet lay there."""
        state = self._open(position.carry)
        if is_first:
            state = self._apply(state, Bet(SEAT, self.first.key, self._first_stake()))
        if self.first is not self.spot and not position.sums.staked:
            state = self._back(state)
        is_made = self.first is self.spot or self._lies(state)
        found: dict[Hashable, Sums | _Position] = {}
        counts: dict[tuple[Hashable, int], int] = {}
        for ways, cases, over in self._draws(self._apply(state, CloseBets()), 1, 1):
            lines = self.game.settle(over)
            sums = self._sum(position.sums, lines)
            is_up = any(line.result is Result.STANDS for line in lines)
            after = _Position(self.game.carry(over), sums) if is_up else sums
            key = self._key(after)
            found.setdefault(key, after)
            counts[key, cases] = counts.get((key, cases), 0) + ways
        for (key, cases), ways in counts.items():
            yield Fraction(ways, cases), found[key], is_made

    def _lies(self, state: Any) -> bool:
        return stake_on(self.game.bets(state), SEAT, self.spot.key) is not None

    def _back(self, state: Any) -> Any:
        """The most behind the first bet, as soon as it can be made."""
        if self._lies(state):
            return state
        spot = next(one for one in self.game.spots(state, SEAT) if one.key == self.spot.key)
        if not takes_bets(spot, self.limits):
            return state
        return self._apply(state, Bet(SEAT, spot.key, self._most(spot)))

    def _first_stake(self) -> Credits:
        """The largest stake that leaves room for all that may be made behind it."""
        times = 1 if self.spot.times is None else self.spot.times.most
        unit = payable_unit(self.first, self.limits)
        most = most_on(self.first, self.limits) // times
        return Credits(max(most // unit, 1) * unit)

    def _most(self, spot: Spot) -> Credits:
        unit = payable_unit(spot, self.limits)
        return Credits(most_on(spot, self.limits) // unit * unit)

    def _draws(self, state: Any, ways: int, cases: int) -> Iterator[tuple[int, int, Any]]:
        """Every end of a round: in how many of how many equally likely cases it is reached."""
        need = self.game.need(state)
        if isinstance(need, NeedNothing):
            yield ways, cases, state
            return
        if not isinstance(need, NeedDraw):
            sentence = f"{self.game.title} asks for decisions; give it a solver of its own."
            refuse(RefusalCode.WRONG_COUNT, sentence)
        found = list(cases_of(need))
        total = cases * sum(count for count, _ in found)
        for count, shown in found:
            yield from self._draws(self._apply(state, Draw(shown)), ways * count, total)

    def _apply(self, state: Any, step: Step) -> Any:
        return unwrap(self.game.apply(state, step))

    def _sum(self, sums: Sums, lines: tuple[Line, ...]) -> Sums:
        for line in lines:
            if line.result is Result.STANDS:
                continue
            if line.spot == self.spot.key or self.first is self.spot:
                sums = sums._replace(net=sums.net + line.net, staked=sums.staked + line.stake)
            else:
                net, staked = sums.first_net + line.net, sums.first_staked + line.stake
                sums = sums._replace(first_net=net, first_staked=staked)
        return sums
