"""The pages of the counting report: findings, figures by bet and depth, counts, remedies."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.games.contract import AnyGame
from pitboss.games.flip_it.edition import Edition
from pitboss.protect.flip_it.continuous import RowBet
from pitboss.protect.flip_it.counting import CountedBet, CountTally
from pitboss.protect.flip_it.remedies import (
    PRACTICAL,
    Closed,
    harmless_pay,
    practical_undealt,
)
from pitboss.protect.flip_it.simple_counts import SimpleCount
from pitboss.protect.flip_it.tables import BONUS_KEY, CALL_ALL_KEY, CALL_IT_KEY
from pitboss.protect.pages import document, findings
from pitboss.report import (
    Axis,
    Bar,
    BarChart,
    Chart,
    Column,
    Document,
    Kind,
    LineChart,
    Paragraph,
    Reference,
    Section,
    Series,
    Table,
    Text,
)

SPREADS = (1, 2, 5, 10, 20)
TITLE = "counting"


@dataclass(frozen=True, slots=True)
class CountingStudy:
    """Everything the report of one cut card shows."""

    tally: CountTally
    curve: CountTally
    simple: tuple[SimpleCount, ...]
    closed: tuple[Closed, ...]
    pays: tuple[tuple[Fraction, CountedBet], ...]


def counting_document(
    game: AnyGame, edition: Edition, study: CountingStudy | None, rows: tuple[RowBet, ...]
) -> Document:
    """The report of one cut card, or of a continuous shuffler alone."""
    if study is None:
        found, advice = _shuffler_findings(rows)
        sections: tuple[Section, ...] = (findings(found, advice), _shuffler(rows))
    else:
        found, advice = _findings(edition, study, rows)
        sections = (
            findings(found, advice),
            _perfect(edition, study.tally),
            _depth(study.curve),
            _spreads(study.tally),
            _counts(study.simple),
            _remedies(edition, study),
            _shuffler(rows),
            _method(study.tally),
        )
    abstract = (
        "What a player earns who remembers the cards that have left the shoe, and what a house"
        " can change about it. One unit is one stake."
    )
    return document(game, edition, title=TITLE, abstract=abstract, sections=sections)


def _best(tally: CountTally, bet: str) -> CountedBet:
    return next(one for one in tally.bets() if one.bet == bet)


def _findings(
    edition: Edition, study: CountingStudy, rows: tuple[RowBet, ...]
) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    call, every = _best(study.tally, CALL_IT_KEY), _best(study.tally, CALL_ALL_KEY)
    inside = max(study.tally.bets()[:6], key=lambda one: one.units_per_round)
    pace = edition.head.rounds_per_hour
    perfect_inside = min(one.efficiency for one in study.simple if one.bet.startswith("inside"))
    found = (
        (
            f"With {call.undealt} cards left behind the cut card, a perfect counter who puts one"
            f" unit on the richest rank wins {call.units_per_round:.4f} units a round (standard"
            f" error {call.standard_error:.4f}): {call.units_per_round * pace:.1f} units an hour"
            f" at {pace} rounds. The bet is worth making on {call.positive_rounds:.1%} of rounds."
        ),
        (
            "A counter who covers every rank that is worth it wins"
            f" {every.units_per_round:.4f} units a round."
        ),
        (
            f"The best inside bet ({inside.bet}) gives {inside.units_per_round:.4f} units a round"
            f" on {inside.positive_rounds:.1%} of rounds, and a count of plus and minus one"
            f" reaches {perfect_inside:.0%} of perfect play: it needs no skill but attention."
        ),
        _shuffler_sentence(rows),
    )
    return found, _advice(study, call, rows)


def _advice(study: CountingStudy, call: CountedBet, rows: tuple[RowBet, ...]) -> tuple[Text, ...]:
    closed = next(one.undealt for one in study.closed if one.bet == CALL_IT_KEY)
    practical = practical_undealt(study.curve, CALL_IT_KEY)
    never = "only one flip is dealt" if closed is None else f"{closed} cards or more stay undealt"
    small = "at none of the depths studied" if practical is None else f"from {practical} undealt"
    return (
        "Deal from a continuous shuffler: the only change here that leaves a counter nothing."
        if not any(row.units_per_round for row in rows)
        else "A continuous shuffler helps, but some rows remain worth betting.",
        (
            f"With a cut card, Call It is beyond a counter only when {never}; it is practically so"
            f" (below {PRACTICAL} units a round) {small}."
        ),
        (
            "Hold Call It to the lowest limit of the table, allow no bets from people who only"
            " watch, and no return of bets in mid-shoe; a seat that must bet one unit on every"
            f" round still wins with a spread of {call.break_even_spread:.2f} to 1."
        ),
        "Watch stakes on Call It against the cards: the monitor of this product does.",
    )


def _shuffler_sentence(rows: tuple[RowBet, ...]) -> str:
    good = [row for row in rows if row.units_per_round > 0]
    if not good:
        best = max(rows, key=lambda row: row.best)
        return (
            "Against a continuous shuffler no bet is ever worth making: the best row there is"
            f" leaves {best.bet} at {float(best.best):.2%}, exactly {best.best}."
        )
    names = ", ".join(f"{row.bet} ({float(row.units_per_round):.4f})" for row in good)
    return f"Against a continuous shuffler these bets still earn units a round: {names}."


def _shuffler_findings(
    rows: tuple[RowBet, ...],
) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    advice = ("Make sure that every discard returns to the shuffler before each flip.",)
    return (_shuffler_sentence(rows),), advice


def _perfect(edition: Edition, tally: CountTally) -> Section:
    pace, flips = edition.head.rounds_per_hour, tally.rounds_per_shoe()
    columns = (
        Column("Bet"),
        Column("Rounds worth it", Kind.PERCENT, places=3),
        Column("Edge when bet", Kind.PERCENT, places=3, signed=True),
        Column("Units a round", Kind.NUMBER, places=5),
        Column("Std. error", Kind.NUMBER, places=5),
        Column("A shoe", Kind.NUMBER, places=2),
        Column("An hour", Kind.NUMBER, places=2),
        Column("Std. deviation", Kind.NUMBER, places=3),
        Column("Desirability", Kind.NUMBER, places=2),
    )
    rows = tuple(
        (
            one.bet,
            one.positive_rounds,
            one.edge_when_bet,
            one.units_per_round,
            one.standard_error,
            one.units_per_round * flips,
            one.units_per_round * pace,
            one.deviation,
            one.desirability,
        )
        for one in tally.bets()
    )
    bars = tuple(Bar(one.bet, one.units_per_round) for one in tally.bets())
    chart = BarChart(bars, Axis("Units a round", Kind.NUMBER, places=3))
    text = (
        f"One unit whenever the cards that are left make the bet worth it, nothing otherwise;"
        f" {tally.cuts[0]} cards stay undealt, {flips:.1f} rounds a shoe, {pace} rounds an hour."
        " The row call-all covers every rank that is worth it, with a unit on each. Desirability"
        " is a thousand times the win of a round over its standard deviation."
    )
    return Section(
        "Perfect play",
        (Paragraph(text), Table(columns, rows, "A perfect counter, bet by bet."), Chart(chart)),
    )


def _depth(curve: CountTally) -> Section:
    depths = sorted(range(len(curve.cuts)), key=lambda cut: curve.cuts[cut])
    keys = ("inside:red", "inside:odd", CALL_IT_KEY, BONUS_KEY)
    columns = (
        Column("Undealt", Kind.NUMBER),
        Column("Rounds a shoe", Kind.NUMBER, places=1),
        *(Column(key, Kind.NUMBER, places=5) for key in keys),
        Column("Std. error", Kind.NUMBER, places=5),
    )
    rows, lines = [], {key: list[tuple[float, float]]() for key in keys}
    for cut in depths:
        bets = {one.bet: one for one in curve.bets(cut)}
        gains = [bets[key].units_per_round for key in keys]
        error = max(bets[key].standard_error for key in keys)
        rows.append((curve.cuts[cut], curve.rounds_per_shoe(cut), *gains, error))
        for key, gain in zip(keys, gains, strict=True):
            lines[key].append((float(curve.cuts[cut]), gain))
    chart = LineChart(
        tuple(Series(key, tuple(points)) for key, points in lines.items()),
        Axis("Cards undealt"),
        Axis("Units a round", Kind.NUMBER, places=3),
        (Reference("nothing", 0.0),),
    )
    text = "The deeper the shoe is dealt, the more its composition tells."
    table = Table(columns, tuple(rows), "Units a round of a perfect counter by cut card.")
    return Section("By cut card", (Paragraph(text), table, Chart(chart)))


def _spreads(tally: CountTally) -> Section:
    columns = (
        Column("Bet"),
        *(Column(f"1 to {most}", Kind.NUMBER, places=4, signed=True) for most in SPREADS),
        Column("Wins from", Kind.NUMBER, places=2),
    )
    rows = tuple(
        (
            one.bet,
            *(one.spread(most) for most in SPREADS),
            one.break_even_spread if one.units_per_round > 0 else None,
        )
        for one in tally.bets()
        if one.bet != CALL_ALL_KEY
    )
    text = (
        "A counter who must bet: one unit on every round that offers the bet, and more when it"
        " is worth it. 1 to 1 is flat betting on every round, with Call It always on the richest"
        " rank. The last column is the spread from which the seat wins; limits that forbid it"
        " stop a counter who cannot sit out."
    )
    return Section(
        "Flat and spread betting",
        (Paragraph(text), Table(columns, rows, "Units a round by spread.")),
    )


def _counts(simple: tuple[SimpleCount, ...]) -> Section:
    columns = (
        Column("Bet"),
        Column("Count"),
        Column("Adds"),
        Column("Bet above", Kind.NUMBER),
        Column("Units a round", Kind.NUMBER, places=5),
        Column("Of perfect", Kind.PERCENT, places=1),
    )
    rows = tuple(
        (
            one.bet,
            one.name,
            ", ".join(f"{kind} {tag:+d}" for kind, tag in one.tags),
            one.bet_above if one.name == "running count" else None,
            one.units_per_round,
            one.efficiency,
        )
        for one in simple
    )
    text = (
        "Counts that a person can keep: the program tried tags of minus one, nought and one for"
        " the inside bets, so many ranks kept by themselves for Call It, and jokers against other"
        " cards for the bonus. Chosen on one sample of shoes, measured on another, against"
        " perfect play on the same flips. A running count begins at nought in a fresh shoe."
    )
    return Section(
        "Counts a person can keep", (Paragraph(text), Table(columns, rows, "Simple counts."))
    )


def _remedies(edition: Edition, study: CountingStudy) -> Section:
    closed = Table(
        (
            Column("Bet"),
            Column("Undealt cards", Kind.NUMBER),
            Column("But for jokers", Kind.NUMBER),
        ),
        tuple((one.bet, one.undealt, one.jokers) for one in study.closed),
        (
            "From so many undealt cards on, no order of the shoe makes the bet worth making"
            " (exact), unless so many jokers come before the first row and its flip after them."
        ),
    )
    pays = Table(
        (
            Column("Call It pays", Kind.FRACTION),
            Column("Rounds worth it", Kind.PERCENT, places=2),
            Column("Units a round", Kind.NUMBER, places=5),
            Column("Std. error", Kind.NUMBER, places=5),
        ),
        tuple(
            (pay, one.positive_rounds, one.units_per_round, one.standard_error)
            for pay, one in study.pays
        ),
        "The best Call It counter at lower pays.",
    )
    undealt = study.tally.cuts[0]
    text: Text = (
        f"With {undealt} cards undealt, no shoe makes Call It worth betting only at pays of up to ",
        harmless_pay(edition, undealt),
        " to 1, which nobody would play: at a cut-card table pays alone do not stop a counter.",
    )
    return Section("What would stop a counter", (closed, pays, Paragraph(text)))


def _shuffler(rows: tuple[RowBet, ...]) -> Section:
    columns = (
        Column("Bet"),
        Column("Rounds worth it", Kind.PERCENT, places=3),
        Column("Units a round", Kind.NUMBER, places=6),
        Column("Best row", Kind.PERCENT, places=3, signed=True),
        Column("Exactly", Kind.FRACTION),
    )
    table = Table(
        columns,
        tuple(
            (row.bet, row.positive_rounds, row.units_per_round, row.best, row.best) for row in rows
        ),
        "A player who knows the row, counted over every row.",
    )
    return Section("Continuous shuffler", (table,))


def _method(tally: CountTally) -> Section:
    text = (
        f"{tally.shoes} shoes were shuffled and dealt to the cut card. Before every flip each bet"
        " was valued exactly by the cards that were left; earnings are the mean of those values,"
        " not of how flips fell. Errors come from the differences between shoes, which are"
        " independent; how unevenly the ranks lay, whose mean is known exactly, is used to lower"
        " them. On small shoes, where every order can be dealt, the same code gives the exact"
        " result."
    )
    return Section("Method", (Paragraph(text),))
