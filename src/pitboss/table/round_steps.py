"""The opening and the steps of a round, as changes of a table's state."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.rounds import Round, begin, take
from pitboss.games.spots import PlacedBet
from pitboss.games.steps import Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import corrections, seats, seeds
from pitboss.table import events as ev
from pitboss.table.round_progress import advance, new_stake, restake
from pitboss.table.state import Correction, DrawMade, TableState
from pitboss.units import Credits, SeatIndex, SpotKey


def round_opened(state: TableState, event: ev.RoundOpened) -> TableState | Refusal:
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
        occupants=seats.clear_ready(state),
        round_limits=state.posted,
    )
    up = {(bet.seat, bet.spot): bet.stake for bet in rules.game.bets(current.state)}
    held = {(stake.seat, stake.spot): stake.amount for stake in state.stakes}
    check(up == held, "the stakes that stay up are those that are held")
    return advance(opened_state, current)


def _take_step(state: TableState, step: Step) -> Round | Refusal:
    if state.current is None:
        return Refusal(RefusalCode.NOT_NOW, "No round is open; wait until bets are opened.")
    return take(state.current, step)


def bet_placed(state: TableState, event: ev.BetPlaced) -> TableState | Refusal:
    seat, spot = SeatIndex(event.seat), SpotKey(event.spot)
    after = _take_step(state, Bet(seat, spot, Credits(event.stake)))
    if isinstance(after, Refusal):
        return after
    occupant = state.occupant(seat)
    if occupant is None:
        return Refusal(RefusalCode.NO_SUCH_SEAT, f"Nobody sits at seat {seat}.")
    number = state.serial + 1
    made = new_stake(state, PlacedBet(seat, spot, Credits(event.stake)), number)
    others = [s for s in state.stakes if s.spot != spot or s.seat != seat]
    placed = replace(state, stakes=(*others, made), serial=number)
    stakes, serial = restake(placed, after)
    # The time for bets runs from the first one, so that nobody is hurried by an empty felt.
    mark = state.mark + (not state.stakes)
    changed = replace(state, stakes=stakes, serial=serial, current=after, mark=mark)
    return seats.update_occupant(changed, seat, is_ready=False) if occupant.is_ready else changed


def bet_taken_down(state: TableState, event: ev.BetTakenDown) -> TableState | Refusal:
    seat, spot = SeatIndex(event.seat), SpotKey(event.spot)
    after = _take_step(state, TakeDown(seat, spot))
    if isinstance(after, Refusal):
        return after
    check(state.has_stake(seat), "a stake taken down was there")
    stakes, serial = restake(state, after, may_go=True)
    return replace(state, stakes=stakes, serial=serial, current=after)


def bets_closed(state: TableState, event: ev.BetsClosed) -> TableState | Refusal:
    after = _take_step(state, CloseBets())
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
    return advance(closed, after)


def seed_revealed(state: TableState, event: ev.SeedRevealed) -> TableState:
    after = seeds.seed_revealed(state, event)
    return after if after.is_revealing else _go_on(after)


def reveals_closed(state: TableState, event: ev.RevealsClosed) -> TableState:
    return _go_on(seeds.reveals_closed(state, event))


def _go_on(state: TableState) -> TableState:
    if state.current is None:
        raise BrokenInvariant("seeds are revealed in a round")
    return advance(state, state.current)


def outcome_drawn(state: TableState, event: ev.OutcomeDrawn) -> TableState | Refusal:
    check(event.counter == state.counter, "draws take the next counter")
    after = _take_step(state, Draw(event.shown))
    if isinstance(after, Refusal):
        return after
    made = DrawMade(len(after.steps) - 1, event.counter)
    return advance(replace(state, counter=state.counter + 1, draws=(*state.draws, made)), after)


def draws_corrected(state: TableState, event: ev.DrawsCorrected) -> TableState | Refusal:
    current = state.current
    if current is None:
        return Refusal(RefusalCode.NOT_NOW, "There is no round to correct.")
    after = corrections.replay_changed(current, event.draws)
    if isinstance(after, Refusal):
        return after
    numbers = tuple(index for index, _, _ in event.draws)
    noted = Correction(numbers, event.reason, tuple((was, now) for _, was, now in event.draws))
    return advance(replace(state, corrections=(*state.corrections, noted)), after)


def decision_made(state: TableState, event: ev.Decided) -> TableState | Refusal:
    after = _take_step(state, Decide(SeatIndex(event.actor), event.option, event.setting))
    return after if isinstance(after, Refusal) else advance(state, after, may_go=True)


def dealer_called(state: TableState, event: ev.Called) -> TableState | Refusal:
    if state.current is None:
        return Refusal(RefusalCode.NOT_NOW, "There is no round to call anything in.")
    option = state.current.find_call(event.what)
    after = _take_step(state, Call(event.what, event.reason, event.shown))
    if isinstance(after, Refusal):
        return after
    # A call that may record what showed has used up the draw that was awaited.
    voided = option is not None and option.shows > 0
    counted = _count_reason(state, "" if option is None else option.code_of(event.reason))
    return advance(replace(counted, counter=state.counter + voided), after)


def _count_reason(state: TableState, code: str) -> TableState:
    if not code:
        return state
    counts = dict(state.void_reasons)
    counts[code] = counts.get(code, 0) + 1
    return replace(state, void_reasons=tuple(counts.items()))
