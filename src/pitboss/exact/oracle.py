"""The oracle: an obvious walk over every chance, through the rules of the live table.

It knows no game: it asks the contract what a round needs, tries everything equipment can show with
its exact weight, and lets the player choose by what the player's own view shows. It imports no
kernel. Positions that are the same are walked once, and cards that the game calls alike are one;
so are first hands that differ only in their suits, where the game says that none is preferred.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from pitboss.equipment.chances import alike_sets, suit_sets, unordered_rows
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import (
    AnyDraw,
    Need,
    NeedBets,
    NeedCards,
    NeedDecisions,
    NeedDraw,
    NeedNothing,
)
from pitboss.games.rounds import begin
from pitboss.games.steps import DEALER, Bet, CloseBets, Decide, Draw, Step
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import Credits, SeatIndex, SpotKey

SEAT = SeatIndex(1)
POSITIONS_MAX = 3_000_000
"""Positions of one step of the round; a game with more brings a solver of its own."""

STEPS = 10
"""A walk of many small steps may visit so many times the positions allowed at one step."""

NEEDS_KEPT = 16
"""The same dice are rolled in every position of a walk."""

Stakes = tuple[tuple[SpotKey, Credits], ...]
Nets = tuple[int, ...]
"""The net result of each spot bet, in minor units and in the order of the bets."""

Joint = dict[Nets, Fraction]

NOT_OFFERED: Nets = ()
"""The key of rounds in which one of the bets could not be made."""

Frontier = dict[int, dict[Any, int]]
"""Positions with their number of cases, by how many equally likely cases there are in all."""

Tell = Callable[[int], None]


def tell_no_one(_positions: int) -> None:
    """For callers that show no progress."""


def joint_distribution(
    game: AnyGame,
    edition: HasHead,
    stakes: Stakes,
    *,
    carry: Any = None,
    spots: tuple[SpotKey, ...] | None = None,
) -> Joint:
    """The distribution of `solve`, where the game is small enough for it."""
    return unwrap(solve(game, edition, stakes, carry=carry, spots=spots))


def solve(
    game: AnyGame,
    edition: HasHead,
    stakes: Stakes,
    *,
    carry: Any = None,
    spots: tuple[SpotKey, ...] | None = None,
    with_staked: bool = False,
    tell: Tell = tell_no_one,
    most: int = POSITIONS_MAX,
) -> Joint | Refusal:
    """The exact joint distribution of the net results when one seat makes these bets.

    The player takes, at each decision, the option with the best expected total, and of options
    that are worth the same the one that is offered first. `spots` names the results wanted, for
    spots that the rules place themselves; by default those bet. Rounds in which a bet is not
    offered are left out of play and counted under `NOT_OFFERED`. With `with_staked` each result
    ends with all that was staked. `tell` is called with the number of positions as the walk goes
    on. A game of more than `most` positions at one step is refused with an estimate.
    """
    start = unwrap(begin(game, edition, seats=(SEAT,), carry=carry))
    wanted = spots or tuple(spot for spot, _ in stakes)
    alike = game.alike(edition, frozenset(spot for spot, _ in stakes))
    walk = _Walk(game, stakes, wanted, with_staked, alike, tell, most)
    joint = walk.solve({1: {start.state: 1}})
    if isinstance(joint, dict):
        check(sum(joint.values()) == 1, "every chance was walked once")
    return joint


@dataclass(slots=True)
class _Walk:
    game: AnyGame
    stakes: Stakes
    wanted: tuple[SpotKey, ...]
    with_staked: bool
    alike: Callable[[Any], Hashable] | None
    tell: Tell
    most: int
    walked: int = field(default=0)
    has_drawn: bool = field(default=False)

    def solve(self, frontier: Frontier) -> Joint | Refusal:
        """Follow every chance; where the seat must decide, choose the best option for each view."""
        over: dict[int, dict[Nets, int]] = {}
        deciding: dict[object, Frontier] = {}
        while frontier:
            refused = self._size_refusal(frontier)
            if refused is not None:
                return refused
            further: Frontier = {}
            for cases, positions in frontier.items():
                counts = over.setdefault(cases, {})
                for state, weight in positions.items():
                    need = self.game.need(state)
                    if isinstance(need, NeedNothing):
                        nets = self._nets(state)
                        counts[nets] = counts.get(nets, 0) + weight
                    elif isinstance(need, NeedBets) and not self._offers(state):
                        counts[NOT_OFFERED] = counts.get(NOT_OFFERED, 0) + weight
                    elif isinstance(need, NeedDecisions) and seat_options(need):
                        # Positions that the seat cannot tell apart are decided together.
                        level = deciding.setdefault(self.game.view(state, SEAT), {})
                        level.setdefault(cases, {})[state] = weight
                    else:
                        self._follow(further, cases, state, need, weight)
            frontier = further
        joint = _chances(over)
        for alike in deciding.values():
            best = self._best(alike)
            if isinstance(best, Refusal):
                return best
            for nets, chance in best.items():
                joint[nets] = joint.get(nets, Fraction(0)) + chance
        return joint

    def _nets(self, state: Any) -> Nets:
        lines = self.game.settle(state)
        by_spot: dict[SpotKey, int] = {}
        for line in lines:
            by_spot[line.spot] = by_spot.get(line.spot, 0) + line.net
        nets = tuple(by_spot.get(spot, 0) for spot in self.wanted)
        return (*nets, sum(line.stake for line in lines)) if self.with_staked else nets

    def _follow(self, further: Frontier, cases: int, state: Any, need: Need, weight: int) -> None:
        """Everything that can happen next."""
        apply = self.game.apply
        if isinstance(need, NeedDraw):
            found = list(self._shown(need))
            self.has_drawn = True
            check(bool(found), f"a draw of {need.count} {need.kind} is in what it is drawn from")
            level = further.setdefault(cases * sum(ways for ways, _ in found), {})
            for ways, shown in found:
                after = unwrap(apply(state, Draw(shown)))
                level[after] = level.get(after, 0) + weight * ways
            return
        steps: tuple[Step, ...]
        if isinstance(need, NeedDecisions):
            steps = (dealers_choice(need),)
        else:
            placed = {bet.spot for bet in self.game.bets(state)}
            bets = (Bet(SEAT, spot, stake) for spot, stake in self.stakes if spot not in placed)
            steps = (*bets, CloseBets())
        for step in steps:
            state = unwrap(apply(state, step))
        level = further.setdefault(cases, {})
        level[state] = level.get(state, 0) + weight

    def _shown(self, need: AnyDraw) -> Iterable[tuple[int, Any]]:
        if isinstance(need, NeedCards) and self.alike is not None:
            return alike_sets(need.undealt, need.count, self.alike)
        if isinstance(need, NeedCards) and self.game.suits_alike and self._is_first_seen(need):
            return suit_sets(need.undealt, need.count)
        return cases_of(need)

    def _is_first_seen(self, need: NeedCards) -> bool:
        """Whether nothing is dealt yet that suits could match, and the seat sees what comes."""
        return not self.has_drawn and (need.face_up or need.place == f"seat {SEAT}")

    def _offers(self, state: Any) -> bool:
        spots = self.game.spots(state, SEAT)
        closed = {spot.key for spot in spots if spot.closed is not None}
        return not any(spot in closed for spot, _ in self.stakes)

    def _best(self, alike: Frontier) -> Joint | Refusal:
        """What follows when the seat takes the best option in positions it cannot tell apart."""
        need = self.game.need(next(iter(next(iter(alike.values())))))
        found: list[Joint] = []
        for option in seat_options(need) if isinstance(need, NeedDecisions) else ():
            joint = self.solve(self._decided(alike, option))
            if isinstance(joint, Refusal):
                return joint
            found.append(joint)
        return max(found, key=self._expected)

    def _expected(self, joint: Joint) -> Fraction:
        cases = lcm(*(chance.denominator for chance in joint.values()))
        total = sum(
            chance.numerator * (cases // chance.denominator) * sum(nets[: len(self.wanted)])
            for nets, chance in joint.items()
        )
        return Fraction(total, cases)

    def _decided(self, alike: Frontier, option: str) -> Frontier:
        after: Frontier = {}
        for cases, positions in alike.items():
            level = after.setdefault(cases, {})
            for state, weight in positions.items():
                chosen = unwrap(self.game.apply(state, Decide(SEAT, option)))
                level[chosen] = level.get(chosen, 0) + weight
        return after

    def _size_refusal(self, frontier: Frontier) -> Refusal | None:
        held = sum(map(len, frontier.values()))
        self.walked += held
        self.tell(self.walked)
        level = next(iter(frontier.values()))
        need = self.game.need(next(iter(level)))
        each = need.most_cases() if isinstance(need, NeedDraw) and self.alike is None else 1
        size = max(held * each, self.walked // STEPS)
        if size <= self.most:
            return None
        return Refusal(
            RefusalCode.WRONG_COUNT,
            f"Every chance of this game is about {size:,} positions at one step, and at most"
            f" {self.most:,} are walked; give the game a solver of its own.",
        )


def _chances(over: dict[int, dict[Nets, int]]) -> Joint:
    """Results that were counted, by how many equally likely cases there are in all."""
    joint: Joint = {}
    for cases, counts in over.items():
        for nets, count in counts.items():
            joint[nets] = joint.get(nets, Fraction(0)) + Fraction(count, cases)
    return joint


def cases_of(need: AnyDraw) -> Iterable[tuple[int, Any]]:
    """Everything that can show; which of several equal dice or Tops shows what never matters."""
    return need.cases() if isinstance(need, NeedCards) or need.count == 1 else _rows_of(need)


@lru_cache(NEEDS_KEPT)
def _rows_of(need: AnyDraw) -> tuple[tuple[int, Any], ...]:
    first, *others = need.origin()
    is_equal = all(one == first for one in others)
    return tuple(unordered_rows(need.cases()) if is_equal else need.cases())


def seat_options(need: NeedDecisions) -> tuple[str, ...]:
    """What the seat may decide; nothing where others must."""
    return tuple(o.key for one in need.pending if one.actor == SEAT for o in one.options)


def dealers_choice(need: NeedDecisions) -> Decide:
    """What the dealer chooses (who spins) never changes a chance."""
    return Decide(DEALER, need.pending[0].hasty)
