"""What dealers' mistakes cost, by how often they happen, for any game.

Three slips that every table knows: a losing bet that is not taken, a losing bet that is paid, and a
bet that is laid after the result is known. Exact, from the law of each bet.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import methodcaller
from typing import Any

from pitboss.exact.figures import BetFigures
from pitboss.exact.solvers import game_figures
from pitboss.games.bet_names import BetNames, bet_names
from pitboss.protect.pages import document, edition_keys, explained, findings
from pitboss.protect.studies import Study, StudyRequest, StudyResult
from pitboss.refusals import Refusal
from pitboss.report.blocks import CheckItem, Checklist, Document, Section, Table
from pitboss.report.tables import number, percent, table, text
from pitboss.units import show_fraction

CHECKS = (
    "Takes come before pays, and losing bets leave the layout before any win is paid.",
    "No hand but the dealer's is over the layout once bets are closed.",
    "Every void has a reason and, on physical equipment, a record of what was shown.",
    "A second person checks payouts above a stated amount.",
    "Voids and corrections are compared with the table's liability each day.",
)
RATES = (Fraction(1, 1000), Fraction(1, 200), Fraction(1, 100))
LEFT, PAID, LATE = "losing bet left", "losing bet paid", "bet laid late"
WORDS = {LEFT: "losing bet not taken", LATE: "bet placed late"}
"""Kinds that pages say more plainly than files of figures."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One kind of mistake on one bet: what each costs, and how often it takes the whole edge."""

    bet: str
    kind: str
    cost: Fraction
    """Units lost by the house for each round in which it could happen and did."""
    edge: Fraction

    @property
    def break_even(self) -> Fraction | None:
        """The rate at which the edge is gone; None where no rate takes it."""
        if self.edge <= 0 or self.cost < self.edge:
            return None
        return self.edge / self.cost

    def edge_at(self, rate: Fraction) -> Fraction:
        return self.edge - rate * self.cost


def slips_of(bet: BetFigures) -> tuple[Slip, ...]:
    law = bet.distribution
    lost = sum(
        (-o.net * Fraction(o.count, law.total) for o in law.outcomes if o.net < 0), Fraction(0)
    )
    chance = sum((Fraction(o.count, law.total) for o in law.outcomes if o.net < 0), Fraction(0))
    wins = [o for o in law.outcomes if o.net > 0]
    least = min((o.net for o in wins), default=Fraction(0))
    won = sum((o.net * o.count for o in wins), Fraction(0))
    hits = sum(o.count for o in wins)
    mean_win = won / hits if hits else Fraction(0)
    edge = law.house_edge
    return (
        Slip(bet.bet, LEFT, lost, edge),
        Slip(bet.bet, PAID, lost + chance * least, edge),
        # A late bet is laid where it wins: the house pays it and never had a chance to win.
        Slip(bet.bet, LATE, mean_win + edge, edge),
    )


def mistakes(request: StudyRequest) -> StudyResult | Refusal:
    figures = game_figures(request.game, request.edition)
    slips = tuple(slip for bet in figures.bets for slip in slips_of(bet))
    keys = edition_keys(request.edition) | {"mistakes": [_keys(slip) for slip in slips]}
    return StudyResult(keys, _document(request, slips) if request.whole else None)


def _keys(slip: Slip) -> dict[str, Any]:
    rate = slip.break_even
    return {
        "bet": slip.bet,
        "mistake": slip.kind,
        "cost": show_fraction(slip.cost),
        "house_edge": show_fraction(slip.edge),
        "break_even_rate": None if rate is None else float(rate),
    }


def _document(request: StudyRequest, slips: tuple[Slip, ...]) -> Document:
    names = bet_names(request.game.all_spots(request.edition))
    rated = [slip for slip in slips if slip.break_even is not None]
    worst = min(rated, key=lambda slip: slip.break_even or Fraction(1), default=None)
    found = (
        "No bet has an edge to lose."
        if worst is None
        else f"The costliest mistake is '{WORDS.get(worst.kind, worst.kind)}' on"
        f" {names(worst.bet)}: made once in"
        f" {float(1 / (worst.break_even or Fraction(1))):,.0f} bets, it takes the whole edge."
    )
    sections = (
        findings((found,), ("Train and test first for the mistakes that take the edge soonest.",)),
        explained(
            "Cost by rate",
            "Exact, per unit staked. A losing bet that is not taken costs the stake; one that is"
            " paid costs the stake and the lowest odds. A late bet is placed where it wins.",
            slip_table(slips, names),
        ),
        Section("Procedure", (Checklist(tuple(map(CheckItem, CHECKS))),)),
    )
    return document(
        request.game,
        request.edition,
        title="dealers' mistakes",
        abstract="What mistakes at the table cost, and how rare they must be.",
        sections=sections,
    )


def slip_table(slips: tuple[Slip, ...], names: BetNames) -> Table:
    return table(
        slips,
        text("Bet", lambda one: names(one.bet)),
        text("Mistake", lambda one: WORDS.get(one.kind, one.kind)),
        number("Costs, units", "cost", 4),
        *(
            percent(f"Edge at {float(rate):.1%}", methodcaller("edge_at", rate), 3, signed=True)
            for rate in RATES
        ),
        percent("Edge gone at", "break_even", 3),
    )


MISTAKES = Study("mistakes", "What dealers' mistakes cost, by how often they happen.", mistakes)
