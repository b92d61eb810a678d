"""Evolve: the state after an event. The only place where a table's state changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.games.needs import Need, NeedBets, NeedDecisions, NeedNothing
from pitboss.games.notation import show_line
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Line, Result
from pitboss.games.spots import PlacedBet
from pitboss.games.steps import Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import corrections, limits, seats, seeds, supervision, tray, walk_ups
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table.setup import TableRules
from pitboss.table.state import (
    Correction,
    DrawMade,
    EndedRound,
    Occupant,
    Phase,
    Settlement,
    Stake,
    TableState,
    begin_next,
    fresh,
)
from pitboss.units import Credits, SeatIndex, SpotKey

Lines = dict[tuple[SeatIndex, SpotKey], Line]

# --- the door ----------------------------------------------------------------------------


def evolve(state: TableState, event: ev.Event) -> TableState:
    after = attempt(state, event)
    if isinstance(after, Refusal):
        raise BrokenInvariant(f"an event that happened cannot have: {event}: {after}")
    return after


def attempt(state: TableState, event: ev.Event) -> TableState | Refusal:
    """The state after an event, or why the rules of the game do not let it happen."""
    return _HANDLERS[type(event)](state, event)


def open_table(rules: TableRules) -> TableState:
    return fresh(rules)


def _seed_set(state: TableState, event: ev.PlayerSeedSet) -> TableState:
    return state


# --- a round begins ----------------------------------------------------------------------


def _round_opened(state: TableState, event: ev.RoundOpened) -> TableState | Refusal:
    rules = state.rules
    words = tuple(rules.game.write_carry(state.carry).items())
    start = state.carry
    if words != event.start:
        # Only where every seat's bets of the round before were given back.
        start = rules.game.first_carry(rules.edition)
        check(tuple(rules.game.write_carry(start).items()) == event.start, "a known start")
    if event.link:
        check((event.link, event.commitment) == (state.next_link, state.tip), "the chain's next")
    playing = tuple(map(SeatIndex, event.seats))
    current: Round | Refusal = state.upcoming
    if start is not state.carry or playing != rules.seats:
        current = begin(rules.game, rules.edition, seats=playing, carry=start)
    if isinstance(current, Refusal):
        return current
    opened_state = replace(
        state,
        number=event.number,
        current=current,
        hashes=(),
        seeds=(),
        missing=(),
        is_revealing=False,
        commitment=event.commitment,
        sealed=event.sealed,
        link=event.link,
        is_closed=False,
        counter=0,
        draws=(),
        draws_at_close=0,
        corrections=(),
        occupants=_unready(state),
        round_limits=state.posted,
    )
    up = {(bet.seat, bet.spot): bet.stake for bet in rules.game.bets(current.state)}
    held = {(stake.seat, stake.spot): stake.amount for stake in state.stakes}
    check(up == held, "the stakes that stay up are those that are held")
    return _moved(opened_state, current)


# --- steps of the round ------------------------------------------------------------------


def _stepped(state: TableState, step: Step) -> Round | Refusal:
    if state.current is None:
        return Refusal(RefusalCode.NOT_NOW, "No round is open; wait until bets are opened.")
    return take(state.current, step)


def _bet_placed(state: TableState, event: ev.BetPlaced) -> TableState | Refusal:
    seat, spot = SeatIndex(event.seat), SpotKey(event.spot)
    after = _stepped(state, Bet(seat, spot, Credits(event.stake)))
    if isinstance(after, Refusal):
        return after
    occupant = state.occupant(seat)
    if occupant is None:
        return Refusal(RefusalCode.NO_SUCH_SEAT, f"Nobody sits at seat {seat}.")
    number = state.serial + 1
    made = _new_stake(state, PlacedBet(seat, spot, Credits(event.stake)), number)
    others = [s for s in state.stakes if s.spot != spot or s.seat != seat]
    placed = replace(state, stakes=(*others, made), serial=number)
    stakes, serial = _restaked(placed, after)
    # The time for bets runs from the first one, so that nobody is hurried by an empty felt.
    mark = state.mark + (not state.stakes)
    changed = replace(state, stakes=stakes, serial=serial, current=after, mark=mark)
    return seats.update_occupant(changed, seat, is_ready=False) if occupant.is_ready else changed


def _bet_taken_down(state: TableState, event: ev.BetTakenDown) -> TableState | Refusal:
    seat, spot = SeatIndex(event.seat), SpotKey(event.spot)
    after = _stepped(state, TakeDown(seat, spot))
    if isinstance(after, Refusal):
        return after
    check(state.has_stake(seat), "a stake taken down was there")
    stakes, serial = _restaked(state, after, may_go=True)
    return replace(state, stakes=stakes, serial=serial, current=after)


def _bets_closed(state: TableState, event: ev.BetsClosed) -> TableState | Refusal:
    after = _stepped(state, CloseBets())
    if isinstance(after, Refusal):
        return after
    closed = replace(
        state,
        is_closed=True,
        hashes=event.hashes,
        seeds=event.seeds,
        is_revealing=bool(event.hashes),
        draws_at_close=len(state.draws),
    )
    return _moved(closed, after)


def _seed_revealed(state: TableState, event: ev.SeedRevealed) -> TableState:
    after = seeds.seed_revealed(state, event)
    return after if after.is_revealing else _going_on(after)


def _reveals_closed(state: TableState, event: ev.RevealsClosed) -> TableState:
    return _going_on(seeds.reveals_closed(state, event))


def _going_on(state: TableState) -> TableState:
    if state.current is None:
        raise BrokenInvariant("seeds are revealed in a round")
    return _moved(state, state.current)


def _drawn(state: TableState, event: ev.OutcomeDrawn) -> TableState | Refusal:
    check(event.counter == state.counter, "draws take the next counter")
    after = _stepped(state, Draw(event.shown))
    if isinstance(after, Refusal):
        return after
    made = DrawMade(len(after.steps) - 1, event.counter)
    return _moved(replace(state, counter=state.counter + 1, draws=(*state.draws, made)), after)


def _corrected(state: TableState, event: ev.DrawsCorrected) -> TableState | Refusal:
    current = state.current
    if current is None:
        return Refusal(RefusalCode.NOT_NOW, "There is no round to correct.")
    after = corrections.replay_changed(current, event.draws)
    if isinstance(after, Refusal):
        return after
    numbers = tuple(index for index, _, _ in event.draws)
    noted = Correction(numbers, event.reason, tuple((was, now) for _, was, now in event.draws))
    return _moved(replace(state, corrections=(*state.corrections, noted)), after)


def _decided(state: TableState, event: ev.Decided) -> TableState | Refusal:
    after = _stepped(state, Decide(SeatIndex(event.actor), event.option, event.setting))
    return after if isinstance(after, Refusal) else _moved(state, after, may_go=True)


def _called(state: TableState, event: ev.Called) -> TableState | Refusal:
    if state.current is None:
        return Refusal(RefusalCode.NOT_NOW, "There is no round to call anything in.")
    option = state.current.find_call(event.what)
    after = _stepped(state, Call(event.what, event.reason, event.shown))
    if isinstance(after, Refusal):
        return after
    # A call that may record what showed has used up the draw that was awaited.
    voided = option is not None and option.shows > 0
    counted = _count_reason(state, "" if option is None else option.code_of(event.reason))
    return _moved(replace(counted, counter=state.counter + voided), after)


def _count_reason(state: TableState, code: str) -> TableState:
    if not code:
        return state
    counts = dict(state.void_reasons)
    counts[code] = counts.get(code, 0) + 1
    return replace(state, void_reasons=tuple(counts.items()))


# --- a round ends ------------------------------------------------------------------------


def _settled(state: TableState, event: ev.RoundSettled) -> TableState | Refusal:
    current, settlement = state.current, state.settlement
    if current is None or settlement is None:
        return Refusal(RefusalCode.NOT_NOW, "The round is not over yet; it cannot be settled.")
    lines = settlement.lines
    check(settlement.texts == event.lines, "the lines are those of the rules")
    of_stakes = {(line.seat, line.spot): line for line in lines if not line.is_award}
    settled = {(*at, line.stake) for at, line in of_stakes.items()}
    staked = {(stake.seat, stake.spot, stake.amount) for stake in state.stakes}
    awards = {(line.seat, line.spot) for line in lines if line.is_award}
    check(settled == staked and awards <= of_stakes.keys(), "every stake is settled once")
    carry = current.carry()
    following = begin_next(state.rules, carry)
    up = _stays_up(state, following, of_stakes)
    back = _given_back(state, following, up)
    if back:
        carry = state.rules.game.give_back(carry, back)
        following = begin_next(state.rules, carry)
    ended = _ended(state, event.seed, lines=event.lines, clause=event.clause)
    ended = replace(ended, sentence=event.sentence, is_void=bool(event.is_void))
    rested = replace(state, carry=carry, upcoming=following, last=ended, stakes=up, serial=len(up))
    return seeds.advance_chain(_at_rest(walk_ups.settle_chips(rested, lines)), ended)


def _stays_up(state: TableState, following: Round, lines: Lines) -> tuple[Stake, ...]:
    """The stakes that the next round will find on the felt, under its own holds.

    A stake that stands may have moved to another spot. Whoever leaves is left with contract bets.
    """
    rules = state.rules
    bets = {
        (bet.seat, bet.spot): bet
        for bet in rules.game.bets(following.state)
        if _stays(following, bet, state.occupant(bet.seat))
    }
    next_id = rules.round_id(state.number + 1)
    # A bet that won comes down where another moves to, be it of the same amount.
    taken = {(line.seat, line.moves_to) for line in lines.values() if line.moves_to}
    moved = [
        replace(stake, spot=line.moves_to or stake.spot)
        for stake in state.stakes
        if (line := lines[stake.seat, stake.spot]).result is not Result.LOSE
        and (line.moves_to or (stake.seat, stake.spot) not in taken)
    ]
    found = [stake for stake in moved if _is_up(bets.get((stake.seat, stake.spot)), stake)]
    check(len(found) == len(bets), "a bet that stays up was in action")
    return tuple(
        replace(stake, hold=f"{next_id}.{number}", carried_from=stake.hold)
        for number, stake in enumerate(found, 1)
    )


def _given_back(
    state: TableState, following: Round, up: tuple[Stake, ...]
) -> tuple[PlacedBet, ...]:
    """Bets of seats that are left but for a contract bet; no later round knows of them."""
    kept = {(stake.seat, stake.spot) for stake in up}
    leaving = {seat for seat, _ in kept if (one := state.occupant(seat)) and one.is_leaving}
    bets = following.game.bets(following.state)
    return tuple(bet for bet in bets if bet.seat in leaving and (bet.seat, bet.spot) not in kept)


def _stays(following: Round, bet: PlacedBet, occupant: Occupant | None) -> bool:
    if occupant is None or not occupant.is_leaving:
        return occupant is not None
    spots = following.game.spots(following.state, bet.seat)
    return any(spot.key == bet.spot and spot.contract is not None for spot in spots)


def _is_up(bet: PlacedBet | None, stake: Stake) -> bool:
    return bet is not None and bet.stake == stake.amount


def _voided(state: TableState, event: ev.RoundVoided) -> TableState | Refusal:
    current = state.current
    if current is None:
        return Refusal(RefusalCode.NOT_NOW, "There is no round to void.")
    ended = _ended(state, event.seed, lines=(), clause="")
    ended = replace(ended, sentence=event.reason, is_void=True)
    carry = current.start
    following = begin_next(state.rules, carry)
    rested = replace(state, carry=carry, upcoming=following, last=ended, stakes=(), serial=0)
    return seeds.advance_chain(_at_rest(rested), ended)


def _ended(state: TableState, seed: str, *, lines: tuple[str, ...], clause: str) -> EndedRound:
    if state.current is None:
        raise BrokenInvariant("a round that ends was open")
    return EndedRound(
        round_id=state.rules.round_id(state.number),
        played=state.current,
        lines=lines,
        clause=clause,
        sentence="",
        is_void=False,
        commitment=state.commitment,
        chain=state.chain if state.link else None,
        link=state.link,
        seed=seed,
        seeds=state.seeds,
        hashes=state.hashes,
        missing=state.missing,
        corrections=state.corrections,
        players=tuple(sorted({(int(stake.seat), stake.player) for stake in state.stakes})),
        stakes=state.stakes,
    )


def _at_rest(state: TableState) -> TableState:
    return replace(
        state,
        current=None,
        settlement=None,
        phase=Phase.WAITING,
        mark=state.mark + 1,
        awaited=frozenset(),
        commitment="",
        sealed="",
        link=0,
        key_hash="",
        is_blind=False,
        hashes=(),
        correction=None,
        is_revealing=False,
        is_closed=False,
        occupants=_unready(state),
    )


def _unready(state: TableState) -> tuple[Occupant | None, ...]:
    return tuple(None if one is None else replace(one, is_ready=False) for one in state.occupants)


# --- the table as a whole ----------------------------------------------------------------


def _paused(state: TableState, event: ev.TablePaused) -> TableState:
    return replace(state, paused=event.reason, mark=state.mark + 1)


def _resumed(state: TableState, event: ev.TableResumed) -> TableState:
    return replace(state, paused=None, mark=state.mark + 1)


def _table_closed(state: TableState, event: ev.TableClosed) -> TableState:
    check(state.current is None and not state.stakes, "a table closes between rounds")
    return replace(state, phase=Phase.CLOSED, closed=event.reason, mark=state.mark + 1)


# --- what the table waits for ------------------------------------------------------------


def _moved(state: TableState, after: Round, *, may_go: bool = False) -> TableState:
    """The state with the round where it stands now: phase, stakes, and a new wait if any."""
    need = after.need
    phase = _phase(state, need)
    awaited: frozenset[int] = frozenset()
    if phase is Phase.DECISIONS and isinstance(need, NeedDecisions):
        awaited = frozenset(int(one.actor) for one in need.pending)
    is_new = phase is not state.phase or bool(awaited - state.awaited)
    stakes, serial = _restaked(state, after, may_go=may_go)
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


def _restaked(
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
            known = _new_stake(state, bet, serial)
        found.append(known)
    check(may_go or len(found) >= len(held), "no stake goes away by itself")
    if serial > state.serial:
        return tuple(found), serial
    # In the order in which they were laid: holds of the next round are numbered by it.
    if len(found) == len(held):
        return state.stakes, serial
    return tuple(stake for stake in state.stakes if stake in found), serial


def _new_stake(state: TableState, bet: PlacedBet, serial: int) -> Stake:
    occupant = state.occupant(bet.seat)
    if occupant is None:
        raise BrokenInvariant("a stake has a player")
    hold = f"{state.rules.round_id(state.number)}.{serial}"
    return Stake(hold, bet.seat, bet.spot, bet.stake, occupant.player)


_HANDLERS: dict[type[ev.Event], Callable[[TableState, Any], TableState | Refusal]] = {
    ev.TableClosed: _table_closed,
    ev.TablePaused: _paused,
    ev.TableResumed: _resumed,
    ev.LimitsChanged: limits.limits_changed,
    ev.SeatTaken: seats.seat_taken,
    ev.LeaveAnnounced: seats.leave_announced,
    ev.SeatLeft: seats.seat_left,
    ev.PlayerSeedSet: _seed_set,
    ev.SeedCommitted: seeds.seed_committed,
    ev.SeedRevealed: _seed_revealed,
    ev.RevealsClosed: _reveals_closed,
    ev.ReadySaid: seats.ready,
    ev.ChainPublished: seeds.chain_published,
    ev.RoundOpened: _round_opened,
    ev.KeyCommitted: seeds.key_committed,
    ev.KeyRevealed: seeds.key_revealed,
    ev.EventSealed: seeds.event_sealed,
    ev.BetPlaced: _bet_placed,
    ev.BetTakenDown: _bet_taken_down,
    ev.BetsClosed: _bets_closed,
    ev.OutcomeDrawn: _drawn,
    ev.DrawsCorrected: _corrected,
    ev.Decided: _decided,
    ev.Called: _called,
    ev.RoundSettled: _settled,
    ev.RoundVoided: _voided,
    floor.DealerCame: supervision.dealer_came,
    floor.SupervisorCalled: supervision.supervisor_called,
    floor.CallAcknowledged: supervision.call_acknowledged,
    floor.ChipsBought: walk_ups.chips_bought,
    floor.ChipsColouredUp: walk_ups.coloured_up,
    floor.TrayOpened: tray.opened,
    floor.TrayAsked: tray.asked,
    floor.TraySigned: tray.signed,
    floor.TrayWithdrawn: tray.withdrawn,
    floor.TrayClosed: tray.closed,
    floor.CorrectionAsked: corrections.asked,
    floor.RoundCorrected: corrections.corrected,
    floor.CorrectionWithdrawn: corrections.withdrawn,
}
