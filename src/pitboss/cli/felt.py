"""The felt in a terminal: what the player is shown, asked and paid.

One `Felt` is one visit: it holds the balance and carries one round into the next. Rules stay in the
games; this file only shows needs and passes on what the player types.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel

from pitboss.cli.lines import lines_table, pays_table
from pitboss.equipment.draws import BitSource
from pitboss.games.game_folder import GameEdition
from pitboss.games.needs import NeedDecisions, Pending
from pitboss.games.profiles import RESPONSIBLE_GAMBLING
from pitboss.games.round_text import parse_setting
from pitboss.games.rounds import Round, advance, begin, take
from pitboss.games.standing import profiles_for
from pitboss.games.steps import DEALER, Bet, CloseBets, Decide, Step, TakeDown
from pitboss.players.random_player import random_bets, random_decision
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import Credits, SeatIndex, SpotKey, column_credits, parse_credits, say_credits

YOU = SeatIndex(1)
REFILL = Credits(1_000_00)
HELP = (
    "Type a spot and a stake, such as [bold]SPOT 10[/], then [bold]deal[/]. Also:"
    " [bold]spots[/], [bold]undo[/], [bold]repeat[/], [bold]double[/], [bold]clear[/],"
    " SPOT [bold]off[/], [bold]why[/] CLAUSE, [bold]quit[/]."
)
SHORT = {"": "deal", "d": "deal", "spin": "deal", "flip": "deal", "u": "undo", "r": "repeat"}
"""Short forms of a word, an empty line included."""


@dataclass(frozen=True, slots=True)
class Words:
    """A line the player typed: its first word, what follows, and the whole of it."""

    verb: str
    rest: str
    text: str


def parse_words(text: str) -> Words:
    """Take a line apart; verbs are the same in either case."""
    first, _, rest = text.partition(" ")
    return Words(SHORT.get(first.lower(), first.lower()), rest.strip(), text)


class LeftTable(EOFError):
    """The player stood up."""


@dataclass(slots=True)
class Felt:
    """One visit to a table."""

    chosen: GameEdition
    seats: tuple[SeatIndex, ...]
    source: BitSource
    out: Console
    ask: Callable[[str], str]
    balance: Credits
    carry: Any = None
    rounds: int = 0
    issued: Credits = field(init=False)
    """Practice credits handed out so far."""
    last_bets: tuple[Bet, ...] = ()

    def __post_init__(self) -> None:
        self.issued = self.balance

    # --- the visit ---

    def welcome(self, seed: str) -> None:
        head = self.chosen.edition.head
        text = (
            f"[bold]{self.chosen.game.title}[/] · edition {head.key} · {head.short_hash}"
            f" · {head.approval}\n"
            f"PRACTICE CREDITS ONLY · limits {head.limits} · seed {escape(seed)}\n"
            f"[dim]{RESPONSIBLE_GAMBLING}[/]"
        )
        for profile in profiles_for(head.game, head.key)[:1]:
            text += f"\n{escape(profile.title)}: {escape(profile.placard)}"
        self.out.print(Panel(text, expand=False, border_style="yellow"))
        self.out.print(HELP)

    def goodbye(self) -> None:
        change = say_credits(self.balance - self.issued)
        self.out.print(
            f"You leave with {say_credits(self.balance)} credits ({change})"
            f" after {self.rounds} {'round' if self.rounds == 1 else 'rounds'}."
            " Thank you for playing."
        )

    def play_round(self) -> None:
        """One round from bets to pays; credits that run out are refilled, for they are free."""
        start = begin(self.chosen.game, self.chosen.edition, seats=self.seats, carry=self.carry)
        self.out.rule(f"round {self.rounds + 1} · balance {column_credits(self.balance)}")
        current = self._bet(advance(unwrap(start), self.source))
        while not current.is_over:
            current = advance(current, self.source)
            if isinstance(current.need, NeedDecisions):
                current = self._decide(current, current.need.pending[0])
        self._pay(current)
        self.carry = current.carry()
        self.rounds += 1
        if self.balance < self.chosen.edition.head.limits.minimum:
            self.balance = Credits(self.balance + REFILL)
            self.issued = Credits(self.issued + REFILL)
            self.out.print(f"[yellow]Here are {say_credits(REFILL)} more practice credits.[/]")

    # --- betting ---

    def _bet(self, current: Round) -> Round:
        for seat in self.seats[1:]:
            for bet in random_bets(current, seat, self.source):
                current = unwrap(take(current, bet))
        self.last_bets = self.last_bets or self._mine(current)
        history = [current]
        self.out.print(f"[italic]{escape(self.chosen.game.say(current.state))}[/]")
        while True:
            words = parse_words(self._read_line("bet> "))
            if words.verb == "deal":
                closed = take(current, CloseBets())
                if isinstance(closed, Round):
                    self.last_bets = self._mine(current)
                    return closed
                self._say(closed)
            elif words.verb == "undo":
                current = history.pop() if history else current
                self._show_bets(current)
            else:
                after = self._bet_word(current, words)
                if after != current:
                    history.append(current)
                    current = after
                    self._show_bets(current)

    def _bet_word(self, current: Round, words: Words) -> Round:
        match words.verb:
            case "spots":
                self._show_spots(current)
            case "clear":
                downs = (TakeDown(b.seat, b.spot) for b in self._mine(current))
                return self._apply_all(current, tuple(downs))
            case "repeat":
                return self._apply_all(current, self.last_bets)
            case "double":
                mine = self._mine(current)
                doubled = (Bet(b.seat, b.spot, Credits(b.stake * 2)) for b in mine)
                return self._apply_all(current, tuple(doubled))
            case verb if words.rest and verb != "why":
                return self._apply_all(current, self._typed_bet(words.text))
            case _:
                self._other_word(words)
        return current

    def _typed_bet(self, rest: str) -> tuple[Step, ...]:
        spot, _, amount = rest.rpartition(" ")
        if rest and amount.lower() in ("0", "off"):
            return (TakeDown(YOU, SpotKey(spot.strip())),)
        stake = parse_credits(amount)
        if isinstance(stake, Refusal):
            self._say(stake)
            return ()
        return (Bet(YOU, SpotKey(spot.strip()), stake),)

    def _mine(self, current: Round) -> tuple[Bet, ...]:
        bets = self.chosen.game.bets(current.state)
        return tuple(Bet(b.seat, b.spot, b.stake) for b in bets if b.seat == YOU)

    def _apply_all(self, current: Round, steps: tuple[Step, ...]) -> Round:
        """All of the steps or none of them."""
        after = current
        for step in steps:
            result = take(after, step)
            if isinstance(result, Refusal):
                self._say(result)
                return current
            after = result
        return self._check_balance(current, after)

    def _check_balance(self, current: Round, after: Round) -> Round:
        """The round after a step, or the one before it when the player's credits do not reach."""
        staked = sum(b.stake for b in self._mine(after))
        if staked <= self.balance:
            return after
        short = f"That needs {say_credits(staked)}; you have {say_credits(self.balance)}."
        self._say(Refusal(RefusalCode.NOT_ENOUGH_CREDITS, short))
        return current

    # --- deciding ---

    def _decide(self, current: Round, pending: Pending) -> Round:
        if pending.actor != YOU:
            if pending.actor == DEALER:
                return unwrap(take(current, Decide(DEALER, pending.options[0].key)))
            step = random_decision(current, pending.actor, self.source)
            return unwrap(take(current, step or Decide(pending.actor, pending.hasty)))
        self.out.print(f"[italic]{escape(self.chosen.game.say(current.state))}[/]")
        for line in self.chosen.game.look(current.state, YOU):
            self.out.print(escape(line))
        options = " | ".join(f"[bold]{o.key}[/] {escape(o.label)}" for o in pending.options)
        self.out.print(options)
        while True:
            words = parse_words(self._read_line("decide> "))
            step = self._typed_decision(pending, words)
            result = current if step is None else take(current, step)
            if isinstance(result, Refusal):
                self._say(result)
            elif self._check_balance(current, result) is not current:
                return result

    def _typed_decision(self, pending: Pending, words: Words) -> Decide | None:
        if words.verb not in {option.key for option in pending.options}:
            self._other_word(words)
            return None
        setting = parse_setting(words.rest) if words.rest else None
        if isinstance(setting, Refusal):
            self._say(setting)
            return None
        return Decide(YOU, words.verb, setting)

    # --- paying ---

    def _pay(self, current: Round) -> None:
        self.out.print(f"[bold]{escape(self.chosen.game.say(current.state))}[/]")
        lines = [line for line in current.lines() if line.seat == YOU]
        if lines:
            self.out.print(lines_table(lines))
        net = sum(line.net for line in lines)
        self.balance = Credits(self.balance + net)
        self.out.print(
            f"[bold]Round {column_credits(net)}[/] · balance {column_credits(self.balance)}"
        )

    # --- talking ---

    def _read_line(self, prompt: str) -> str:
        text = self.ask(prompt).strip()
        if text.lower() in ("quit", "exit", "leave", "q"):
            raise LeftTable
        return text

    def _other_word(self, words: Words) -> None:
        if words.verb == "why":
            self._show_clause(words.rest.upper())
        else:
            self.out.print(HELP)

    def _show_clause(self, number: str) -> None:
        for clause in self.chosen.folder.clauses():
            if clause.number == number:
                self.out.print(f"[bold]{clause.number}[/] {escape(clause.text)}")
                self.out.print(f"[dim]{escape(clause.source)}[/]")
                return
        self.out.print(f"There is no clause '{escape(number)}'; type why and a number shown above.")

    def _show_spots(self, current: Round) -> None:
        self.out.print(pays_table(self.chosen.game.spots(current.state, YOU)))

    def _show_bets(self, current: Round) -> None:
        bets = (f"{b.spot} {say_credits(b.stake)}" for b in self._mine(current))
        felt = ", ".join(bets) or "nothing"
        self.out.print(f"On the felt: {felt}")

    def _say(self, refusal: Refusal) -> None:
        self.out.print(f"[red]{escape(refusal.sentence)}[/]")
