"""All bets of a game of one draw at once: the oracle's shortest walk, one settlement a result."""

from __future__ import annotations

from typing import Any

from pitboss.exact.oracle import (
    POSITIONS_MAX,
    SEAT,
    Stakes,
    cases_of,
    dealers_choice,
    seat_options,
)
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedDecisions, NeedDraw, NeedNothing
from pitboss.games.rounds import begin
from pitboss.games.settlement import Line, Result
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Step
from pitboss.invariants import check
from pitboss.refusals import Refusal, unwrap
from pitboss.units import Credits, SpotKey

Counts = dict[SpotKey, dict[int, int]]
"""The net results of each bet, each with its number of equally likely cases."""


def marginals(
    game: AnyGame, edition: HasHead, stakes: Stakes, *, most: int = POSITIONS_MAX
) -> Counts | None:
    """The net results of each bet of a game of one draw, all bets made at once.

    None where the bets cannot all be made together, more than one draw decides them, or somebody
    decides something that changes a result.
    """
    state: Any = unwrap(begin(game, edition, seats=(SEAT,))).state
    steps: tuple[Step, ...] = (*(Bet(SEAT, spot, stake) for spot, stake in stakes), CloseBets())
    for step in steps:
        state = game.apply(state, step)
        if isinstance(state, Refusal):
            return None
    return _count_draw(game, state, dict(stakes), most)


def _count_draw(
    game: AnyGame, state: Any, stakes: dict[SpotKey, Credits], most: int
) -> Counts | None:
    """What one draw makes of the bets that lie there, once everybody has decided."""
    need = game.need(state)
    if isinstance(need, NeedDecisions):
        first, *others = _choices(need)
        found = _count_draw(game, unwrap(game.apply(state, first)), stakes, most)
        for one in others if found else ():
            if _count_draw(game, unwrap(game.apply(state, one)), stakes, most) != found:
                return None
        return found
    if not isinstance(need, NeedDraw) or need.most_cases() > most:
        return None
    counts: Counts = {spot: {} for spot in stakes}
    cases = 0
    for ways, shown in cases_of(need):
        cases += ways
        over = unwrap(game.apply(state, Draw(shown)))
        if not isinstance(game.need(over), NeedNothing):
            return None
        _count_lines(counts, stakes, game.settle(over), ways)
    check(cases > 0, f"a draw of {need.count} {need.kind} is in what it is drawn from")
    for spot, by_net in counts.items():
        losses = cases - sum(by_net.values())
        if losses:
            by_net[-stakes[spot]] = by_net.get(-stakes[spot], 0) + losses
    return counts


def _count_lines(
    counts: Counts, stakes: dict[SpotKey, Credits], lines: tuple[Line, ...], ways: int
) -> None:
    """Count what is won; most bets lose most of the time, which is counted in the end at once."""
    lose = Result.LOSE
    told = [line for line in lines if line.result is not lose or line.lost is not None]
    nets = {line.spot: line.net for line in told if not line.is_award}
    for line in told:
        if line.is_award:
            nets[line.spot] = nets.get(line.spot, -stakes[line.spot]) + line.pays
    for spot, net in nets.items():
        counts[spot][net] = counts[spot].get(net, 0) + ways


def _choices(need: NeedDecisions) -> list[Decide]:
    """What the seat may decide; where others must, what the dealer does in haste."""
    options = seat_options(need)
    return [Decide(SEAT, one) for one in options] or [dealers_choice(need)]
