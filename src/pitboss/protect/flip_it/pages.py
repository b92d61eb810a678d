"""The pages of the counting report: findings, figures by bet and depth, counts, remedies."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter, methodcaller

from pitboss.games.bet_names import BetNames, bet_names
from pitboss.games.contract import AnyGame
from pitboss.games.flip_it.edition import Edition
from pitboss.protect.flip_it.continuous import RowBet
from pitboss.protect.flip_it.counting import CountedBet, CountTally
from pitboss.protect.flip_it.remedies import PRACTICAL, Closed, harmless_pay, practical_undealt
from pitboss.protect.flip_it.simple_counts import SimpleCount
from pitboss.protect.flip_it.tables import BONUS_KEY, CALL_ALL_KEY, CALL_IT_KEY
from pitboss.protect.pages import document, explained, findings
from pitboss.report.blocks import Chart, Document, Paragraph, Section
from pitboss.report.figures import Kind
from pitboss.report.plots import Axis, Bar, BarChart, LineChart, Reference, Series
from pitboss.report.tables import fraction, number, percent, table, text
from pitboss.report.text import Text

SPREADS = (1, 2, 5, 10, 20)
OWN_NAMES = {CALL_IT_KEY: "Call It, best rank", CALL_ALL_KEY: "Call It, every good rank"}
"""Ways to bet that are no single spot."""
PER_ROUND = Axis("Units a round", Kind.NUMBER, places=3)

Findings = tuple[tuple[Text, ...], tuple[Text, ...]]


@dataclass(frozen=True, slots=True)
class CountingStudy:
    tally: CountTally
    curve: CountTally
    simple: tuple[SimpleCount, ...]
    closed: tuple[Closed, ...]
    pays: tuple[tuple[Fraction, CountedBet], ...]


def counting_document(
    game: AnyGame, edition: Edition, study: CountingStudy | None, rows: tuple[RowBet, ...]
) -> Document:
    """The report of one cut card, or of a continuous shuffler alone."""
    names = bet_names(game.all_spots(edition), OWN_NAMES)
    if study is None:
        advice = ("Return every discard to the shuffler before each flip.",)
        sections: tuple[Section, ...] = (
            findings((_on_shuffler(rows, names),), advice),
            _shuffler(rows, names),
        )
    else:
        sections = (
            findings(*_findings(edition, study, rows, names)),
            _perfect(edition, study.tally, names),
            _depth(study.curve, names),
            _spreads(study.tally, names),
            _counts(study.simple, names),
            _remedies(edition, study, names),
            _shuffler(rows, names),
            _method(study.tally),
        )
    abstract = (
        "What a player who keeps track of the cards dealt can earn, and what the house can do"
        " about it. One unit is one stake."
    )
    return document(game, edition, title="counting", abstract=abstract, sections=sections)


def _findings(
    edition: Edition, study: CountingStudy, rows: tuple[RowBet, ...], names: BetNames
) -> Findings:
    bets = {one.bet: one for one in study.tally.bets()}
    call, every = bets[CALL_IT_KEY], bets[CALL_ALL_KEY]
    inside = max(study.tally.bets()[:6], key=lambda one: one.units_per_round)
    pace = edition.head.rounds_per_hour
    perfect_inside = min(one.efficiency for one in study.simple if one.bet.startswith("inside"))
    found = (
        (
            f"With {call.undealt} cards behind the cut card, a perfect counter who bets one unit"
            f" on the richest rank wins {call.units_per_round:.4f} units a round (standard error"
            f" {call.standard_error:.4f}), or {call.units_per_round * pace:.1f} units an hour at"
            f" {pace} rounds. The bet has a positive expectation on {call.positive_rounds:.1%} of"
            " rounds."
        ),
        (
            "A counter who bets on every rank with a positive expectation wins"
            f" {every.units_per_round:.4f} units a round."
        ),
        (
            f"The best inside bet ({names(inside.bet)}) yields {inside.units_per_round:.4f} units a"
            f" round, on {inside.positive_rounds:.1%} of rounds. A plus-one, minus-one count"
            f" captures {perfect_inside:.0%} of perfect play, so it takes attention but no skill."
        ),
        _on_shuffler(rows, names),
    )
    return found, _advice(study, call, rows)


def _advice(study: CountingStudy, call: CountedBet, rows: tuple[RowBet, ...]) -> tuple[Text, ...]:
    closed = next(one.undealt for one in study.closed if one.bet == CALL_IT_KEY)
    practical = practical_undealt(study.curve, CALL_IT_KEY)
    never = "only one flip is dealt" if closed is None else f"{closed} cards or more stay undealt"
    small = "at none of the depths studied" if practical is None else f"from {practical} undealt"
    return (
        "Deal from a continuous shuffler: no other change here leaves a counter with nothing."
        if not any(row.units_per_round for row in rows)
        else "Use a continuous shuffler; it helps, though some rows still favour the player.",
        (
            f"With a cut card, Call It is safe from counters only when {never}; in practice it is"
            f" safe (below {PRACTICAL} units a round) {small}."
        ),
        (
            "Hold Call It to the lowest limit of the table. Allow no bets from bystanders and no"
            " re-entry in mid-shoe. Even a seat that must bet one unit on every round wins with a"
            f" spread of {call.break_even_spread:.2f} to 1."
        ),
        "Compare stakes on Call It with the cards, as the Pitboss monitor does.",
    )


def _on_shuffler(rows: tuple[RowBet, ...], names: BetNames) -> str:
    good = [row for row in rows if row.units_per_round > 0]
    if not good:
        best = max(rows, key=lambda row: row.best)
        return (
            "Against a continuous shuffler no bet ever has a positive expectation: on the best row"
            f" possible, {names(best.bet)} stands at {float(best.best):.2%}, exactly {best.best}."
        )
    earn = ", ".join(f"{names(row.bet)} ({float(row.units_per_round):.4f})" for row in good)
    return f"Against a continuous shuffler these bets still earn units a round: {earn}."


def _perfect(edition: Edition, tally: CountTally, names: BetNames) -> Section:
    pace, flips = edition.head.rounds_per_hour, tally.rounds_per_shoe()
    bets = table(
        tally.bets(),
        text("Bet", lambda one: names(one.bet)),
        percent("Rounds worth it", "positive_rounds", 3),
        percent("Edge when bet", "edge_when_bet", 3, signed=True),
        number("Units a round", "units_per_round", 5),
        number("Std. error", "standard_error", 5),
        number("A shoe", lambda one: one.units_per_round * flips, 2),
        number("An hour", lambda one: one.units_per_round * pace, 2),
        number("Std. deviation", "standard_deviation", 3),
        number("Desirability", "desirability_index", 2),
        caption="A perfect counter, bet by bet.",
    )
    bars = tuple(Bar(names(one.bet), one.units_per_round) for one in tally.bets())
    return explained(
        "Perfect play",
        "One unit whenever the remaining cards give the bet a positive expectation, and nothing"
        f" otherwise. {tally.cuts[0]} cards stay undealt; {flips:.1f} rounds a shoe, {pace} rounds"
        " an hour. 'Call It, every good rank' bets one unit on each rank with a positive"
        " expectation. The desirability index is 1,000 times the win per round over its standard"
        " deviation.",
        bets,
        Chart(BarChart(bars, PER_ROUND), "What a perfect counter wins, bet by bet."),
    )


def _depth(curve: CountTally, names: BetNames) -> Section:
    keys = ("inside:red", "inside:odd", CALL_IT_KEY, BONUS_KEY)
    rows = []
    for cut in sorted(range(len(curve.cuts)), key=lambda cut: curve.cuts[cut]):
        bets = {one.bet: one for one in curve.bets(cut)}
        gains = [bets[key].units_per_round for key in keys]
        error = max(bets[key].standard_error for key in keys)
        rows.append((curve.cuts[cut], curve.rounds_per_shoe(cut), *gains, error))
    series = tuple(
        Series(names(key), tuple((float(row[0]), row[2 + at]) for row in rows))
        for at, key in enumerate(keys)
    )
    chart = LineChart(series, Axis("Cards undealt"), PER_ROUND, (Reference("nothing", 0.0),))
    return explained(
        "By cut card",
        "The deeper the shoe is dealt, the more its composition tells.",
        table(
            rows,
            number("Undealt", itemgetter(0)),
            number("Rounds a shoe", itemgetter(1), 1),
            *(number(names(key), itemgetter(2 + at), 5) for at, key in enumerate(keys)),
            number("Std. error", itemgetter(-1), 5),
            caption="Units a round for a perfect counter, by cut card.",
        ),
        Chart(chart, "What a perfect counter wins, by cards left undealt."),
    )


def _spreads(tally: CountTally, names: BetNames) -> Section:
    return explained(
        "Flat and spread betting",
        "A counter who must bet: one unit on every round that offers the bet, and more when it has"
        " a positive expectation. 1 to 1 is flat betting on every round, with Call It always on the"
        " richest rank. The last column is the smallest spread that wins; table limits below it"
        " stop a counter who cannot sit out.",
        table(
            [one for one in tally.bets() if one.bet != CALL_ALL_KEY],
            text("Bet", lambda one: names(one.bet)),
            *(
                number(f"1 to {most}", methodcaller("spread", most), 4, signed=True)
                for most in SPREADS
            ),
            number("Wins from", "winning_spread", 2),
            caption="Units a round by spread.",
        ),
    )


def _counts(simple: tuple[SimpleCount, ...], names: BetNames) -> Section:
    return explained(
        "Counts a person can keep",
        "The best of the counts tried: tags of −1, 0 and +1 for the inside bets, a number of ranks"
        " tracked separately for Call It, and jokers against other cards for the bonus. Each count"
        " was chosen on one sample of shoes and measured on another, against perfect play on the"
        " same flips. A running count starts at zero in a fresh shoe.",
        table(
            simple,
            text("Bet", lambda one: names(one.bet)),
            text("Count", "name"),
            text("Adds", lambda one: ", ".join(f"{kind} {tag:+d}" for kind, tag in one.tags)),
            number("Bet above", lambda one: one.bet_above if one.name == "running count" else None),
            number("Units a round", "units_per_round", 5),
            percent("Of perfect", "efficiency", 1),
            caption="Simple counts.",
        ),
    )


def _remedies(edition: Edition, study: CountingStudy, names: BetNames) -> Section:
    closed = table(
        study.closed,
        text("Bet", lambda one: names(one.bet)),
        number("Undealt cards", "undealt"),
        number("But for jokers", "jokers"),
        caption=(
            "With at least this many cards undealt, no order of the shoe gives the bet a positive"
            " expectation (exact), unless this many jokers come before the first row and push its"
            " flip past the cut card."
        ),
    )
    pays = table(
        study.pays,
        fraction("Call It pays", lambda pair: pair[0]),
        percent("Rounds worth it", lambda pair: pair[1].positive_rounds, 2),
        number("Units a round", lambda pair: pair[1].units_per_round, 5),
        number("Std. error", lambda pair: pair[1].standard_error, 5),
        caption="The best Call It counter at lower pays.",
    )
    undealt = study.tally.cuts[0]
    words: Text = (
        (
            f"With {undealt} cards undealt, Call It has no positive expectation in any shoe only"
            " if it pays at most "
        ),
        harmless_pay(edition, undealt),
        (
            " to 1, which nobody would play. Lower pays alone do not stop a counter at a cut-card"
            " table."
        ),
    )
    return Section("What would stop a counter", (closed, pays, Paragraph(words)))


def _shuffler(rows: tuple[RowBet, ...], names: BetNames) -> Section:
    found = table(
        rows,
        text("Bet", lambda one: names(one.bet)),
        percent("Rounds worth it", "positive_rounds", 3),
        number("Units a round", "units_per_round", 6),
        percent("Best row", "best", 3, signed=True),
        fraction("Exactly", "best"),
        caption="A player who knows the row, counted over every row.",
    )
    return Section("Continuous shuffler", (found,))


def _method(tally: CountTally) -> Section:
    return explained(
        "Method",
        f"{tally.shoes:,} shoes were shuffled and dealt to the cut card. Before every flip each bet"
        " was valued exactly from the remaining cards; earnings are the mean of those values, not"
        " of the results of the flips. Errors come from the differences between shoes, which are"
        " independent. The unevenness of the ranks, whose mean is known exactly, serves as a"
        " control variate. On small shoes, where every order can be dealt, the same code gives the"
        " exact result.",
    )
