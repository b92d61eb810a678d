"""Scores of the trainers, kept with the people they belong to.

What is kept is bounded by the games, levels and kinds of bets there are.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from pitboss.store.shared import SharedTables
from pitboss.store.tables import TABLES, insert_into
from pitboss.trainers.kinds import QuestionKind
from pitboss.trainers.scores import KindScore, ScoreRecord

KEYS = 4
"""How many columns name a row of either table."""


@dataclass(frozen=True, slots=True)
class ScoreKey:
    """The key of somebody's scores: person, trainer and game."""

    person: str
    trainer: str
    game: str


class TrainerScores:
    def __init__(self, shared: SharedTables) -> None:
        self._shared = shared

    def record(self, key: ScoreKey, level: str) -> ScoreRecord:
        """The record so far; an empty one where there is none."""
        rows = self._shared.rows(
            "SELECT asked, correct, streak, best_streak, best_ms FROM trainer_scores"
            " WHERE person = ? AND trainer = ? AND game = ? AND level = ?",
            *(*astuple(key), level),
        )
        return ScoreRecord(*rows[0]) if rows else ScoreRecord()

    def keep(self, key: ScoreKey, level: str, record: ScoreRecord) -> None:
        self._put("trainer_scores", *astuple(key), level, *astuple(record))

    def kinds(self, key: ScoreKey) -> dict[str, KindScore]:
        rows = self._shared.rows(
            "SELECT kind, title, asked, wrong, owed FROM trainer_kinds"
            " WHERE person = ? AND trainer = ? AND game = ?",
            *astuple(key),
        )
        return {row[0]: KindScore(QuestionKind(*row[:2]), *row[2:]) for row in rows}

    def keep_kind(self, key: ScoreKey, score: KindScore) -> None:
        counts = (score.asked, score.wrong, score.owed)
        self._put("trainer_kinds", *astuple(key), *astuple(score.kind), *counts)

    def _put(self, table: str, *values: object) -> None:
        names = TABLES[table]
        news = ", ".join(f"{name} = excluded.{name}" for name in names[KEYS:])
        same = f" ON CONFLICT ({', '.join(names[:KEYS])}) DO UPDATE SET {news}"
        self._shared.run(insert_into(table) + same, *values)

    def all_records(self, person: str) -> tuple[tuple[ScoreKey, str, ScoreRecord], ...]:
        rows = self._shared.rows(
            "SELECT trainer, game, level, asked, correct, streak, best_streak, best_ms"
            " FROM trainer_scores WHERE person = ? ORDER BY trainer DESC, game, level",
            person,
        )
        return tuple(
            (ScoreKey(person, trainer, game), level, ScoreRecord(*rest))
            for trainer, game, level, *rest in rows
        )
