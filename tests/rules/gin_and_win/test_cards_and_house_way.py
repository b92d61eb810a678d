"""GNW-1 and GNW-2: cards, combinations, score, the house way and its tie order."""

from __future__ import annotations

from itertools import permutations

import pytest

from pitboss.equipment.cards import STANDARD_CARDS, show_cards
from pitboss.games.contract import HandScore
from pitboss.games.gin_and_win.combinations import ACE_LOW, is_combination
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.needs import NeedCards
from pitboss.games.steps import CloseBets
from pitboss.refusals import Refusal, RefusalCode
from tests.rules.gin_and_win.felt import (
    FOUR_QUEEN,
    TWO_LOW,
    after,
    bet,
    cards,
    changed,
    dealt,
    decide,
    edition,
    game,
    started,
)


def shown(hand: str) -> tuple[str, str]:
    """Combinations and left-over cards of the house way, as text."""
    house = house_way(cards(hand), ACE_LOW)
    return " | ".join(map(show_cards, house.combinations)), show_cards(house.left_over)


@pytest.mark.clause("GNW-1.1")
def test_every_round_starts_from_a_full_deck() -> None:
    current = after(started(), bet(1, "ante"), CloseBets())
    need = current.need
    assert isinstance(need, NeedCards)
    assert need.undealt.counts == dict.fromkeys(STANDARD_CARDS, 1)
    ended = after(dealt(TWO_LOW, dealer=FOUR_QUEEN), decide(1, "fold"))
    assert ended.carry() == 2
    following = game().open(edition(), seats=ended.seats, carry=ended.carry())
    assert not isinstance(following, Refusal)
    assert following.undealt == need.undealt


@pytest.mark.clause("GNW-1.2")
def test_six_seats_and_the_dealer_fit_into_the_deck() -> None:
    for key in ("wsgc-2017", "ten"):
        assert edition(key).head.seats_max == 6
    refusal = changed("ten", {"table.seats": "7"})
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.BAD_FIELD
    assert "cards.hand: 52 cards are too few for 7 seats" in refusal.sentence


@pytest.mark.clause("GNW-1.3")
def test_the_ace_is_lowest() -> None:
    # The King of hearts goes into the flush with the Ace, which leaves the other Ace behind.
    assert shown("Ah 5h 9h Kh Ac 9c Qd") == ("9c 9h | Ah 5h Kh", "Qd Ac")
    hand = cards("2c 3c 4c Kd Kh As 9d")
    assert show_cards(house_way(hand, ACE_LOW).left_over) == "9d As"
    assert show_cards(house_way(hand, edition(readings__ace="high").heights).left_over) == "As 9d"
    assert edition(readings__ace="high").qualifier.height == ACE_LOW[10]  # the Jack is tenth


@pytest.mark.clause("GNW-1.4")
@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("5c 5d", True),
        ("5c 5d 5h", True),
        ("5c 5d 5h 5s", True),
        ("2h 7h Kh", True),
        ("2h 7h 9h Th Jh Qh Kh", True),
        ("5c", False),
        ("2h 7h", False),
        ("5c 5d 6h", False),
        ("2h 7h Kd", False),
        ("4c 5d 6h", False),
        ("", False),
    ],
)
def test_what_is_a_combination(text: str, legal: bool) -> None:
    assert is_combination(cards(text)) is legal


@pytest.mark.clause("GNW-1.5")
def test_a_card_counts_in_one_combination() -> None:
    # The Five of hearts could pair or complete the flush, not both.
    assert shown("5h 5c 9h Kh 2s 7d Jc") == ("5h 9h Kh", "Jc 7d 5c 2s")


@pytest.mark.clause("GNW-1.6")
def test_the_documents_example_scores_two() -> None:
    score = game().score_hand(edition(), cards(TWO_LOW))
    assert isinstance(score, HandScore)
    assert (score.score, show_cards(score.left_over)) == (2, "3s 2c")
    assert tuple(map(show_cards, score.combinations)) == ("Ac Ah", "7d 8d Jd")
    assert (score.bonus_line, str(score.bonus_odds)) == ("two-low", "1/1")


@pytest.mark.clause("GNW-1.6")
@pytest.mark.parametrize(
    ("hand", "score"),
    [
        ("Ac Ad Ah As Kc Kd Kh", 0),
        ("5c 5d 6c 6h 7d 7h Ks", 1),
        ("Kc Kd Kh Jc 9d 5h 2s", 4),
        ("Kc Kd 9h 7s 5h 3c 2d", 5),
        ("Kc Jd 9h 7s 5h 3c 2d", 7),
    ],
)
def test_each_left_over_card_counts_one(hand: str, score: int) -> None:
    found = game().score_hand(edition(), cards(hand))
    assert isinstance(found, HandScore)
    assert found.score == score


