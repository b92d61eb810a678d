"""The pages of the reports on shared hands and exposed cards."""

from __future__ import annotations

from pitboss.games.contract import AnyGame
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.protect.gin_and_win.sight import SeenValue
from pitboss.protect.gin_and_win.signals import SignalValue
from pitboss.protect.pages import document, findings
from pitboss.report import (
    Axis,
    Bar,
    Chart,
    Column,
    ColumnChart,
    Document,
    Kind,
    Paragraph,
    Section,
    Table,
    Text,
)

METHOD = (
    "Deals are sampled; in each, every dealer hand that the unseen cards allow is scored and every"
    " hand in sight is played or folded as is best against all of them together. What is sampled"
    " is compared with the best play by strength of a seat that sees its own cards only, whose"
    " value is known exactly, and only the difference carries an error."
)


def _rows(values: tuple[SeenValue, ...], *, first: str) -> Table:
    columns = (
        Column(first, Kind.NUMBER),
        Column("Antes won", Kind.PERCENT, places=3, signed=True),
        Column("Std. error", Kind.PERCENT, places=3),
        Column("Hands played", Kind.PERCENT, places=2),
        Column("Decisions changed", Kind.PERCENT, places=2),
        Column("Deals", Kind.NUMBER),
        Column("Dealer hands each", Kind.NUMBER),
    )
    rows = tuple(
        (
            one.sight.flashed or one.sight.hands,
            one.ev_per_ante,
            one.standard_error,
            one.play_rate,
            one.changed,
            one.deals,
            one.sight.dealer_hands,
        )
        for one in values
    )
    return Table(columns, rows, "Per Ante; an error of nought is exact.")


def _chart(values: tuple[SeenValue, ...], label: str) -> Chart:
    bars = tuple(Bar(str(one.sight.flashed or one.sight.hands), one.ev_per_ante) for one in values)
    return Chart(ColumnChart(bars, Axis(label), Axis("Per Ante", Kind.PERCENT, places=1)))


def collusion_document(
    game: AnyGame, edition: GinEdition, asked: SeenValue, rows: tuple[SeenValue, ...]
) -> Document:
    """Shared hands, by number of players."""
    winning = [one for one in rows if one.ev_per_ante > 2 * one.standard_error]
    found: list[Text] = [
        (
            f"{asked.sight.hands} players who show each other every hand earn"
            f" {asked.ev_per_ante:+.2%} of an Ante each (standard error"
            f" {asked.standard_error:.2%}); they play {asked.play_rate:.1%} of hands."
        )
    ]
    if winning:
        least = min(one.sight.hands for one in winning)
        found.append(f"The house loses its edge once {least} hands are shared.")
    else:
        found.append("No number of shared hands studied here turns the edge.")
    advice: tuple[Text, ...] = (
        "Deal to fewer seats: every hand that is not dealt hides seven cards from the others.",
        "Cards stay on the table and close to the player; no talk about hands before decisions.",
        "Folded hands go face down to the discards, unseen by the next seat.",
        "Watch decisions that only the other hands explain: the monitor of this product does.",
    )
    sections = (
        findings(tuple(found), advice),
        Section("Shared hands", (_rows(rows, first="Players"), _chart(rows, "Players"))),
        Section("Method", (Paragraph(METHOD),)),
    )
    abstract = "What players earn who know more than their own seven cards."
    return document(game, edition, title="collusion", abstract=abstract, sections=sections)


def exposure_document(
    game: AnyGame,
    edition: GinEdition,
    rows: tuple[SeenValue, ...],
    signals: tuple[SignalValue, ...],
    folded: SeenValue | None,
) -> Document:
    """Dealer cards in sight, signals, folded hands."""
    first = rows[0]
    found: list[Text] = [
        (
            f"A seat that sees {first.sight.flashed} of the dealer's cards earns"
            f" {first.ev_per_ante:+.2%} of an Ante (standard error {first.standard_error:.2%})."
        )
    ]
    sections = [Section("Dealer cards in sight",
                        (_rows(rows, first="Cards seen"), _chart(rows, "Cards seen")))]  # fmt: skip
    if signals:
        best = max(signals, key=lambda one: one.ev_per_ante)
        found.append(
            f"The best small signal ('{best.signal}', {best.players} players) leaves a seat at"
            f" {best.ev_per_ante:+.2%} of an Ante (standard error {best.standard_error:.2%})."
        )
        sections.append(_signal_section(signals))
    if folded is not None:
        found.append(
            "Were folded hands laid face up, the last of six seats would earn"
            f" {folded.ev_per_ante:+.2%} of an Ante (standard error {folded.standard_error:.2%})"
            f" and change {folded.changed or 0.0:.1%} of its decisions."
        )
    advice: tuple[Text, ...] = (
        "Deal the dealer's hand low and face down, and square it before any decision.",
        "Take folded hands face down.",
    )
    pages = (findings(tuple(found), advice), *sections, Section("Method", (Paragraph(METHOD),)))
    abstract = "What a seat earns that sees cards it should not see."
    return document(game, edition, title="exposure", abstract=abstract, sections=pages)


def _signal_section(signals: tuple[SignalValue, ...]) -> Section:
    columns = (
        Column("Signal"),
        Column("Players", Kind.NUMBER),
        Column("Antes won", Kind.PERCENT, places=3, signed=True),
        Column("Std. error", Kind.PERCENT, places=3),
        Column("Decisions changed", Kind.PERCENT, places=2),
    )
    rows = tuple(
        (one.signal, one.players, one.ev_per_ante, one.standard_error, one.changed)
        for one in signals
    )
    text = (
        "Each partner tells one small thing: how many cards of one agreed suit, of every suit, or"
        " above the qualifier, the score, or how many ranks are paired. The seat decides by its"
        " score, its highest left-over card and the total. Decisions are learned on half of the"
        " deals and measured on the other half."
    )
    return Section("Small signals", (Paragraph(text), Table(columns, rows, "Signals.")))
