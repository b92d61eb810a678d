"""The hand-setting trainer: random hands, set by a dealer and checked against the house way.

Serves every game whose players may set a hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitboss.equipment.cards import Card, show_cards
from pitboss.equipment.draws import BitSource
from pitboss.games.contract import AnyGame, HandScore, SettingCheck
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedCards, NeedDecisions
from pitboss.games.rounds import Round, walk
from pitboss.games.steps import Draw, Setting
from pitboss.refusals import Refusal
from pitboss.trainers.kinds import QuestionKind, Trainer, kind_of_hand
from pitboss.trainers.layouts import Level, choose_by_weight, layout
from pitboss.trainers.payouts import Weights

CANDIDATES = 8


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """Cards to be set."""

    trainer: ClassVar = Trainer.HANDS
    level: ClassVar[str] = "hand"
    game: AnyGame
    edition: HasHead
    cards: tuple[Card, ...]
    house: HandScore

    @property
    def kind(self) -> QuestionKind:
        return kind_of_hand(self.house)


@dataclass(frozen=True, slots=True)
class MarkedHand:
    """A setting beside the house way."""

    is_set_right: bool
    is_score_right: bool
    sentence: str
    """Why it is the house way or not."""
    house_words: str
    clause: str | None

    @property
    def is_right(self) -> bool:
        return self.is_set_right and self.is_score_right


def has_hands(game: AnyGame, edition: HasHead, source: BitSource) -> bool:
    """Whether players of this edition set hands."""
    return _dealt(game, edition, source) is not None


def ask_hand(
    game: AnyGame, edition: HasHead, source: BitSource, weights: Weights
) -> HandQuestion | None:
    """A random hand; kinds with more weight come more often. None where no hand is set."""
    found: list[HandQuestion] = []
    for _ in range(CANDIDATES):
        cards = _dealt(game, edition, source)
        house = None if cards is None else game.score_hand(edition, cards)
        if cards is None or house is None or isinstance(house, Refusal):
            return None
        found.append(HandQuestion(game, edition, cards, house))
    worths = tuple(weights.get(question.kind.key, 1) for question in found)
    return found[choose_by_weight(source, worths)]


def _dealt(game: AnyGame, edition: HasHead, source: BitSource) -> tuple[Card, ...] | None:
    """The cards of the first seat that may set them, dealt as at a table."""
    played = layout(game, edition, source, Level.BET, stop=_may_set)
    return _hand_of_first(played) if _may_set(played) else None


def _may_set(current: Round) -> bool:
    need = current.need
    return isinstance(need, NeedDecisions) and any(
        option.takes_setting for pending in need.pending for option in pending.options
    )


def _hand_of_first(played: Round) -> tuple[Card, ...] | None:
    """What was dealt to the first seat."""
    seat = played.seats[0]
    for before, step in walk(played):
        need = before.need
        if isinstance(need, NeedCards) and need.place == f"seat {seat}" and isinstance(step, Draw):
            return tuple(card for card in step.shown if isinstance(card, Card))
    return None


def mark_hand(question: HandQuestion, setting: Setting, score: int | None) -> MarkedHand:
    """Whether the setting is as good as the house way, and whether the score was called right."""
    house = question.house
    checked: SettingCheck | Refusal | None = question.game.check_setting(
        question.edition, question.cards, setting
    )
    is_score_right = score is None or score == house.score
    if not isinstance(checked, SettingCheck):
        sentence = "These cards cannot be set that way." if checked is None else checked.sentence
        return MarkedHand(False, is_score_right, sentence, house_words(house), None)
    is_right = checked.as_good_as_house_way
    return MarkedHand(
        is_set_right=is_right,
        is_score_right=is_score_right,
        sentence=checked.sentence,
        house_words=house_words(house),
        clause=str(checked.clause),
    )


def house_words(house: HandScore) -> str:
    """The house way in one sentence."""
    combinations = " | ".join(map(show_cards, house.combinations)) or "no combination"
    left = show_cards(house.left_over) or "nothing"
    return f"House way: {combinations}; left over {left}; the score is {house.score}."
