"""Mistakes that only Gin & Win knows: a wrong qualifier, a zero paid wrongly."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from operator import methodcaller

from pitboss.exact.gin_and_win.edition import parameters_of, record_of
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.solve import solve
from pitboss.protect.mistakes import Slip, mistakes
from pitboss.protect.pages import explained
from pitboss.protect.studies import StudyRequest, StudyResult
from pitboss.refusals import Refusal
from pitboss.report.tables import number, percent, table, text
from pitboss.units import show_fraction

BASE = "ante-play"


def own_slips(parameters: GinParameters) -> tuple[Slip, ...]:
    """What the house loses for each round dealt by the wrong rule, to a player who knows it."""
    edge = solve(parameters).house_edge
    wrong: list[tuple[str, GinParameters]] = []
    if parameters.qualifier_rank > 1:
        lower = replace(parameters, qualifier_rank=parameters.qualifier_rank - 1)
        wrong.append(("qualifier read one rank too low", lower))
    if parameters.qualifier_rank < parameters.pool.ranks:
        higher = replace(parameters, qualifier_rank=parameters.qualifier_rank + 1)
        wrong.append(("qualifier read one rank too high", higher))
    wrong.append(("every win on Play paid as a zero",
                  replace(parameters, play_win=parameters.zero_play_win)))  # fmt: skip
    wrong.append(("ties of two zeros paid", replace(parameters, zero_tie_wins=True)))
    return tuple(Slip(BASE, kind, edge - solve(other).house_edge, edge) for kind, other in wrong)


def gin_mistakes(request: StudyRequest) -> StudyResult | Refusal:
    """The slips of every table, and those of this game."""
    answer = mistakes(request)
    if isinstance(answer, Refusal):
        return answer
    slips = own_slips(parameters_of(record_of(request.edition)))
    keys = answer.keys | {
        "own": [{"mistake": slip.kind, "cost": show_fraction(slip.cost)} for slip in slips]
    }
    if answer.document is None:
        return StudyResult(keys)
    section = explained(
        "Mistakes of this game",
        "For each round dealt this way, against a player who knows; a negative cost is a gain for"
        " the house.",
        table(
            slips,
            text("Mistake", "kind"),
            number("Costs, Antes", "cost", 5, signed=True),
            percent("Edge at 1.0%", methodcaller("edge_at", Fraction(1, 100)), 3, signed=True),
            percent("Edge gone at", "break_even", 2),
        ),
    )
    pages = answer.document.sections
    return StudyResult(keys, replace(answer.document, sections=(*pages[:2], section, *pages[2:])))
