"""Needs for a draw: what can show, with what weight, from what, and what cannot have shown."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import JOKER, Card
from pitboss.equipment.chances import alike_sets, suit_sets, unordered_rows
from pitboss.equipment.decks import Deck
from pitboss.equipment.draws import SeededBits
from pitboss.equipment.shoe import Composition
from pitboss.equipment.shown import Shown, is_shown, kind_of, read_shown, write_shown
from pitboss.equipment.stops import DICE, DIE, WHEEL, Mark, Stops
from pitboss.equipment.tops import Face, Top
from pitboss.games.needs import AnyDraw, NeedCards, NeedSpin, NeedStops
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import SeatIndex

FOUR = Deck(ranks=(1, 2), suits=(0, 1))
TOP = Top((Face.RED, Face.RED, Face.JOKER))
CARDS = NeedCards(2, place="row", face_up=True, undealt=Composition.full(FOUR))
SPIN = NeedSpin((TOP, TOP), (SeatIndex(1), SeatIndex(1)))
DICE_NEED = NeedStops((DIE, DIE))
WHEEL_NEED = NeedStops((Stops(WHEEL, ("1", "1", "joker")),))


@pytest.mark.parametrize(
    ("need", "kind", "count", "cases"),
    [
        (CARDS, "cards", 2, 6),
        (SPIN, "tops", 2, 9),
        (DICE_NEED, "dice", 2, 36),
        (WHEEL_NEED, "wheel", 1, 3),
    ],
)
def test_everything_that_can_show_is_drawn_and_nothing_else(
    need: AnyDraw, kind: str, count: int, cases: int
) -> None:
    assert (need.kind, need.count, need.most_cases()) == (kind, count, cases)
    found = list(need.cases())
    assert sum(ways for ways, _ in found) == cases
    assert all(need.refusal(shown) is None for _, shown in found)
    source = SeededBits(b"needs")
    drawn = {frozenset(map(str, need.draw(source))) for _ in range(400)}
    assert drawn == {frozenset(map(str, shown)) for _, shown in found}


def test_what_a_draw_is_made_from_is_plain_data() -> None:
    assert CARDS.origin() == [["Ac", 1], ["Ad", 1], ["2c", 1], ["2d", 1]]
    assert SPIN.origin() == [["R", "R", "J"]] * 2
    assert WHEEL_NEED.origin() == [["1", "1", "joker"]]
    assert SPIN.faces() == (Face.RED, Face.JOKER)
    assert [mark.word for mark in WHEEL_NEED.faces()] == ["1", "joker"]


@pytest.mark.parametrize(
    ("need", "shown", "code"),
    [
        (CARDS, (JOKER, JOKER), RefusalCode.IMPOSSIBLE_CARD),
        (CARDS, (Card(1, 0),), RefusalCode.WRONG_COUNT),
        (CARDS, (Face.RED, Face.RED), RefusalCode.WRONG_COUNT),
        (SPIN, (Face.RED, Face.GREEN), RefusalCode.BAD_FACE),
        (SPIN, (Face.RED,), RefusalCode.BAD_FACE),
        (DICE_NEED, (Mark(DICE, "1"),), RefusalCode.WRONG_COUNT),
        (DICE_NEED, (Mark(DICE, "1"), Mark(DICE, "7")), RefusalCode.BAD_FACE),
        (WHEEL_NEED, (Mark(DICE, "1"),), RefusalCode.BAD_FACE),
    ],
)
def test_what_cannot_have_shown_is_refused(need: AnyDraw, shown: Shown, code: RefusalCode) -> None:
    refused = need.refusal(shown)
    assert refused is not None and refused.code is code


@pytest.mark.parametrize("text", ["cards Ac 2d", "tops R J", "dice 3 5 5", "wheel 00"])
def test_what_showed_is_written_and_read_back(text: str) -> None:
    shown = read_shown(text.split())
    assert not isinstance(shown, Refusal)
    assert " ".join(write_shown(shown)) == text and is_shown(shown)
    assert kind_of(shown) == text.split(maxsplit=1)[0]


@pytest.mark.parametrize("text", ["", "coins 1", "dice §", "tops X", "cards Zz"])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    assert isinstance(read_shown(text.split()), Refusal)


def test_only_items_of_one_kind_are_a_draw() -> None:
    assert is_shown(()) and not is_shown([]) and not is_shown((7,))
    assert not is_shown((JOKER, Face.RED)) and not is_shown((Mark(DICE, "1"), Mark(WHEEL, "1")))


def test_cards_that_are_alike_are_one_case() -> None:
    found = {cards: ways for ways, cards in alike_sets(CARDS.undealt, 2, lambda c: c.rank)}
    ace, two = Card(1, 0), Card(2, 0)
    assert found == {(ace, Card(1, 1)): 1, (ace, two): 4, (two, Card(2, 1)): 1}


def test_hands_that_differ_only_in_suits_are_one_case() -> None:
    found = {cards: ways for ways, cards in suit_sets(CARDS.undealt, 2)}
    ace, two = Card(1, 0), Card(2, 0)
    assert found == {
        (ace, Card(1, 1)): 1,
        (ace, two): 2,
        (ace, Card(2, 1)): 2,
        (two, Card(2, 1)): 1,
    }
    jokers = Composition.full(Deck(ranks=(1, 2), suits=(0, 1), jokers=1))
    assert {cards: ways for ways, cards in suit_sets(jokers, 1)} == {
        (JOKER,): 1,
        (ace,): 2,
        (two,): 2,
    }


def test_suits_of_which_one_is_short_are_told_apart() -> None:
    short = unwrap(CARDS.undealt.without((Card(1, 0),)))
    assert list(suit_sets(short, 1)) == [(1, (Card(1, 1),)), (1, (Card(2, 0),)), (1, (Card(2, 1),))]


def test_rows_in_another_order_are_one_case() -> None:
    found = list(unordered_rows(DICE_NEED.cases()))
    assert len(found) == 21 and sum(ways for ways, _ in found) == 36
    assert {ways for ways, row in found if row[0] == row[1]} == {1}


@pytest.mark.parametrize("texts", [(), ("two words",), ("§",)])
def test_a_wheel_has_plain_marks(texts: tuple[str, ...]) -> None:
    with pytest.raises(BrokenInvariant):
        Stops(WHEEL, texts)
