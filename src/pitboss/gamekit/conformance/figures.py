"""Checks of a game's mathematics: exact figures, its solver beside the oracle, printed claims."""

from __future__ import annotations

from fractions import Fraction

from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.solvers import game_figures, oracle_figures
from pitboss.gamekit.conformance.findings import Noted, Subject, expect
from pitboss.games.parts import find_part
from pitboss.par.claims import check_claims
from pitboss.refusals import Refused
from pitboss.report.figures import round_half_up

WALKED_MAX = 3_000
"""Positions of one step up to which a solver is compared with the oracle: some seconds."""
NAMED_MAX = 3
COMPARE = "Compare solver and oracle in a test, on an edition with fewer cards."

Law = dict[Fraction, Fraction]


def check_figures(subject: Subject) -> str:
    """Every bet has an exact edge that is the house's, the same by solver and by oracle."""
    game, edition = subject.game, subject.edition
    figures = _figures(subject)
    for bet in figures.bets:
        edge = bet.house_edge
        expect(edge >= 0, f"{bet.bet} pays players {percent(-edge)} of their stakes on average.")
    named = [f"{bet.bet} {percent(bet.house_edge)}" for bet in figures.bets[:NAMED_MAX]]
    more = len(figures.bets) - NAMED_MAX
    words = f"House edge: {', '.join(named)}{f' and {more} more' if more > 0 else ''}."
    if find_part("exact", game, "figures") is None:
        return words
    try:
        walked = oracle_figures(game, edition, most=WALKED_MAX)
    except Refused:
        raise Noted(f"{words} The game is too large for the oracle.", COMPARE) from None
    _compare(walked, figures)
    return f"{words} Solver and oracle agree."


def _figures(subject: Subject) -> GameFigures:
    try:
        return game_figures(subject.game, subject.edition)
    except Refused as refused:
        raise Noted(refused.sentence, "Write a solver: figures(edition) in exact.py.") from refused


def _compare(walked: GameFigures, solved: GameFigures) -> None:
    right, given = ({bet.bet: bet for bet in one.bets} for one in (walked, solved))
    expect(right.keys() == given.keys(), f"The solver names {list(given)}, not {list(right)}.")
    for name, bet in right.items():
        by_both = f"{percent(given[name].house_edge)} by the solver, {percent(bet.house_edge)}"
        is_same = _law(bet) == _law(given[name]) and bet.average_wager == given[name].average_wager
        expect(is_same, f"{name}: {by_both} by the oracle, or other chances.")


def _law(bet: BetFigures) -> Law:
    return {one.net: bet.distribution.probability(one.net) for one in bet.distribution.outcomes}


def check_printed(subject: Subject) -> str:
    """Figures that a document prints agree with the exact ones to their last digit."""
    claims = subject.edition.head.claims
    if not claims:
        return "The edition names no printed figure."
    checked = check_claims(subject.edition.head, _figures(subject))
    wrong = [
        f"{one.claim.bet}: {one.claim.printed} is printed; {one.verdict}"
        for one in checked
        if not one.agrees
    ]
    if wrong:
        raise Noted(f"{'; '.join(wrong)}.")
    return f"{len(checked)} printed figures agree."


def percent(share: Fraction) -> str:
    """A share in hundredths, with two decimals."""
    return f"{round_half_up(share * 100, 2):f}%"
