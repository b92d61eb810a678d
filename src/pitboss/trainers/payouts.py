"""The payout trainer: what is taken and what is paid on a random layout, and how it is marked.

The right answer is the game's own settlement, line by line, with its clause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pitboss.equipment.draws import BitSource
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.rounds import Round
from pitboss.games.settlement import Line, Result
from pitboss.games.spots import Spot
from pitboss.refusals import Refusal, RefusalCode
from pitboss.trainers.kinds import QuestionKind, Trainer, kind_of_line
from pitboss.trainers.layouts import Level, choose_by_weight, layout
from pitboss.units import CREDITS_MAX, NO_CREDITS, Credits, SeatIndex, SpotKey, say_credits

CANDIDATES = {Level.BET: 24, Level.SEAT: 12, Level.TABLE: 4}
"""Layouts that are made for one question, of which the most useful is the likeliest."""
_WORTH = {
    Result.WIN: 4,
    Result.AWARD: 4,
    Result.PUSH: 3,
    Result.STANDS: 2,
    Result.REFUND: 2,
    Result.LOSE: 1,
}
"""A pay teaches more than a take, and long odds, which are rare, teach the most."""
_ODDS_WORTH_MAX = 40

Weights = Mapping[str, int]
"""How many times likelier than others a kind is asked."""


@dataclass(frozen=True, slots=True)
class PayoutQuestion:
    """A finished round and the bets that are asked about, by seat and in the order of the felt."""

    trainer: ClassVar = Trainer.PAYOUTS
    played: Round
    level: Level
    asked: tuple[Line, ...]

    def spot(self, key: SpotKey) -> Spot:
        """The spot of that name."""
        spots = self.played.game.all_spots(self.played.edition)
        return next(spot for spot in spots if spot.key == key)


@dataclass(frozen=True, slots=True)
class DealerAnswer:
    """A dealer's answer for one bet: take it, push it, let it stand, or pay so much."""

    seat: SeatIndex
    spot: SpotKey
    result: Result
    pays: Credits = NO_CREDITS
    is_award: bool = False
    """Whether it is about what is paid beside the bet."""


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """One answer beside the settlement."""

    line: Line
    given: DealerAnswer
    kind: QuestionKind
    is_right: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class MarkedPayout:
    """A whole answer, in the order in which it was given."""

    lines: tuple[MarkedLine, ...]
    is_in_order: bool
    """Whether every take came before the first pay, where the game settles so."""

    @property
    def is_right(self) -> bool:
        return self.is_in_order and all(line.is_right for line in self.lines)


def ask_payout(
    game: AnyGame, edition: HasHead, source: BitSource, level: Level, weights: Weights
) -> PayoutQuestion:
    """A random layout; kinds with more weight come more often."""
    tries = [layout(game, edition, source, level) for _ in range(CANDIDATES[level])]
    questions = [_question(played, source, level, weights) for played in tries]
    worths = tuple(
        sum(_worth(question, line, weights) for line in question.asked) for question in questions
    )
    return questions[choose_by_weight(source, worths)]


def _question(played: Round, source: BitSource, level: Level, weights: Weights) -> PayoutQuestion:
    order = [(bet.seat, bet.spot) for bet in played.game.bets(played.state)]
    lines = sorted(played.lines(), key=lambda line: order.index((line.seat, line.spot)))
    whole = PayoutQuestion(played, level, tuple(lines))
    if level is not Level.BET:
        return whole
    worths = tuple(_worth(whole, line, weights) for line in lines)
    return PayoutQuestion(played, level, (lines[choose_by_weight(source, worths)],))


def _worth(question: PayoutQuestion, line: Line, weights: Weights) -> int:
    kind = kind_of_line(line, question.spot(line.spot))
    long = 0 if line.odds is None else min(_ODDS_WORTH_MAX, int(line.odds.to_one))
    return (_WORTH[line.result] + long) * weights.get(kind.key, 1)


def mark_payout(
    question: PayoutQuestion, answers: Sequence[DealerAnswer]
) -> MarkedPayout | Refusal:
    """Each answer beside the settlement, or why the answer cannot be read."""
    lines = {(line.seat, line.spot, line.is_award): line for line in question.asked}
    named = [(given.seat, given.spot, given.is_award) for given in answers]
    if len(set(named)) != len(named) or set(named) != set(lines):
        return Refusal(
            RefusalCode.WRONG_COUNT, f"Answer each of the {len(lines)} bets on the layout once."
        )
    for given in answers:
        if not 0 <= given.pays <= CREDITS_MAX:
            return Refusal(RefusalCode.BAD_AMOUNT, "A pay is an amount, zero or more.")
    marked = tuple(
        _mark_line(question, lines[at], given) for at, given in zip(named, answers, strict=True)
    )
    return MarkedPayout(marked, _in_order(question, marked))


def _mark_line(question: PayoutQuestion, line: Line, given: DealerAnswer) -> MarkedLine:
    pays = given.pays if given.result is Result.WIN else NO_CREDITS
    result = Result.WIN if line.is_award else line.result
    is_right = given.result is result and pays == line.pays
    kind = kind_of_line(line, question.spot(line.spot))
    return MarkedLine(line, given, kind, is_right, line_words(line))


def line_words(line: Line) -> str:
    """What happens to a stake, in a dealer's words."""
    stake = say_credits(line.stake)
    match line.result:
        case Result.WIN if line.odds is not None:
            return f"{stake} at {line.odds.spoken()} pays {say_credits(line.pays)}."
        case Result.AWARD if line.odds is not None:
            return f"The award at {line.odds.spoken()} pays {say_credits(line.pays)}."
        case Result.LOSE if line.taken != line.stake:
            return f"{say_credits(line.taken)} of {stake} is taken."
        case Result.LOSE:
            return f"{stake} is taken."
        case Result.STANDS:
            where = "" if line.moves_to is None else f" and moves to {line.moves_to}"
            return f"{stake} stands{where}: nothing is taken or paid."
        case Result.PUSH:
            return f"{stake} pushes: nothing is taken or paid."
        case _:
            return f"{stake} goes back."


def _in_order(question: PayoutQuestion, marked: tuple[MarkedLine, ...]) -> bool:
    """Takes before pays, unless the game itself settles in another order."""
    if _takes_late([line.result for line in question.played.lines()]):
        return True
    return not _takes_late([one.line.result for one in marked])


def _takes_late(results: Sequence[Result]) -> bool:
    """Whether something is taken after something was paid or returned."""
    results = [one for one in results if one is not Result.STANDS]
    first = next((at for at, one in enumerate(results) if one is not Result.LOSE), len(results))
    return Result.LOSE in results[first:]
