"""Scores: how somebody does at a trainer, and which mistakes come again.

Pure arithmetic on records that the caller keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pitboss.trainers.kinds import QuestionKind

OWED_FOR_MISTAKE = 2
OWED_MAX = 6
_MORE_OFTEN = 3
REPEATED = 2
"""Wrong so often, a kind is a mistake that repeats."""


@dataclass(frozen=True, slots=True)
class ScoreRecord:
    """Answers at one level of one game."""

    asked: int = 0
    right: int = 0
    streak: int = 0
    best_streak: int = 0
    best_ms: int | None = None
    """The quickest right answer, for each bet of the layout."""

    @property
    def percent(self) -> int:
        """Right answers of a hundred, rounded down."""
        return 100 * self.right // self.asked if self.asked else 0


@dataclass(frozen=True, slots=True)
class KindScore:
    """Answers about one kind; `owed` is how often it has to go right before it is at rest."""

    kind: QuestionKind
    asked: int = 0
    wrong: int = 0
    owed: int = 0


def count_answer(record: ScoreRecord, *, is_right: bool, took_ms: int, bets: int) -> ScoreRecord:
    """The record after one more answer."""
    if not is_right:
        return replace(record, asked=record.asked + 1, streak=0)
    each_ms = took_ms // max(1, bets)
    best_ms = each_ms if record.best_ms is None else min(record.best_ms, each_ms)
    streak = record.streak + 1
    return ScoreRecord(
        asked=record.asked + 1,
        right=record.right + 1,
        streak=streak,
        best_streak=max(streak, record.best_streak),
        best_ms=best_ms,
    )


def count_kind(score: KindScore, *, is_right: bool) -> KindScore:
    """A kind after one more answer: a mistake is owed twice, a right answer pays one back."""
    if is_right:
        return replace(score, asked=score.asked + 1, owed=max(0, score.owed - 1))
    owed = min(OWED_MAX, score.owed + OWED_FOR_MISTAKE)
    return replace(score, asked=score.asked + 1, wrong=score.wrong + 1, owed=owed)


def count_kinds(
    known: Mapping[str, KindScore], answers: Iterable[tuple[QuestionKind, bool]]
) -> dict[str, KindScore]:
    """The kinds that were answered, after it; `known` is what they were before."""
    found: dict[str, KindScore] = {}
    for kind, is_right in answers:
        before = found.get(kind.key) or known.get(kind.key, KindScore(kind))
        found[kind.key] = count_kind(before, is_right=is_right)
    return found


def weights_of(scores: Iterable[KindScore]) -> dict[str, int]:
    """How much likelier each kind is asked."""
    return {score.kind.key: 1 + _MORE_OFTEN * score.owed for score in scores}


def repeated_mistakes(scores: Iterable[KindScore]) -> tuple[KindScore, ...]:
    """The mistakes that repeat, those still owed first."""
    found = [score for score in scores if score.wrong >= REPEATED]
    return tuple(sorted(found, key=lambda one: (-one.owed, -one.wrong, one.kind.key)))
