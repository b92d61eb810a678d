"""`pitboss train`: a quiz for dealers on random layouts, or a sheet of them with its key."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.markup import escape

from pitboss.cli.lookup import Chosen, choose
from pitboss.cli.options import EditionOption, GameArgument
from pitboss.cli.output import console
from pitboss.equipment.cards import show_cards
from pitboss.equipment.draws import SeededBits
from pitboss.games.contract import Result
from pitboss.games.round_text import parse_setting
from pitboss.refusals import Refusal, RefusalCode, refuse, unwrap
from pitboss.trainers.hands import HandQuestion, ask_hand, house_words, mark_hand
from pitboss.trainers.kinds import Kind
from pitboss.trainers.layouts import LEVEL_WORDS, Level
from pitboss.trainers.payouts import DealerAnswer, Question, ask, line_words, mark
from pitboss.trainers.procedures import TOPIC_WORDS, ask_procedure
from pitboss.trainers.scores import (
    KindScore,
    Record,
    count_answer,
    count_kind,
    repeated_mistakes,
    weights_of,
)
from pitboss.trainers.showing import Showing, showing
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
        How much lies on the felt: bet, seat or table.
    hands
        Set hands in place of paying bets, where the game has hands.
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
    training = Training(chosen, level, SeededBits(text.encode()), console(), input)
    if hands and ask_hand(chosen.game, chosen.edition, SeededBits(b""), {}) is None:
        refuse(RefusalCode.UNKNOWN_OPTION, f"No hands are set in {chosen.game.title}.")
    if hands and procedures:
        refuse(RefusalCode.UNKNOWN_OPTION, "Train hands or procedures, one at a time.")
    what = What.HANDS if hands else What.PROCEDURES if procedures else What.PAYOUTS
    training.run(questions, what, is_sheet=key)
    return 0


class What(StrEnum):
    """What is trained."""

    PAYOUTS = "payouts"
    HANDS = "hands"
    PROCEDURES = "procedures"


@dataclass
class Training:
    """One sitting at the terminal."""

    chosen: Chosen
    level: Level
    source: SeededBits
    out: Console
    ask: Ask
    record: Record = field(default_factory=Record)
    kinds: dict[str, KindScore] = field(default_factory=dict)

    def run(self, questions: int, what: What, *, is_sheet: bool) -> None:
        """Ask until the questions or the input end, then tell how it went."""
        title, how, ask_one = {
            What.PAYOUTS: (LEVEL_WORDS[self.level], _HELP, self._payout),
            What.HANDS: ("Setting hands", _HOW_TO_SET, self._hand),
            What.PROCEDURES: ("Procedures", _HOW_TO_CHOOSE, self._procedure),
        }[what]
        head = self.chosen.edition.head
        self.out.print(f"[bold]{self.chosen.game.title}[/] · edition {head.key} · {title}")
        if not is_sheet:
            self.out.print(f"[italic]{how}[/]")
        try:
            for number in range(1, questions + 1):
                self.out.print(f"\n[bold]Question {number}[/]")
                if not ask_one(is_sheet):
                    break
        except (EOFError, KeyboardInterrupt):
            self.out.print()
        if not is_sheet:
            self._goodbye()

    # Payouts.

    def _payout(self, is_sheet: bool) -> bool:
        chosen = self.chosen
        question = ask(chosen.game, chosen.edition, self.source, self.level, self._weights())
        self._show(question)
        if is_sheet:
            for line in question.asked:
                self.out.print(f"  {self._bet(question, line.seat, line.spot)}:"
                               f" {line_words(line)} [dim]{line.clause}[/]")  # fmt: skip
            return True
        started = time.monotonic_ns()
        answers: list[DealerAnswer] = []
        for line in question.asked:
            stake = show_credits(line.stake)
            read = self._read(f"  {self._bet(question, line.seat, line.spot)}, {stake}: ")
            if read is None:
                return False
            answers.append(DealerAnswer(line.seat, line.spot, *read))
        took_ms = (time.monotonic_ns() - started) // 1_000_000
        # Bets are asked one by one here, so the order is no part of the answer: takes first.
        answers.sort(key=lambda one: one.result is not Result.LOSE)
        marked = unwrap(mark(question, answers))
        for one in marked.lines:
            sign = "[green]right[/]" if one.is_right else "[red]wrong[/]"
            where = self._bet(question, one.line.seat, one.line.spot)
            self.out.print(f"  {sign} {where}: {one.sentence} [dim]{one.line.clause}[/]")
            self._count_kind(one.kind, is_right=one.is_right)
        is_right = all(one.is_right for one in marked.lines)
        self.record = count_answer(
            self.record, is_right=is_right, took_ms=took_ms, bets=len(marked.lines)
        )
        return True

    def _show(self, question: Question) -> None:
        shown = showing(question.played)
        self._show_places(shown)
        for note in shown.decisions:
            self.out.print(f"  seat {note.seat}: {escape(note.words)}")

    def _show_places(self, shown: Showing) -> None:
        for group in shown.groups:
            laid = [" ".join(one) for one in group.combinations]
            text = " ".join(group.items)
            if laid:
                text = f"{' | '.join(laid)} ; {' '.join(group.left_over)}"
            self.out.print(f"  {group.place}: {escape(text)}")

    def _bet(self, question: Question, seat: int, spot: str) -> str:
        label = next(
            one.label
            for one in question.played.game.all_spots(question.played.edition)
            if one.key == spot
        )
        return f"seat {seat} {escape(label)}"

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
            amount = parse_credits(text)
            if not isinstance(amount, Refusal):
                return Result.WIN, amount
            self.out.print(f"  {escape(amount.sentence)} {_HELP}")

    # Hands.

    def _hand(self, is_sheet: bool) -> bool:
        chosen = self.chosen
        question = ask_hand(chosen.game, chosen.edition, self.source, self._weights())
        if question is None:
            return False
        self.out.print(f"  {show_cards(question.cards)}")
        if is_sheet:
            self.out.print(f"  {escape(house_words(question.house))}")
            return True
        started = time.monotonic_ns()
        text = self.ask("  set: ").strip()
        if not text:
            return False
        is_right = self._marked(question, text)
        took_ms = (time.monotonic_ns() - started) // 1_000_000
        self._count_kind(question.kind, is_right=is_right)
        self.record = count_answer(self.record, is_right=is_right, took_ms=took_ms, bets=1)
        return True

    def _marked(self, question: HandQuestion, text: str) -> bool:
        # A dash sets nothing: every card is left over.
        setting = () if text == "-" else parse_setting(text)
        if isinstance(setting, Refusal):
            self.out.print(f"  [red]wrong[/] {escape(setting.sentence)}")
            self.out.print(f"  {escape(house_words(question.house))}")
            return False
        marked = mark_hand(question, setting, None)
        sign = "[green]right[/]" if marked.is_right else "[red]wrong[/]"
        self.out.print(f"  {sign} {escape(marked.sentence)} [dim]{marked.clause or ''}[/]")
        self.out.print(f"  {escape(marked.house_words)}")
        return marked.is_right

    # Procedures.

    def _procedure(self, is_sheet: bool) -> bool:
        chosen = self.chosen
        question = ask_procedure(chosen.game, chosen.edition, self.source, self._weights())
        if question is None:
            return False
        self.out.print(f"  [bold]{TOPIC_WORDS[question.topic]}[/]")
        if question.played.is_over:
            self._show_places(showing(question.played))
        for fact in (*question.facts, question.sentence):
            self.out.print(f"  {escape(fact)}")
        for number, option in enumerate(question.options, 1):
            self.out.print(f"  {number} {escape(option)}")
        answer = f"{question.right + 1} {escape(question.why)} [dim]{question.clause}[/]"
        if is_sheet:
            self.out.print(f"  Answer: {answer}")
            return True
        started = time.monotonic_ns()
        typed = self.ask("  answer: ").strip()
        if not typed:
            return False
        took_ms = (time.monotonic_ns() - started) // 1_000_000
        is_right = typed == str(question.right + 1)
        self.out.print(f"  {'[green]right[/]' if is_right else '[red]wrong[/]'} {answer}")
        self._count_kind(question.kind, is_right=is_right)
        self.record = count_answer(self.record, is_right=is_right, took_ms=took_ms, bets=1)
        return True

    # Scores.

    def _weights(self) -> dict[str, int]:
        return weights_of(self.kinds.values())

    def _count_kind(self, kind: Kind, *, is_right: bool) -> None:
        before = self.kinds.get(kind.key, KindScore(kind))
        self.kinds[kind.key] = count_kind(before, is_right=is_right)

    def _goodbye(self) -> None:
        record = self.record
        self.out.print(f"\n[bold]{record.right} of {record.asked} right[/], {record.percent}%.")
        if record.best_ms is not None:
            whole, rest = divmod(record.best_ms // 100, 10)
            self.out.print(f"Best time for a bet: {whole}.{rest} s.")
        for score in repeated_mistakes(self.kinds.values()):
            self.out.print(f"Again: {score.kind.title}, {score.wrong} of {score.asked} wrong.")
