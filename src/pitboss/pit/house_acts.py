"""Acts of the house: open rounds, deal, answer for an absent dealer, settle, expire.

Each act has an id made from where the table stands, so that several processes (or one that was
restarted) doing it twice have one effect.
"""

from __future__ import annotations

from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.equipment.shown import Shown
from pitboss.games.needs import NeedDecisions, NeedDraw, Pending
from pitboss.games.rounds import Round, draw_for
from pitboss.invariants import BrokenInvariant
from pitboss.pit.desk import Desk
from pitboss.pit.requests import Request
from pitboss.players.random_player import random_bets, random_decision
from pitboss.table import commands as cmd
from pitboss.table.commands import HOUSE, Act, Command
from pitboss.table.setup import DealtBy, OutcomeMode
from pitboss.table.state import Occupant, Phase, TableState
from pitboss.table.take_downs import free_stakes
from pitboss.units import SeatIndex

KEY_LOST = "The key of this round is lost, so it cannot be dealt to its end."


def next_request(desk: Desk, *, now_ms: int) -> Request | None:
    state = desk.state
    if state.phase is Phase.CLOSED:
        return None
    found = _unsealable(desk, state)
    if found is None and state.paused is None:
        found = _due(desk, state, now_ms) or _bots(state)
    if found is None:
        return None
    name, act = found
    return Request(desk.table, f"{desk.table}.{name}", Command(HOUSE, act))


def _unsealable(desk: Desk, state: TableState) -> tuple[str, Act] | None:
    """Void a round whose key is lost: nothing else can become of it, on a paused table either."""
    if state.current is None or desk.seals.can_open(state):
        return None
    return f"{state.number}.void", cmd.VoidRound(KEY_LOST)


def _due(desk: Desk, state: TableState, now_ms: int) -> tuple[str, Act] | None:
    deadline = desk.deadline_ms()
    due_ms = 0 if _is_held_by_absent(desk, state) else deadline
    is_late = due_ms is not None and now_ms >= max(due_ms, desk.snoozed_ms)
    if state.current is None:
        is_due = deadline is None or is_late or _are_all_ready(desk, state)
        return _opening(desk, state, is_due=is_due)
    is_by_house = state.rules.dealt_by is DealtBy.HOUSE
    found = _dealing(desk, state) if is_by_house else None
    if found is not None:
        return found
    is_ending = is_late and (state.is_revealing or state.phase in (Phase.BETTING, Phase.DECISIONS))
    # A dealer closes bets at any moment: there they go back as soon as somebody is away.
    if is_ending or not is_by_house:
        found = _take_down_waiting(desk, state)
    if found is None and is_ending:
        return f"m{state.mark}.expire", cmd.Expire(state.mark)
    return found


def _list_present(desk: Desk, state: TableState) -> list[Occupant]:
    """Everybody who sits at the table and is there, bots among them."""
    taken = enumerate(state.occupants, 1)
    return [one for seat, one in taken if one is not None and seat not in desk.away]


def _are_all_ready(desk: Desk, state: TableState) -> bool:
    """Whether everybody who is there has seen the result and wants the next round."""
    people = [one for one in _list_present(desk, state) if not one.is_bot]
    return state.is_between and bool(people) and all(one.is_ready for one in people)


def _is_held_by_absent(desk: Desk, state: TableState) -> bool:
    """Whether the table waits for players alone who are not there."""
    if not desk.away or state.is_revealing:
        return False
    if state.phase is Phase.DECISIONS:
        return bool(state.awaited) and state.awaited <= desk.away
    present = _list_present(desk, state)
    is_betting = state.phase is Phase.BETTING and bool(state.stakes)
    return is_betting and bool(present) and all(one.is_ready for one in present)


