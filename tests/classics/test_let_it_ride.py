"""Three bets of which two are taken back: kinds, decisions, figures counted in a second way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest

from pitboss.equipment.cards import STANDARD_CARDS, Card, parse_cards
from pitboss.exact.solvers import game_figures, oracle_figures
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.players.strategies import strategies_of
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import Credits, SeatIndex, SpotKey
from pitboss_classics.let_it_ride.exact import _solve, riding_hands, shape_of
from pitboss_classics.let_it_ride.hands import HAND, KINDS, high_rank, kind_of
from tests.classics.test_classics import REGISTRY, figures_of, law, nets, settle

GAME = "let-it-ride"
SEAT = SeatIndex(1)
ENTRY = REGISTRY.games[GAME]
EDITION: Any = unwrap(ENTRY.edition())


@pytest.mark.parametrize(
    ("text", "kind", "pays"),
    [
        ("Tc Jc Qc Kc Ac", "royal_flush", 1000),
        ("9c Tc Jc Qc Kc", "straight_flush", 200),
        ("Ac 2c 3c 4c 5c", "straight_flush", 200),
        ("2c 2d 2h 2s 5c", "four_of_a_kind", 50),
        ("2c 2d 2h 5s 5c", "full_house", 11),
        ("2c 4c 6c 8c Tc", "flush", 8),
        ("Tc Jd Qc Kc Ac", "straight", 5),
        ("Ac 2d 3c 4c 5c", "straight", 5),
        ("2c 2d 2h 4s 5c", "three_of_a_kind", 3),
        ("2c 2d 4h 4s 5c", "two_pair", 2),
        ("Tc Td 4h 6s 5c", "pair", 1),
        ("9c 9d 4h 6s 5c", None, -1),
        ("Kc Ad 2h 3s 4c", None, -1),
    ],
)
@pytest.mark.clause("RID-1.2", "RID-3.1")
def test_kinds_and_what_they_pay(text: str, kind: str | None, pays: int) -> None:
    assert kind_of(unwrap(parse_cards(text))) == kind
    *own, fourth, fifth = text.split()
    played = settle(GAME, "standard", f"{' '.join(own)} / {fourth} / {fifth}", {"base": 2}, "ride")
    assert nets(played) == {"base": 200 * pays, "first": 200 * pays}


@pytest.mark.parametrize(
    ("decide", "left"),
    [
        ("ride,ride", {"base", "first", "second"}),
        ("ride,back", {"base", "first"}),
        ("back,ride", {"base", "second"}),
        ("back,back", {"base"}),
        ("", {"base"}),
    ],
)
@pytest.mark.clause("RID-1.1", "RID-2.2", "RID-2.3", "RID-2.4", "RID-3.1")
def test_bets_that_ride_are_settled_and_others_are_gone(decide: str, left: set[str]) -> None:
    played = settle(GAME, "standard", "Tc Td 4h / 6s / 5c", {"base": 2}, decide)
    assert nets(played) == dict.fromkeys(left, 200)


def at_the_cards(hand: str, *further: Step) -> Round:
    current = unwrap(begin(ENTRY.game, EDITION, seats=(SEAT,)))
    bet, deal = Bet(SEAT, SpotKey("base"), Credits(500)), Draw(unwrap(parse_cards(hand)))
    for step in (bet, CloseBets(), deal, *further):
        current = unwrap(take(current, step))
    return current


@pytest.mark.clause("RID-2.1")
def test_one_bet_lays_three_and_takes_three_down() -> None:
    start = unwrap(begin(ENTRY.game, EDITION, seats=(SEAT,)))
    laid = unwrap(take(start, Bet(SEAT, SpotKey("base"), Credits(500))))
    assert [bet.stake for bet in ENTRY.game.bets(laid.state)] == [500, 500, 500]
    for step in (Bet(SEAT, SpotKey("first"), Credits(700)), TakeDown(SEAT, SpotKey("second"))):
        refused = take(laid, step)
        assert isinstance(refused, Refusal) and refused.code is RefusalCode.SPOT_CLOSED
    down = unwrap(take(laid, TakeDown(SEAT, SpotKey("base"))))
    assert ENTRY.game.bets(down.state) == ()


@pytest.mark.clause("RID-2.2", "RID-2.3")
def test_what_everybody_sees_and_hears() -> None:
    current = at_the_cards("Tc Td 4h")
    game = current.game
    assert game.say(current.state) == "Let the first bet ride, or take it back?"
    assert [(one.items, one.note) for one in game.places(current.state, SEAT)] == [
        (("Tc", "Td", "4h"), "a pair of tens or better")
    ]
    assert [one.items for one in game.places(current.state, SeatIndex(2))] == [("", "", "")]
    fourth, fifth = (Draw(unwrap(parse_cards(text))) for text in ("6s", "Qc"))
    for step in (Decide(SEAT, "ride"), fourth, Decide(SEAT, "back"), fifth):
        current = unwrap(take(current, step))
    assert game.say(current.state) == "The community cards are Six and Queen."
    assert game.explain(current.state, SEAT) == "You have a pair of tens or better."
    assert game.explain(current.state, SeatIndex(2)) == ""
    poor = at_the_cards("2c 3d 4h", Decide(SEAT, "back"), fourth, Decide(SEAT, "back"), fifth)
    assert game.places(poor.state, SEAT)[0].note == "less than a pair of tens"


def test_strategies_decide_by_the_cards() -> None:
    known = strategies_of(ENTRY.game, EDITION)
    current = at_the_cards("2c 3d 9h")
    asked = {name: decide(current, SEAT) for name, decide in known.items()}
    ride, back = Decide(SEAT, "ride"), Decide(SEAT, "back")
    assert asked == {**asked, "best": back, "always-ride": ride, "never-ride": back}
    assert known["best"](at_the_cards("Tc Td 9h"), SEAT) == ride
    assert known["best"](current, SeatIndex(2)) is None


# --- figures -----------------------------------------------------------------------------


def test_hands_are_as_many_as_everybody_counts() -> None:
    play = _solve(EDITION)
    counts = (play.copies @ play.fifths // 5).tolist()
    assert counts[:-1] == [4, 36, 624, 3744, 5108, 10_200, 54_912, 123_552, 5 * 84_480]
    assert sum(counts) == 2_598_960


def test_the_edge_by_bets_as_published_tables_add_it_up() -> None:
    """Catlin's and the Wizard's totals: 1,608 hands ride first and win 0.10912580 of a bet."""
    play = _solve(EDITION)
    odds = [int(pays.to_one) for _, pays in EDITION.pays]
    worth = play.fifths @ np.array([*odds, -1])
    cases = 22_100 * 49 * 48
    base = Fraction(4 * int(play.copies @ worth), cases)
    first = Fraction(int((play.copies * play.first_rides) @ worth), cases)
    second = Fraction(4 * int(play.copies @ np.maximum(worth, 0)), cases)
    assert Fraction(int(play.copies @ play.first_rides), 49) == 1608
    assert round(first, 8) == Fraction(10_912_580, 10**8)
    (bet,) = figures_of(GAME, "standard").bets
    assert bet.house_edge == -(base + first + second) == Fraction(37_963, 1_082_900)
    assert round(bet.average_wager, 4) == Fraction(12_321, 10_000)
    assert round(bet.element_of_risk, 4) == Fraction(285, 10_000)


def suited_rows(cards: Sequence[Card]) -> int:
    """How many straight flushes, royal ones aside, these cards of one suit are part of."""
    ranks = set(map(high_rank, cards))
    rows = [{14, 2, 3, 4, 5}, *(set(range(low, low + 5)) for low in range(2, 10))]
    is_suited = len({card.suit for card in cards}) == 1
    return sum(ranks <= row for row in rows) if is_suited else 0


def as_the_words_say(cards: Sequence[Card]) -> bool:
    """FIRST_RIDES and SECOND_RIDES, read by somebody who knows poker and no table of figures."""
    ranks = {high_rank(card) for card in cards}
    high = sum(rank >= 10 for rank in ranks)
    is_suited = len({card.suit for card in cards}) == 1
    if kind_of(cards) is not None:
        return True
    if len(cards) == 3:
        if is_suited and high == 3:
            return True
        rows = suited_rows(cards)
        return rows == 3 or (rows == 2 and high >= 1) or (rows == 1 and high >= 2)
    if is_suited or high == 4:
        return True
    ends = [rank for rank in range(1, 15) if _is_row(ranks | {14 if rank == 1 else rank})]
    return len(ranks) == 4 and len({14 if end == 1 else end for end in ends}) == 2


def _is_row(ranks: set[int]) -> bool:
    return len(ranks) == HAND and (max(ranks) - min(ranks) == 4 or ranks == {14, 2, 3, 4, 5})


@pytest.mark.untraced
@pytest.mark.clause("RID-2.5")
def test_the_words_of_the_strategy_are_the_strategy() -> None:
    """Every three cards, and one in 29 of every four."""
    riding = riding_hands(EDITION)
    fours = islice(combinations(STANDARD_CARDS, 4), 0, None, 29)
    for cards in (*combinations(STANDARD_CARDS, 3), *fours):
        assert (shape_of(cards) in riding) == as_the_words_say(cards), cards


@pytest.mark.parametrize(
    ("ranks", "odds"),
    [("TJ", {}), pytest.param("2345", {"pays.two_pair": "1/1"}, marks=pytest.mark.slow)],
)
def test_the_solver_equals_the_oracle_on_few_ranks(ranks: str, odds: dict[str, str]) -> None:
    record = unwrap(ENTRY.edition(changes={"cards.ranks": ranks, **odds}))
    (walked,) = oracle_figures(ENTRY.game, record).bets
    (solved,) = game_figures(ENTRY.game, record).bets
    assert (walked.bet, walked.unit, walked.average_wager) == (
        solved.bet,
        solved.unit,
        solved.average_wager,
    )
    assert law(walked) == law(solved)


def test_kinds_of_the_solver_are_those_of_the_rules() -> None:
    """Every hand of ten cards of five ranks, by the rules and as the solver counts them."""
    cards = [card for card in STANDARD_CARDS if card.rank in (1, 10, 11, 12, 13) and card.suit < 2]
    counted = Counter(kind_of(hand) for hand in combinations(cards, HAND))
    assert counted == {
        "royal_flush": 2,
        "straight": 30,
        "two_pair": 60,
        "pair": 160,
    }
    assert set(counted) <= set(KINDS)
