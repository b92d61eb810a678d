"""The trainer's desk: one open question for each person and trainer, and how it is marked.

Questions live in memory, scores in the people's file; after a restart the next question is asked.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pitboss.equipment.draws import SeededBits
from pitboss.games.editions import HasHead
from pitboss.games.registry import GameFolder
from pitboss.pit.sealed import Entropy
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.responses import HttpRefusal, unwrap_or_raise
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.jobs.queue import Owner
from pitboss.server.trainers.scores import ScoreKey, TrainerScores
from pitboss.table.fairness import SEED_BYTES
from pitboss.trainers.hands import HandQuestion, ask_hand
from pitboss.trainers.kinds import Kind
from pitboss.trainers.layouts import Level
from pitboss.trainers.payouts import Question, ask
from pitboss.trainers.procedures import ProcedureQuestion, ask_procedure
from pitboss.trainers.scores import KindScore, Record, count_answer, count_kind, weights_of

PAYOUTS, HANDS, PROCEDURES = "payouts", "hands", "procedures"
OPEN_MAX = 2_000
GONE = Refusal(RefusalCode.NOT_NOW, "That question is gone; take the next one.")
NO_HANDS = Refusal(RefusalCode.UNKNOWN_OPTION, "No hands are set in this game.")
NO_QUESTION = Refusal(RefusalCode.UNKNOWN_OPTION, "There is nothing to ask about this game.")

AnyQuestion = Question | HandQuestion | ProcedureQuestion
T = TypeVar("T", Question, HandQuestion, ProcedureQuestion)


@dataclass(frozen=True, slots=True)
class Open:
    """A question that waits for its answer."""

    id: str
    person: str
    asked_ms: int
    folder: GameFolder
    question: AnyQuestion

    def key(self, trainer: str) -> ScoreKey:
        return ScoreKey(self.person, trainer, self.folder.game.key)


@dataclass(slots=True)
class TrainerDesk:
    scores: TrainerScores
    clock: Callable[[], int]
    threads: SideThreads
    entropy: Entropy
    open: OrderedDict[tuple[str, str], Open] = field(default_factory=OrderedDict)

    # Asking.

    async def payout(
        self, owner: Owner, folder: GameFolder, edition: HasHead, level: Level
    ) -> tuple[Open, Question]:
        """The next layout for somebody; past mistakes come up more often."""
        weights = self._weights(owner, PAYOUTS, folder)
        question = unwrap_or_raise(
            await self.threads.run(
                owner.address, ask, folder.game, edition, self._bits(), level, weights
            )
        )
        return self._opened(owner.person, PAYOUTS, folder, question), question

    async def hand(
        self, owner: Owner, folder: GameFolder, edition: HasHead
    ) -> tuple[Open, HandQuestion]:
        weights = self._weights(owner, HANDS, folder)
        made = await self.threads.run(
            owner.address, ask_hand, folder.game, edition, self._bits(), weights
        )
        question = unwrap_or_raise(made or NO_HANDS)
        return self._opened(owner.person, HANDS, folder, question), question

    async def procedure(
        self, owner: Owner, folder: GameFolder, edition: HasHead
    ) -> tuple[Open, ProcedureQuestion]:
        weights = self._weights(owner, PROCEDURES, folder)
        made = await self.threads.run(
            owner.address, ask_procedure, folder.game, edition, self._bits(), weights
        )
        question = unwrap_or_raise(made or NO_QUESTION)
        return self._opened(owner.person, PROCEDURES, folder, question), question

    def _bits(self) -> SeededBits:
        return SeededBits(self.entropy(SEED_BYTES))

    def _weights(self, owner: Owner, trainer: str, folder: GameFolder) -> dict[str, int]:
        key = ScoreKey(owner.person, trainer, folder.game.key)
        return weights_of(self.scores.kinds(key).values())

    def _opened(self, person: str, trainer: str, folder: GameFolder, question: AnyQuestion) -> Open:
        made = Open(secrets.token_hex(8), person, self.clock(), folder, question)
        self.open[person, trainer] = made
        self.open.move_to_end((person, trainer))
        while len(self.open) > OPEN_MAX:
            self.open.popitem(last=False)
        return made

    def found(self, person: str, trainer: str, name: str, kind: type[T]) -> tuple[Open, T]:
        """The open question of that name; it stays open until it is counted."""
        held = self.open.get((person, trainer))
        if held is None or held.id != name or not isinstance(held.question, kind):
            raise HttpRefusal(GONE)
        return held, held.question

    # Counting.

    def count(
        self,
        held: Open,
        trainer: str,
        level: str,
        kinds: Sequence[tuple[Kind, bool]],
        *,
        is_right: bool,
    ) -> tuple[Record, int]:
        """Count an answer once; the new record, and how long it took."""
        del self.open[held.person, trainer]
        key = held.key(trainer)
        took_ms = max(0, self.clock() - held.asked_ms)
        known = self.scores.kinds(key)
        for kind, went_right in kinds:
            before = known.get(kind.key, KindScore(kind))
            known[kind.key] = count_kind(before, is_right=went_right)
            self.scores.keep_kind(key, known[kind.key])
        record = count_answer(
            self.scores.record(key, level), is_right=is_right, took_ms=took_ms, bets=len(kinds)
        )
        self.scores.keep(key, level, record)
        return record, took_ms