@pytest.mark.clause("GNW-2.1")
def test_the_lowest_score_goes_before_low_cards() -> None:
    # Five clubs would leave a pair unmade; less of the flush leaves nothing.
    assert shown("Kc 2c 3c 4c 2d 2h 4h") == ("2d 2h | 4c 4h | 2c 3c Kc", "")


@pytest.mark.clause("GNW-2.1")
def test_equal_scores_leave_the_lowest_cards() -> None:
    # The King of hearts may pair or join the flush; two cards are left either way.
    assert shown("Kh Ks 9h 4h 3h 7c Tc") == ("Kh Ks | 3h 4h 9h", "Tc 7c")
    # Four hearts, one of them needed for the pair of Aces: the flush keeps the other three.
    assert shown("Ah Ad 5h 9h Kh Qd 2s") == ("Ad Ah | 5h 9h Kh", "Qd 2s")


@pytest.mark.clause("GNW-2.2")
def test_left_over_cards_have_different_ranks() -> None:
    _, left = shown("5h 5c 9h Kh 2s 7d Jc")
    assert left == "Jc 7d 5c 2s"


@pytest.mark.clause("GNW-2.3")
def test_ties_prefer_the_higher_bonus_line() -> None:
    # Three Fives and four clubs leave nothing either, but a pair and five clubs pay more.
    assert shown("Ac 2c 3c 4c 5c 5d 5h") == ("5d 5h | Ac 2c 3c 4c 5c", "")
    assert shown("2h 4h 6h 8h Th Qh 2c") == ("2c 2h | 4h 6h 8h Th Qh", "")
    assert shown("9c 9d 9h 9s 2h 3h 4h") == ("9c 9d 9h 9s | 2h 3h 4h", "")


@pytest.mark.clause("GNW-2.3")
def test_ties_prefer_rank_sets_to_flushes() -> None:
    # The Nine of hearts could join three hearts; three pairs could be two flushes.
    assert shown("9c 9d 9h 2h 3h 4h Ks") == ("9c 9d 9h | 2h 3h 4h", "Ks")
    assert shown("6c 6d 9c 9d Tc Td Qh") == ("6c 6d | 9c 9d | Tc Td", "Qh")


@pytest.mark.clause("GNW-2.3")
def test_ties_prefer_fewer_combinations() -> None:
    assert shown("2h 4h 6h 8h Th Qh Kh") == ("2h 4h 6h 8h Th Qh Kh", "")
    assert shown("8c 8d 8h 8s 2c 5d Jh") == ("8c 8d 8h 8s", "Jh 5d 2c")


@pytest.mark.untraced
@pytest.mark.clause("GNW-2.3")
@pytest.mark.parametrize("text", ["6c 6d 6h 2c 9c Kc 2d", "6c 6d 9c 9d Tc Td Qh"])
def test_the_order_of_the_deal_changes_nothing(text: str) -> None:
    hand = cards(text)
    expected = house_way(hand, ACE_LOW)
    assert all(house_way(order, ACE_LOW) == expected for order in permutations(hand))


@pytest.mark.clause("GNW-2.4")
def test_the_dealer_is_set_the_house_way() -> None:
    current = after(dealt(FOUR_QUEEN, dealer="5s 5c 9s As 2h 7d Jc"), decide(1, "fold"))
    view = game().view(current.state, current.seats[0])
    assert view.dealer.laid_out is not None
    assert view.dealer.laid_out.left_over == ("Jc", "7d", "5c", "2h")


def test_a_hand_that_cannot_be_is_refused() -> None:
    for text, code in (
        ("Ac Ah 7d 8d Jd 3s", RefusalCode.WRONG_COUNT),
        ("Ac Ah 7d 8d Jd 3s 2c 2d", RefusalCode.WRONG_COUNT),
        ("Ac Ac 7d 8d Jd 3s 2c", RefusalCode.IMPOSSIBLE_CARD),
        ("JK Ac 7d 8d Jd 3s 2c", RefusalCode.IMPOSSIBLE_CARD),
    ):
        for answer in (
            game().score_hand(edition(), cards(text)),
            game().check_setting(edition(), cards(text), ()),
        ):
            assert isinstance(answer, Refusal)
            assert answer.code is code


def test_a_reduced_deck_deals_its_own_cards_only() -> None:
    small = edition(
        "ten", table__seats="1", cards__ranks="A2345", cards__suits="cdh", cards__hand="3"
    )
    assert small.deck.size == 15
    answer = game().score_hand(small, cards("Ac 2c Ks"))
    assert isinstance(answer, Refusal)
    found = game().score_hand(small, cards("Ac 2c 5c"))
    assert isinstance(found, HandScore)
    assert (found.score, found.bonus_line) == (0, "zero")
