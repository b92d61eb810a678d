"""The trainer's desk: one open question for each person and trainer, and how it is marked.

Questions live in memory, scores in the people's file; after a restart the next question is asked.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from pitboss.equipment.draws import SeededBits
from pitboss.games.editions import HasHead
from pitboss.games.registry import GameFolder
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.errors import AnyRefusal, Denial
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.jobs.queue import Owner
from pitboss.server.trainers.scores import Subject, TrainerScores
from pitboss.trainers.hands import HandQuestion, ask_hand
from pitboss.trainers.kinds import Kind
from pitboss.trainers.layouts import Level
from pitboss.trainers.payouts import Question, ask
from pitboss.trainers.scores import KindScore, Record, counted, counted_kind, weights_of

PAYOUTS, HANDS = "payouts", "hands"
OPEN_MAX = 2_000
GONE = Refusal(RefusalCode.NOT_NOW, "That question is gone; take the next one.")
NO_HANDS = Refusal(RefusalCode.UNKNOWN_OPTION, "No hands are set in this game.")

T = TypeVar("T", Question, HandQuestion)


@dataclass(frozen=True, slots=True)
class Open:
    """A question that waits for its answer."""

    id: str
    person: str
    asked_ms: int
    folder: GameFolder
    question: Question | HandQuestion


@dataclass(slots=True)
class TrainerDesk:
    """Questions and scores."""

    scores: TrainerScores
    clock: Callable[[], int]
    threads: SideThreads
    open: OrderedDict[tuple[str, str], Open] = field(default_factory=OrderedDict)

    # Asking.

    async def payout(
        self, owner: Owner, folder: GameFolder, edition: HasHead, level: Level
    ) -> tuple[Open, Question] | Denial:
        """The next layout for somebody; what went wrong before comes more often."""
        weights = self._weights(Subject(owner.person, PAYOUTS, folder.game.key))
        question = await self.threads.run(
            owner.address, ask, folder.game, edition, _bits(), level, weights
        )
        if isinstance(question, Denial):
            return question
        return self._opened(owner.person, PAYOUTS, folder, question), question

    async def hand(
        self, owner: Owner, folder: GameFolder, edition: HasHead
    ) -> tuple[Open, HandQuestion] | AnyRefusal:
        """The next hand for somebody."""
        weights = self._weights(Subject(owner.person, HANDS, folder.game.key))
        question = await self.threads.run(
            owner.address, ask_hand, folder.game, edition, _bits(), weights
        )
        if isinstance(question, Denial):
            return question
        if question is None:
            return NO_HANDS
        return self._opened(owner.person, HANDS, folder, question), question

    def _weights(self, subject: Subject) -> dict[str, int]:
        return weights_of(self.scores.kinds(subject).values())

    def _opened(
        self, person: str, trainer: str, folder: GameFolder, question: Question | HandQuestion
    ) -> Open:
        made = Open(secrets.token_hex(8), person, self.clock(), folder, question)
        self.open[person, trainer] = made
        self.open.move_to_end((person, trainer))
        while len(self.open) > OPEN_MAX:
            self.open.popitem(last=False)
        return made

    def found(
        self, person: str, trainer: str, name: str, kind: type[T]
    ) -> tuple[Open, T] | Refusal:
        """The open question of that name; it stays open until it is counted."""
        held = self.open.get((person, trainer))
        if held is None or held.id != name or not isinstance(held.question, kind):
            return GONE
        return held, held.question

    # Counting.

    def count(
        self,
        held: Open,
        trainer: str,
        level: str,
        kinds: Iterable[tuple[Kind, bool]],
        *,
        is_right: bool,
    ) -> tuple[Record, int]:
        """Count an answer once; the record after it, and how long it took."""
        del self.open[held.person, trainer]
        subject = Subject(held.person, trainer, held.folder.game.key)
        took_ms = max(0, self.clock() - held.asked_ms)
        known = self.scores.kinds(subject)
        bets = 0
        for kind, went_right in kinds:
            bets += 1
            known[kind.key] = counted_kind(
                known.get(kind.key, KindScore(kind)), is_right=went_right
            )
            self.scores.keep_kind(subject, known[kind.key])
        before = self.scores.record(subject, level)
        record = counted(before, is_right=is_right, took_ms=took_ms, bets=bets)
        self.scores.keep(subject, level, record)
        return record, took_ms


def _bits() -> SeededBits:
    return SeededBits(secrets.token_bytes(32))
