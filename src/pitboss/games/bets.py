"""Bets on a felt: placing, taking down, and the checks every stake must pass."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from math import gcd, lcm
from operator import attrgetter

from msgspec.structs import replace

from pitboss.games.editions import Limits
from pitboss.games.needs import Option
from pitboss.games.spots import PlacedBet, Spot
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
    own = _own_bets(bets, bet.seat)
    is_lowered = bet.spot in own and bet.stake < own[bet.spot].stake
    if is_lowered and spot.contract is not None:
        return spot.contract
    for key in (bet.spot, *spot.lays):
        own[key] = PlacedBet(bet.seat, key, bet.stake)
    bets = _with_own(bets, bet.seat, own, spots)
    # Only a stake that is behind another, or that others are behind, can break such a limit.
    is_limited = is_lowered or spot.times is not None
    return (_unbacked(bets, bet.seat, spots) if is_limited else None) or bets


def laid_spots(spots: Iterable[Spot]) -> frozenset[SpotKey]:
    """Spots that nobody bets on by themselves: a stake lies there with that on another."""
    return frozenset(key for spot in spots for key in spot.lays)


def _own_bets(bets: Bets, seat: SeatIndex) -> dict[SpotKey, PlacedBet]:
    first = bisect_left(bets, seat, key=_SEAT)
    last = bisect_right(bets, seat, lo=first, key=_SEAT)
    return {bet.spot: bet for bet in bets[first:last]}


def _with_own(
    bets: Bets, seat: SeatIndex, own: Mapping[SpotKey, PlacedBet], spots: tuple[Spot, ...]
) -> Bets:
    """Bets in felt order, with these as all that a seat has."""
    first = bisect_left(bets, seat, key=_SEAT)
    last = bisect_right(bets, seat, lo=first, key=_SEAT)
    in_order = [own[key] for spot in spots if (key := spot.key) in own]
    return (*bets[:first], *in_order, *bets[last:])


def take_down(bets: Bets, step: TakeDown, spots: tuple[Spot, ...]) -> Bets | Refusal:
    """The felt without the bet, and without those that were laid with it."""
    label = next((spot.label for spot in spots if spot.key == step.spot), step.spot)
    if step.spot in laid_spots(spots):
        sentence = f"{label} lies with another bet; take that one down."
        return Refusal(RefusalCode.SPOT_CLOSED, sentence)
    gone = {step.spot, *(key for spot in spots if spot.key == step.spot for key in spot.lays)}
    left = tuple(b for b in bets if b.seat != step.seat or b.spot not in gone)
    if len(left) == len(bets):
        return Refusal(
            RefusalCode.UNKNOWN_SPOT, f"Seat {step.seat} has no bet on {label} to take down."
        )
    kept = next((spot.contract for spot in spots if spot.key == step.spot), None)
    return kept or _unbacked(left, step.seat, spots) or left


def _unbacked(bets: Bets, seat: SeatIndex, spots: tuple[Spot, ...]) -> Refusal | None:
    """A stake that is more than another stake of the seat allows, now that one has changed."""
    limited = [spot for spot in spots if spot.times is not None]
    lying = _stakes_of(bets, seat) if limited else {}
    for spot in limited:
        if spot.times is None or spot.key not in lying:
            continue
        stake, behind = lying[spot.key], lying.get(spot.times.of, 0)
        if stake > spot.times.most * behind:
            label = next(one.label for one in spots if one.key == spot.times.of)
            return Refusal(
                RefusalCode.ABOVE_MAXIMUM,
                f"{say_credits(stake)} lies on {spot.label}, at most {spot.times.most} times"
                f" {label}; lower or take down {spot.label} first.",
            )
    return None


def limit_spots(spots: tuple[Spot, ...], bets: Bets, seat: SeatIndex) -> tuple[Spot, ...]:
    """Spots with what a seat's other stakes let lie on them."""
    if not [True for spot in spots if spot.times is not None]:
        return spots
    lying, labels = _stakes_of(bets, seat), {spot.key: spot.label for spot in spots}
    return tuple([_limited(spot, lying, labels) for spot in spots])


