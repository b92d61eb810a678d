"""What changes from one edition to another."""

from __future__ import annotations

from fractions import Fraction

from pitboss.exact.figures import BetFigures
from pitboss.par.difference import Difference
from pitboss.par.pages.words import marked, net_words
from pitboss.report.blocks import Block, Definitions, Paragraph, Section
from pitboss.report.tables import number, percent, table, text
from pitboss.report.text import Mono


def change(difference: Difference) -> Section:
    old, new, names = difference.old, difference.new, difference.names
    blocks: list[Block] = [
        Paragraph(
            ("From ", Mono(old.name), f" ({old.edition.head.short_hash}) to ", Mono(new.name),
             f" ({new.edition.head.short_hash}).")
        ),
        table(
            difference.fields,
            text("Field", lambda one: Mono(one.field)),
            text("From", lambda one: one.old or "–"),
            text("To", lambda one: one.new or "–"),
            text("Clause", lambda one: "" if one.clause is None else one.clause.number),
            caption="Every field that differs.",
        )
        if difference.fields
        else Paragraph("The two editions have the same numbers."),
    ]  # fmt: skip
    if difference.clauses:
        clauses = ((clause.number, marked(clause.text)) for clause in difference.clauses)
        blocks.append(Definitions(tuple(clauses)))
    bets = table(
        difference.bets,
        text("Bet", lambda one: names(one.bet)),
        percent("Edge before", lambda one: one.old and one.old.house_edge, 4),
        percent("Edge after", lambda one: one.new and one.new.house_edge, 4),
        percent("Change", "edge_change", 6, signed=True),
        number("Deviation before", lambda one: _deviation(one.old), 4),
        number("Deviation after", lambda one: _deviation(one.new), 4),
        caption="Every bet in both editions.",
    )
    blocks += [bets, _exact(difference)]
    if difference.decisions is not None:
        found = difference.decisions
        blocks.append(
            Paragraph(
                f"Best play changes for {found.changed:,} of {found.hands:,} hands:"
                f" {found.folded_now:,} that were folded are now played, and"
                f" {found.played_now:,} that were played are now folded."
            )
        )
    return Section(f"Against {new.name}", tuple(blocks), anchor="against")


def _deviation(bet: BetFigures | None) -> float | None:
    return None if bet is None else bet.distribution.standard_deviation


def _exact(difference: Difference) -> Block:
    """Every change as a fraction, bets that change alike together."""
    found: dict[Fraction, list[str]] = {}
    for one in difference.bets:
        if one.edge_change:
            found.setdefault(one.edge_change, []).append(one.bet)
    if not found:
        return Paragraph("No edge changes.")
    return Definitions(
        tuple(
            (difference.names.several(bets), ("exactly ", net_words(moved)))
            for moved, bets in found.items()
        )
    )
