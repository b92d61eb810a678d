"""Scores: streaks, best times, and mistakes that repeat."""

from __future__ import annotations

from pitboss.trainers.kinds import QuestionKind
from pitboss.trainers.scores import (
    OWED_MAX,
    KindScore,
    ScoreRecord,
    count_answer,
    count_kind,
    count_kinds,
    repeated_mistakes,
    weights_of,
)

ODDS = QuestionKind("combo:9/2", "Combo at 9 to 2")
EVEN = QuestionKind("single:1/1", "Single at 1 to 1")


def test_a_record() -> None:
    record = ScoreRecord()
    assert record.percent == 0
    for is_right, took_ms in ((True, 3_000), (True, 1_500), (False, 10), (True, 2_000)):
        record = count_answer(record, is_right=is_right, took_ms=took_ms, bets=1)
    assert record == ScoreRecord(asked=4, right=3, streak=1, best_streak=2, best_ms=1_500)
    assert record.percent == 75


def test_the_best_time_is_for_a_bet() -> None:
    record = count_answer(ScoreRecord(), is_right=True, took_ms=9_000, bets=3)
    assert record.best_ms == 3_000


def test_a_mistake_is_owed_until_it_is_paid_back() -> None:
    score = count_kind(KindScore(ODDS), is_right=False)
    assert weights_of((score,)) == {ODDS.key: 7}
    score = count_kind(count_kind(score, is_right=True), is_right=True)
    assert score == KindScore(ODDS, asked=3, wrong=1, owed=0)
    assert weights_of((score,)) == {ODDS.key: 1}


def test_what_is_owed_is_bounded() -> None:
    score = KindScore(ODDS)
    for _ in range(20):
        score = count_kind(score, is_right=False)
    assert score.owed == OWED_MAX


def test_only_what_repeats_is_listed() -> None:
    once = KindScore(EVEN, asked=3, wrong=1, owed=2)
    often = KindScore(ODDS, asked=9, wrong=2, owed=0)
    worse = KindScore(QuestionKind("x", "X"), asked=9, wrong=2, owed=1)
    assert repeated_mistakes((once, often, worse)) == (worse, often)


def test_bets_of_one_kind_on_one_layout_are_counted_one_after_another() -> None:
    known = {ODDS.key: KindScore(ODDS, asked=3, wrong=1, owed=1)}
    found = count_kinds(known, [(ODDS, False), (EVEN, True), (ODDS, True)])
    assert found == {
        ODDS.key: KindScore(ODDS, asked=5, wrong=2, owed=2),
        EVEN.key: KindScore(EVEN, asked=1),
    }
