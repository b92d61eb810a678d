"""`pitboss train`: a quiz for dealers on random layouts, or a sheet of them with its key."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.markup import escape

from pitboss.cli.lookup import choose
from pitboss.cli.options import EditionOption, GameArgument
from pitboss.cli.output import console
from pitboss.equipment.cards import show_cards
from pitboss.equipment.draws import SeededBits
from pitboss.games.game_folder import GameEdition
from pitboss.games.round_text import parse_setting
from pitboss.games.settlement import Line, Result
from pitboss.refusals import Refusal, RefusalCode, refuse, unwrap
from pitboss.trainers.dealer_view import DealerView, view_round
from pitboss.trainers.hands import HandQuestion, has_hands, house_words, mark_hand
from pitboss.trainers.kinds import QuestionKind, Trainer
from pitboss.trainers.layouts import Level
from pitboss.trainers.payouts import DealerAnswer, PayoutQuestion, line_words, mark_payout
from pitboss.trainers.procedures import ProcedureQuestion
from pitboss.trainers.questions import AnyQuestion
from pitboss.trainers.questions import ask as ask_question
from pitboss.trainers.scores import (
    KindScore,
    ScoreRecord,
    count_answer,
    count_kinds,
    repeated_mistakes,
    weights_of,
)
from pitboss.units import NO_CREDITS, Credits, parse_credits, show_credits

QUESTIONS_MAX = 1_000
_HELP = "Type an amount, t to take or p to push; an empty line ends the training."

_HOW_TO_CHOOSE = "Type the number of an answer; an empty line ends the training."
_HOW_TO_SET = "Type the combinations, divided by bars; a dash for none; an empty line ends."

Ask = Callable[[str], str]


def train(
    game: GameArgument,
    /,
    *,
    edition: EditionOption = None,
    level: Level = Level.BET,
    hands: bool = False,
    procedures: bool = False,
    questions: Annotated[int, Parameter(validator=Number(gte=1, lte=QUESTIONS_MAX))] = 10,
    seed: str | None = None,
    key: bool = False,
) -> int:
    """Quiz a dealer on random layouts, or print a sheet of them with its key.

    Mistakes are asked again more often while the training lasts.

    Examples:

    pitboss train spin-n-win --level seat

    pitboss train gin-and-win --hands --questions 5

    pitboss train flip-it --questions 3 --seed monday --key

    Parameters
    ----------
    level
        How many bets are on the felt: bet, seat or table.
    hands
        Set hands instead of paying bets, where the game has hands.
    procedures
        Ask about calls, turns, voids, change of shoe and the order of take and pay instead.
    questions
        How many.
    seed
        Any text; the same seed asks the same questions. Without it every training is new.
    key
        Print the questions with their answers and ask nothing.
    """
    chosen = choose(game, edition)
    text = f"pitboss train {chosen.edition.head.hash} {level} {seed or secrets.token_hex(8)}"
    if hands and not has_hands(chosen.game, chosen.edition, SeededBits(b"")):
        refuse(RefusalCode.UNKNOWN_OPTION, f"Players of {chosen.game.title} set no hands.")
    if hands and procedures:
        refuse(RefusalCode.UNKNOWN_OPTION, "Train hands or procedures, one at a time.")
    trainer = Trainer.HANDS if hands else Trainer.PROCEDURES if procedures else Trainer.PAYOUTS
    training = Training(chosen, trainer, level, SeededBits(text.encode()), console(), input)
    training.run(questions, is_sheet=key)
    return 0


@dataclass
class Training:
    """One sitting at the terminal."""

    chosen: GameEdition
    trainer: Trainer
    level: Level
    source: SeededBits
    out: Console
    ask: Ask
    record: ScoreRecord = field(default_factory=ScoreRecord)
    kinds: dict[str, KindScore] = field(default_factory=dict)

    def run(self, questions: int, *, is_sheet: bool) -> None:
        """Ask until the questions or the input end, then tell how it went."""
        title, how = {
            Trainer.PAYOUTS: (self.level.words, _HELP),
            Trainer.HANDS: ("Setting hands", _HOW_TO_SET),
            Trainer.PROCEDURES: ("Procedures", _HOW_TO_CHOOSE),
        }[self.trainer]
        head = self.chosen.edition.head
        self.out.print(f"[bold]{self.chosen.game.title}[/] · edition {head.key} · {title}")
        if not is_sheet:
            self.out.print(f"[italic]{how}[/]")
        try:
            for number in range(1, questions + 1):
                self.out.print(f"\n[bold]Question {number}[/]")
                if not self._question(is_sheet=is_sheet):
                    break
        except (EOFError, KeyboardInterrupt):
            self.out.print()
        if not is_sheet:
            self._goodbye()

    def _question(self, *, is_sheet: bool) -> bool:
        """Ask the next question, or print it with its key; False when the training ends."""
        chosen, weights = self.chosen, weights_of(self.kinds.values())
        question = ask_question(
            self.trainer,
            chosen.game,
            chosen.edition,
            self.source,
            level=self.level,
            weights=weights,
        )
        if question is None:
            return False
        self._show(question)
        if is_sheet:
            self._print(*_key(question))
            return True
        started = time.monotonic_ns()
        answers = self._answers(question)
        if answers is None:
            return False
        took_ms = (time.monotonic_ns() - started) // 1_000_000
        self.kinds |= count_kinds(self.kinds, answers)
        is_right = all(right for _, right in answers)
        self.record = count_answer(
            self.record, is_right=is_right, took_ms=took_ms, bets=len(answers)
        )
        return True

    # Questions.

    def _show(self, question: AnyQuestion) -> None:
        match question:
            case PayoutQuestion():
                shown = view_round(question.played)
                self._show_places(shown)
                self._print(*(f"seat {one.seat}: {escape(one.words)}" for one in shown.decisions))
            case HandQuestion():
                self._print(show_cards(question.cards))
            case ProcedureQuestion():
                self._print(f"[bold]{question.topic.words}[/]")
                if question.played.is_over:
                    self._show_places(view_round(question.played))
                self._print(*map(escape, (*question.facts, question.sentence)))
                numbered = enumerate(question.options, 1)
                self._print(*(f"{number} {escape(option)}" for number, option in numbered))

    def _show_places(self, shown: DealerView) -> None:
        for one in shown.shown:
            laid = [" ".join(group) for group in one.combinations]
            text = " ".join(one.items)
            if laid:
                text = f"{' | '.join(laid)} ; {' '.join(one.left_over)}"
            self._print(f"{one.place}: {escape(text)}")

    # Answers.

    def _answers(self, question: AnyQuestion) -> list[tuple[QuestionKind, bool]] | None:
        """What was answered, marked by its kinds; None at an empty line."""
        match question:
            case PayoutQuestion():
                return self._pay(question)
            case HandQuestion():
                return self._set(question)
            case ProcedureQuestion():
                typed = self.ask("  answer: ").strip()
                if not typed:
                    return None
                is_right = typed == str(question.right + 1)
                self._print(f"{_verdict(is_right=is_right)} {_answer(question)}")
                return [(question.kind, is_right)]

    def _pay(self, question: PayoutQuestion) -> list[tuple[QuestionKind, bool]] | None:
        answers: list[DealerAnswer] = []
        for line in question.asked:
            stake = "award" if line.is_award else show_credits(line.stake)
            read = self._read(f"  {_bet(question, line)}, {stake}: ")
            if read is None:
                return None
            answers.append(DealerAnswer(line.seat, line.spot, *read, is_award=line.is_award))
        # Bets are asked one by one here, so the order is no part of the answer: takes first.
        answers.sort(key=lambda one: one.result is not Result.LOSE)
        marked = unwrap(mark_payout(question, answers))
        for one in marked.lines:
            sign = _verdict(is_right=one.is_right)
            where = _bet(question, one.line)
            self._print(f"{sign} {where}: {one.sentence} [dim]{one.line.clause}[/]")
        return [(one.kind, one.is_right) for one in marked.lines]

    def _read(self, prompt: str) -> tuple[Result, Credits] | None:
        """What was typed; asked again until it can be read, None at an empty line."""
        while True:
            text = self.ask(prompt).strip().lower()
            if not text:
                return None
            if text in ("t", "take"):
                return Result.LOSE, NO_CREDITS
            if text in ("p", "push"):
                return Result.PUSH, NO_CREDITS
            if text in ("s", "stands"):
                return Result.STANDS, NO_CREDITS
            amount = parse_credits(text)
            if not isinstance(amount, Refusal):
                return Result.WIN, amount
            self._print(f"{escape(amount.sentence)} {_HELP}")

    def _set(self, question: HandQuestion) -> list[tuple[QuestionKind, bool]] | None:
        text = self.ask("  set: ").strip()
        if not text:
            return None
        # A dash sets nothing: every card is left over.
        setting = () if text == "-" else parse_setting(text)
        if isinstance(setting, Refusal):
            is_right, words = False, escape(setting.sentence)
        else:
            marked = mark_hand(question, setting, None)
            is_right = marked.is_right
            words = f"{escape(marked.sentence)} [dim]{marked.clause or ''}[/]"
        self._print(f"{_verdict(is_right=is_right)} {words}", *_key(question))
        return [(question.kind, is_right)]

    # Scores.

    def _goodbye(self) -> None:
        record = self.record
        self.out.print(f"\n[bold]{record.right} of {record.asked} right[/], {record.percent}%.")
        if record.best_ms is not None:
            whole, rest = divmod(record.best_ms // 100, 10)
            self.out.print(f"Best time for a bet: {whole}.{rest} s.")
        for score in repeated_mistakes(self.kinds.values()):
            self.out.print(f"Again: {score.kind.title}, {score.wrong} of {score.asked} wrong.")

    def _print(self, *lines: str) -> None:
        for line in lines:
            self.out.print(f"  {line}")


def _key(question: AnyQuestion) -> list[str]:
    """The right answer, line by line."""
    match question:
        case PayoutQuestion():
            return [
                f"{_bet(question, line)}: {line_words(line)} [dim]{line.clause}[/]"
                for line in question.asked
            ]
        case HandQuestion():
            return [escape(house_words(question.house))]
        case ProcedureQuestion():
            return [f"Answer: {_answer(question)}"]


def _answer(question: ProcedureQuestion) -> str:
    return f"{question.right + 1} {escape(question.why)} [dim]{question.clause}[/]"


def _bet(question: PayoutQuestion, line: Line) -> str:
    return f"seat {line.seat} {escape(question.spot(line.spot).label)}"


def _verdict(*, is_right: bool) -> str:
    return "[green]right[/]" if is_right else "[red]wrong[/]"
