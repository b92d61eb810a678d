"""What changes from one edition to another."""

from __future__ import annotations

from fractions import Fraction

from pitboss.par.difference import BetChange, Difference
from pitboss.par.pages.words import bet_cell, marked, names, net_words
from pitboss.report import Block, Cell, Column, Definitions, Kind, Mono, Paragraph, Section, Table


def change(difference: Difference) -> Section:
    """Fields, clauses, edges, deviations and decisions."""
    old, new = difference.old, difference.new
    blocks: list[Block] = [
        Paragraph(
            ("From ", Mono(old.name), f" ({old.edition.head.short_hash}) to ", Mono(new.name),
             f" ({new.edition.head.short_hash}).")
        )
    ]  # fmt: skip
    if difference.fields:
        blocks.append(_fields(difference))
    else:
        blocks.append(Paragraph("No field of the edition differs."))
    if difference.clauses:
        blocks.append(
            Definitions(
                tuple((clause.number, marked(clause.text)) for clause in difference.clauses)
            )
        )
    blocks += [_bets(difference), _exact(difference)]
    if difference.decisions is not None:
        found = difference.decisions
        blocks.append(
            Paragraph(
                f"Best play changes for {found.changed:,} of {found.hands:,} hands:"
                f" {found.folded_now:,} that were folded are played,"
                f" {found.played_now:,} that were played are folded."
            )
        )
    return Section(f"Against {new.name}", tuple(blocks), anchor="against")


def _fields(difference: Difference) -> Table:
    rows = tuple(
        (
            Mono(one.field),
            one.old or "–",
            one.new or "–",
            "" if one.clause is None else one.clause.number,
        )
        for one in difference.fields
    )
    columns = (Column("Field"), Column("From"), Column("To"), Column("Clause"))
    return Table(columns, rows, "Every field that differs.")


def _bets(difference: Difference) -> Table:
    columns = (
        Column("Bet"),
        Column("Edge before", Kind.PERCENT, places=4),
        Column("Edge after", Kind.PERCENT, places=4),
        Column("Change", Kind.PERCENT, places=6, signed=True),
        Column("Deviation before", Kind.NUMBER, places=4),
        Column("Deviation after", Kind.NUMBER, places=4),
    )
    return Table(columns, tuple(map(_row, difference.bets)), "Every bet in both editions.")


def _row(one: BetChange) -> tuple[Cell, ...]:
    old, new = one.old, one.new
    return (
        bet_cell(one.bet),
        None if old is None else old.house_edge,
        None if new is None else new.house_edge,
        one.edge_change,
        None if old is None else old.distribution.standard_deviation,
        None if new is None else new.distribution.standard_deviation,
    )


def _exact(difference: Difference) -> Block:
    """Every change as a fraction, bets that change alike together."""
    found: dict[Fraction, list[str]] = {}
    for one in difference.bets:
        if one.edge_change:
            found.setdefault(one.edge_change, []).append(one.bet)
    if not found:
        return Paragraph("No edge changes.")
    return Definitions(
        tuple((names(bets), ("exactly ", net_words(moved))) for moved, bets in found.items())
    )
