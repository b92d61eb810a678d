"""What dealers' mistakes cost, by how often they happen, for any game.

Three slips that every table knows: a losing bet that is not taken, a losing bet that is paid, and a
bet that is laid after the result is known. Exact, from the law of each bet.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.exact.figures import BetFigures
from pitboss.exact.solvers import game_figures
from pitboss.protect.pages import document, findings
from pitboss.protect.studies import Request, StudyResult
from pitboss.refusals import Refusal
from pitboss.report import CheckItem, Checklist, Column, Document, Kind, Paragraph, Section, Table
from pitboss.units import show_fraction

RATES = (Fraction(1, 1000), Fraction(1, 200), Fraction(1, 100))
LEFT, PAID, LATE = "losing bet left", "losing bet paid", "bet laid late"


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
        """The house edge when the mistake happens at this rate of rounds."""
        return self.edge - rate * self.cost


def slips_of(bet: BetFigures) -> tuple[Slip, ...]:
    """The three slips on one bet."""
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


def mistakes(request: Request) -> StudyResult | Refusal:
    """Every slip on every bet."""
    figures = game_figures(request.game, request.edition)
    slips = tuple(slip for bet in figures.bets for slip in slips_of(bet))
    head = request.edition.head
    keys = {
        "game": head.game,
        "edition": head.key,
        "edition_hash": head.hash,
        "mistakes": [_keys(slip) for slip in slips],
    }
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


def _document(request: Request, slips: tuple[Slip, ...]) -> Document:
    rated = [slip for slip in slips if slip.break_even is not None]
    worst = min(rated, key=lambda slip: slip.break_even or Fraction(1), default=None)
    found = (
        "No bet has an edge to lose."
        if worst is None
        else f"The most delicate slip is '{worst.kind}' on {worst.bet}: once in"
        f" {float(1 / (worst.break_even or Fraction(1))):.0f} rounds takes its whole edge."
    )
    columns = (
        Column("Bet"),
        Column("Mistake"),
        Column("Costs, units", Kind.NUMBER, places=4),
        *(Column(f"Edge at {float(rate):.1%}", Kind.PERCENT, places=3, signed=True)
          for rate in RATES),
        Column("Edge gone at", Kind.PERCENT, places=3),
    )  # fmt: skip
    rows = tuple(
        (slip.bet, slip.kind, slip.cost, *(slip.edge_at(rate) for rate in RATES), slip.break_even)
        for slip in slips
    )
    checks = Checklist(
        tuple(
            CheckItem(text)
            for text in (
                "Takes come before pays, and losing bets leave the layout before any win is paid.",
                "No hand but the dealer's is over the layout once bets are closed.",
                "Every void has a reason and, on physical equipment, what was shown.",
                "A second person checks payouts above a stated amount.",
                "Voids and corrections are read against the table's liability each day.",
            )
        )
    )
    text = (
        "Per unit staked, exactly. A losing bet left costs the stake; a losing bet paid costs the"
        " stake and the lowest odds; a bet laid late is laid where it wins."
    )
    sections = (
        findings((found,), ("Train and test for the slips with the lowest rates first.",)),
        Section("Cost by rate", (Paragraph(text), Table(columns, rows))),
        Section("Procedure", (checks,)),
    )
    return document(
        request.game,
        request.edition,
        title="dealers' mistakes",
        abstract="What slips at the table cost, and how rare they must be.",
        sections=sections,
    )
