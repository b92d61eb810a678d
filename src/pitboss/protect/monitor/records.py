"""Recorded rounds, whatever they were recorded by: a journal's export or files of rounds.

A line is either one of `pitboss audit export`, or an object with `round`, `players` (names by seat)
and `text`, the round in the words of the round notation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Protocol, TypeVar

import msgspec

from pitboss.games.round_text import parse_round
from pitboss.games.steps import Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.pit.round_keys import find_key, unseal_events
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import event_codec
from pitboss.table import events as ev
from pitboss.units import Credits, SeatIndex, SpotKey, parse_credits

LineT = TypeVar("LineT")
FoundT = TypeVar("FoundT")

ROUNDS_MOST = 2_000_000
VOID = "void"
"""The call that stands for a whole round that does not count."""


@dataclass(frozen=True, slots=True)
class WatchedRound:
    round_id: str
    game: str
    start: Mapping[str, str]
    players: Mapping[int, str]
    steps: tuple[Step, ...]
    settlement: tuple[str, ...] = ()
    table: str = ""
    """The stream of the journal it comes from."""
    edition_hash: str = ""
    """Of the rules it was played by; empty where that is not recorded."""
    mode: str = ""
    """How the table draws; on a sealed one nobody sees a result before it counts."""

    def is_of(self, game: str, edition_hash: str) -> bool:
        """Whether it was played by this edition, as far as the record tells."""
        return self.game in ("", game) and self.edition_hash in ("", edition_hash)

    def stakes(self) -> dict[tuple[int, str], int]:
        """What lay on each spot of each seat when bets closed, bets left up before included."""
        if self.settlement:
            return {place: stake for place, (stake, _) in self.results().items()}
        found: dict[tuple[int, str], int] = {}
        for step in self.steps:
            match step:
                case Bet():
                    found[step.seat, step.spot] = step.stake
                case TakeDown():
                    found.pop((step.seat, step.spot), None)
                case CloseBets():
                    break
                case _:
                    pass
        return found

    def player(self, seat: int) -> str:
        return self.players.get(seat, f"seat {seat}")

    def results(self) -> dict[tuple[int, str], tuple[int, int]]:
        """Stake and net of every settled bet, from the dealer's own lines."""
        found: dict[tuple[int, str], tuple[int, int]] = {}
        for line in self.settlement:
            words = line.removeprefix("= ").split()
            read = _read_line(words)
            if read is not None:
                found[read[0], read[1]] = (read[2], read[3])
        return found


def _read_line(words: list[str]) -> tuple[int, str, int, int] | None:
    """Seat, spot, stake and net of a line such as `1 single:red 5.00 win 1/2 2.50 SNW-3.1`."""
    if len(words) < 4 or not words[0].isdigit():
        return None
    stake = parse_credits(words[2])
    if isinstance(stake, Refusal):
        return None
    if words[3] == "lose":
        part = parse_credits(words[-1]) if words[-2] == "taken" else stake
        taken = stake if isinstance(part, Refusal) else part
        return int(words[0]), words[1], stake, -taken
    amounts = [parse_credits(word) for word in words[4:]]
    won = [amount for amount in amounts if not isinstance(amount, Refusal)]
    net = int(won[-1]) if words[3] == "win" and won else 0
    return int(words[0]), words[1], stake, net


class _Event(msgspec.Struct, frozen=True):
    kind: str
    body: Any


class _Record(msgspec.Struct, frozen=True):
    stream: str
    events: tuple[_Event, ...] = ()


class HasEvents(Protocol):
    """A record of the journal, from an export or from a store."""

    @property
    def stream(self) -> str: ...

    @property
    def events(self) -> Sequence[Any]: ...


class _Line(msgspec.Struct, frozen=True):
    round: str = ""
    players: dict[str, str] = {}
    text: str = ""
    record: _Record | None = None


def read_lines(
    text: str,
    form: type[LineT],
    take: Callable[[LineT], Sequence[FoundT] | Refusal],
    *,
    what: str,
    most: int,
) -> tuple[FoundT, ...] | Refusal:
    """What JSON lines of a form hold, in order; a line that cannot be taken is named."""
    decoder = msgspec.json.Decoder(form)
    found: list[FoundT] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            taken = take(decoder.decode(line))
        except msgspec.DecodeError as problem:
            return Refusal(RefusalCode.BAD_FILE, f"Line {number} is not a {what}: {problem}.")
        if isinstance(taken, Refusal):
            return Refusal(RefusalCode.BAD_FILE, f"Line {number}: {taken.sentence}")
        found += taken
        if len(found) > most:
            return Refusal(RefusalCode.WRONG_COUNT, f"Take at most {most} {what}s at once.")
    return tuple(found)


