"""The end of a round: settled or voided, what stays up for the next one, the table at rest."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.rounds import Round
from pitboss.games.settlement import Line, Result
from pitboss.games.spots import PlacedBet
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import events as ev
from pitboss.table import seats, seeds, walk_ups
from pitboss.table.state import EndedRound, Occupant, Phase, Stake, TableState, begin_next
from pitboss.units import SeatIndex, SpotKey

Lines = dict[tuple[SeatIndex, SpotKey], Line]


def round_settled(state: TableState, event: ev.RoundSettled) -> TableState | Refusal:
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
    up = _carry_up(state, following, of_stakes)
    back = _bets_to_return(state, following, up)
    if back:
        carry = state.rules.game.give_back(carry, back)
        following = begin_next(state.rules, carry)
    ended = _end_round(state, event.seed, lines=event.lines, clause=event.clause)
    ended = replace(ended, sentence=event.sentence, is_void=bool(event.is_void))
    rested = replace(state, carry=carry, upcoming=following, last=ended, stakes=up, serial=len(up))
    return seeds.advance_chain(_at_rest(walk_ups.settle_chips(rested, lines)), ended)


def _carry_up(state: TableState, following: Round, lines: Lines) -> tuple[Stake, ...]:
    """The stakes that the next round will find on the felt, under its own holds.

    A stake that stands may have moved to another spot. A leaving player keeps contract bets only.
    """
    rules = state.rules
    bets = {
        (bet.seat, bet.spot): bet.stake
        for bet in rules.game.bets(following.state)
        if _is_staying(following, bet, state.occupant(bet.seat))
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
    found = [stake for stake in moved if bets.get((stake.seat, stake.spot)) == stake.amount]
    check(len(found) == len(bets), "a bet that stays up was in action")
    return tuple(
        replace(stake, hold=f"{next_id}.{number}", carried_from=stake.hold)
        for number, stake in enumerate(found, 1)
    )


def _bets_to_return(
    state: TableState, following: Round, up: tuple[Stake, ...]
) -> tuple[PlacedBet, ...]:
    """Bets of seats that are left but for a contract bet; no later round knows of them."""
    kept = {(stake.seat, stake.spot) for stake in up}
    leaving = {seat for seat, _ in kept if (one := state.occupant(seat)) and one.is_leaving}
    bets = following.game.bets(following.state)
    return tuple(bet for bet in bets if bet.seat in leaving and (bet.seat, bet.spot) not in kept)


def _is_staying(following: Round, bet: PlacedBet, occupant: Occupant | None) -> bool:
    if occupant is None or not occupant.is_leaving:
        return occupant is not None
    spots = following.game.spots(following.state, bet.seat)
    return any(spot.key == bet.spot and spot.contract is not None for spot in spots)


def round_voided(state: TableState, event: ev.RoundVoided) -> TableState | Refusal:
    current = state.current
    if current is None:
        return Refusal(RefusalCode.NOT_NOW, "There is no round to void.")
    ended = _end_round(state, event.seed, lines=(), clause="")
    ended = replace(ended, sentence=event.reason, is_void=True)
    carry = current.start
    following = begin_next(state.rules, carry)
    rested = replace(state, carry=carry, upcoming=following, last=ended, stakes=(), serial=0)
    return seeds.advance_chain(_at_rest(rested), ended)


def _end_round(state: TableState, seed: str, *, lines: tuple[str, ...], clause: str) -> EndedRound:
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
        occupants=seats.clear_ready(state),
    )
