"""What the sheet of flip~it knows about its game: joint results, clauses, other readings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import comb

from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures, RowFigures
from pitboss.exact.flip_it import record_of, simple_distribution
from pitboss.exact.flip_it.fresh_shoe import FreshShoe
from pitboss.games.editions import HasHead
from pitboss.games.flip_it.edition import ROW_SIZE, Edition
from pitboss.games.flip_it.row import BonusHand, RowKind
from pitboss.par.flip_it_joint import joint
from pitboss.par.studies import Reading, SheetStudy

ACE = 1
LOSS = Fraction(-1)


def aces_without_colour(edition: HasHead, ruled: GameFigures) -> GameFigures:
    """An ace loses Red and Black as it loses Odd, Even, High and Low."""
    record = record_of(edition)
    shoe, deck = FreshShoe.of(record), record.deck
    ranks = len([rank for rank in deck.ranks if rank != ACE])
    bets = []
    for bet in ruled.bets:
        suits = {"inside:red": {1, 2}, "inside:black": {0, 3}}.get(bet.bet)
        if suits is None:
            bets.append(bet)
            continue
        cards = deck.copies * ranks * len(suits & set(deck.suits))
        changed = simple_distribution(shoe, cards, record.inside.to_one)
        bets.append(replace(bet, distribution=changed))
    return replace(ruled, bets=tuple(bets))


def single_pairs_only(_edition: HasHead, ruled: GameFigures) -> GameFigures:
    """The bonus is offered on a single pair or a royal draw, as line 15 says by the letter."""
    kept = {RowKind.PAIR.value, RowKind.ROYAL_DRAW.value}
    return _with_rows(ruled, lambda row: row if row.row in kept else None)


def flush_takes_over(edition: HasHead, ruled: GameFigures) -> GameFigures:
    """A hand that is a flush as well as two pair or three of a kind counts as the flush alone."""
    record = record_of(edition)

    def judged(row: RowFigures) -> RowFigures:
        if row.row != RowKind.PAIR.value:
            return row
        return replace(row, distribution=_pair_row_without_flushes(record, row.distribution))

    return _with_rows(ruled, judged)


def _pair_row_without_flushes(edition: Edition, known: Distribution) -> Distribution:
    """A pair row of one suit loses to every fifth card of that suit that would have paid."""
    deck, shoe = edition.deck, FreshShoe.of(edition)
    ranks, each, copies = len(deck.ranks), deck.copies * len(deck.suits), deck.copies
    rows = ranks * comb(each, 2) * comb(ranks - 1, 2) * each**2
    one_suit = len(deck.suits) * ranks * comb(copies, 2) * comb(ranks - 1, 2) * copies**2
    share = Fraction(one_suit, rows)
    chances = {outcome.net: Fraction(outcome.count, known.total) for outcome in known.outcomes}
    for hand, cards in (
        (BonusHand.THREE_OF_A_KIND, copies - 2),
        (BonusHand.TWO_PAIR, 2 * (copies - 1)),
    ):
        lost = share * shoe.plain_chance * Fraction(cards, shoe.plain - ROW_SIZE)
        chances[edition.bonus_odds(hand).to_one] -= lost
        chances[LOSS] += lost
    return Distribution.of_probabilities(chances)


def _with_rows(found: GameFigures, judge: Callable[[RowFigures], RowFigures | None]) -> GameFigures:
    """The same figures with the bonus recomputed from rows judged under the other reading."""
    return replace(
        found, bets=tuple(_remade(bet, judge) if bet.rows else bet for bet in found.bets)
    )


def _remade(bet: BetFigures, judge: Callable[[RowFigures], RowFigures | None]) -> BetFigures:
    rows = tuple(row for row in map(judge, bet.rows) if row is not None)
    offered = sum((row.probability for row in rows), Fraction(0))
    chances: dict[Fraction, Fraction] = {}
    for row in rows:
        for outcome in row.distribution.outcomes:
            part = Fraction(outcome.count, row.distribution.total) * row.probability / offered
            chances[outcome.net] = chances.get(outcome.net, Fraction(0)) + part
    whole = Distribution.of_probabilities(chances)
    return replace(bet, distribution=whole, offered=offered, rows=rows)


STUDY = SheetStudy(
    procedure=("The row and the flip", "After the flip", "Procedures"),
    readings=(
        Reading(
            "shoe=continuous",
            "FLP-6.6",
            "A continuous shuffler takes every discard back, so the fifth card is a joker with"
            " probability 24/436 instead of 24/440. A cut-card shoe whose opening showed no joker"
            " has the same figures.",
            changes={"options.shoe": "continuous"},
        ),
        Reading(
            "ace-colour=none",
            "FLP-3.9",
            "An ace has no colour and loses Red and Black as well.",
            figures=aces_without_colour,
        ),
        Reading(
            "bonus-rows=single-pair",
            "FLP-5.2",
            "The bonus is offered on a single pair or four to a royal only, by the letter of the"
            " document; two pair, three of a kind and four of a kind close it.",
            figures=single_pairs_only,
        ),
        Reading(
            "flush=takes-over",
            "FLP-5.15",
            "Two pair or three of a kind in one suit counts as a flush, which no paytable lists.",
            figures=flush_takes_over,
        ),
    ),
    field_clauses={
        "cards.": "FLP-1.1",
        "pays.inside": "FLP-3.8",
        "pays.call_it": "FLP-4.4",
        "bonus.": "FLP-5.13",
        "options.shoe": "FLP-6.6",
        "options.cut_undealt": "FLP-6.4",
        "table.seats": "FLP-1.2",
        "table.rounds_per_hour": "FLP-7.4",
        "table.": "FLP-1.3",
    },
    joint=joint,
)