def read_records(text: str) -> tuple[WatchedRound, ...] | Refusal:
    journal = Journal()

    def take(line: _Line) -> Sequence[WatchedRound] | Refusal:
        return _from_text(line) if line.record is None else journal.take_all(line.record)

    rounds = read_lines(text, _Line, take, what="recorded round", most=ROUNDS_MOST)
    return rounds or Refusal(RefusalCode.BAD_FILE, "The record has no finished round.")


def _from_text(record: _Line) -> Sequence[WatchedRound] | Refusal:
    parts = parse_round(record.text)
    if isinstance(parts, Refusal):
        return parts
    players = {int(seat): name for seat, name in record.players.items() if seat.isdigit()}
    one = WatchedRound(
        record.round,
        parts.game,
        parts.start,
        players,
        tuple(parts.steps),
        tuple(parts.settlement),
        edition_hash=parts.hash,
    )
    return (one,)


@dataclass(slots=True)
class _Open:
    opened: ev.RoundOpened
    events: list[ev.Event] = field(default_factory=list)
    """What happened in the round; sealed until its key is revealed."""

    @property
    def steps(self) -> list[Step]:
        """What is known of the round: all of it, unless it was void with its key lost."""
        found: list[Step] = []
        for event in takewhile(lambda one: not isinstance(one, ev.EventSealed), self.events):
            step = _step(event)
            if step is not None:
                found.append(step)
            elif isinstance(event, ev.DrawsCorrected):
                _correct(found, event)
        return found


@dataclass(slots=True)
class Journal:
    """Events in, rounds out: a round is handed on when it was settled or voided."""

    running: dict[str, _Open] = field(default_factory=dict)

    def take_all(self, record: HasEvents) -> list[WatchedRound]:
        """The rounds that a record of the journal finished; what no table knows is passed over."""
        found: list[WatchedRound] = []
        for one in record.events:
            event = event_codec.decode(one.kind, one.body)
            if not isinstance(event, Refusal):
                found += self.take(record.stream, event)
        return found

    def take(self, stream: str, event: ev.Event) -> Iterable[WatchedRound]:
        """The rounds that this event finished."""
        if isinstance(event, ev.RoundOpened):
            self.running[stream] = _Open(event)
            return ()
        current = self.running.get(stream)
        if current is None:
            return ()
        if isinstance(event, ev.KeyRevealed):
            current.events = list(unseal_events(tuple(current.events), find_key((event,))))
        elif isinstance(event, ev.RoundSettled | ev.RoundVoided):
            del self.running[stream]
            return (_close_round(current, stream, event),)
        else:
            current.events.append(event)
        return ()


def _close_round(
    current: _Open, stream: str, end: ev.RoundSettled | ev.RoundVoided
) -> WatchedRound:
    opening, steps = current.opened, current.steps
    if isinstance(end, ev.RoundVoided):
        steps.append(Call(VOID, end.reason, end.shown))
    lines = end.lines if isinstance(end, ev.RoundSettled) else ()
    return WatchedRound(
        opening.round_id,
        opening.game,
        dict(opening.start),
        dict(opening.players),
        tuple(steps),
        lines,
        stream,
        opening.edition_hash,
        opening.mode,
    )


def _step(event: ev.Event) -> Step | None:
    match event:
        case ev.BetPlaced():
            return Bet(SeatIndex(event.seat), SpotKey(event.spot), Credits(event.stake))
        case ev.BetTakenDown():
            return TakeDown(SeatIndex(event.seat), SpotKey(event.spot))
        case ev.BetsClosed():
            return CloseBets()
        case ev.OutcomeDrawn():
            return Draw(event.shown) if event.shown else None
        case ev.Decided():
            return Decide(SeatIndex(event.actor), event.option, None)
        case ev.Called():
            return Call(event.what, event.reason, event.shown)
        case _:
            return None


def _correct(steps: list[Step], event: ev.DrawsCorrected) -> None:
    """Put entries right that were typed wrongly."""
    drawn = [at for at, step in enumerate(steps) if isinstance(step, Draw)]
    for number, _, now in event.draws:
        if number < len(drawn):
            steps[drawn[number]] = Draw(now)
