"""Round text: a round file taken apart, line by line, before any rule looks at it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.equipment.cards import Card, parse_cards
from pitboss.equipment.shown import Shown, read_shown
from pitboss.games.steps import DEALER, Bet, Call, CloseBets, Decide, Draw, Setting, Step, TakeDown
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex, SpotKey, parse_credits

FORMAT = "pitboss-round 1"
_WORD = re.compile(r"(\S+?)=(.*)")


@dataclass(slots=True)
class RoundText:
    """A round file taken apart into its lines, before any rule looked at it."""

    game: str = ""
    edition: str = ""
    hash: str = ""
    seats: tuple[SeatIndex, ...] = ()
    start: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    settlement: list[str] = field(default_factory=list)
    ended: bool = False


def parse_round(text: str) -> RoundText | Refusal:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines or lines[0].strip() != FORMAT:
        return Refusal(RefusalCode.BAD_FILE, f"A round file begins with the line '{FORMAT}'.")
    parts = RoundText()
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        reader = _READERS.get(word)
        problem = "unknown word" if reader is None else reader(parts, rest.strip())
        if problem is not None:
            return Refusal(RefusalCode.BAD_TEXT, f"Cannot read the line '{line}': {problem}.")
    return parts


def parse_setting(text: str) -> Setting | Refusal:
    """Combinations divided by bars: `Ac Ah | 7d 8d Jd`. An empty text is no combination."""
    combinations: list[tuple[Card, ...]] = []
    for part in text.strip().strip("[]").split("|"):
        cards = parse_cards(part)
        if isinstance(cards, Refusal):
            return cards
        if cards:
            combinations.append(cards)
    return tuple(combinations)


def _read_game(parts: RoundText, rest: str) -> str | None:
    parts.game = rest
    return None


def _read_edition(parts: RoundText, rest: str) -> str | None:
    parts.edition, _, parts.hash = rest.partition(" ")
    return None if parts.hash else "an edition has a name and a hash"


def _read_seats(parts: RoundText, rest: str) -> str | None:
    seats = [_seat(word) for word in rest.split()]
    parts.seats = tuple(seat for seat in seats if seat is not None)
    return None if len(parts.seats) == len(seats) > 0 else "seats are numbers"


def _read_start(parts: RoundText, rest: str) -> str | None:
    found = _WORD.fullmatch(rest)
    if found is None:
        return "a start line reads name=value"
    parts.start[found.group(1)] = found.group(2)
    return None


def _read_bet(parts: RoundText, rest: str) -> str | None:
    words = rest.split()
    seat = _seat(words[0]) if len(words) == 3 else None
    stake = parse_credits(words[2]) if len(words) == 3 else None
    if seat is None or stake is None or isinstance(stake, Refusal):
        return "a bet has a seat, a spot and an amount"
    parts.steps.append(Bet(seat, SpotKey(words[1]), stake))
    return None


def _read_takedown(parts: RoundText, rest: str) -> str | None:
    words = rest.split()
    seat = _seat(words[0]) if len(words) == 2 else None
    if seat is None:
        return "a bet taken down has a seat and a spot"
    parts.steps.append(TakeDown(seat, SpotKey(words[1])))
    return None


def _read_close(parts: RoundText, rest: str) -> str | None:
    parts.steps.append(CloseBets())
    return None if not rest else "nothing follows close"


def _read_draw(parts: RoundText, rest: str) -> str | None:
    shown = _equipment(rest)
    if isinstance(shown, str):
        return shown
    parts.steps.append(Draw(shown))
    return None


def _read_decide(parts: RoundText, rest: str) -> str | None:
    before, bracket, combinations = rest.partition("[")
    words = before.split()
    actor = DEALER if words[:1] == ["dealer"] else _seat(words[0]) if words else None
    if actor is None or len(words) != 2:
        return "a decision has an actor and an option"
    setting = parse_setting(combinations) if bracket else None
    if isinstance(setting, Refusal):
        return setting.sentence
    parts.steps.append(Decide(actor, words[1], setting))
    return None


def _read_call(parts: RoundText, rest: str) -> str | None:
    what, _, reason = rest.partition(" ")
    shown: Shown | str = ()
    if reason.startswith("["):
        inside, _, reason = reason[1:].partition("] ")
        shown = _equipment(inside)
    if isinstance(shown, str):
        return shown
    parts.steps.append(Call(what, reason.strip(), shown))
    return None


def _read_line(parts: RoundText, rest: str) -> str | None:
    parts.settlement.append(f"= {rest}")
    return None


def _read_end(parts: RoundText, rest: str) -> str | None:
    parts.ended = True
    return None if rest else "an end names its clause"


def _equipment(text: str) -> Shown | str:
    shown = read_shown(text.split())
    return shown.sentence.rstrip(".") if isinstance(shown, Refusal) else shown


def _seat(word: str) -> SeatIndex | None:
    return SeatIndex(int(word)) if re.fullmatch(r"[1-9][0-9]?", word, re.ASCII) else None


_READERS: dict[str, Callable[[RoundText, str], str | None]] = {
    "game": _read_game,
    "edition": _read_edition,
    "seats": _read_seats,
    "start": _read_start,
    "bet": _read_bet,
    "takedown": _read_takedown,
    "close": _read_close,
    "draw": _read_draw,
    "decide": _read_decide,
    "call": _read_call,
    "=": _read_line,
    "end": _read_end,
}
