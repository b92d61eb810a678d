"""The procedure trainer: calls, rotation, voids, change of shoe, order of take and pay.

A question is a moment of a random round. The right answer is what the game's own rules do next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from pitboss.equipment.draws import BitSource, draw_below
from pitboss.equipment.shown import TOPS
from pitboss.equipment.stops import DICE, WHEEL
from pitboss.games.calls import CallOption
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedBets, NeedCards, NeedDecisions, NeedDraw
from pitboss.games.rounds import Round, all_seats, begin, take, walk
from pitboss.games.settlement import Line, Result
from pitboss.games.steps import Call, Decide
from pitboss.refusals import Refusal, unwrap
from pitboss.trainers.kinds import QuestionKind, Trainer
from pitboss.trainers.layouts import Level, choose_by_weight, lay_bets, play_on
from pitboss.trainers.payouts import Weights, line_words
from pitboss.units import WordedEnum, say_credits

_DRAWN = {TOPS: "The Tops are spun", DICE: "The dice are thrown", WHEEL: "The wheel is spun"}
SEATS = 4
TRIES = 8
OPTIONS_MAX = 4


class Topic(WordedEnum):
    """The topic of a question."""

    CALLS = "calls", "What may be called"
    ROTATION = "rotation", "Whose turn it is"
    VOIDS = "voids", "What a call does to the bets"
    SHOE = "shoe", "Change of shoe"
    ORDER = "order", "Order of take and pay"


STANDS = "Every bet stands and the round goes on"
GOES_BACK = "Every stake goes back"
IS_SETTLED = "Every bet is settled by what showed"


@dataclass(frozen=True, slots=True)
class ProcedureQuestion:
    """A moment at the table, what is asked about it, and the answers to choose from."""

    trainer: ClassVar = Trainer.PROCEDURES
    level: ClassVar[str] = "question"
    topic: Topic
    played: Round
    facts: tuple[str, ...]
    sentence: str
    options: tuple[str, ...]
    right: int
    why: str
    clause: str = ""
    """The clause that says so, where the rules name one for it."""

    @property
    def kind(self) -> QuestionKind:
        return QuestionKind(f"procedure:{self.topic}", self.topic.words)


def ask_procedure(
    game: AnyGame, edition: HasHead, source: BitSource, weights: Weights
) -> ProcedureQuestion | None:
    """A question about a random round; topics with more weight come more often."""
    topics = list(Topic)
    while topics:
        worths = tuple(weights.get(f"procedure:{topic}", 1) for topic in topics)
        topic = topics.pop(choose_by_weight(source, worths))
        for _ in range(TRIES):
            seats = all_seats(edition)[:SEATS]
            fresh = unwrap(begin(game, edition, seats=seats))
            played = play_on(fresh, source, Level.TABLE)
            found = _MAKERS[topic](played, source)
            if found is not None:
                return found
    return None


# --- the order of take and pay -----------------------------------------------------------


def _order(played: Round, source: BitSource) -> ProcedureQuestion | None:
    lines = [line for line in played.lines() if line.result is not Result.STANDS]
    if len(lines) < 2:
        return None
    is_first = draw_below(source, 2) == 0
    right = lines[0] if is_first else lines[-1]
    others = [_bet_words(played, line) for line in lines if line is not right]
    options, at = _shuffled(source, _bet_words(played, right), others)
    in_order = [_bet_words(played, line) for line in lines]
    return ProcedureQuestion(
        Topic.ORDER,
        played,
        _decisions(played),
        f"Which bet do you take or pay {'first' if is_first else 'last'}?",
        options,
        at,
        f"In order: {'; '.join(in_order)}.",
    )


def _bet_words(played: Round, line: Line) -> str:
    spots = played.game.all_spots(played.edition)
    label = next(spot.label for spot in spots if spot.key == line.spot)
    what = "award" if line.is_award else say_credits(line.stake)
    return f"Seat {line.seat}, {label}, {what}"


# --- calls and voids ---------------------------------------------------------------------


def _calls(played: Round, source: BitSource) -> ProcedureQuestion | None:
    moments = [before for before, _ in walk(played)]
    after_calls = (_take_call(one, call, call.label) for one in moments for call in _open(one))
    known = {
        call.key: call for one in (*moments, *filter(None, after_calls)) for call in _open(one)
    }
    current = moments[draw_below(source, len(moments))]
    mine = _open(current)
    closed = [call.label for key, call in known.items() if key not in {one.key for one in mine}]
    if not mine or not closed:
        return None
    right = mine[draw_below(source, len(mine))]
    options, at = _shuffled(source, right.label, closed)
    return ProcedureQuestion(
        Topic.CALLS,
        current,
        _decisions(current),
        f"{describe_next(current)}. Which of these may you call or record now?",
        options,
        at,
        f"Open now: {'; '.join(one.label for one in mine)}.",
        str(right.clause),
    )


def _voids(played: Round, source: BitSource) -> ProcedureQuestion | None:
    moments = [
        before
        for before, _ in walk(played)
        if before.game.bets(before.state) and not isinstance(before.need, NeedBets)
    ]
    if not moments:
        return None
    current = moments[draw_below(source, len(moments))]
    open_now = [call for call in _open(current) if not call.by_hand]
    if not open_now:
        return None
    telling = [call for call in open_now if _may_void(current, call)]
    if telling and draw_below(source, 4):
        open_now = telling
    call = open_now[draw_below(source, len(open_now))]
    words = [reason for _, reason in call.reasons]
    reason = words[draw_below(source, len(words))] if words else "A mistake"
    after = _take_call(current, call, reason)
    if after is None:
        return None
    finished = play_on(after, source, Level.TABLE)
    goes_back = finished.game.ending(finished.state).void or all(
        line.result is Result.REFUND for line in finished.lines()
    )
    right = GOES_BACK if goes_back else STANDS
    others = [one for one in (STANDS, GOES_BACK, IS_SETTLED) if one != right]
    options, at = _shuffled(source, right, others)
    because = f" Reason: {reason}." if words else ""
    return ProcedureQuestion(
        Topic.VOIDS,
        current,
        _decisions(current),
        f"{describe_next(current)}. You call: {_short(call)}.{because} What becomes of the bets?",
        options,
        at,
        f"{right}.",
        str(call.clause),
    )


def _may_void(current: Round, call: CallOption) -> bool:
    after = _take_call(current, call, "A mistake")
    return call.shows > 0 or (after is not None and after.is_over)


def _short(call: CallOption) -> str:
    """A call by its name alone: what it does is asked."""
    return call.label.partition(":")[0].partition(" (")[0]


def _open(current: Round) -> tuple[CallOption, ...]:
    return () if current.is_over else current.game.calls(current.state)


def _take_call(current: Round, call: CallOption, reason: str) -> Round | None:
    after = take(current, Call(call.key, reason, ()))
    return None if isinstance(after, Refusal) else after


# --- what comes next ---------------------------------------------------------------------


def _rotation(played: Round, source: BitSource) -> ProcedureQuestion | None:
    """Who is asked first when everybody bets again, where one player is."""
    following = lay_bets(_next(played), source, Level.TABLE)
    need = following.need
    if not isinstance(need, NeedDecisions) or len(need.pending) != 1 or not need.pending[0].actor:
        return None
    seat = need.pending[0].actor
    others = [_who(one) for one in (0, *played.seats) if one != seat]
    options, at = _shuffled(source, _who(seat), others)
    asked = {step.actor for _, step in walk(played) if isinstance(step, Decide)}
    settled = [
        f"{_bet_words(played, line)}: {line_words(line)}"
        for line in sorted(played.lines(), key=lambda line: line.seat)
        if line.seat in asked
    ]
    return ProcedureQuestion(
        Topic.ROTATION,
        played,
        (*_decisions(played), *settled),
        "Every seat bets again. Who is asked first in the next round?",
        options,
        at,
        f"{describe_next(following)}.",
    )


def _shoe(played: Round, source: BitSource) -> ProcedureQuestion | None:
    """What the next round begins with, with or without a call that the shoe ends."""
    moments = [before for before, _ in walk(played)]
    fresh = {describe_next(one) for one in _due_steps(moments[0])}
    endings: list[tuple[CallOption | None, Round]] = [(None, played)]
    for current in moments:
        for call in _open(current):
            after = _take_call(current, call, "The cut card came") if _is_change(call) else None
            if after is not None:
                endings.append((call, play_on(after, source, Level.TABLE)))
    firsts = [(call, ended, describe_next(_next(ended))) for call, ended in endings]
    if len({words for *_, words in firsts}) < 2:
        return None
    made, ended, right = firsts[draw_below(source, 2) and draw_below(source, len(firsts))]
    others = [words for words in {*fresh, *(words for *_, words in firsts)} if words != right]
    options, at = _shuffled(source, right, sorted(others))
    said = "No change of shoe was called." if made is None else f"You called: {made.label}."
    return ProcedureQuestion(
        Topic.SHOE,
        ended,
        (),
        f"{said} The round is over. What comes first in the next one?",
        options,
        at,
        f"{right}.",
        "" if made is None else str(made.clause),
    )


def _is_change(call: CallOption) -> bool:
    """A step of physical equipment that is not due in its place: it changes what comes after."""
    return call.by_hand and not call.is_due


def _due_steps(current: Round) -> Iterable[Round]:
    """A fresh table, step by step, until no step of the equipment is due."""
    yield current
    while due := next((one for one in _open(current) if one.is_due), None):
        after = _take_call(current, due, due.label)
        if after is None:
            return
        current = after
        yield current


def _next(played: Round) -> Round:
    carry = played.carry()
    return unwrap(begin(played.game, played.edition, seats=played.seats, carry=carry))


def describe_next(current: Round) -> str:
    """What comes next at the table, in a dealer's words."""
    due = next((one for one in _open(current) if one.is_due), None)
    if due is not None:
        return f"Due now: {due.label}"
    match current.need:
        case NeedBets():
            return "Bets are open"
        case NeedDecisions(pending):
            who = ", ".join(_who(one.actor) for one in pending)
            return f"{who} {'decides' if len(pending) == 1 else 'decide'}"
        case NeedCards(count, place):
            return f"{'A card is' if count == 1 else f'{count} cards are'} dealt: {place}"
        case NeedDraw() as need:
            return _DRAWN[need.kind]
        case _:
            return "The round is over"


