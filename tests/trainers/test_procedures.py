"""The procedure trainer: every topic is asked, and every answer is what the rules do."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from pitboss.equipment.draws import SeededBits
from pitboss.games.calls import CallOption
from pitboss.games.registry import Registry
from pitboss.games.rounds import begin, take, walk
from pitboss.games.steps import Call
from pitboss.refusals import Refusal, unwrap
from pitboss.trainers.procedures import (
    GOES_BACK,
    STANDS,
    ProcedureQuestion,
    Topic,
    ask_procedure,
    describe_next,
)

TOPICS = {
    "spin-n-win": {Topic.CALLS, Topic.ROTATION, Topic.VOIDS, Topic.ORDER},
    "gin-and-win": {Topic.CALLS, Topic.VOIDS, Topic.ORDER},
    "flip-it": {Topic.CALLS, Topic.VOIDS, Topic.SHOE, Topic.ORDER},
}
QUESTIONS = 24


@cache
def asked(game: str) -> tuple[ProcedureQuestion, ...]:
    folder = Registry().games[game]
    edition = unwrap(folder.edition())
    found = []
    for number in range(QUESTIONS):
        question = ask_procedure(folder.game, edition, SeededBits(f"{game} {number}".encode()), {})
        assert question is not None
        found.append(question)
    return tuple(found)


def about(game: str, topic: Topic) -> list[ProcedureQuestion]:
    return [one for one in asked(game) if one.topic is topic]


@pytest.mark.parametrize("game", TOPICS)
def test_every_topic_of_a_game_is_asked_with_one_right_answer(game: str) -> None:
    assert {one.topic for one in asked(game)} == TOPICS[game]
    for one in asked(game):
        assert 2 <= len(one.options) == len(set(one.options)) <= 4
        assert 0 <= one.right < len(one.options)
        assert one.sentence and one.why and one.kind.title == one.topic.words
    assert len({one.right for one in asked(game)}) > 1


def test_a_draw_is_named_as_dealers_name_it() -> None:
    rounds = [one.played for game in TOPICS for one in asked(game)]
    said = {describe_next(before) for played in rounds for before, _ in walk(played)}
    assert {"The Tops are spun", "A card is dealt: row", "7 cards are dealt: dealer"} <= said


@pytest.mark.parametrize("game", TOPICS)
def test_what_may_be_called_is_taken_and_the_others_are_refused(game: str) -> None:
    for one in about(game, Topic.CALLS):
        open_now = {call.label for call in one.played.game.calls(one.played.state)}
        assert [option in open_now for option in one.options].count(True) == 1
        assert one.options[one.right] in open_now


def _name(call: CallOption) -> str:
    return f"You call: {call.label.partition(':')[0].partition(' (')[0]}."


@pytest.mark.parametrize("game", TOPICS)
def test_a_void_does_to_the_bets_what_the_rules_do(game: str) -> None:
    found = Counter(one.options[one.right] for one in about(game, Topic.VOIDS))
    assert found[STANDS]  # a supervisor who is called changes nothing
    if game == "gin-and-win":
        assert found[GOES_BACK]
    for one in about(game, Topic.VOIDS):
        call = next(c for c in one.played.game.calls(one.played.state) if _name(c) in one.sentence)
        after = take(one.played, Call(call.key, "A reason", ()))
        assert not isinstance(after, Refusal)
        if after.is_over:
            is_void = after.game.ending(after.state).void
            assert one.options[one.right] == (GOES_BACK if is_void else STANDS)


@pytest.mark.parametrize("game", TOPICS)
def test_the_order_is_that_of_the_settlement(game: str) -> None:
    for one in about(game, Topic.ORDER):
        line = one.played.lines()[0 if "first" in one.sentence else -1]
        assert one.options[one.right].startswith(f"Seat {line.seat}, ")


def test_whose_turn_it_is_follows_from_the_last_round() -> None:
    seats = Counter(one.options[one.right] for one in about("spin-n-win", Topic.ROTATION))
    assert len(seats) > 1


def test_a_change_of_shoe_begins_with_the_shuffle_and_no_other_round_does() -> None:
    found = about("flip-it", Topic.SHOE)
    for one in found:
        following = unwrap(
            begin(
                one.played.game, one.played.edition, seats=one.played.seats,
                carry=one.played.carry(),
            )
        )  # fmt: skip
        is_new = any(call.is_due for call in following.game.calls(following.state))
        assert ("Shuffled" in one.options[one.right]) is is_new
        assert is_new is one.sentence.startswith("You called")
    assert found
