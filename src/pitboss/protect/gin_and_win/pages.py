"""The pages of the reports on shared hands and exposed cards."""

from __future__ import annotations

from pitboss.games.contract import AnyGame
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.protect.gin_and_win.sight import SeenValue
from pitboss.protect.gin_and_win.signals import SignalValue
from pitboss.protect.pages import document, explained, findings
from pitboss.report.blocks import Chart, Document, Section, Table
from pitboss.report.figures import Kind
from pitboss.report.plots import Axis, Bar, ColumnChart
from pitboss.report.tables import number, percent, table, text
from pitboss.report.text import Text

METHOD = explained(
    "Method",
    "Deals are sampled. In each deal every dealer hand that the unseen cards allow is scored, and"
    " every hand in sight is played or folded, whichever is better against all of them. The sample"
    " is compared with the best strategy by hand strength of a seat that sees only its own cards."
    " The value of that strategy is known exactly, so only the difference has a sampling error.",
)
SEEN = (
    percent("Antes won", "ev_per_ante", 3, signed=True),
    percent("Std. error", "standard_error", 3),
)
CHANGED = percent("Decisions changed", "decisions_changed", 2)


def _values(values: tuple[SeenValue, ...], first: str) -> tuple[Table, Chart]:
    """What a seat earns by how much it sees, as a table and as columns."""

    def seen(one: SeenValue) -> int:
        return one.sight.flashed or one.sight.hands

    rows = table(
        values,
        number(first, seen),
        *SEEN,
        percent("Hands played", "play_rate", 2),
        CHANGED,
        number("Deals", "deals"),
        number("Dealer hands each", "sight.dealer_hands"),
        caption="Per Ante; a figure with an error of zero is exact.",
    )
    bars = tuple(Bar(str(seen(one)), one.ev_per_ante) for one in values)
    axis = Axis("Per Ante", Kind.PERCENT, places=1)
    return rows, Chart(ColumnChart(bars, Axis(first), axis), "Antes won on average.")


def _say_earned(one: SeenValue | SignalValue) -> str:
    return f"{one.ev_per_ante:+.2%} of an Ante (standard error {one.standard_error:.2%})"


def collusion_document(
    game: AnyGame, edition: GinEdition, asked: SeenValue, rows: tuple[SeenValue, ...]
) -> Document:
    winning = [one.sight.hands for one in rows if one.ev_per_ante > 2 * one.standard_error]
    found: tuple[Text, ...] = (
        (
            f"{asked.sight.hands} players who show each other every hand earn {_say_earned(asked)}"
            f" each; they play {asked.play_rate:.1%} of hands."
        ),
        f"The house loses its edge once {min(winning)} hands are shared."
        if winning
        else "No number of shared hands studied here overcomes the house edge.",
    )
    advice: tuple[Text, ...] = (
        "Deal to fewer seats: every hand that is not dealt hides seven cards from the others.",
        (
            "Keep cards on the table and close to the player; allow no talk about hands before"
            " everyone has decided."
        ),
        "Place folded hands face down in the discards, unseen by the next seat.",
        "Look for decisions that only the other hands explain, as the Pitboss monitor does.",
    )
    sections = (
        findings(found, advice),
        Section("Shared hands", _values(rows, "Players")),
        METHOD,
    )
    abstract = "What players who know more than their own seven cards can earn."
    return document(game, edition, title="collusion", abstract=abstract, sections=sections)


def exposure_document(
    game: AnyGame,
    edition: GinEdition,
    rows: tuple[SeenValue, ...],
    signals: tuple[SignalValue, ...],
    folded: SeenValue | None,
) -> Document:
    first = rows[0]
    found: list[Text] = [
        f"A seat that sees {first.sight.flashed} of the dealer's cards earns {_say_earned(first)}."
    ]
    sections = [Section("Dealer cards in sight", _values(rows, "Cards seen"))]
    if signals:
        best = max(signals, key=lambda one: one.ev_per_ante)
        found.append(
            f"The best small signal ('{best.signal}', {best.players} players) leaves a seat at"
            f" {_say_earned(best)}."
        )
        sections.append(_signal_section(signals))
    if folded is not None:
        found.append(
            f"If folded hands lay face up, the last of six seats would earn {_say_earned(folded)}"
            f" and change {folded.decisions_changed or 0.0:.1%} of its decisions."
        )
    advice: tuple[Text, ...] = (
        "Deal the dealer's hand low and face down, and square it before any decision.",
        "Take folded hands face down.",
    )
    pages = (findings(tuple(found), advice), *sections, METHOD)
    abstract = "What a seat earns when it sees cards it should not see."
    return document(game, edition, title="exposure", abstract=abstract, sections=pages)


def _signal_section(signals: tuple[SignalValue, ...]) -> Section:
    return explained(
        "Small signals",
        "Each partner signals one small thing: how many cards of one agreed suit, of every suit or"
        " above the qualifier the hand holds, its score, or how many ranks are paired. The seat"
        " decides by its own score, its highest left-over card and the total of the signals."
        " Decisions are learned on half of the deals and measured on the other half.",
        table(
            signals,
            text("Signal", "signal"),
            number("Players", "players"),
            *SEEN,
            CHANGED,
            caption="Signals.",
        ),
    )
