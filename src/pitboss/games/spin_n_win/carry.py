"""The carry: what one spin leaves for the next, and its words in the round notation.

Holds where the Top goes, the bets still up, and how many spins the table has seen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from pitboss.games.bets import Bets, find_spot, stake_refusal
from pitboss.games.spin_n_win.edition import Edition, SpinnerRule
from pitboss.games.spin_n_win.rotation import Direction, Rotation
from pitboss.games.spin_n_win.settle import settle, winning_bets
from pitboss.games.spin_n_win.state import State, spun_by
from pitboss.games.spots import PlacedBet
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex, SpotKey, parse_credits, show_credits

WORDS = ("spins", "spinner", "direction", "up")

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


class Carry(msgspec.Struct, frozen=True):
    spins: int
    """Spins settled at this table so far."""
    rotation: Rotation | None
    """None until the dealer has chosen an end of the table."""
    up: Bets
    """Winning bets that stay where they are (SNW-6.2)."""


FRESH = Carry(spins=0, rotation=None, up=())


def carry_of(state: State) -> Carry:
    up = winning_bets(state)
    return Carry(spins=state.spin_number, rotation=_next_rotation(state, up), up=up)


def _next_rotation(state: State, winners: Bets) -> Rotation:
    if state.rotation is None:
        raise BrokenInvariant("the Top had a way to go before it was spun")
    last = state.answers[-1].seat
    if _keeps_top(state, winners):
        return state.rotation.at(last)
    # SNW-7.5 after a lost spin, SNW-7.10 after the dealer spun both.
    return state.rotation.past(last, seats_max=state.edition.head.seats_max)


def keeps_top(state: State) -> bool:
    """Whether the spinner of a finished round goes on."""
    return _keeps_top(state, winning_bets(state))


def _keeps_top(state: State, winners: Bets) -> bool:
    # SNW-7.4, or SNW-7.6 where the Top always passes, or SNW-7.12 by what was won and lost.
    last = state.answers[-1].seat
    if state.edition.spinner is SpinnerRule.PASS_EVERY_SPIN or last not in spun_by(state):
        return False
    if state.edition.spinner is SpinnerRule.KEEP_WHILE_AHEAD:
        return sum(line.net for line in settle(state) if line.seat == last) > 0
    return any(bet.seat == last for bet in winners)


def carry_refusal(edition: Edition, carry: Carry) -> Refusal | None:
    """Why a carry does not fit this edition: its seats, its bets or their stakes."""
    seats = [bet.seat for bet in carry.up]
    if carry.rotation is not None:
        seats.append(carry.rotation.turn)
    if not all(1 <= seat <= edition.head.seats_max for seat in seats):
        return Refusal(
            RefusalCode.NO_SUCH_SEAT,
            f"The table before this spin has seats 1 to {edition.head.seats_max} only.",
        )
    if len({(bet.seat, bet.spot) for bet in carry.up}) != len(carry.up):
        return Refusal(
            RefusalCode.BAD_TEXT, "A bet is up twice; name each seat and spot once, in one stake."
        )
    refusals = (_bet_refusal(edition, bet) for bet in carry.up)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _bet_refusal(edition: Edition, bet: PlacedBet) -> Refusal | None:
    spot = find_spot(edition.spots, bet.spot)
    if isinstance(spot, Refusal):
        return spot
    return stake_refusal(spot, bet.stake, edition.head.limits)


def write_carry(carry: Carry) -> dict[str, str]:
    """The carry as words, such as `spins=4 spinner=3 direction=up up=1 single:red 10.00`."""
    words = {"spins": str(carry.spins)}
    if carry.rotation is not None:
        words["spinner"] = str(carry.rotation.turn)
        words["direction"] = carry.rotation.direction.value
    if carry.up:
        words["up"] = "; ".join(
            f"{bet.seat} {bet.spot} {show_credits(bet.stake)}" for bet in carry.up
        )
    return words


def read_carry(edition: Edition, words: Mapping[str, str]) -> Carry | Refusal:
    """The carry back from its words; words that are left out mean a fresh table."""
    unknown = [word for word in words if word not in WORDS]
    if unknown:
        return Refusal(
            RefusalCode.UNKNOWN_FIELD,
            f"'{unknown[0]}' is not a field of a round's start; the fields are {', '.join(WORDS)}.",
        )
    spins = _number("spins", words.get("spins", "0"))
    rotation = _read_rotation(words)
    up = _read_up(words.get("up", ""))
    if isinstance(spins, Refusal):
        return spins
    if isinstance(rotation, Refusal):
        return rotation
    if isinstance(up, Refusal):
        return up
    carry = Carry(spins, rotation, up)
    refusal = carry_refusal(edition, carry)
    return carry if refusal is None else refusal


def _read_rotation(words: Mapping[str, str]) -> Rotation | Refusal | None:
    if "spinner" not in words and "direction" not in words:
        return None
    turn = _number("spinner", words.get("spinner", ""))
    if isinstance(turn, Refusal):
        return turn
    if words.get("direction") not in tuple(Direction):
        return Refusal(
            RefusalCode.BAD_FIELD, "The Top needs its direction beside the spinner: up or down."
        )
    return Rotation(SeatIndex(turn), Direction(words["direction"]))


def _read_up(text: str) -> Bets | Refusal:
    bets: list[PlacedBet] = []
    for entry in filter(None, map(str.strip, text.split(";"))):
        bet = _read_bet(entry)
        if isinstance(bet, Refusal):
            return bet
        bets.append(bet)
    return tuple(bets)


def _read_bet(entry: str) -> PlacedBet | Refusal:
    parts = entry.split()
    if len(parts) != 3:
        return Refusal(
            RefusalCode.BAD_TEXT,
            f"'{entry}' is not a bet that is up; write seat, spot and stake: 1 single:red 10.00.",
        )
    seat, stake = _number("the seat of a bet", parts[0]), parse_credits(parts[2])
    if isinstance(seat, Refusal):
        return seat
    if isinstance(stake, Refusal):
        return stake
    return PlacedBet(SeatIndex(seat), SpotKey(parts[1]), stake)


def _number(name: str, text: str) -> int | Refusal:
    if _NUMBER.fullmatch(text):
        return int(text)
    return Refusal(RefusalCode.BAD_FIELD, f"{name} is '{text}'; it must be a whole number.")
