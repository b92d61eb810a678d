"""Routes of the trainers: questions, answers, scores. For anybody with a name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from litestar.params import FromPath, JSONBody

from pitboss.equipment.draws import SeededBits
from pitboss.games.contract import Result
from pitboss.games.registry import GameFolder, Registry
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.callers import session_of
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.editions.cards import edition_cards, named_edition
from pitboss.server.jobs.owners import owner_of
from pitboss.server.trainers.desk import HANDS, NO_HANDS, PAYOUTS, TrainerDesk
from pitboss.server.trainers.schemas import (
    AskedBet,
    DecidedPlace,
    HandAnswer,
    HandAsked,
    HandForm,
    HandMarked,
    LevelNote,
    MarkedBet,
    MistakeNote,
    PayoutAnswer,
    PayoutForm,
    PayoutMarked,
    PayoutQuestion,
    ScoreNote,
    ScoresPage,
    ShownPlace,
    TrainerGame,
    TrainersPage,
)
from pitboss.server.trainers.scores import Subject, TrainerScores
from pitboss.table.shown import read_setting
from pitboss.trainers.hands import HandQuestion, has_hands, mark_hand
from pitboss.trainers.layouts import LEVEL_WORDS, Level
from pitboss.trainers.payouts import Given, MarkedLine, Question, mark
from pitboss.trainers.scores import KindScore, Record, repeated
from pitboss.trainers.showing import showing
from pitboss.units import Credits, SeatIndex, SpotKey

ONE_HAND = "hand"
"""The level under which hands are counted."""


@cache
def _has_hands(folder: GameFolder) -> bool:
    edition = folder.edition()
    return not isinstance(edition, Refusal) and has_hands(
        folder.game, edition, SeededBits(b"has hands")
    )


@cache
def _clauses(folder: GameFolder) -> dict[str, str]:
    return {str(clause.number): clause.text for clause in folder.clauses()}


@dataclass(frozen=True, slots=True)
class TrainerRoutes:
    """Questions, answers and scores."""

    registry: Registry
    desk: TrainerDesk

    @get("/api/trainers")
    async def trainers_page(self, request: AnyRequest) -> TrainersPage:
        """What can be trained."""
        return TrainersPage(
            games=tuple(
                TrainerGame(
                    game=key,
                    title=folder.game.title,
                    editions=edition_cards(folder),
                    has_hands=_has_hands(folder),
                )
                for key, folder in self.registry.games.items()
            ),
            levels=tuple(LevelNote(level=one.value, title=LEVEL_WORDS[one]) for one in Level),
        )

    @post("/api/trainers/payouts")
    async def ask_payout(self, request: AnyRequest, data: JSONBody[PayoutForm]) -> PayoutQuestion:
        """The next layout; what you got wrong before comes more often."""
        session_of(request)
        folder = unwrap_or_raise(self.registry.find(data.game))
        edition = unwrap_or_raise(named_edition(folder, data.edition))
        asked = await self.desk.payout(owner_of(request), folder, edition, Level(data.level))
        held, question = unwrap_or_raise(asked)
        shown = showing(question.played)
        return PayoutQuestion(
            question=held.id,
            game=folder.game.key,
            title=folder.game.title,
            edition_title=edition.head.title,
            level=data.level,
            shown=tuple(
                ShownPlace(
                    place=one.place,
                    kind=one.kind,
                    items=one.items,
                    combinations=one.combinations,
                    left_over=one.left_over,
                )
                for one in shown.groups
            ),
            decisions=tuple(
                DecidedPlace(seat=one.seat, words=one.words) for one in shown.decisions
            ),
            bets=tuple(
                AskedBet(
                    seat=int(line.seat),
                    spot=str(line.spot),
                    label=question.spot(line.spot).label,
                    stake=int(line.stake),
                )
                for line in question.asked
            ),
        )

    @post("/api/trainers/payouts/{question:str}")
    async def answer_payout(
        self, request: AnyRequest, question: FromPath[str], data: JSONBody[PayoutAnswer]
    ) -> PayoutMarked:
        """Your answer marked, each bet with the clause that says why."""
        desk, person = self.desk, session_of(request).person
        held, asked = unwrap_or_raise(desk.found(person.id, PAYOUTS, question, Question))
        marked = unwrap_or_raise(
            mark(
                asked,
                [
                    Given(
                        SeatIndex(one.seat),
                        SpotKey(one.spot),
                        Result(one.result),
                        Credits(one.pays),
                    )
                    for one in data.bets
                ],
            )
        )
        level = asked.level.value
        kinds = [(line.kind, line.is_right) for line in marked.lines]
        record, took_ms = desk.count(held, PAYOUTS, level, kinds, is_right=marked.is_right)
        subject = Subject(person.id, PAYOUTS, held.folder.game.key)
        return PayoutMarked(
            is_right=marked.is_right,
            is_in_order=marked.is_in_order,
            took_ms=took_ms,
            bets=tuple(_marked_bet(held.folder, asked, line) for line in marked.lines),
            score=_score(held.folder, subject, level, record),
            mistakes=_mistakes(held.folder, subject, desk.scores),
        )

    @post("/api/trainers/hands")
    async def ask_hand(self, request: AnyRequest, data: JSONBody[HandForm]) -> HandAsked:
        """The next hand to set the house way."""
        session_of(request)
        folder = unwrap_or_raise(_hand_folder(self.registry, data.game))
        edition = unwrap_or_raise(named_edition(folder, data.edition))
        held, question = unwrap_or_raise(await self.desk.hand(owner_of(request), folder, edition))
        return HandAsked(
            question=held.id,
            game=folder.game.key,
            title=folder.game.title,
            edition_title=edition.head.title,
            cards=tuple(map(str, question.cards)),
        )

    @post("/api/trainers/hands/{question:str}")
    async def answer_hand(
        self, request: AnyRequest, question: FromPath[str], data: JSONBody[HandAnswer]
    ) -> HandMarked:
        """Your setting beside the house way, with the reason where it is not."""
        desk, person = self.desk, session_of(request).person
        held, asked = unwrap_or_raise(desk.found(person.id, HANDS, question, HandQuestion))
        setting = unwrap_or_raise(read_setting(data.setting))
        used = [card for group in setting for card in group]
        if len(set(used)) != len(used) or not set(used) <= set(asked.cards):
            raise HttpRefusal(
                Refusal(RefusalCode.IMPOSSIBLE_CARD, "Use each card of the hand once at most.")
            )
        marked = mark_hand(asked, setting, data.score)
        record, took_ms = desk.count(
            held, HANDS, ONE_HAND, [(asked.kind, marked.is_right)], is_right=marked.is_right
        )
        subject = Subject(person.id, HANDS, held.folder.game.key)
        house = asked.house
        return HandMarked(
            is_right=marked.is_right,
            is_set_right=marked.is_set_right,
            is_score_right=marked.is_score_right,
            sentence=marked.sentence,
            clause=marked.clause,
            clause_text=_clauses(held.folder).get(marked.clause or "", ""),
            combinations=tuple(tuple(map(str, one)) for one in house.combinations),
            left_over=tuple(map(str, house.left_over)),
            score_of_hand=house.score,
            took_ms=took_ms,
            score=_score(held.folder, subject, ONE_HAND, record),
            mistakes=_mistakes(held.folder, subject, desk.scores),
        )

    @get("/api/trainers/scores")
    async def scores_page(self, request: AnyRequest) -> ScoresPage:
        """Your scores, and the mistakes that repeat."""
        desk, person = self.desk, session_of(request).person
        games = self.registry.games
        known = [one for one in desk.scores.all_records(person.id) if one[0].game in games]
        subjects = dict.fromkeys(subject for subject, _, _ in known)
        return ScoresPage(
            scores=tuple(
                _score(games[subject.game], subject, level, record)
                for subject, level, record in known
            ),
            mistakes=tuple(
                note
                for subject in subjects
                for note in _mistakes(games[subject.game], subject, desk.scores)
            ),
        )


def _marked_bet(folder: GameFolder, question: Question, marked: MarkedLine) -> MarkedBet:
    line = marked.line
    return MarkedBet(
        seat=int(line.seat),
        spot=str(line.spot),
        label=question.spot(line.spot).label,
        is_right=marked.is_right,
        result=line.result.value,
        odds=None if line.odds is None else line.odds.spoken(),
        pays=int(line.pays),
        sentence=marked.sentence,
        clause=str(line.clause),
        clause_text=_clauses(folder).get(str(line.clause), ""),
    )


def _hand_folder(registry: Registry, game: str) -> GameFolder | Refusal:
    if game:
        return registry.find(game)
    return next((one for one in registry.games.values() if _has_hands(one)), NO_HANDS)


def _score(folder: GameFolder, subject: Subject, level: str, record: Record) -> ScoreNote:
    return ScoreNote(
        trainer=subject.trainer,
        game=subject.game,
        title=folder.game.title,
        level=level,
        asked=record.asked,
        right=record.right,
        percent=record.percent,
        streak=record.streak,
        best_streak=record.best_streak,
        best_ms=record.best_ms,
    )


def _mistakes(
    folder: GameFolder, subject: Subject, scores: TrainerScores
) -> tuple[MistakeNote, ...]:
    def note(score: KindScore) -> MistakeNote:
        return MistakeNote(
            trainer=subject.trainer,
            game=subject.game,
            title=folder.game.title,
            kind=score.kind.title,
            asked=score.asked,
            wrong=score.wrong,
            is_at_rest=score.owed == 0,
        )

    return tuple(map(note, repeated(scores.kinds(subject).values())))
