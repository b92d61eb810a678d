"""The payout trainer: levels, marking, order, and what is asked again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pitboss.equipment.draws import SeededBits
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry
from pitboss.games.settlement import Result
from pitboss.refusals import Refusal, unwrap
from pitboss.trainers.dealer_view import view_round
from pitboss.trainers.kinds import kind_of_line
from pitboss.trainers.layouts import Level, choose_by_weight, layout
from pitboss.trainers.payouts import (
    DealerAnswer,
    PayoutQuestion,
    ask_payout,
    line_words,
    mark_payout,
)
from pitboss.units import CREDITS_MAX, Credits, SeatIndex, SpotKey

FOLDERS = list(Registry().games.values())


def right_answers(question: PayoutQuestion) -> tuple[DealerAnswer, ...]:
    """The answer without a mistake, in the order of the settlement."""
    asked = set(question.asked)
    return tuple(
        DealerAnswer(line.seat, line.spot, line.result, line.pays)
        for line in question.played.lines()
        if line in asked
    )


def question_of(folder: GameFolder, level: Level, seed: str = "") -> PayoutQuestion:
    source = SeededBits(f"{folder.game.key} {level} {seed}".encode())
    return ask_payout(folder.game, unwrap(folder.edition()), source, level, {})


def mixed(folder: GameFolder) -> PayoutQuestion:
    """A layout with something to take and something to pay."""
    for number in range(200):
        found = question_of(folder, Level.SEAT, str(number))
        if {Result.LOSE, Result.WIN} <= {line.result for line in found.asked}:
            return found
    raise AssertionError("no such layout")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.game.key)
@pytest.mark.parametrize("level", Level)
def test_levels(folder: GameFolder, level: Level) -> None:
    for number in range(10):
        question = question_of(folder, level, str(number))
        seats = {line.seat for line in question.asked}
        seats_max = question.played.edition.head.seats_max
        assert question.played.is_over
        if level is Level.BET:
            assert len(question.asked) == 1
        elif level is Level.SEAT:
            assert seats == {1}
            assert len(question.asked) >= 2
        else:
            assert len(seats) == seats_max
        assert set(question.asked) <= set(question.played.lines())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.game.key)
def test_the_same_seed_asks_the_same(folder: GameFolder) -> None:
    first, second = (question_of(folder, Level.TABLE) for _ in range(2))
    assert first == second
    assert first != question_of(folder, Level.TABLE, "another")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.game.key)
def test_a_right_answer_and_every_wrong_one(folder: GameFolder) -> None:
    question = mixed(folder)
    right = right_answers(question)
    assert unwrap(mark_payout(question, right)).is_right
    for at, given in enumerate(right):
        wrong = Result.PUSH if given.result is not Result.PUSH else Result.LOSE
        changed = [*right]
        changed[at] = DealerAnswer(given.seat, given.spot, wrong)
        found = unwrap(mark_payout(question, changed))
        assert [line.is_right for line in found.lines].count(False) == 1
        assert not found.is_right
        if given.result is Result.WIN:
            changed[at] = replace(given, pays=Credits(given.pays + 1))
            assert not unwrap(mark_payout(question, changed)).is_right


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.game.key)
def test_takes_come_first(folder: GameFolder) -> None:
    question = mixed(folder)
    backwards = unwrap(mark_payout(question, right_answers(question)[::-1]))
    assert all(line.is_right for line in backwards.lines)
    assert not backwards.is_in_order
    assert not backwards.is_right


def test_answers_that_cannot_be_read() -> None:
    question = mixed(FOLDERS[0])
    right = right_answers(question)
    stranger = DealerAnswer(SeatIndex(9), SpotKey("none"), Result.LOSE)
    too_much = replace(right[0], result=Result.WIN, pays=Credits(CREDITS_MAX + 1))
    for answers in (
        right[1:],
        (*right, right[0]),
        (*right[1:], stranger),
        (),
        (too_much, *right[1:]),
    ):
        assert isinstance(mark_payout(question, answers), Refusal)


def test_what_went_wrong_is_asked_more_often() -> None:
    folder = next(one for one in FOLDERS if one.game.key == "spin-n-win")
    edition = unwrap(folder.edition())
    key = "combo:9/2"

    def share(weights: dict[str, int]) -> int:
        source = SeededBits(b"again")
        kinds: Counter[str] = Counter()
        for _ in range(300):
            question = ask_payout(folder.game, edition, source, Level.BET, weights)
            line = question.asked[0]
            kinds[kind_of_line(line, question.spot(line.spot)).key] += 1
        return kinds[key]

    assert share({key: 19}) > 2 * share({})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.game.key)
def test_everything_that_decides_is_shown_and_nothing_that_answers(folder: GameFolder) -> None:
    for number in range(20):
        question = question_of(folder, Level.TABLE, str(number))
        shown = view_round(question.played)
        assert all(group.items for group in shown.shown)
        if folder.game.key == "flip-it":
            row = next(group for group in shown.shown if group.place == "row")
            assert len(row.items) == 4
            assert "JK" not in row.items
        if folder.game.key == "gin-and-win":
            assert len(shown.decisions) == question.played.edition.head.seats_max
            assert all(len(group.items) == 7 for group in shown.shown)


def test_lines_in_words() -> None:
    words = {line_words(line) for f in FOLDERS for line in mixed(f).asked}
    assert any("pays" in one for one in words)
    assert any("is taken" in one for one in words)


def test_a_choice_follows_its_weights() -> None:
    source = SeededBits(b"weights")
    found = Counter(choose_by_weight(source, (0, 3, 1)) for _ in range(4_000))
    assert found[0] == 0
    assert 2_800 < found[1] < 3_200


def test_a_layout_stops_where_it_is_told() -> None:
    folder = FOLDERS[0]
    edition = unwrap(folder.edition())
    stopped = layout(folder.game, edition, SeededBits(b""), Level.BET, stop=lambda _: True)
    assert stopped.steps == ()
