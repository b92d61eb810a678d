"""Routes of the trainers: questions, answers, scores. For anybody with a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import msgspec
from litestar.params import FromPath, JSONBody

from pitboss.equipment.draws import SeededBits
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.callers import session_of
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.editions.lookup import clauses_of, edition_cards, find_shipped
from pitboss.server.jobs.queue import owner_of
from pitboss.server.trainers import schemas
from pitboss.server.trainers.desk import NO_HANDS, OpenQuestion, TrainerDesk
from pitboss.server.trainers.scores import ScoreKey
from pitboss.table.draw_codec import decode_setting
from pitboss.trainers.dealer_view import view_round
from pitboss.trainers.hands import HandQuestion, has_hands, mark_hand
from pitboss.trainers.kinds import QuestionKind
from pitboss.trainers.layouts import Level
from pitboss.trainers.payouts import DealerAnswer, PayoutQuestion, mark_payout
from pitboss.trainers.procedures import ProcedureQuestion
from pitboss.trainers.scores import ScoreRecord, repeated_mistakes

T = TypeVar("T", PayoutQuestion, HandQuestion, ProcedureQuestion)

CARD_TWICE = Refusal(RefusalCode.IMPOSSIBLE_CARD, "Use each card of the hand once at most.")


@cache
def _has_hands(folder: GameFolder) -> bool:
    edition = folder.edition()
    return not isinstance(edition, Refusal) and has_hands(
        folder.game, edition, SeededBits(b"has hands")
    )


@dataclass(frozen=True, slots=True)
class TrainerRoutes:
    registry: Registry
    desk: TrainerDesk

    @get("/api/trainers")
    async def trainers_page(self, request: AnyRequest) -> schemas.TrainersPage:
        """What can be trained."""
        return schemas.TrainersPage(
            games=tuple(
                schemas.TrainerGame(
                    game=key,
                    title=folder.game.title,
                    editions=edition_cards(folder),
                    has_hands=_has_hands(folder),
                )
                for key, folder in self.registry.games.items()
            ),
            levels=tuple(schemas.LevelNote(level=one, title=one.words) for one in Level),
        )

    @post("/api/trainers/payouts")
    async def ask_payout(
        self, request: AnyRequest, data: JSONBody[schemas.PayoutForm]
    ) -> schemas.PayoutQuestion:
        """The next layout; what you got wrong before comes more often."""
        session_of(request)
        asked, head = await self._ask(request, data, PayoutQuestion, Level(data.level))
        labelled = {line.spot: asked.spot(line.spot).label for line in asked.asked}
        return schemas.PayoutQuestion.fill(
            view_round(asked.played),
            level=data.level,
            may_stand=asked.played.game.keeps_bets,
            bets=[schemas.AskedBet.fill(one, label=labelled[one.spot]) for one in asked.asked],
            **head,
        )

    @post("/api/trainers/payouts/{question:str}")
    async def answer_payout(
        self, request: AnyRequest, question: FromPath[str], data: JSONBody[schemas.PayoutAnswer]
    ) -> schemas.PayoutMarked:
        """Your answer marked, each bet with the clause that says why."""
        held, asked = self.desk.find(session_of(request).person.id, question, PayoutQuestion)
        given = msgspec.convert(data.bets, list[DealerAnswer], from_attributes=True)
        marked = unwrap_or_raise(mark_payout(asked, given))
        answers = [(one.kind, one.is_right) for one in marked.lines]
        bets = [
            schemas.MarkedBet.fill(
                one.line,
                one,
                label=asked.spot(one.line.spot).label,
                odds=None if one.line.odds is None else one.line.odds.spoken(),
                clause_text=_clause_text(held.folder, one.line.clause),
            )
            for one in marked.lines
        ]
        counted = self._count(held, answers, is_right=marked.is_right)
        return schemas.PayoutMarked.fill(marked, bets=bets, **counted)

    @post("/api/trainers/hands")
    async def ask_hand(
        self, request: AnyRequest, data: JSONBody[schemas.HandForm]
    ) -> schemas.HandAsked:
        """The next hand to set the house way."""
        session_of(request)
        asked, head = await self._ask(request, data, HandQuestion)
        return schemas.HandAsked(cards=tuple(map(str, asked.cards)), **head)

    @post("/api/trainers/hands/{question:str}")
    async def answer_hand(
        self, request: AnyRequest, question: FromPath[str], data: JSONBody[schemas.HandAnswer]
    ) -> schemas.HandMarked:
        """Your setting beside the house way, with the reason where it is not."""
        held, asked = self.desk.find(session_of(request).person.id, question, HandQuestion)
        setting = unwrap_or_raise(decode_setting(data.setting))
        used = [card for group in setting for card in group]
        if len(set(used)) != len(used) or not set(used) <= set(asked.cards):
            raise HttpRefusal(CARD_TWICE)
        marked = mark_hand(asked, setting, data.score)
        counted = self._count(held, [(asked.kind, marked.is_right)], is_right=marked.is_right)
        return schemas.HandMarked.fill(
            marked,
            clause_text=_clause_text(held.folder, marked.clause or ""),
            combinations=[tuple(map(str, one)) for one in asked.house.combinations],
            left_over=tuple(map(str, asked.house.left_over)),
            score_of_hand=asked.house.score,
            **counted,
        )

    @post("/api/trainers/procedures")
    async def ask_procedure(
        self, request: AnyRequest, data: JSONBody[schemas.ProcedureForm]
    ) -> schemas.ProcedureAsked:
        """A question on calls, rotation, voids, change of shoe or the order of take and pay."""
        session_of(request)
        asked, head = await self._ask(request, data, ProcedureQuestion)
        shown = view_round(asked.played).shown if asked.played.is_over else ()
        return schemas.ProcedureAsked.fill(asked, topic=asked.topic.words, shown=shown, **head)

    @post("/api/trainers/procedures/{question:str}")
    async def answer_procedure(
        self, request: AnyRequest, question: FromPath[str], data: JSONBody[schemas.ProcedureAnswer]
    ) -> schemas.ProcedureMarked:
        """Your answer beside what the rules do."""
        held, asked = self.desk.find(session_of(request).person.id, question, ProcedureQuestion)
        is_right = data.chosen == asked.right
        counted = self._count(held, [(asked.kind, is_right)], is_right=is_right)
        text = _clause_text(held.folder, asked.clause)
        return schemas.ProcedureMarked.fill(asked, clause_text=text, **counted)

    @get("/api/trainers/scores")
    async def scores_page(self, request: AnyRequest) -> schemas.ScoresPage:
        """Your scores, and the mistakes that repeat."""
        records = self.desk.scores.all_records(session_of(request).person.id)
        known = [one for one in records if one[0].game in self.registry.games]
        keys = dict.fromkeys(key for key, _, _ in known)
        return schemas.ScoresPage(
            scores=tuple(self._score(key, level, record) for key, level, record in known),
            mistakes=tuple(note for key in keys for note in self._mistakes(key)),
        )

    async def _ask(
        self, request: AnyRequest, form: schemas.AnyForm, kind: type[T], level: Level = Level.BET
    ) -> tuple[T, dict[str, Any]]:
        """The next question of a kind, and how the answer to it will name it."""
        with_hands = (one for one in self.registry.games.values() if _has_hands(one))
        found = self.registry.find(form.game) if form.game else next(with_hands, NO_HANDS)
        folder = unwrap_or_raise(found)
        edition = find_shipped(folder, form.edition)
        held, asked = await self.desk.ask(owner_of(request), kind, folder, edition, level)
        return asked, {
            "question": held.id,
            "game": folder.game.key,
            "title": folder.game.title,
            "edition_title": edition.head.title,
        }

    def _count(
        self, held: OpenQuestion, answers: Sequence[tuple[QuestionKind, bool]], *, is_right: bool
    ) -> dict[str, Any]:
        """What every marked answer says: right or not, how long it took, how you do now."""
        record, took_ms = self.desk.count(held, answers, is_right=is_right)
        return {
            "is_right": is_right,
            "took_ms": took_ms,
            "score": self._score(held.key, held.asked.level, record),
            "mistakes": self._mistakes(held.key),
        }

    def _score(self, key: ScoreKey, level: str, record: ScoreRecord) -> schemas.ScoreNote:
        return schemas.ScoreNote.fill(key, self.registry.games[key.game].game, record, level=level)

    def _mistakes(self, key: ScoreKey) -> tuple[schemas.MistakeNote, ...]:
        game = self.registry.games[key.game].game
        return tuple(
            schemas.MistakeNote.fill(
                key, game, score, kind=score.kind.title, is_at_rest=score.owed == 0
            )
            for score in repeated_mistakes(self.desk.scores.kinds(key).values())
        )


def _clause_text(folder: GameFolder, number: str) -> str:
    clause = clauses_of(folder).get(number)
    return "" if clause is None else clause.text