def _take_down_waiting(desk: Desk, state: TableState) -> tuple[str, Act] | None:
    """Give back a stake that stayed up and whose owner is away: it is not played without them.

    A contract bet is: it cannot be taken down, so it is played to its end.
    """
    if state.phase is not Phase.BETTING:
        return None
    for seat in sorted(desk.away):
        for stake in free_stakes(state, seat):
            if stake.carried_from:
                name = f"{state.number}.waits{seat}.{stake.spot}".replace(":", "_")
                return name, cmd.TakeDownBet(int(seat), str(stake.spot))
    return None


def _opening(desk: Desk, state: TableState, *, is_due: bool) -> tuple[str, Act] | None:
    # Bets that stay up are not played while everybody is away; but the contract bets of a player
    # who left for good are played to their end.
    is_left = any(one is not None and one.is_leaving for one in state.occupants)
    is_idle = desk.is_deserted and not is_left
    if state.rules.dealt_by is not DealtBy.HOUSE or not is_due or is_idle:
        return None
    if not any(state.occupants):
        return None
    return f"{state.number + 1}.open", cmd.OpenRound()


def _dealing(desk: Desk, state: TableState) -> tuple[str, Act] | None:
    """What a dealer would do at once where there is none."""
    current = state.current
    if current is None:
        raise BrokenInvariant("dealing belongs to a round")
    need = current.need
    if state.is_revealing:
        return None
    if isinstance(need, NeedDraw):
        is_scripted = state.rules.mode is OutcomeMode.SCRIPTED
        shown = _read_script(desk, state, current) if is_scripted else ()
        return f"{state.number}.draw{state.counter}", cmd.ShowDraw(shown)
    if state.phase is Phase.SETTLING:
        return f"{state.number}.settle", cmd.SettleRound()
    if isinstance(need, NeedDecisions):
        for one in need.pending:
            if one.actor == 0:
                return f"m{state.mark}.dealer", cmd.MakeDecision(0, house_choice(state, one))
    return None


def house_choice(state: TableState, pending: Pending) -> str:
    """The house's own decision: any where the rules leave it free, so at either end of a table."""
    if not pending.is_free:
        return str(pending.hasty)
    at = draw_below(bits_for(state, "choice"), len(pending.options))
    return str(pending.options[at].key)


def _read_script(desk: Desk, state: TableState, current: Round) -> Shown:
    if desk.script is not None:
        return desk.script(state)
    step = draw_for(current.need, bits_for(state, "script"))
    return () if step is None else step.shown


def _bots(state: TableState) -> tuple[str, Act] | None:
    """The next act of a bot that the house seated."""
    current = state.current
    if current is None:
        return None
    for at, occupant in enumerate(state.occupants, 1):
        seat = SeatIndex(at)
        if occupant is None or not occupant.is_bot or seat not in current.seats:
            continue
        if state.phase is Phase.BETTING and not occupant.is_ready:
            return _bot_bets(state, current, seat)
        if state.phase is Phase.DECISIONS and at in state.awaited:
            decision = random_decision(current, seat, bits_for(state, f"bot {at}"))
            if decision is not None:
                return f"m{state.mark}.bot{at}", cmd.MakeDecision(at, str(decision.option))
    return None


def _bot_bets(state: TableState, current: Round, seat: SeatIndex) -> tuple[str, Act]:
    # The same bets are found again until each lies, so a restart goes on where it stopped.
    bits = SeededBits(f"pitboss bot {state.rules.round_id(state.number)} {seat}".encode())
    lying = {(stake.seat, stake.spot) for stake in state.stakes}
    for bet in random_bets(current, seat, bits, limits=state.limits):
        if (seat, bet.spot) not in lying:
            act = cmd.PlaceBet(int(seat), str(bet.spot), int(bet.stake))
            return f"{state.number}.bot{seat}.{bet.spot}".replace(":", "_"), act
    return f"{state.number}.bot{seat}.ready", cmd.SayReady(int(seat))


def bits_for(state: TableState, name: str) -> SeededBits:
    """Bits that depend on where the table stands: for scripts and bots only."""
    steps = 0 if state.current is None else len(state.current.steps)
    where = f"pitboss {name} {state.rules.table} {state.number} {steps} {state.counter}"
    return SeededBits(where.encode())
