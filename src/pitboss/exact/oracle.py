"""The oracle: a slow, obvious walk over every chance, through the rules of the live table.

It knows no game: it asks the contract what a round needs, tries every draw with its exact
probability, and lets the player choose by what the player's own view shows. It imports no kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Composition
from pitboss.games.contract import AnyGame, NeedBets, NeedCards, NeedDecisions, NeedSpin
from pitboss.games.editions import HasHead
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import DEALER, Bet, CloseBets, Decide, Draw, Step
from pitboss.invariants import check
from pitboss.refusals import unwrap
from pitboss.units import Credits, SeatIndex, SpotKey

SEAT = SeatIndex(1)

Stakes = tuple[tuple[SpotKey, Credits], ...]
Nets = tuple[int, ...]
"""The net result of each spot bet, in minor units and in the order of the bets."""

Joint = dict[Nets, Fraction]

NOT_OFFERED: Nets = ()
"""The key of rounds in which one of the bets could not be made."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A position of the round and the probability of getting there."""

    chance: Fraction
    position: Round


def joint_distribution(
    game: AnyGame,
    edition: HasHead,
    stakes: Stakes,
    *,
    carry: Any = None,
    spots: tuple[SpotKey, ...] | None = None,
) -> Joint:
    """The exact joint distribution of the net results when one seat makes these bets.

    The player takes, at each decision, the option with the best expected total. `spots` names
    the results wanted, for spots that the rules place themselves; by default those bet. Rounds
    in which a bet is not offered are left out of play and counted under `NOT_OFFERED`.
    """
    start = unwrap(begin(game, edition, seats=(SEAT,), carry=carry))
    wanted = spots or tuple(spot for spot, _ in stakes)
    joint = _solve(list(_walk(Branch(Fraction(1), start), stakes)), stakes, wanted)
    check(sum(joint.values()) == 1, "every chance was walked once")
    return joint


def chances(undealt: Composition, count: int) -> Iterator[tuple[Fraction, tuple[Card, ...]]]:
    """Every set of `count` cards that can come, with its exact probability."""
    total = comb(undealt.total, count)
    for ways, cards in _sets([(c, n) for c, n in undealt.entries if n], count):
        yield Fraction(ways, total), cards


def _sets(left: list[tuple[Card, int]], count: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    if count == 0:
        yield 1, ()
        return
    for at, (card, held) in enumerate(left):
        for copies in range(1, min(held, count) + 1):
            for ways, rest in _sets(left[at + 1 :], count - copies):
                yield comb(held, copies) * ways, (card,) * copies + rest


def _walk(branch: Branch, stakes: Stakes) -> Iterator[Branch]:
    """Follow every chance until the seat must decide or the round is over."""
    position = branch.position
    need = position.need
    waits = isinstance(need, NeedDecisions) and any(one.actor == SEAT for one in need.pending)
    if position.is_over or waits or not _offered(position, stakes):
        yield branch
        return
    for chance, steps in _ways(position, stakes):
        after = position
        for step in steps:
            after = unwrap(take(after, step))
        yield from _walk(Branch(branch.chance * chance, after), stakes)


def _ways(position: Round, stakes: Stakes) -> Iterator[tuple[Fraction, tuple[Step, ...]]]:
    need = position.need
    if isinstance(need, NeedBets):
        bets = tuple(Bet(SEAT, spot, stake) for spot, stake in stakes)
        yield Fraction(1), (*bets, CloseBets())
    elif isinstance(need, NeedCards):
        for chance, cards in chances(need.undealt, need.count):
            yield chance, (Draw(cards),)
    elif isinstance(need, NeedSpin):
        first, second = (top.counts() for top in need.tops)
        faces = len(need.tops[0].faces) * len(need.tops[1].faces)
        for a, b in product(first, second):
            yield Fraction(first[a] * second[b], faces), (Draw((a, b)),)
    elif isinstance(need, NeedDecisions):
        # What the dealer chooses (who spins) never changes a chance.
        yield Fraction(1), (Decide(DEALER, need.pending[0].hasty),)


def _offered(position: Round, stakes: Stakes) -> bool:
    """Whether every bet can be made now, where bets are open."""
    if not isinstance(position.need, NeedBets):
        return True
    spots = position.game.spots(position.state, SEAT)
    closed = {spot.key for spot in spots if spot.closed is not None}
    return not any(spot in closed for spot, _ in stakes)


def _solve(branches: list[Branch], stakes: Stakes, wanted: tuple[SpotKey, ...]) -> Joint:
    """Settle what is over; elsewhere choose the best option for each view of the seat."""
    joint: Joint = {}
    deciding: dict[object, list[Branch]] = {}
    for branch in branches:
        if branch.position.is_over:
            nets = _nets(branch.position, wanted)
            joint[nets] = joint.get(nets, Fraction(0)) + branch.chance
        elif isinstance(branch.position.need, NeedBets):
            joint[NOT_OFFERED] = joint.get(NOT_OFFERED, Fraction(0)) + branch.chance
        else:
            view = branch.position.game.view(branch.position.state, SEAT)
            deciding.setdefault(view, []).append(branch)
    for alike in deciding.values():
        best = max((_after(alike, o, stakes, wanted) for o in _options(alike[0])), key=_expected)
        for nets, chance in best.items():
            joint[nets] = joint.get(nets, Fraction(0)) + chance
    return joint


def _options(branch: Branch) -> tuple[str, ...]:
    need = branch.position.need
    check(isinstance(need, NeedDecisions), "a branch that waits, waits for a decision")
    pending = [p for p in getattr(need, "pending", ()) if p.actor == SEAT]
    return tuple(option.key for option in pending[0].options)


def _after(alike: list[Branch], option: str, stakes: Stakes, wanted: tuple[SpotKey, ...]) -> Joint:
    """What follows when the seat takes this option in every position it cannot tell apart."""
    further: list[Branch] = []
    for branch in alike:
        after = unwrap(take(branch.position, Decide(SEAT, option)))
        further.extend(_walk(Branch(branch.chance, after), stakes))
    return _solve(further, stakes, wanted)


def _expected(joint: Mapping[Nets, Fraction]) -> Fraction:
    return sum((chance * sum(nets) for nets, chance in joint.items()), Fraction(0))


def _nets(position: Round, wanted: tuple[SpotKey, ...]) -> Nets:
    by_spot = {line.spot: line.net for line in position.lines()}
    return tuple(by_spot.get(spot, 0) for spot in wanted)
