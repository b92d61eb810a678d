"""Claims of the document, other readings of the rulings, and the strategy."""

from __future__ import annotations

from fractions import Fraction
from operator import itemgetter
from typing import Any

from pitboss.exact.figures import CardLine, GameFigures
from pitboss.games.bet_names import BetNames
from pitboss.par.choices import Choice
from pitboss.par.claims import CheckedClaim, pace_claim
from pitboss.par.difference import Effect
from pitboss.par.pages.words import marked, net_words, percent_words
from pitboss.par.sheet import Sheet
from pitboss.report.blocks import Block, Bullets, Callout, CalloutKind, Paragraph, Section
from pitboss.report.tables import fraction, mark, number, percent, table, text
from pitboss.report.text import Mono

NO_CHANGE: list[Any] = [(None, None, 0, None)]
"""The row of a reading that changes no edge."""


def strategy(choice: Choice, figures: GameFigures, card: tuple[CardLine, ...]) -> Section:
    """How to play best, in sentences and as a card."""
    lines = figures.strategy
    if choice.study.decisions is None and not lines:
        words = "There is nothing to decide once the bets are made, so every player plays alike."
        return Section("Strategy", (Paragraph(words),))
    blocks: list[Block] = [Bullets(tuple(map(marked, lines)))] if lines else []
    if card:
        blocks.append(
            table(
                card,
                text("Hand", "hand"),
                text("Decision", "decision"),
                number("Hands", "hands", total=True),
                number("Best played", "played", total=True),
                percent("Cost", "cost", 6, total=True),
                caption="The strategy card. The cost, per unit, is what is lost by playing every"
                " hand of a line the same way.",
            )
        )
    blocks.append(
        Paragraph(("The exact value of a single hand: ", Mono("pitboss hand CARDS"), "."))
    )
    return Section("Strategy", tuple(blocks))


def claims(sheet: Sheet) -> Section:
    pace, names = pace_claim(sheet.head), sheet.names
    blocks: list[Block] = []
    if sheet.claims:
        printed = table(
            sheet.claims,
            text("Bet", lambda one: one.name(names)),
            text("Printed", "claim.printed"),
            percent("Exact", "exact", 6),
            fraction("Exactly", "exact"),
            mark("Agrees", "agrees"),
            text("Where it is printed", "claim.source"),
            caption="A printed figure agrees when the exact value, rounded half up to the same"
            " number of places, equals it.",
            highlight=tuple(at for at, one in enumerate(sheet.claims) if not one.agrees),
        )
        if sheet.head.claims_by:
            blocks.append(Paragraph(f"The document's figures are by {sheet.head.claims_by}."))
        blocks += [printed, *(_finding(one, names) for one in sheet.claims if not one.agrees)]
    else:
        blocks.append(Paragraph("The document prints no house edge to check."))
    if pace is not None:
        words = f"Pace: the document assumes {pace.printed} decisions an hour ({pace.source})."
        blocks.append(Paragraph(words))
    return Section("The document's own figures", tuple(blocks))


def _finding(one: CheckedClaim, names: BetNames) -> Callout:
    words = f" is printed as {one.claim.printed}: {one.verdict}. The exact value is "
    text = (names(one.claim.bet), words, one.exact, f" = {percent_words(one.exact)}.")
    return Callout(CalloutKind.FINDING, text, "A printed figure differs")


def readings(sheet: Sheet) -> Section:
    """What every other reading of a ruling would change."""
    if not sheet.effects:
        words = "No ruling that affects the figures has another reasonable reading."
        return Section("Other readings", (Paragraph(words),))
    names = sheet.names
    meanings = tuple(
        (
            Mono(one.reading.key),
            f" ({one.reading.clause}): {one.reading.sentence}{_exactly(one, sheet.names)}",
        )
        for one in sheet.effects
    )
    changes = table(
        [(one.reading.key, *row) for one in sheet.effects for row in _alike(one) or NO_CHANGE],
        text("Reading", lambda row: Mono(row[0])),
        text("Bet", lambda row: "every bet" if row[4] is None else names.several(row[4])),
        percent("As ruled", itemgetter(1), 4),
        percent("Otherwise", itemgetter(2), 4),
        percent("Change", itemgetter(3), 6, signed=True),
        caption="The exact change in house edge when a ruling is read the other way.",
    )
    return Section("Other readings", (Bullets(meanings), changes))


def _exactly(one: Effect, names: BetNames) -> str:
    """The exact changes in words, bets that change alike together."""
    if not one.bets:
        return " It changes no edge."
    changes = [f"{net_words(moved)} on {names.several(bets)}" for _, _, moved, bets in _alike(one)]
    return f" Exact change: {'; '.join(changes)}."


def _alike(one: Effect) -> list[tuple[Fraction, Fraction, Fraction, list[str]]]:
    """Bets by edge as ruled and otherwise, with the change."""
    found: dict[tuple[Fraction, Fraction], list[str]] = {}
    for change in one.bets:
        if change.old is not None and change.new is not None:
            pair = (change.old.house_edge, change.new.house_edge)
            found.setdefault(pair, []).append(change.bet)
    return [(old, new, new - old, bets) for (old, new), bets in found.items()]
