"""Target edges: which pay gives a bet the edge that is wanted, exactly.

More pay never raises the edge, so the pays just below and just above an aim are found by halving on
a grid of odds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pitboss.games.bet_names import bet_names
from pitboss.games.controls import controls_of
from pitboss.games.editions import Limits
from pitboss.par.choices import Choice, choose
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Odds, show_fraction

STEPS = (Fraction(1), *(Fraction(1, n) for n in (2, 4, 5, 10, 20, 50, 100)))
"""Steps of odds that a felt may print."""
ODDS_MAX = 100_000
_AIM = re.compile(r"(-?[0-9]{1,6})(?:\.([0-9]{1,8}))? ?%?", re.ASCII)
_SHARE = re.compile(r"(-?[0-9]{1,18})/([0-9]{1,18})", re.ASCII)

Edge = Callable[[int], Fraction | Refusal]
"""The edge when the pay is so many steps."""


@dataclass(frozen=True, slots=True)
class Pay:
    odds: Odds
    edge: Fraction


@dataclass(frozen=True, slots=True)
class TargetPays:
    """The pays on both sides of an aim; one of them is missing at the end of the range."""

    bet: str
    field: str
    aim: Fraction
    step: Fraction
    less: Pay | None
    """The highest pay whose edge is at least the aim."""
    more: Pay | None
    """The lowest pay whose edge is less than the aim."""


def read_aim(text: str) -> Fraction | Refusal:
    """An edge such as `5`, `5.25%` or `1/20`."""
    share, percent = _SHARE.fullmatch(text.strip()), _AIM.fullmatch(text.strip())
    if share is not None and int(share.group(2)):
        return Fraction(int(share.group(1)), int(share.group(2)))
    if percent is not None:
        decimals = percent.group(2) or ""
        return Fraction(int(percent.group(1) + decimals), 100 * 10 ** len(decimals))
    return Refusal(
        RefusalCode.BAD_FIELD,
        "Write an edge as a percentage such as 5.25, or as a fraction such as 1/20.",
        "aim",
    )


def steps_of(limits: Limits) -> tuple[Fraction, ...]:
    """Steps of odds at which the least stake is paid in whole chips."""
    return tuple(step for step in STEPS if (step * limits.minimum / limits.chip).denominator == 1)


def aim_at(
    choice: Choice, *, field: str, bet: str, aim: Fraction, step: Fraction
) -> TargetPays | Refusal:
    """The pays of a field just below and just above an edge of a bet."""
    if step not in steps_of(choice.edition.head.limits):
        return Refusal(
            RefusalCode.BAD_FIELD,
            f"{show_fraction(step)} to one cannot be paid in whole chips at the least stake.",
            "step",
        )

    def edge(pay: int) -> Fraction | Refusal:
        changes = {**choice.changes, field: show_fraction(pay * step)}
        other = choose(choice.folder, choice.key, changes, reading=choice.reading)
        if isinstance(other, Refusal):
            return other
        found = [one.house_edge for one in other.figures().bets if one.bet == bet]
        return found[0] if found else Refusal(RefusalCode.UNKNOWN_BET, f"There is no bet '{bet}'.")

    ends = _ends(edge, step)
    if isinstance(ends, Refusal):
        return ends
    (low, first), (high, last) = ends
    if first == last:
        sentence = (
            f"{_label(choice, field)} does not change the house edge of {_name(choice, bet)}."
        )
        return Refusal(RefusalCode.BAD_FIELD, sentence, "field")
    if first < aim:
        return TargetPays(bet, field, aim, step, None, _pay(low, step, first))
    if last >= aim:
        return TargetPays(bet, field, aim, step, _pay(high, step, last), None)
    between = _halved(edge, aim, ends)
    if isinstance(between, Refusal):
        return between
    (low, first), (high, last) = between
    return TargetPays(bet, field, aim, step, _pay(low, step, first), _pay(high, step, last))


def _label(choice: Choice, field: str) -> str:
    """What people call the field."""
    controls = controls_of(choice.folder, choice.data())
    return next((one.label for one in controls if one.field == field), field)


def _name(choice: Choice, bet: str) -> str:
    return bet_names(choice.folder.game.all_spots(choice.edition))(bet)


Point = tuple[int, Fraction]


def _ends(edge: Edge, step: Fraction) -> tuple[Point, Point] | Refusal:
    """The lowest and the highest pay that may be, with their edges."""
    low, high = 0, int(ODDS_MAX / step)
    first = edge(low)
    if isinstance(first, Refusal):
        # Some fields pay more than nothing.
        low = 1
        first = edge(low)
    last = edge(high)
    if isinstance(first, Refusal):
        return first
    return last if isinstance(last, Refusal) else ((low, first), (high, last))


def _halved(edge: Edge, aim: Fraction, ends: tuple[Point, Point]) -> tuple[Point, Point] | Refusal:
    """Neighbours on the grid with the aim between: `first >= aim > last` throughout.

    A guess on the straight line through both ends is right at once where the edge is linear;
    halving in between bounds the number of tries where it is not.
    """
    (low, first), (high, last) = ends
    is_guess = True
    while high - low > 1:
        middle = (low + high) // 2
        if is_guess:
            line = low + int((first - aim) * (high - low) / (first - last))
            middle = min(max(line, low + 1), high - 1)
        is_guess = not is_guess
        found = edge(middle)
        if isinstance(found, Refusal):
            return found
        if found >= aim:
            low, first = middle, found
        else:
            high, last = middle, found
    return (low, first), (high, last)


def _pay(pay: int, step: Fraction, edge: Fraction) -> Pay:
    return Pay(Odds(pay * step), edge)
