"""The trainer's desk: one open question for each person and trainer, and how it is marked.

Questions live in memory, scores in the people's file; after a restart the next question is asked.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from pitboss.equipment.draws import SeededBits
from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.pit.sealed import Entropy
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.errors import Denial
from pitboss.server.edge.responses import HttpRefusal
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.jobs.queue import Owner
from pitboss.server.trainers.scores import ScoreKey, TrainerScores
from pitboss.table.fairness import SEED_BYTES
from pitboss.trainers.hands import HandQuestion
from pitboss.trainers.kinds import QuestionKind, Trainer
from pitboss.trainers.layouts import Level
from pitboss.trainers.payouts import PayoutQuestion
from pitboss.trainers.procedures import ProcedureQuestion
from pitboss.trainers.questions import AnyQuestion, ask
from pitboss.trainers.scores import ScoreRecord, count_answer, count_kinds, weights_of

OPEN_MAX = 2_000
GONE = Refusal(RefusalCode.NOT_NOW, "That question is gone; take the next one.")
NO_HANDS = Refusal(RefusalCode.UNKNOWN_OPTION, "Players of this game set no hands.")
NO_QUESTION = Refusal(RefusalCode.UNKNOWN_OPTION, "There is nothing to ask about this game.")

T = TypeVar("T", PayoutQuestion, HandQuestion, ProcedureQuestion)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that waits for its answer."""

    id: str
    key: ScoreKey
    asked_ms: int
    folder: GameFolder
    asked: AnyQuestion


@dataclass(slots=True)
class TrainerDesk:
    scores: TrainerScores
    clock: Callable[[], int]
    threads: SideThreads
    entropy: Entropy
    open: OrderedDict[tuple[str, str], OpenQuestion] = field(default_factory=OrderedDict)

    async def ask(
        self, owner: Owner, kind: type[T], folder: GameFolder, edition: HasHead, level: Level
    ) -> tuple[OpenQuestion, T]:
        """The next question for somebody; past mistakes come up more often."""
        trainer = kind.trainer
        key = ScoreKey(owner.person, trainer, folder.game.key)
        source = SeededBits(self.entropy(SEED_BYTES))
        weights = weights_of(self.scores.kinds(key).values())
        make = partial(ask, trainer, folder.game, edition, source, level=level, weights=weights)
        made: AnyQuestion | Denial | None = await self.threads.run(owner.address, make)
        if made is None or isinstance(made, Denial):
            none = NO_HANDS if trainer is Trainer.HANDS else NO_QUESTION
            raise HttpRefusal(made or none)
        held = OpenQuestion(secrets.token_hex(8), key, self.clock(), folder, made)
        self.open[owner.person, trainer] = held
        self.open.move_to_end((owner.person, trainer))
        while len(self.open) > OPEN_MAX:
            self.open.popitem(last=False)
        return self.find(owner.person, held.id, kind)

    def find(self, person: str, name: str, kind: type[T]) -> tuple[OpenQuestion, T]:
        """The open question of that name; it stays open until it is counted."""
        held = self.open.get((person, kind.trainer))
        if held is None or held.id != name or not isinstance(held.asked, kind):
            raise HttpRefusal(GONE)
        return held, held.asked

    def count(
        self, held: OpenQuestion, answers: Sequence[tuple[QuestionKind, bool]], *, is_right: bool
    ) -> tuple[ScoreRecord, int]:
        """Count an answer once; the new record, and how long it took."""
        key, level = held.key, held.asked.level
        del self.open[key.person, key.trainer]
        took_ms = max(0, self.clock() - held.asked_ms)
        for score in count_kinds(self.scores.kinds(key), answers).values():
            self.scores.keep_kind(key, score)
        before = self.scores.record(key, level)
        record = count_answer(before, is_right=is_right, took_ms=took_ms, bets=len(answers))
        self.scores.keep(key, level, record)
        return record, took_ms
