"""Rounds for Python users: play one step by step in the text notation, read its settlement."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from pitboss.equipment.draws import BitSource
from pitboss.games.needs import NeedBets, NeedCards, NeedDecisions, NeedDraw
from pitboss.games.notation import show_step, write_round
from pitboss.games.round_text import FORMAT, parse_round
from pitboss.games.rounds import Round as RulesRound
from pitboss.games.rounds import advance, begin, take
from pitboss.games.settlement import Line as RulesLine
from pitboss.games.steps import Step
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap_or_raise
from pitboss.sdk.tables import Table
from pitboss.units import SeatIndex, show_credits


def to_decimal(minor: int) -> Decimal:
    """Minor units as credits."""
    return Decimal(show_credits(minor))


@dataclass(frozen=True, slots=True)
class Line:
    """One stake settled: amounts in credits, odds to one, and the clause that says why."""

    seat: int
    bet: str
    stake: Decimal
    result: str
    odds: Fraction | None
    pays: Decimal
    net: Decimal
    clause: str

    @classmethod
    def of(cls, line: RulesLine) -> Line:
        """A line of the rules in the units of this interface."""
        return cls(
            int(line.seat),
            str(line.spot),
            to_decimal(line.stake),
            str(line.result),
            None if line.odds is None else line.odds.to_one,
            to_decimal(line.pays),
            to_decimal(line.net),
            str(line.clause),
        )


def parse_step(text: str) -> Step:
    """A step from its line of notation, such as `bet 1 single:red 10` or `draw tops R J`."""
    parts = unwrap_or_raise(parse_round(f"{FORMAT}\n{text}"))
    if len(parts.steps) != 1 or parts.ended or parts.settlement or parts.start:
        sentence = f"'{text}' is not one step; write bet, takedown, close, draw, decide or call."
        raise Refused(Refusal(RefusalCode.BAD_TEXT, sentence))
    return parts.steps[0]


@dataclass(slots=True)
class Round:
    """A round in play or over. `apply` takes steps as text and changes this object."""

    _round: RulesRound = field(repr=False)

    @property
    def need(self) -> str:
        """What must happen next, in words; empty when the round is over."""
        match self._round.need:
            case NeedBets():
                return "bets"
            case NeedCards(count=count, place=place):
                return f"draw {count} cards for {place}"
            case NeedDraw(kind=kind):
                return f"draw {kind}"
            case NeedDecisions(pending=pending):
                return "; ".join(
                    f"decide {int(one.actor) or 'dealer'}"
                    f" {' or '.join(option.key for option in one.options)}"
                    for one in pending
                )
            case _:
                return ""

    @property
    def is_over(self) -> bool:
        return self._round.is_over

    @property
    def words(self) -> str:
        """The dealer's words now."""
        return self._round.game.say(self._round.state)

    @property
    def steps(self) -> tuple[str, ...]:
        """Every step so far, as text."""
        return tuple(map(show_step, self._round.steps))

    def spots(self, seat: int = 1) -> dict[str, str]:
        """Every bet of a seat and why it is closed; an empty text where it is open."""
        found = self._round.game.spots(self._round.state, SeatIndex(seat))
        return {str(spot.key): "" if spot.closed is None else str(spot.closed) for spot in found}

    def apply(self, *steps: str) -> Round:
        """Take steps in order; a refused one raises `Refused` and changes nothing."""
        current = self._round
        for text in steps:
            current = unwrap_or_raise(take(current, parse_step(text)))
        self._round = current
        return self

    def draw(self, source: BitSource) -> Round:
        """Draw from a bit source as long as equipment is needed."""
        self._round = advance(self._round, source)
        return self

    @property
    def lines(self) -> tuple[Line, ...]:
        """The settlement in the dealer's order, once the round is over."""
        if not self.is_over:
            sentence = f"The round is not over: {self.need}."
            raise Refused(Refusal(RefusalCode.NOT_NOW, sentence))
        return tuple(map(Line.of, self._round.lines()))

    @property
    def net(self) -> Decimal:
        """What all seats won or lost together, in credits."""
        return sum((line.net for line in self.lines), Decimal("0.00"))

    def next(self) -> Round:
        """The round after this one, with what this one leaves behind."""
        check(self.is_over, "the next round begins when this one is over")
        old = self._round
        begun = begin(old.game, old.edition, seats=old.seats, carry=old.carry())
        return Round(unwrap_or_raise(begun))

    def table(self) -> Table:
        """The settlement as one tidy row a line."""
        return Table.of(
            [{name: getattr(line, name) for name in Line.__slots__} for line in self.lines]
        )

    def text(self) -> str:
        """The whole round in the notation that `pitboss.read_round` reads back."""
        return write_round(self._round)

    def save(self, path: str | Path) -> None:
        """Write the round's text to a file."""
        Path(path).write_text(self.text(), "utf-8")

    def __repr__(self) -> str:
        head = self._round.edition.head
        state = f"net {self.net}" if self.is_over else f"needs {self.need}"
        return f"<Round of {head.game} {head.key}: {len(self._round.steps)} steps, {state}>"
