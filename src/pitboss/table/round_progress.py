"""The progress of a round: the table's phase, whom it waits for, and the stakes in action."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.needs import Need, NeedBets, NeedDecisions, NeedNothing
from pitboss.games.notation import show_line
from pitboss.games.rounds import Round
from pitboss.games.spots import PlacedBet
from pitboss.invariants import BrokenInvariant, check
from pitboss.table.state import Phase, Settlement, Stake, TableState


def advance(state: TableState, after: Round, *, may_go: bool = False) -> TableState:
    """The state with the round where it stands now: phase, stakes, and a new wait if any."""
    need = after.need
    phase = _phase(state, need)
    awaited: frozenset[int] = frozenset()
    if phase is Phase.DECISIONS and isinstance(need, NeedDecisions):
        awaited = frozenset(int(one.actor) for one in need.pending)
    is_new = phase is not state.phase or bool(awaited - state.awaited)
    stakes, serial = restake(state, after, may_go=may_go)
    settlement = None
    if phase is Phase.SETTLING:
        lines = after.lines()
        settlement = Settlement(lines, tuple(map(show_line, lines)))
    return replace(
        state,
        current=after,
        settlement=settlement,
        phase=phase,
        stakes=stakes,
        serial=serial,
        awaited=awaited,
        mark=state.mark + is_new,
    )


def _phase(state: TableState, need: Need) -> Phase:
    if isinstance(need, NeedBets):
        return Phase.BETTING
    if isinstance(need, NeedNothing):
        return Phase.SETTLING
    if state.is_revealing:
        return Phase.NO_MORE_BETS
    if isinstance(need, NeedDecisions):
        return Phase.DECISIONS
    nothing_yet = state.is_closed and len(state.draws) == state.draws_at_close
    return Phase.NO_MORE_BETS if nothing_yet else Phase.DEALING


def restake(
    state: TableState, after: Round, *, may_go: bool = False
) -> tuple[tuple[Stake, ...], int]:
    """Stakes as the felt shows them: a bet lays others with it, a decision raises or takes back."""
    bets = after.game.bets(after.state)
    held = {(stake.seat, stake.spot): stake for stake in state.stakes}
    found, serial = [], state.serial
    for bet in bets:
        known = held.get((bet.seat, bet.spot))
        if known is None or known.amount != bet.stake:
            serial += 1
            known = new_stake(state, bet, serial)
        found.append(known)
    check(may_go or len(found) >= len(held), "no stake goes away by itself")
    if serial > state.serial:
        return tuple(found), serial
    # In the order in which they were laid: holds of the next round are numbered by it.
    if len(found) == len(held):
        return state.stakes, serial
    return tuple(stake for stake in state.stakes if stake in found), serial


def new_stake(state: TableState, bet: PlacedBet, serial: int) -> Stake:
    occupant = state.occupant(bet.seat)
    if occupant is None:
        raise BrokenInvariant("a stake has a player")
    hold = f"{state.rules.round_id(state.number)}.{serial}"
    return Stake(hold, bet.seat, bet.spot, bet.stake, occupant.player)
