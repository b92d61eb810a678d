"""Scores of the trainers, kept beside the people they belong to.

What is kept is bounded by the games, levels and kinds of bets there are.
"""

from __future__ import annotations

import sqlite3
from dataclasses import astuple, dataclass

from pitboss.trainers.kinds import Kind
from pitboss.trainers.scores import KindScore, Record

_SCHEMA = """
CREATE TABLE IF NOT EXISTS trainer_scores (
    person TEXT NOT NULL,
    trainer TEXT NOT NULL,
    game TEXT NOT NULL,
    level TEXT NOT NULL,
    asked INTEGER NOT NULL,
    right INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    best_ms INTEGER,
    PRIMARY KEY (person, trainer, game, level)
) STRICT;
CREATE TABLE IF NOT EXISTS trainer_kinds (
    person TEXT NOT NULL,
    trainer TEXT NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    asked INTEGER NOT NULL,
    wrong INTEGER NOT NULL,
    owed INTEGER NOT NULL,
    PRIMARY KEY (person, trainer, game, kind)
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class ScoreKey:
    """Whose scores, at which trainer, of which game."""

    person: str
    trainer: str
    game: str


class TrainerScores:
    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file
        self._file.executescript(_SCHEMA)

    def record(self, key: ScoreKey, level: str) -> Record:
        """The record so far; an empty one where there is none."""
        rows = self._file.execute(
            "SELECT asked, right, streak, best_streak, best_ms FROM trainer_scores"
            " WHERE person = ? AND trainer = ? AND game = ? AND level = ?",
            (*astuple(key), level),
        ).fetchall()
        return Record(*rows[0]) if rows else Record()

    def keep(self, key: ScoreKey, level: str, record: Record) -> None:
        self._file.execute(
            "INSERT OR REPLACE INTO trainer_scores VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*astuple(key), level, *astuple(record)),
        )

    def kinds(self, key: ScoreKey) -> dict[str, KindScore]:
        rows = self._file.execute(
            "SELECT kind, title, asked, wrong, owed FROM trainer_kinds"
            " WHERE person = ? AND trainer = ? AND game = ?",
            astuple(key),
        ).fetchall()
        return {row[0]: KindScore(Kind(*row[:2]), *row[2:]) for row in rows}

    def keep_kind(self, key: ScoreKey, score: KindScore) -> None:
        self._file.execute(
            "INSERT OR REPLACE INTO trainer_kinds VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*astuple(key), *astuple(score.kind), score.asked, score.wrong, score.owed),
        )

    def all_records(self, person: str) -> tuple[tuple[ScoreKey, str, Record], ...]:
        rows = self._file.execute(
            "SELECT trainer, game, level, asked, right, streak, best_streak, best_ms"
            " FROM trainer_scores WHERE person = ? ORDER BY trainer DESC, game, level",
            (person,),
        ).fetchall()
        return tuple(
            (ScoreKey(person, trainer, game), level, Record(*rest))
            for trainer, game, level, *rest in rows
        )
