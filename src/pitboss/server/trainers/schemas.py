"""Records of the trainers; amounts are minor units, times milliseconds."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.server.edge.schemas import Form, Key, OptionalKey, Page
from pitboss.server.editions.schemas import EditionChoice
from pitboss.trainers.dealer_view import DecidedPlace, ShownPlace

CardText = Annotated[str, msgspec.Meta(min_length=2, max_length=3)]
Group = Annotated[tuple[CardText, ...], msgspec.Meta(max_length=16)]


class LevelNote(Page, frozen=True):
    """How much lies on the felt."""

    level: str
    title: str


class TrainerGame(Page, frozen=True):
    """A game that can be trained."""

    game: str
    title: str
    editions: tuple[EditionChoice, ...]
    has_hands: bool


class TrainersPage(Page, frozen=True):
    """What can be trained."""

    games: tuple[TrainerGame, ...]
    levels: tuple[LevelNote, ...]


class AskedBet(Page, frozen=True):
    """A bet that is asked about."""

    seat: int
    spot: str
    label: str
    stake: int
    is_award: bool = False
    """Whether it is what is paid beside the bet, such as an Ante bonus."""


class _Question(Page, frozen=True):
    question: str
    game: str
    title: str
    edition_title: str


class PayoutQuestion(_Question, frozen=True):
    """A layout: what showed, who decided what, and the bets to settle."""

    level: str
    may_stand: bool
    """Whether bets of this game may stand from round to round."""
    shown: tuple[ShownPlace, ...]
    decisions: tuple[DecidedPlace, ...]
    bets: tuple[AskedBet, ...]


class MarkedBet(Page, frozen=True):
    """One answer beside the settlement, with the clause that says why."""

    seat: int
    spot: str
    label: str
    is_award: bool
    is_right: bool
    result: str
    odds: str | None
    pays: int
    sentence: str
    clause: str
    clause_text: str


class ScoreNote(Page, frozen=True):
    """How somebody does at one level of one game."""

    trainer: str
    game: str
    title: str
    level: str
    asked: int
    right: int
    percent: int
    streak: int
    best_streak: int
    best_ms: int | None


class MistakeNote(Page, frozen=True):
    """A mistake that repeats; it is asked more often until it is at rest."""

    trainer: str
    game: str
    title: str
    kind: str
    asked: int
    wrong: int
    is_at_rest: bool


class _Marked(Page, frozen=True):
    is_right: bool
    took_ms: int
    score: ScoreNote
    mistakes: tuple[MistakeNote, ...]


class PayoutMarked(_Marked, frozen=True):
    """A whole answer, marked."""

    is_in_order: bool
    bets: tuple[MarkedBet, ...]


class HandAsked(_Question, frozen=True):
    """A hand to be set."""

    cards: tuple[str, ...]


class HandMarked(_Marked, frozen=True):
    """A setting beside the house way."""

    is_set_right: bool
    is_score_right: bool
    sentence: str
    clause: str | None
    clause_text: str
    combinations: tuple[tuple[str, ...], ...]
    left_over: tuple[str, ...]
    score_of_hand: int


class ProcedureAsked(_Question, frozen=True):
    """A moment at the table and the answers to choose from."""

    topic: str
    shown: tuple[ShownPlace, ...]
    facts: tuple[str, ...]
    sentence: str
    options: tuple[str, ...]


class ProcedureMarked(_Marked, frozen=True):
    """The right answer beside yours, with the clause where there is one."""

    right: int
    why: str
    clause: str
    clause_text: str


class ScoresPage(Page, frozen=True):
    """Your scores and the mistakes that repeat."""

    scores: tuple[ScoreNote, ...]
    mistakes: tuple[MistakeNote, ...]


class _QuestionForm(Form, frozen=True):
    game: Key
    edition: OptionalKey = ""


class PayoutForm(_QuestionForm, frozen=True):
    """Which layout is wanted."""

    level: Annotated[str, msgspec.Meta(pattern="^(bet|seat|table)$")] = "bet"


class HandForm(_QuestionForm, frozen=True):
    """Which hand is wanted; without a game, one of the first that has hands."""

    game: OptionalKey = ""


class ProcedureForm(_QuestionForm, frozen=True):
    """Which game is asked about."""


AnyForm = PayoutForm | HandForm | ProcedureForm


class BetAnswer(Form, frozen=True):
    """Take a bet, push it, let it stand, or pay so much."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=99)]
    spot: Key
    result: Annotated[str, msgspec.Meta(pattern="^(lose|push|stands|win)$")]
    pays: Annotated[int, msgspec.Meta(ge=0, le=2**50)] = 0
    is_award: bool = False


class PayoutAnswer(Form, frozen=True):
    """The bets in the order in which the dealer would go through them."""

    bets: Annotated[tuple[BetAnswer, ...], msgspec.Meta(max_length=64)]


class ProcedureAnswer(Form, frozen=True):
    """The answer that was chosen, from 0."""

    chosen: Annotated[int, msgspec.Meta(ge=0, le=9)]


class HandAnswer(Form, frozen=True):
    """The combinations laid out, and the score called."""

    setting: Annotated[tuple[Group, ...], msgspec.Meta(max_length=16)]
    score: Annotated[int, msgspec.Meta(ge=0, le=99)]
