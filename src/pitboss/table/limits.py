"""Posted limits: the least and the most on a spot, as a pit boss sets them from round to round.

They lie within the edition's own, so the edition, its hash and every figure stay what they are.
"""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.bets import find_spot, least_stake, most_on, payable_unit, stake_refusal
from pitboss.games.editions import Limits
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table.commands import Actor
from pitboss.table.state import TableState
from pitboss.units import Credits, SeatIndex, SpotKey, say_credits


def change_limits(
    state: TableState, by: Actor, act: cmd.ChangeLimits
) -> tuple[ev.Event, ...] | Refusal:
    """New limits for the rounds that open from now on; the round in play keeps its own."""
    widest = state.rules.limits
    wanted = replace(widest, minimum=Credits(act.minimum), maximum=Credits(act.maximum))
    if wanted == (state.posted or widest):
        return Refusal(RefusalCode.NOT_NOW, "These are the limits already.")
    if not widest.minimum <= wanted.minimum <= wanted.maximum <= widest.maximum:
        least, most = say_credits(widest.minimum), say_credits(widest.maximum)
        return _bad(
            f"Set limits from {least} to {most}, the smallest bet not above the largest; this"
            " table was opened for no others."
        )
    if wanted.minimum % widest.chip or wanted.maximum % widest.chip:
        return _bad(f"Set both limits in whole chips of {say_credits(widest.chip)}.")
    return _felt_refusal(state, wanted) or (ev.LimitsChanged(act.minimum, act.maximum),)


def _felt_refusal(state: TableState, wanted: Limits) -> Refusal | None:
    """A spot that could take no bet at all, or a bet that lies above the new limit."""
    spots = state.rules.game.all_spots(state.rules.edition)
    for spot in spots:
        least = least_stake(spot, wanted)
        if least > most_on(spot, wanted):
            unit = say_credits(payable_unit(spot, wanted))
            return _bad(
                f"No bet on {spot.label} would fit: it is made in steps of {unit}. Set the"
                f" largest bet to at least {say_credits(least)}."
            )
    highest = max((int(stake.amount) for stake in state.stakes), default=0)
    if highest > wanted.maximum:
        return _bad(
            f"A bet of {say_credits(highest)} lies on the felt. Set the largest bet to at least"
            " that, or wait until it is settled or taken down."
        )
    return None


def limits_changed(state: TableState, event: ev.LimitsChanged) -> TableState:
    least, most = Credits(event.minimum), Credits(event.maximum)
    return replace(state, posted=replace(state.rules.limits, minimum=least, maximum=most))


def posted_refusal(state: TableState, act: cmd.PlaceBet) -> Refusal | None:
    """Why the posted limits do not let this stake lie there."""
    if state.round_limits is None or state.current is None:
        return None
    spots = state.rules.game.spots(state.current.state, SeatIndex(act.seat))
    found = find_spot(spots, SpotKey(act.spot))
    if isinstance(found, Refusal):
        return found
    return stake_refusal(found, Credits(act.stake), state.round_limits)


def _bad(sentence: str) -> Refusal:
    return Refusal(RefusalCode.BAD_AMOUNT, sentence)
