"""A trial of somebody else's game before it is offered: its pays, its clauses, and one round."""

from __future__ import annotations

from pitboss.equipment.draws import SeededBits
from pitboss.games.bets import least_stake
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedDecisions, NeedDraw
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Result
from pitboss.games.spots import SPOT_KEY
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Step
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex, say_credits

STEPS_MAX = 400
"""No round of one bet is longer than this."""
SEAT = SeatIndex(1)


def trial_refusal(game: AnyGame, edition: HasHead, clauses: frozenset[str]) -> Refusal | None:
    """Why nobody should sit down to this edition, by the spot or the step that fails; or None."""
    limits = edition.head.limits
    for spot in game.all_spots(edition):
        if not SPOT_KEY.fullmatch(spot.key):
            return _fault(f"spot {spot.key!r} is not one plain word such as single:red")
        if least_stake(spot, limits) > limits.maximum:
            most = say_credits(limits.maximum)
            return _fault(f"spot {spot.key} can pay no stake up to {most} exactly; change its odds")
        missing = [line.clause for line in spot.pays if line.clause not in clauses]
        if missing:
            return _fault(f"spot {spot.key} cites {missing[0]}, which is not in RULES.md")
    over = _play(game, edition)
    if isinstance(over, Refusal):
        return over
    lines = over.lines()
    staked = (line for line in lines if line.result is not Result.AWARD)
    settled = sorted((line.seat, line.spot, line.stake) for line in staked)
    if settled != sorted((bet.seat, bet.spot, bet.stake) for bet in game.bets(over.state)):
        return _fault("a round does not settle each stake once")
    cited = {game.ending(over.state).clause, *(line.clause for line in lines)} - clauses
    return _fault(f"a round cites {min(cited)}, which is not in RULES.md") if cited else None


def _play(game: AnyGame, edition: HasHead) -> Round | Refusal:
    """One bet, then whatever comes, to the end."""
    source = SeededBits(b"trial")
    current = begin(game, edition, seats=(SEAT,))
    for _ in range(STEPS_MAX):
        if isinstance(current, Refusal):
            return _fault(f"a step of a round is refused that the rules offer: {current.sentence}")
        if current.is_over:
            return current
        need = current.need
        if isinstance(need, NeedDraw) and not need.most_cases():
            what = f"a draw of {need.count} {need.kind}"
            return _fault(f"{what} is not in what it is drawn from")
        for step in _next_steps(current, source):
            current = current if isinstance(current, Refusal) else take(current, step)
    return _fault(f"a round is not over after {STEPS_MAX} steps")


def _next_steps(current: Round, source: SeededBits) -> tuple[Step, ...]:
    need = current.need
    if isinstance(need, NeedDraw):
        return (Draw(need.draw(source)),)
    if isinstance(need, NeedDecisions):
        return tuple(Decide(one.actor, one.hasty) for one in need.pending[:1])
    spots = current.game.spots(current.state, SEAT)
    first = next(spot for spot in spots if spot.closed is None)
    stake = least_stake(first, current.edition.head.limits)
    return Bet(SEAT, first.key, stake), CloseBets()


def _fault(words: str) -> Refusal:
    return Refusal(RefusalCode.BAD_FILE, f"{words.rstrip('.')}.")
