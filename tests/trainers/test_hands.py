"""The hand-setting trainer: hands, the house way, and why a setting is not it."""

from __future__ import annotations

from collections import Counter

from pitboss.equipment.draws import SeededBits
from pitboss.games.contract import HandScore
from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from pitboss.trainers.hands import HandQuestion, ask_hand, has_hands, mark_hand

GIN = Registry().games["gin-and-win"]


def hand(seed: str, edition: str = "wsgc-2017") -> HandQuestion:
    record = unwrap(GIN.edition(edition))
    found = ask_hand(GIN.game, record, SeededBits(seed.encode()), {})
    assert found is not None
    return found


def test_games_with_and_without_hands() -> None:
    for key, folder in Registry().games.items():
        edition = unwrap(folder.edition())
        assert has_hands(folder.game, edition, SeededBits(b"")) is (key == "gin-and-win")
        if key != "gin-and-win":
            assert ask_hand(folder.game, edition, SeededBits(b""), {}) is None


def test_the_house_way_is_right() -> None:
    for number in range(100):
        question = hand(str(number), ("wsgc-2017", "ten")[number % 2])
        house = question.house
        assert len(set(question.cards)) == 7
        marked = mark_hand(question, house.combinations, house.score)
        assert marked.is_right, marked
        assert marked.clause is not None
        assert str(house.score) in marked.house_words


def test_a_worse_setting_is_told_why() -> None:
    question = next(q for q in map(hand, map(str, range(50))) if q.house.score < 5)
    marked = mark_hand(question, (), 7)
    assert not marked.is_set_right
    assert not marked.is_score_right
    assert "house way" in marked.sentence


def test_a_false_combination_is_told_why() -> None:
    question = hand("false")
    first, second = question.cards[:2]
    odd = next(
        (a, b)
        for a in question.cards
        for b in question.cards
        if a.rank != b.rank and a.suit != b.suit
    )
    marked = mark_hand(question, (odd,), question.house.score)
    assert not marked.is_set_right
    assert marked.is_score_right
    assert marked.sentence
    assert not mark_hand(question, ((first, first, second),), None).is_set_right


def test_a_wrong_score_is_wrong() -> None:
    question = hand("score")
    house: HandScore = question.house
    marked = mark_hand(question, house.combinations, house.score + 1)
    assert marked.is_set_right
    assert not marked.is_right


def test_kinds_of_hands_come_by_weight() -> None:
    record = unwrap(GIN.edition())
    rare = "hand:3-0"

    def count(weights: dict[str, int]) -> int:
        source = SeededBits(b"kinds")
        found: Counter[str] = Counter()
        for _ in range(150):
            question = ask_hand(GIN.game, record, source, weights)
            assert question is not None
            found[question.kind.key] += 1
        return found[rare]

    assert count({rare: 19}) > count({})
