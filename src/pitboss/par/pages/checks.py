"""Claims of the document, other readings of the rulings, and the strategy."""

from __future__ import annotations

from fractions import Fraction

from pitboss.exact.figures import GameFigures
from pitboss.par.choices import Choice
from pitboss.par.claims import CheckedClaim, pace_claim
from pitboss.par.pages.words import bet_cell, marked, names, net_words, percent_words
from pitboss.par.sensitivity import Effect
from pitboss.par.sheet import Sheet
from pitboss.par.studies import CardLine
from pitboss.report import (
    Block,
    Bullets,
    Callout,
    CalloutKind,
    Cell,
    Column,
    Kind,
    Mono,
    Paragraph,
    Section,
    Table,
)


def strategy(choice: Choice, figures: GameFigures, card: tuple[CardLine, ...]) -> Section:
    """How to play best, in sentences and as a card."""
    lines = figures.strategy
    if choice.study.decisions is None and not lines:
        text = "Nothing is decided after the bets are made, so every player plays alike."
        return Section("Strategy", (Paragraph(text),))
    blocks: list[Block] = [Bullets(tuple(map(marked, lines)))] if lines else []
    if card:
        blocks.append(_card(card))
    blocks.append(
        Paragraph(("The exact value of a single hand: ", Mono("pitboss hand CARDS"), "."))
    )
    return Section("Strategy", tuple(blocks))


def _card(card: tuple[CardLine, ...]) -> Table:
    columns = (
        Column("Hand"),
        Column("Decision"),
        Column("Hands", Kind.NUMBER, total=True),
        Column("Best played", Kind.NUMBER, total=True),
        Column("Cost", Kind.PERCENT, places=6, total=True),
    )
    rows = tuple((one.hand, one.decision, one.hands, one.played, one.cost) for one in card)
    caption = "The strategy card; the cost is what deciding a whole line alike loses, per unit."
    return Table(columns, rows, caption)


def claims(sheet: Sheet) -> Section:
    """The document's own figures, one by one."""
    pace = pace_claim(sheet.head)
    blocks: list[Block] = []
    if sheet.claims:
        columns = (
            Column("Bet"),
            Column("Printed"),
            Column("Exact", Kind.PERCENT, places=6),
            Column("Exactly", Kind.FRACTION),
            Column("Agrees", Kind.MARK),
            Column("Where it is printed"),
        )
        rows = tuple(
            (
                bet_cell(one.claim.bet), one.claim.printed, one.exact, one.exact,
                one.agrees, one.claim.source,
            )
            for one in sheet.claims
        )  # fmt: skip
        wrong = tuple(at for at, one in enumerate(sheet.claims) if not one.agrees)
        caption = "A print agrees when the exact value, rounded half up to its places, equals it."
        blocks.append(Table(columns, rows, caption, highlight=wrong))
        blocks += [_finding(one) for one in sheet.claims if not one.agrees]
    else:
        blocks.append(Paragraph("The document prints no house edge of its own to check."))
    if pace is not None:
        blocks.append(
            Paragraph(f"Pace: the document plans {pace.printed} decisions an hour ({pace.source}).")
        )
    return Section("The document's own figures", tuple(blocks))


def _finding(one: CheckedClaim) -> Callout:
    words = f" is printed as {one.claim.printed}: {one.verdict}. The exact value is "
    text = (Mono(one.claim.bet), words, one.exact, f" = {percent_words(one.exact)}.")
    return Callout(CalloutKind.FINDING, text, "A printed figure differs")


def readings(sheet: Sheet) -> Section:
    """What every other reading of a ruling would change."""
    if not sheet.effects:
        text = "No ruling that bears on the figures has another reasonable reading."
        return Section("Other readings", (Paragraph(text),))
    columns = (
        Column("Reading"),
        Column("Bet"),
        Column("As ruled", Kind.PERCENT, places=4),
        Column("Otherwise", Kind.PERCENT, places=4),
        Column("Change", Kind.PERCENT, places=6, signed=True),
    )
    rows = tuple(row for one in sheet.effects for row in _rows(one))
    meanings = tuple(
        (Mono(one.reading.key), f" ({one.reading.clause}): {one.reading.sentence}{_exactly(one)}")
        for one in sheet.effects
    )
    caption = "The exact change in house edge where a ruling is read otherwise."
    return Section("Other readings", (Bullets(meanings), Table(columns, rows, caption)))


def _exactly(one: Effect) -> str:
    """The exact changes in words, bets that change alike together."""
    if not one.bets:
        return " It changes no edge."
    changes = [f"{net_words(moved)} on {names(bets)}" for _, _, moved, bets in _alike(one)]
    return f" Exact change: {'; '.join(changes)}."


def _alike(one: Effect) -> list[tuple[Fraction, Fraction, Fraction, list[str]]]:
    """Bets by edge as ruled and otherwise, with the change."""
    found: dict[tuple[Fraction, Fraction], list[str]] = {}
    for change in one.bets:
        if change.old is not None and change.new is not None:
            pair = (change.old.house_edge, change.new.house_edge)
            found.setdefault(pair, []).append(change.bet)
    return [(old, new, new - old, bets) for (old, new), bets in found.items()]


def _rows(one: Effect) -> list[tuple[Cell, ...]]:
    name = Mono(one.reading.key)
    if not one.bets:
        return [(name, "every bet", None, None, 0)]
    return [(name, names(bets), old, new, moved) for old, new, moved, bets in _alike(one)]
