"""Equipment: cards, decks, shoes, Tops."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import JOKER, STANDARD_CARDS, Card, parse_card, parse_cards, show_cards
from pitboss.equipment.decks import Deck
from pitboss.equipment.shoe import Composition
from pitboss.equipment.tops import Face, Top, parse_face
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode


def test_every_card_reads_back() -> None:
    assert len(set(STANDARD_CARDS)) == 52
    for card in (*STANDARD_CARDS, JOKER):
        assert parse_card(str(card)) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("ac", Card(rank=1, suit=0)),
        ("10d", Card(rank=10, suit=1)),
        ("tH", Card(rank=10, suit=2)),
        ("jk", JOKER),
    ],
)
def test_cards_are_read_kindly(text: str, card: Card) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "1c", "Ax", "A", "AcAc", "♠A"])
def test_what_is_no_card_is_refused(text: str) -> None:
    refused = parse_card(text)
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.BAD_CARD


def test_lists_of_cards() -> None:
    cards = parse_cards(" Ac, Td  JK ")
    assert isinstance(cards, tuple)
    assert show_cards(cards) == "Ac Td JK"
    assert isinstance(parse_cards("Ac Zz"), Refusal)


def test_colour_and_names() -> None:
    reds = {str(card) for card in STANDARD_CARDS if card.is_red}
    assert {name[1] for name in reds} == {"d", "h"}
    assert len(reds) == 26
    assert not JOKER.is_red
    assert JOKER.rank_name == "Joker"
    assert Card(rank=13, suit=3).rank_name == "King"


def test_decks_count_their_cards() -> None:
    deck = Deck(copies=8, jokers=24)
    assert deck.size == 440 == sum(deck.counts().values())
    small = Deck(ranks=(1, 2), suits=(0, 3))
    assert small.size == 4
    assert Deck(jokers=0).counts().get(JOKER) is None


@pytest.mark.parametrize(
    "bad", [{"copies": 0}, {"jokers": -1}, {"ranks": (1, 1)}, {"ranks": ()}, {"suits": (0, 0)}]
)
def test_impossible_decks_stop_the_program(bad: dict[str, object]) -> None:
    with pytest.raises(BrokenInvariant):
        Deck(**bad)  # type: ignore[arg-type]


def test_a_shoe_gives_what_it_holds_and_no_more() -> None:
    shoe = Composition.full(Deck(copies=2, jokers=1))
    ace = Card(rank=1, suit=0)
    left = shoe.without((ace, ace))
    assert isinstance(left, Composition)
    assert left.total == 103
    assert left.count(ace) == 0
    refused = left.without((ace,))
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.IMPOSSIBLE_CARD
    assert shoe.count(Card(rank=14, suit=0)) == 0


def test_negative_counts_stop_the_program() -> None:
    with pytest.raises(BrokenInvariant):
        Composition.of({JOKER: -1})


def test_tops_count_their_faces() -> None:
    top = Top((Face.RED, Face.JOKER, Face.RED))
    assert top.counts() == {Face.RED: 2, Face.JOKER: 1}
    with pytest.raises(BrokenInvariant):
        Top(())


def test_faces_are_read_by_letter_or_name() -> None:
    assert parse_face("r") is Face.RED
    assert parse_face(" Joker ") is Face.JOKER
    assert Face.YELLOW.word == "Yellow"
    refused = parse_face("purple")
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.BAD_FACE
