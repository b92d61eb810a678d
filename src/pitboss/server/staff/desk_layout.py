"""The layout from behind: entries, what may show next, what each bet pays. All by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import count

from msgspec import structs

from pitboss.equipment.cards import Card
from pitboss.equipment.stops import Mark
from pitboss.equipment.tops import Face
from pitboss.games.needs import Need, NeedCards, NeedDraw
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Line
from pitboss.games.spots import PlacedBet, Spot
from pitboss.games.steps import Draw
from pitboss.refusals import unwrap
from pitboss.server.staff.schemas import (
    CallNote,
    DeskBet,
    DrawNote,
    EntryNote,
    FaceNote,
    MayPay,
)
from pitboss.table.events import DrawsCorrected, Event, RoundOpened
from pitboss.table.running import open_calls
from pitboss.table.state import TableState
from pitboss.units import Credits


def next_draw(state: TableState) -> DrawNote | None:
    if state.current is None:
        return None
    return _draw_note(state.current.need, len(state.draws), ())


def entries(state: TableState, events: tuple[Event, ...]) -> tuple[EntryNote, ...]:
    """Every entry of the round, with the cards or faces that could stand there."""
    return () if state.current is None else entries_of(state.current, _before(events))


def entries_of(
    current: Round, was: Mapping[int, tuple[tuple[str, ...], ...]]
) -> tuple[EntryNote, ...]:
    """The entries of a round in play or of one that is over; `was` is what they said before."""
    drawn = [step.shown for step in current.steps if isinstance(step, Draw)]
    numbers = count()
    found: list[EntryNote] = []
    playing = unwrap(begin(current.game, current.edition, seats=current.seats, carry=current.start))
    for step in current.steps:
        if isinstance(step, Draw):
            number = next(numbers)
            later = tuple(c for shown in drawn[number + 1 :] for c in shown if isinstance(c, Card))
            note = _draw_note(playing.need, number, later)
            if note is not None:
                shown = tuple(map(str, step.shown))
                found.append(EntryNote(draw=note, shown=shown, was=was.get(number, ())))
        playing = unwrap(take(playing, step))
    return tuple(found)


def _before(events: tuple[Event, ...]) -> dict[int, tuple[tuple[str, ...], ...]]:
    """What corrected entries said, oldest first."""
    found: dict[int, tuple[tuple[str, ...], ...]] = {}
    for event in events:
        if isinstance(event, RoundOpened):
            found = {}
        elif isinstance(event, DrawsCorrected):
            for number, was, _ in event.draws:
                found[number] = (*found.get(number, ()), tuple(map(str, was)))
    return found


def _draw_note(need: Need, number: int, without: tuple[Card, ...]) -> DrawNote | None:
    if not isinstance(need, NeedDraw):
        return None
    left: Counter[Card] = Counter()
    if isinstance(need, NeedCards):
        left.update(need.undealt.counts)
        left.subtract(Counter(without))
    return DrawNote(
        number=number,
        kind=need.kind,
        place=need.place,
        count=need.count,
        cards={str(card): count for card, count in left.items() if count > 0},
        faces=() if isinstance(need, NeedCards) else tuple(map(_face_note, need.faces())),
    )


def _face_note(face: Face | Mark) -> FaceNote:
    return FaceNote(face=str(face), word=face.word)


def calls(state: TableState, made: tuple[EntryNote, ...]) -> tuple[CallNote, ...]:
    """What the dealer may call now, with the cards or faces that could be recorded."""
    if state.current is None:
        return ()
    return tuple(
        CallNote.fill(
            one,
            call=one.key,
            draw=_call_draw(state, made, one.shows) if one.shows else None,
            reasons=tuple(words for _, words in one.reasons),
        )
        for one in open_calls(state)
    )


def _call_draw(state: TableState, made: tuple[EntryNote, ...], shows: int) -> DrawNote | None:
    """What could have shown: as for the next draw, or what the last one left."""
    note = next_draw(state)
    if note is not None:
        return structs.replace(note, count=shows)
    if not made:
        return None
    last = made[-1]
    left = Counter(last.draw.cards)
    left.subtract(Counter(last.shown))
    cards = {card: count for card, count in left.items() if count > 0}
    return structs.replace(last.draw, count=shows, cards=cards if last.draw.cards else {})


def bets(state: TableState) -> tuple[DeskBet, ...]:
    """Every stake, with what it can pay; settled by the rules once the round is decided."""
    current = state.current
    if current is None:
        return ()
    spots = {spot.key: spot for spot in current.game.all_spots(current.edition)}
    names = {seat: "" if one is None else one.name for seat, one in enumerate(state.occupants, 1)}
    lines = current.lines() if current.is_over else None
    placed = current.game.bets(current.state)
    order: list[tuple[PlacedBet, Line | None]] = [(bet, None) for bet in placed]
    if lines is not None:
        order = [(PlacedBet(line.seat, line.spot, line.stake), line) for line in lines]
    gone = set(current.game.taken(current.state))
    found = (
        _bet(bet.seat, names.get(bet.seat, ""), spots[bet.spot], bet.stake, line)
        for bet, line in order
    )
    return tuple(structs.replace(bet, is_taken=(bet.seat, bet.spot) in gone) for bet in found)


def _bet(seat: int, name: str, spot: Spot, stake: Credits, line: Line | None) -> DeskBet:
    pays = [(odds, odds.winnings(stake)) for odds in spot.odds]
    return DeskBet(
        seat=seat,
        name=name,
        spot=spot.key,
        label=spot.label,
        stake=stake,
        may_pay=tuple(
            MayPay(odds=odds.spoken(), pays=won) for odds, won in pays if won is not None
        ),
        result=None if line is None else line.result,
        odds=None if line is None or line.odds is None else line.odds.spoken(),
        pays=None if line is None else line.pays,
        clause=None if line is None else line.clause,
        is_taken=False,
        taken=0 if line is None else line.taken,
    )


def totals(found: tuple[DeskBet, ...]) -> tuple[int, int]:
    return sum(bet.taken for bet in found), sum(bet.pays or 0 for bet in found)
