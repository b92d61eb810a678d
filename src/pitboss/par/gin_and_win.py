"""What the sheet of Gin & Win knows about its game: clauses, other readings, decisions.

The compiled census is imported only where decisions are counted one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pitboss.equipment.cards import RANKS
from pitboss.exact.figures import CardLine, GameFigures
from pitboss.exact.gin_and_win import BASE, strategy_lines
from pitboss.exact.gin_and_win.edition import names_by_height, parameters_of, record_of
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.solve import solve
from pitboss.exact.gin_and_win.strategy import strategy_card
from pitboss.games.editions import HasHead
from pitboss.par.gin_and_win_seats import seat_results_of
from pitboss.par.seat_results import SeatResults
from pitboss.par.studies import Decisions, Reading, SheetStudy
from pitboss.refusals import Refusal, RefusalCode

Change = Callable[[GinParameters], GinParameters]


def as_ruled(parameters: GinParameters) -> GinParameters:
    return parameters


def card(edition: HasHead, change: Change = as_ruled) -> tuple[CardLine, ...]:
    """The strategy card, from the best hands to the worst."""
    record = record_of(edition)
    return strategy_card(change(parameters_of(record)), names_by_height(record))


def seat_results(edition: HasHead, patient: bool, change: Change = as_ruled) -> SeatResults | None:
    """One seat on both bets, and pairs of seats."""
    record = record_of(edition)
    return seat_results_of(record, change(parameters_of(record)), patient=patient)


def figures(edition: HasHead, ruled: GameFigures, *, change: Change) -> GameFigures:
    """The base game solved otherwise; the bonus stays as it is."""
    record = record_of(edition)
    parameters = change(parameters_of(record))
    solution = solve(parameters)
    spread, wager = solution.distribution, solution.average_wager
    bets = tuple(
        replace(bet, distribution=spread, average_wager=wager) if bet.bet == BASE else bet
        for bet in ruled.bets
    )
    lines = strategy_lines(parameters, names_by_height(record))
    return replace(ruled, bets=bets, method=solution.method, strategy=lines)


def _solved_otherwise(clause: str, key: str, sentence: str, **changes: bool) -> Reading:
    """A reading that changes how the base game is solved."""

    def change(parameters: GinParameters) -> GinParameters:
        return replace(parameters, **changes)  # type: ignore[arg-type]

    return Reading(
        key,
        clause,
        sentence,
        figures=partial(figures, change=change),
        card=partial(card, change=change),
        seat_results=partial(seat_results, change=change),
    )


def decisions(old: HasHead, new: HasHead) -> Decisions | None:
    """How many hands are decided differently; nothing where the decks or their order differ."""
    one, two = record_of(old), record_of(new)
    if (one.deck, one.hand, one.heights) != (two.deck, two.hand, two.heights):
        return None
    from pitboss.exact.gin_and_win.census import take_census
    from pitboss.exact.gin_and_win.integer_pays import whole_pays

    folds = []
    for record in (one, two):
        parameters = parameters_of(record)
        census = take_census(parameters)
        folds.append((census.play_values() < whole_pays(parameters).fold, census.images))
    (before, hands), (after, _) = folds
    return Decisions(
        hands=int(hands.sum()),
        folded_now=int(hands[before & ~after].sum()),
        played_now=int(hands[~before & after].sum()),
    )


def refusal(edition: HasHead) -> Refusal | None:
    """A qualifier that no hand can have: its left-over cards are all of different ranks."""
    record = record_of(edition)
    score, heights = record.qualifier.score, record.heights
    ranked = sorted(record.deck.ranks, key=lambda rank: heights[rank])
    if score == 0 or heights[ranked[score - 1]] <= record.qualifier.height:
        return None
    least = RANKS[ranked[score - 1] - 1]
    return Refusal(
        RefusalCode.BAD_FIELD,
        f"qualifier.rank: a score of {score} leaves {score} cards of different ranks, the highest"
        f" of them {least} or more; choose {least} or higher.",
        "qualifier.rank",
    )


STUDY = SheetStudy(
    procedure=(
        "2. The house way",
        "5. Deal and decisions",
        "6. Settlement",
        "8. When something goes wrong",
    ),
    readings=(
        Reading(
            "seven-or-better=higher",
            "GNW-7.9",
            '"7 or better" is read upward: both left-over cards are Seven or higher.',
            changes={"readings.seven_or_better": "higher"},
        ),
        Reading(
            "bonus-on-fold=loses",
            "GNW-7.2",
            "A fold loses the bonus bet. Every hand that the bonus pays has a score of two or less"
            " and is best played, so a player who plays well loses nothing by it.",
            changes={"readings.bonus_on_fold": "loses"},
        ),
        Reading(
            "setting=as-set",
            "GNW-3.5",
            "A worse setting stands as it was set. No setting beats the house way, so this costs"
            " only players who set worse.",
            changes={"options.setting": "as-set"},
        ),
        Reading(
            "ace=high",
            "GNW-1.3",
            "The Ace ranks above the King.",
            changes={"readings.ace": "high"},
        ),
        _solved_otherwise(
            "GNW-6.1",
            "high-scores=qualify",
            "By the letter of the document only a 4 above the qualifier fails, so a dealer's score"
            " of 5 to 7 qualifies and is compared.",
            high_scores_qualify=True,
        ),
        _solved_otherwise(
            "GNW-6.8",
            "ties=dealer-wins",
            "An exact tie loses both bets instead of returning them.",
            dealer_wins_ties=True,
        ),
        _solved_otherwise(
            "GNW-6.8",
            "zero-tie=player-wins",
            "A player's zero beats a dealer's zero and is paid as a zero, since calling it a tie is"
            " a ruling.",
            zero_tie_wins=True,
        ),
    ),
    field_clauses={
        "cards.": "GNW-1.1",
        "cards.hand": "GNW-5.1",
        "qualifier.": "GNW-6.1",
        "pays.": "GNW-6.5",
        "pays.ante_no_qualify": "GNW-6.2",
        "pays.play_zero": "GNW-6.6",
        "bonus.quads_trips": "GNW-7.4",
        "bonus.flush5_pair": "GNW-7.5",
        "bonus.quads_flush3": "GNW-7.6",
        "bonus.zero": "GNW-7.7",
        "bonus.one": "GNW-7.8",
        "bonus.two_low": "GNW-7.9",
        "readings.ace": "GNW-1.3",
        "readings.bonus_on_fold": "GNW-7.2",
        "readings.seven_or_better": "GNW-7.9",
        "options.setting": "GNW-3.5",
        "table.": "GNW-4.4",
        "table.seats": "GNW-1.2",
        "table.profiles": "GNW-9.1",
    },
    # Six quads with trips and a dealer who qualifies fit in one deck: every spot at its most.
    most_together=True,
    seat_results=seat_results,
    decisions=decisions,
    card=card,
    refusal=refusal,
)