def _limited(spot: Spot, lying: dict[SpotKey, Credits], labels: dict[SpotKey, str]) -> Spot:
    times = spot.times
    if times is None or spot.closed is not None:
        return spot
    behind = lying.get(times.of)
    if behind is None:
        label = labels[times.of]
        shut = f"{spot.label} is bet behind {label}; bet {label} first."
        return replace(spot, closed=Refusal(RefusalCode.SPOT_CLOSED, shut))
    return replace(spot, most=Credits(times.most * behind))


def _stakes_of(bets: Bets, seat: SeatIndex) -> dict[SpotKey, Credits]:
    return {spot: bet.stake for spot, bet in _own_bets(bets, seat).items()}


def apply_option(bets: Bets, seat: SeatIndex, option: Option, spots: tuple[Spot, ...]) -> Bets:
    """The felt once a seat has taken an option: stakes raised, taken back or as they were."""
    if not option.stakes:
        return bets
    own = _own_bets(bets, seat)
    for spot, stake in option.stakes:
        own[spot] = PlacedBet(seat, spot, stake)
    return _with_own(bets, seat, {k: bet for k, bet in own.items() if bet.stake}, spots)


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
    if len(bets) < 2:
        return bets
    order = {spot.key: position for position, spot in enumerate(spots)}
    return tuple(sorted(bets, key=lambda bet: (bet.seat, order[bet.spot])))


def stake_refusal(spot: Spot, stake: Credits, limits: Limits) -> Refusal | None:
    if not 0 < stake <= CREDITS_MAX:
        sentence = f"A stake on {spot.label} must be more than zero."
        return Refusal(RefusalCode.NOT_POSITIVE, sentence)
    if stake < limits.minimum:
        sentence = f"The least on {spot.label} is {say_credits(limits.minimum)}."
        return Refusal(RefusalCode.BELOW_MINIMUM, sentence)
    unit, most = payable_unit(spot, limits), most_on(spot, limits)
    if stake > most:
        sentence = f"The most on {spot.label} is {say_credits(most // unit * unit)}{_why(spot)}."
        return Refusal(RefusalCode.ABOVE_MAXIMUM, sentence)
    if stake % unit:
        return Refusal(
            RefusalCode.NOT_PAYABLE,
            f"{say_credits(stake)} on {spot.label} cannot be paid exactly in chips of"
            f" {say_credits(limits.chip)}; bet {_nearest(spot, stake, unit, limits)}.",
        )
    return None


def most_on(spot: Spot, limits: Limits) -> Credits:
    """The most that may lie on a spot: the table's, the edition's for the spot, the spot's own."""
    own = [most for key, most in limits.spots if key in (spot.key, spot.area)]
    return min([limits.maximum, *own, *([] if spot.most is None else [spot.most])])


def _why(spot: Spot) -> str:
    if spot.times is None or spot.most is None:
        return ""
    return f", {spot.times.most} times the stake behind it"


def payable_unit(spot: Spot, limits: Limits) -> int:
    """The smallest stake that chips can match and pay at every odds the spot can win.

    At odds n/d a stake pays in whole chips when stake * n is a multiple of d chips.
    """
    chip = int(limits.chip)
    unit = chip * spot.shares
    for odds in (*spot.odds, *(line.odds for line in spot.awards)):
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


def takes_bets(spot: Spot, limits: Limits) -> bool:
    """Whether the spot is open, and some stake within the limits can be paid exactly."""
    return spot.closed is None and least_stake(spot, limits) <= most_on(spot, limits)


def _nearest(spot: Spot, stake: int, unit: int, limits: Limits) -> str:
    below = stake - stake % unit
    near = [n for n in (below, below + unit) if limits.minimum <= n <= most_on(spot, limits)]
    return " or ".join(say_credits(n) for n in near)