def _who(actor: int) -> str:
    return f"Seat {actor}" if actor else "The dealer"


def _decisions(current: Round) -> tuple[str, ...]:
    """Who decided what so far, in words."""
    found = []
    for before, step in walk(current):
        if isinstance(step, Decide) and isinstance(before.need, NeedDecisions):
            options = next(o.options for o in before.need.pending if o.actor == step.actor)
            label = next(option.label for option in options if option.key == step.option)
            found.append(f"{_who(step.actor)}: {label}")
    return tuple(found)


def _shuffled(source: BitSource, right: str, others: list[str]) -> tuple[tuple[str, ...], int]:
    """The right answer among some others, each once, and where it stands."""
    left = [one for one in dict.fromkeys(others) if one != right]
    chosen: list[str] = []
    while left and len(chosen) < OPTIONS_MAX - 1:
        chosen.append(left.pop(draw_below(source, len(left))))
    at = draw_below(source, len(chosen) + 1)
    return (*chosen[:at], right, *chosen[at:]), at


_MAKERS: dict[Topic, Callable[[Round, BitSource], ProcedureQuestion | None]] = {
    Topic.CALLS: _calls,
    Topic.ROTATION: _rotation,
    Topic.VOIDS: _voids,
    Topic.SHOE: _shoe,
    Topic.ORDER: _order,
}
