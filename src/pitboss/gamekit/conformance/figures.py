"""Checks of a game's mathematics: exact figures, its solver beside the oracle, printed claims."""

from __future__ import annotations

from fractions import Fraction

from pitboss.exact.agreement import disagreement, has_solver
from pitboss.exact.figures import GameFigures
from pitboss.exact.solvers import game_figures
from pitboss.gamekit.conformance.findings import Noted, expect
from pitboss.games.game_folder import GameEdition
from pitboss.par.claims import check_claims
from pitboss.refusals import Refused
from pitboss.report.figures import round_half_up

NAMED_MAX = 3
COMPARE = "Name less equipment in exact.py: REDUCED, changes of an edition as --set takes them."


def check_figures(subject: GameEdition) -> str:
    """Every bet has an exact edge that is the house's, the same by solver and by oracle."""
    edition = subject.edition
    figures = _figures(subject)
    for bet in figures.bets:
        edge = bet.house_edge
        expect(edge >= 0, f"{bet.bet} pays players {percent(-edge)} of their stakes on average.")
    named = [f"{bet.bet} {percent(bet.house_edge)}" for bet in figures.bets[:NAMED_MAX]]
    more = len(figures.bets) - NAMED_MAX
    words = f"House edge: {', '.join(named)}{f' and {more} more' if more > 0 else ''}."
    if not has_solver(subject.folder):
        return words
    try:
        fault = disagreement(subject.folder, edition)
    except Refused:
        raise Noted(f"{words} The game is too large for the oracle.", COMPARE) from None
    expect(fault is None, fault or "")
    return f"{words} Solver and oracle agree."


def _figures(subject: GameEdition) -> GameFigures:
    try:
        return game_figures(subject.game, subject.edition)
    except Refused as refused:
        raise Noted(refused.sentence, "Write a solver: figures(edition) in exact.py.") from refused


def check_printed(subject: GameEdition) -> str:
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
