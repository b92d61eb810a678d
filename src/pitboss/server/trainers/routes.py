"""Routes of the trainers: questions, answers, scores. For anybody with a name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import msgspec
from litestar.params import FromPath, JSONBody

from pitboss.equipment.draws import SeededBits
from pitboss.games.registry import GameFolder, Registry
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.callers import session_of
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.editions.lookup import clauses_of, edition_cards, find_shipped
from pitboss.server.jobs.queue import owner_of
from pitboss.server.trainers import schemas
from pitboss.server.trainers.desk import HANDS, NO_HANDS, PAYOUTS, PROCEDURES, TrainerDesk
from pitboss.server.trainers.scores import ScoreKey
from pitboss.table.draw_codec import decode_setting
from pitboss.trainers.hands import HandQuestion, has_hands, mark_hand
from pitboss.trainers.layouts import LEVEL_WORDS, Level
from pitboss.trainers.payouts import DealerAnswer, MarkedLine, Question, mark
from pitboss.trainers.procedures import TOPIC_WORDS, ProcedureQuestion
from pitboss.trainers.scores import Record, repeated_mistakes
from pitboss.trainers.showing import showing

ONE_HAND, ONE_QUESTION = "hand", "question"
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
            levels=tuple(schemas.LevelNote(level=one, title=LEVEL_WORDS[one]) for one in Level),
        )

    @post("/api/trainers/payouts")
    async def ask_payout(
        self, request: AnyRequest, data: JSONBody[schemas.PayoutForm]
    ) -> schemas.PayoutQuestion:
        """The next layout; what you got wrong before comes more often."""
        session_of(request)
        folder = unwrap_or_raise(self.registry.find(data.game))
        edition = find_shipped(folder, data.edition)
        owner = owner_of(request)
        held, question = await self.desk.payout(owner, folder, edition, Level(data.level))
        shown = showing(question.played)
        return schemas.PayoutQuestion.fill(
            shown,
            question=held.id,
            game=folder.game.key,
            title=folder.game.title,
            edition_title=edition.head.title,
            level=data.level,
            shown=shown.groups,
            bets=[
                schemas.AskedBet.fill(line, label=question.spot(line.spot).label)
                for line in question.asked
            ],
        )

    @post("/api/trainers/payouts/{question:str}")
    async def answer_payout(
        self, request: AnyRequest, question: FromPath[str], data: JSONBody[schemas.PayoutAnswer]
    ) -> schemas.PayoutMarked:
        """Your answer marked, each bet with the clause that says why."""
        desk, person = self.desk, session_of(request).person
        held, asked = desk.found(person.id, PAYOUTS, question, Question)
        given = msgspec.convert(data.bets, list[DealerAnswer], from_attributes=True)
        marked = unwrap_or_raise(mark(asked, given))
        kinds = [(line.kind, line.is_right) for line in marked.lines]
        level = asked.level.value
        record, took_ms = desk.count(held, PAYOUTS, level, kinds, is_right=marked.is_right)
        return schemas.PayoutMarked.fill(
            marked,
            took_ms=took_ms,
            bets=[_marked_bet(held.folder, asked, line) for line in marked.lines],
            score=self._score(held.key(PAYOUTS), level, record),
            mistakes=self._mistakes(held.key(PAYOUTS)),
        )

    @post("/api/trainers/hands")
    async def ask_hand(
        self, request: AnyRequest, data: JSONBody[schemas.HandForm]
    ) -> schemas.HandAsked:
        """The next hand to set the house way."""
        session_of(request)
        with_hands = (one for one in self.registry.games.values() if _has_hands(one))
        found = self.registry.find(data.game) if data.game else next(with_hands, NO_HANDS)
        folder = unwrap_or_raise(found)
        edition = find_shipped(folder, data.edition)
        held, question = await self.desk.hand(owner_of(request), folder, edition)
        return schemas.HandAsked(
            question=held.id,
            game=folder.game.key,
            title=folder.game.title,
            edition_title=edition.head.title,
            cards=tuple(map(str, question.cards)),
        )

    @post("/api/trainers/hands/{question:str}")
    async def answer_hand(
        self, request: AnyRequest, question: FromPath[str], data: JSONBody[schemas.HandAnswer]
    ) -> schemas.HandMarked:
        """Your setting beside the house way, with the reason where it is not."""
        desk, person = self.desk, session_of(request).person
        held, asked = desk.found(person.id, HANDS, question, HandQuestion)
        setting = unwrap_or_raise(decode_setting(data.setting))
        used = [card for group in setting for card in group]
        if len(set(used)) != len(used) or not set(used) <= set(asked.cards):
            raise HttpRefusal(CARD_TWICE)
        marked = mark_hand(asked, setting, data.score)
        kinds = [(asked.kind, marked.is_right)]
        record, took_ms = desk.count(held, HANDS, ONE_HAND, kinds, is_right=marked.is_right)
        clause = clauses_of(held.folder).get(marked.clause or "")
        return schemas.HandMarked.fill(
            marked,
            clause_text="" if clause is None else clause.text,
            combinations=[tuple(map(str, one)) for one in asked.house.combinations],
            left_over=tuple(map(str, asked.house.left_over)),
            score_of_hand=asked.house.score,
            took_ms=took_ms,
            score=self._score(held.key(HANDS), ONE_HAND, record),
            mistakes=self._mistakes(held.key(HANDS)),
        )

    @post("/api/trainers/procedures")
    async def ask_procedure(
        self, request: AnyRequest, data: JSONBody[schemas.ProcedureForm]
    ) -> schemas.ProcedureAsked:
        """A question on calls, rotation, voids, change of shoe or the order of take and pay."""
        session_of(request)
        folder = unwrap_or_raise(self.registry.find(data.game))
        edition = find_shipped(folder, data.edition)
        held, question = await self.desk.procedure(owner_of(request), folder, edition)
        return schemas.ProcedureAsked.fill(
            question,
            question=held.id,
            game=folder.game.key,
            title=folder.game.title,
            edition_title=edition.head.title,
            topic=TOPIC_WORDS[question.topic],
            shown=showing(question.played).groups if question.played.is_over else (),
        )

    @post("/api/trainers/procedures/{question:str}")
    async def answer_procedure(
        self, request: AnyRequest, question: FromPath[str], data: JSONBody[schemas.ProcedureAnswer]
    ) -> schemas.ProcedureMarked:
        """Your answer beside what the rules do."""
        desk, person = self.desk, session_of(request).person
        held, asked = desk.found(person.id, PROCEDURES, question, ProcedureQuestion)
        is_right = data.chosen == asked.right
        kinds = [(asked.kind, is_right)]
        record, took_ms = desk.count(held, PROCEDURES, ONE_QUESTION, kinds, is_right=is_right)
        clause = clauses_of(held.folder).get(asked.clause)
        return schemas.ProcedureMarked.fill(
            asked,
            is_right=is_right,
            clause_text="" if clause is None else clause.text,
            took_ms=took_ms,
            score=self._score(held.key(PROCEDURES), ONE_QUESTION, record),
            mistakes=self._mistakes(held.key(PROCEDURES)),
        )

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

    def _score(self, key: ScoreKey, level: str, record: Record) -> schemas.ScoreNote:
        return schemas.ScoreNote.fill(key, self.registry.games[key.game].game, record, level=level)

    def _mistakes(self, key: ScoreKey) -> tuple[schemas.MistakeNote, ...]:
        game = self.registry.games[key.game].game
        return tuple(
            schemas.MistakeNote.fill(
                key, game, score, kind=score.kind.title, is_at_rest=score.owed == 0
            )
            for score in repeated_mistakes(self.desk.scores.kinds(key).values())
        )


def _marked_bet(folder: GameFolder, question: Question, marked: MarkedLine) -> schemas.MarkedBet:
    line = marked.line
    clause = clauses_of(folder).get(line.clause)
    return schemas.MarkedBet.fill(
        line,
        marked,
        label=question.spot(line.spot).label,
        odds=None if line.odds is None else line.odds.spoken(),
        clause_text="" if clause is None else clause.text,
    )
