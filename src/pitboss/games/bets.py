"""Bets on a felt: placing, taking down, and the checks every stake must pass."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import gcd, lcm
from operator import attrgetter

from pitboss.games.contract import PlacedBet, Spot
from pitboss.games.editions import Limits
from pitboss.games.steps import Bet, TakeDown
from pitboss.refusals import Refusal, RefusalCode, first_of, suggest
from pitboss.units import CREDITS_MAX, Credits, SeatIndex, SpotKey, say_credits

Bets = tuple[PlacedBet, ...]

_SEAT = attrgetter("seat")


def place(bets: Bets, bet: Bet, *, spots: tuple[Spot, ...], limits: Limits) -> Bets | Refusal:
    """The felt after the bet; a stake already on the spot is replaced."""
    spot = find_spot(spots, bet.spot)
    if isinstance(spot, Refusal):
        return spot
    refusal = stake_refusal(spot, bet.stake, limits)
    if spot.closed is not None:
        refusal = first_of((spot.closed, refusal))
    if refusal is not None:
        return refusal
    return _inserted(bets, PlacedBet(bet.seat, bet.spot, bet.stake), spots)


def _inserted(bets: Bets, new: PlacedBet, spots: tuple[Spot, ...]) -> Bets:
    """Bets in felt order with one more in its place; the one it replaces is gone."""
    first = bisect_left(bets, new.seat, key=_SEAT)
    last = bisect_right(bets, new.seat, lo=first, key=_SEAT)
    if first == last:
        return (*bets[:first], new, *bets[first:])
    own = {bet.spot: bet for bet in bets[first:last]}
    own[new.spot] = new
    in_order = [own[spot.key] for spot in spots if spot.key in own]
    return (*bets[:first], *in_order, *bets[last:])


def take_down(bets: Bets, step: TakeDown) -> Bets | Refusal:
    left = tuple(b for b in bets if (b.seat, b.spot) != (step.seat, step.spot))
    if len(left) == len(bets):
        return Refusal(
            RefusalCode.UNKNOWN_SPOT, f"Seat {step.seat} has no bet on {step.spot} to take down."
        )
    return left


def stake_on(bets: Bets, seat: SeatIndex, spot: SpotKey) -> Credits | None:
    return next((b.stake for b in bets if b.seat == seat and b.spot == spot), None)


def seats_with_bets(bets: Bets) -> tuple[SeatIndex, ...]:
    return tuple(sorted({bet.seat for bet in bets}))


def find_spot(spots: tuple[Spot, ...], key: SpotKey) -> Spot | Refusal:
    for spot in spots:
        if spot.key == key:
            return spot
    return unknown_bet(key, [spot.key for spot in spots])


def unknown_bet(name: str, known: Sequence[str]) -> Refusal:
    sentence = f"There is no bet '{name}'.{suggest(name, known)} The bets are {', '.join(known)}."
    return Refusal(RefusalCode.UNKNOWN_SPOT, sentence)


def in_felt_order(bets: Bets, spots: tuple[Spot, ...]) -> Bets:
    """Bets by seat, then in the order the spots lie on the felt."""
    order = {spot.key: position for position, spot in enumerate(spots)}
    return tuple(sorted(bets, key=lambda bet: (bet.seat, order[bet.spot])))


def stake_refusal(spot: Spot, stake: Credits, limits: Limits) -> Refusal | None:
    if not 0 < stake <= CREDITS_MAX:
        sentence = f"A stake on {spot.label} must be more than zero."
        return Refusal(RefusalCode.NOT_POSITIVE, sentence)
    if stake < limits.minimum:
        sentence = f"The least on {spot.label} is {say_credits(limits.minimum)}."
        return Refusal(RefusalCode.BELOW_MINIMUM, sentence)
    if stake > limits.maximum:
        sentence = f"The most on {spot.label} is {say_credits(limits.maximum)}."
        return Refusal(RefusalCode.ABOVE_MAXIMUM, sentence)
    unit = payable_unit(spot, limits)
    if stake % unit:
        return Refusal(
            RefusalCode.NOT_PAYABLE,
            f"{say_credits(stake)} on {spot.label} cannot be paid exactly in chips of"
            f" {say_credits(limits.chip)}; bet {_nearest(stake, unit, limits)}.",
        )
    return None


def payable_unit(spot: Spot, limits: Limits) -> int:
    """The smallest stake that chips can match and pay at every odds the spot can win.

    At odds n/d a stake pays in whole chips when stake * n is a multiple of d chips.
    """
    chip = int(limits.chip)
    unit = chip * spot.shares
    for odds in spot.odds:
        # Whole odds pay a whole number of chips for every one that is staked.
        denominator = odds.to_one.denominator
        if denominator != 1:
            needed = denominator * chip
            unit = lcm(unit, needed // gcd(needed, odds.to_one.numerator))
    return unit


def least_stake(spot: Spot, limits: Limits) -> Credits:
    """The least stake that the table takes on a spot and can pay exactly."""
    unit = payable_unit(spot, limits)
    return Credits(-(-limits.minimum // unit) * unit)


def _nearest(stake: int, unit: int, limits: Limits) -> str:
    below = stake - stake % unit
    near = [n for n in (below, below + unit) if limits.minimum <= n <= limits.maximum]
    return " or ".join(say_credits(n) for n in near)
