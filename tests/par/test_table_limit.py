"""A payout limit on a seat and on a whole table, against every deal of small decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitboss.equipment.cards import Card
from pitboss.exact.oracle import joint_distribution
from pitboss.games.contract import HandScore
from pitboss.par.choices import Choice
from pitboss.par.exposure import Scenario
from pitboss.par.seat_results import SeatResults
from pitboss.par.sheet import make_sheet
from pitboss.par.table_limit import kept_back
from pitboss.par.terms import Terms, terms_of
from pitboss.units import Credits, SpotKey
from tests.examples import in_soak
from tests.par.kit import VERSION, chosen, read_as, sheet

ANTE, PLAY, BONUS = SpotKey("ante"), SpotKey("play"), SpotKey("gin-bonus")
UNIT = Credits(100)
FOURS = {
    "cards.ranks": "A23456",
    "cards.suits": "cd",
    "cards.hand": "4",
    "qualifier.score": "2",
    "qualifier.rank": "4",
    "bonus.two_low_rank": "3",
    "bonus.zero": "30/1",
    "table.seats": "2",
}
PAIRS = {
    "cards.ranks": "A2345",
    "cards.suits": "cd",
    "cards.hand": "2",
    "qualifier.score": "2",
    "qualifier.rank": "4",
    "bonus.two_low_rank": "3",
    "bonus.zero": "12/1",
    "bonus.two_low": "5/2",
    "table.seats": "3",
}
DECKS = {"two seats": (FOURS, 2), "three seats": (PAIRS, 3)}


def seat_results_of(choice: Choice) -> SeatResults:
    make = choice.study.seat_results
    assert make is not None
    seat_results = make(choice.edition, True)
    assert seat_results is not None
    return seat_results


@pytest.mark.parametrize(
    ("key", "hand"),
    [
        (key, hand) if hand == "2" or (key, hand) == ("", "3") else in_soak(key, hand)
        for key in ("", "seven-or-better=higher", "bonus-on-fold=loses")
        for hand in ("2", "3", "4")
    ],
)
def test_both_bets_of_a_seat_equal_the_rules_of_the_table(hand: str, key: str) -> None:
    ten_cards = {"cards.ranks": "A2345", "cards.hand": hand, "table.seats": "1"}
    choice = chosen("gin-and-win", changes=FOURS | ten_cards)
    choice = read_as(choice, key) if key else choice
    # The base game is decided for itself, so it outweighs the bonus when the oracle decides.
    stakes = ((ANTE, Credits(300 * UNIT)), (BONUS, UNIT))
    joint = joint_distribution(choice.folder.game, choice.edition, stakes,
                               spots=(ANTE, PLAY, BONUS))  # fmt: skip
    walked: Counter[tuple[Fraction, Fraction]] = Counter()
    for (ante, play, paid), chance in joint.items():
        base, bonus = Fraction(ante + play, 300 * UNIT), Fraction(paid, UNIT)
        walked[max(bonus, Fraction(0)), base + bonus] += chance  # type: ignore[assignment]
    found: Counter[tuple[Fraction, Fraction]] = Counter()
    for case in seat_results_of(choice).cases:
        found[case.own, case.net] += case.chance  # type: ignore[assignment]
    assert found == walked


@cache
def strength(game: str, hand: tuple[Card, ...]) -> tuple[int, tuple[int, ...]]:
    """Score and left-over ranks from the highest down, by the rules; lower is better."""
    choice = chosen("gin-and-win", changes=DECKS[game][0])
    score = choice.folder.game.score_hand(choice.edition, hand)
    assert isinstance(score, HandScore)
    return score.score, tuple(sorted((card.rank for card in score.left_over), reverse=True))


def deck_of(changes: dict[str, str]) -> list[Card]:
    ranks = ["A23456789TJQK".index(letter) + 1 for letter in changes["cards.ranks"]]
    suits = ["cdhs".index(letter) for letter in changes["cards.suits"]]
    return [Card(rank, suit) for rank in ranks for suit in suits]


def base_won(mine: tuple[int, tuple[int, ...]], theirs: tuple[int, tuple[int, ...]],
             changes: dict[str, str]) -> int:  # fmt: skip
    """What a played hand nets on Ante and Play, written from the rules."""
    score, rank = int(changes["qualifier.score"]), int(changes["qualifier.rank"])
    if theirs[0] > score or (theirs[0] == score and max(theirs[1], default=0) > rank):
        return 1
    if mine == theirs:
        return 0
    if mine > theirs:
        return -2
    return 4 if mine[0] == 0 else 2


@cache
def bonus_won(game: str, hand: tuple[Card, ...]) -> Fraction:
    changes, _ = DECKS[game]
    score, left = strength(game, hand)
    low = int(changes["bonus.two_low_rank"])
    if score == 2 and left[0] <= low:
        return Fraction(changes.get("bonus.two_low", "1/1"))
    pays = {0: changes["bonus.zero"], 1: "2/1"}
    return Fraction(pays[score]) if score in pays else Fraction(0)


@cache
def totals(game: str) -> Counter[Fraction]:
    """What all seats win together, over every deal."""
    changes, seats = DECKS[game]
    deck, size = deck_of(changes), int(changes["cards.hand"])
    bits = {hand: sum(1 << deck.index(card) for card in hand) for hand in combinations(deck, size)}
    found: Counter[Fraction] = Counter()
    plays = {
        hand: best_played(game, hand, [other for other in bits if not bits[hand] & bits[other]])
        for hand in bits
    }
    for dealer, held in bits.items():
        theirs = strength(game, dealer)
        worth = [
            (mask, bonus_won(game, hand)
             + plays[hand] * max(base_won(strength(game, hand), theirs, changes), 0))
            for hand, mask in bits.items()
            if not mask & held
        ]  # fmt: skip
        found.update(_sums(worth, seats))
    return found


def best_played(game: str, hand: tuple[Card, ...], dealers: list[tuple[Card, ...]]) -> bool:
    changes, mine = DECKS[game][0], strength(game, hand)
    value = sum(base_won(mine, strength(game, dealer), changes) for dealer in dealers)
    return value >= -len(dealers)


def _sums(worth: list[tuple[int, Fraction]], seats: int) -> Iterator[Fraction]:
    """What so many seats with hands of their own win together."""
    if seats == 1:
        yield from (own for _, own in worth)
        return
    for mask, own in worth:
        rest = [(other, won) for other, won in worth if not other & mask]
        yield from (own + won for won in _sums(rest, seats - 1))


LIMITS = [Fraction(n, 2) for n in (1, 3, 5, 7, 8, 9, 11, 13, 16, 20, 24, 27, 33, 40, 47, 56, 61,
                                   66, 68, 70, 95, 120, 136, 150)]  # fmt: skip


@pytest.mark.parametrize("game", DECKS)
def test_the_bracket_of_a_table_holds_the_edge_over_every_deal(game: str) -> None:
    changes, seats = DECKS[game]
    seat_results, every = seat_results_of(chosen("gin-and-win", changes=changes)), totals(game)
    deals = sum(every.values())
    closed, cut = 0, 0
    for limit in LIMITS:
        above = (n * max(won - limit, Fraction(0)) for won, n in every.items())
        exact = sum(above, Fraction(0)) / deals
        bracket = kept_back(seat_results, seats=seats, limit=limit)
        assert bracket.least <= exact <= bracket.most
        closed += bracket.least == bracket.most == exact
        cut += exact > 0
    assert closed >= 2
    assert cut >= 8


@pytest.mark.parametrize("game", DECKS)
def test_a_seat_alone_is_exact(game: str) -> None:
    seat_results = seat_results_of(chosen("gin-and-win", changes=DECKS[game][0]))
    for limit in LIMITS:
        bracket = kept_back(seat_results, seats=1, limit=limit)
        exact = sum(
            (case.chance * max(case.winnings - limit, Fraction(0)) for case in seat_results.cases),
            Fraction(0),
        )
        assert bracket.least == bracket.most == exact


def limited(limit: str, what: str, seats: int) -> Scenario:
    found = sheet("gin-and-win", limit).exposure
    return next(one for one in found if (one.file_key, one.seats) == (what, seats))


@pytest.mark.parametrize(
    "limit",
    ["1000", "30000", "100000", *map(in_soak, ("5000", "15000", "50000", "400000"))],
)
def test_brackets_of_the_full_deck_are_in_order(limit: str) -> None:
    for what in ("ante-play", "gin-bonus", "every bet"):
        seat, table = limited(limit, what, 1), limited(limit, what, 6)
        assert seat.edge is not None and seat.limited_edge is not None
        assert table.limited_edge is not None and table.limited_most is not None
        assert seat.limited_edge == seat.limited_most
        # More seats share the limit, so a table loses more of its winnings than a seat.
        assert seat.edge <= seat.limited_edge <= table.limited_edge <= table.limited_most


def test_a_limit_that_only_the_highest_line_reaches() -> None:
    """At 100 000 only quads with trips pass the limit; the bracket is a ten-thousandth wide."""
    table = limited("100000", "every bet", 6)
    assert table.limited_edge is not None and table.limited_most is not None
    assert 0 < table.limited_most - table.limited_edge < Fraction(2, 100_000)
    bonus = limited("100000", "gin-bonus", 6)
    assert bonus.limited_edge is not None and bonus.limited_most is not None
    assert 0 < bonus.limited_most - bonus.limited_edge < Fraction(1, 1_000_000)


def test_a_limit_above_the_worst_round_changes_nothing() -> None:
    for what in ("ante-play", "gin-bonus", "every bet"):
        table = limited("1807200", what, 6)
        assert table.edge == table.limited_edge == table.limited_most
        assert table.limit_chance == 0
    below = limited("1807199.99", "every bet", 6)
    assert below.limited_most != below.edge


def test_one_seat_under_a_limit_by_its_lines() -> None:
    """At 9 000, thirty stakes, a seat is cut only by quads with trips."""
    seat = limited("9000", "every bet", 1)
    assert seat.edge is not None and seat.limited_edge is not None
    share = Fraction(624, 133_784_560)
    assert seat.limit_chance == share
    seat_results = seat_results_of(chosen("gin-and-win"))
    won = sum(
        (c.chance * c.winnings for c in seat_results.cases if c.kind == "quads-trips"), Fraction(0)
    )
    assert seat.limited_edge - seat.edge == (won - 30 * share) / 2
    assert share * 1001 < won < share * 1004


def test_without_time_for_a_census_there_is_no_seat_results_but_a_worst_round() -> None:
    choice = read_as(chosen("gin-and-win", changes=FOURS), "seven-or-better=higher")
    assert choice.study.seat_results is not None
    assert choice.study.seat_results(choice.edition, False) is None
    terms = terms_of(choice.edition.head)
    assert isinstance(terms, Terms)
    made = make_sheet(choice, choice.figures(), terms, version=VERSION)
    assert [one.seats for one in made.exposure if one.what == "every bet"] == [1, 2]


def test_from_which_limit_no_decision_of_a_seat_alone_changes() -> None:
    """A score of one wins two on the bonus and two more; a zero that can lose counts as well."""
    choice = chosen("gin-and-win")
    assert seat_results_of(choice).undisturbed == 2 + 2
    reading = next(one for one in choice.study.readings if one.key == "ties=dealer-wins")
    assert reading.seat_results is not None
    seat_results = reading.seat_results(choice.edition, False)
    assert seat_results is not None and seat_results.undisturbed == 1000 + 4
