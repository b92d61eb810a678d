"""The seats of a Gin & Win table: both bets of one seat, and the bonus lines of two."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.exact.gin_and_win.bonus import LINES
from pitboss.exact.gin_and_win.edition import bonus_pays, low_pair_ranks
from pitboss.exact.gin_and_win.line_deals import line_deals, quick_lines_hold
from pitboss.exact.gin_and_win.line_pairs import kind_of, line_pairs
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.solution import DealCounts
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.par.seat_results import SeatCase, SeatResults

NOTHING = Fraction(0)
LOSS = Fraction(-1)
ZERO_LINES = LINES[: LINES.index("one")]
"""Lines of hands with a score of zero, which never lose the base game."""


def seat_results_of(
    record: GinEdition, parameters: GinParameters, *, patient: bool
) -> SeatResults | None:
    """All that is known of a table's seats; None where it takes a census and may not."""
    lowest, highest = low_pair_ranks(record)
    if not patient and not quick_lines_hold(parameters, lowest=lowest):
        return None
    deals = line_deals(parameters, lowest=lowest, highest=highest)
    pays = bonus_pays(record)
    cases = tuple(
        case
        for line, counts in deals.items()
        for case in _cases(
            counts,
            parameters,
            kind=kind_of(line, lowest=lowest),
            net=pays.get(line, LOSS),
            folded=LOSS if record.readings.bonus_lost_on_fold else pays.get(line, LOSS),
        )
    )
    every = parameters.pool.deals
    pairs = line_pairs(parameters.pool, lowest=lowest, highest=highest)
    chances = {kinds: Fraction(count, every) for kinds, count in pairs.items()}
    beside = {
        kind: _beside(deals, parameters, kind, chances, lowest=lowest)
        for kind in dict.fromkeys(kind for kind, _ in chances)
    }
    return SeatResults(cases, chances, beside, 2, _undisturbed(parameters, pays))


def _undisturbed(parameters: GinParameters, pays: Mapping[str, Fraction]) -> Fraction:
    """The most that a hand can win which can lose as well.

    A score of zero never loses, unless ties do, and so is played whatever is kept back of it.
    """
    lines = [line for line in LINES if line not in ZERO_LINES]
    found = [pays.get(line, NOTHING) + parameters.net_win for line in lines]
    if parameters.dealer_wins_ties:
        found += [pays.get(line, NOTHING) + parameters.net_zero_win for line in ZERO_LINES]
    return max(found)


def _cases(
    counts: DealCounts, parameters: GinParameters, *, kind: str, net: Fraction, folded: Fraction
) -> tuple[SeatCase, ...]:
    """The ends of the deals of one line, with what the bonus nets."""
    ends = (
        (LOSS, counts.fold, folded),
        (parameters.ante_no_qualify, counts.no_qualify, net),
        (parameters.net_win, counts.win, net),
        (parameters.net_zero_win, counts.zero_win, net),
        (Fraction(-2), counts.lose, net),
        (parameters.net_tie, counts.tie, net),
        (parameters.net_zero_tie, counts.zero_tie, net),
    )
    return tuple(
        SeatCase(
            kind=kind,
            own=max(bonus, NOTHING),
            shared=max(base, NOTHING),
            net=base + bonus,
            chance=Fraction(count, parameters.pool.deals),
        )
        for base, count, bonus in ends
        if count
    )


def _beside(
    deals: Mapping[str, DealCounts],
    parameters: GinParameters,
    kind: str,
    pairs: Mapping[tuple[str, str], Fraction],
    *,
    lowest: int,
) -> Fraction:
    """The most that another seat's base game wins on average beside a seat of the kind.

    Given the first hand, the other seat and the dealer could change places: the other beats a
    dealer who qualifies in at most half of the rounds in which there is one. A score of zero
    is taken at its full pay.
    """
    lines = [counts for line, counts in deals.items() if kind_of(line, lowest=lowest) == kind]
    every = parameters.pool.deals
    whole = Fraction(sum(counts.total for counts in lines), every)
    zero = sum((pairs[kind, line] for line in ZERO_LINES), NOTHING) * parameters.net_zero_win
    half = parameters.net_win / 2
    if parameters.high_scores_qualify or any(counts.fold for counts in lines):
        return (parameters.ante_no_qualify + half) * whole + zero
    fails = Fraction(sum(counts.no_qualify for counts in lines), every)
    return parameters.ante_no_qualify * fails + half * (whole - fails) + zero
