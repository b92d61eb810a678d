"""Replay: a round that is over told again, moment by moment, with the eyes of one seat.

Everything is read off the round's own file: the notation gives the steps, the rules give what a
seat saw after each, and the settlement is the rules' own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from pitboss.equipment.cards import Card
from pitboss.games.clauses import Clause
from pitboss.games.contract import Line, NeedCards, NeedDecisions, NeedSpin
from pitboss.games.notation import read_round, show_line
from pitboss.games.registry import GameFolder, Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.invariants import check
from pitboss.pit.recall import Recalled
from pitboss.refusals import Refusal, accepted
from pitboss.server.rounds.schemas import PaymentNote, ReplayPage, ReplayStep, RoundLine
from pitboss.units import SeatIndex, show_credits


def round_line(registry: Registry, recalled: Recalled, person: str) -> RoundLine | Refusal:
    """A round in a player's list."""
    told = played_again(registry, recalled)
    if isinstance(told, Refusal):
        return told
    folder, played = told
    lines = [line for line in _lines(played, recalled) if line.seat == recalled.seat_of(person)]
    return RoundLine(
        round_id=recalled.round_id,
        table=recalled.table,
        game=folder.game.key,
        title=folder.game.title,
        at_ms=recalled.at_ms,
        shown=_shown(played, recalled),
        sentence=str(recalled.file["sentence"]),
        staked=sum(line.stake for line in lines),
        net=sum(line.net for line in lines),
        is_void=bool(recalled.file["is_void"]),
    )


def replay_page(registry: Registry, recalled: Recalled, person: str) -> ReplayPage | Refusal:
    """A round told again to somebody who was in it, or to staff."""
    told = played_again(registry, recalled)
    if isinstance(told, Refusal):
        return told
    folder, played = told
    seat = recalled.seat_of(person)
    lines = _lines(played, recalled)
    mine = [line for line in lines if line.seat == seat]
    head = played.edition.head
    return ReplayPage(
        round_id=recalled.round_id,
        table=recalled.table,
        game=folder.game.key,
        title=folder.game.title,
        edition=head.key,
        edition_hash=head.hash,
        edition_title=head.title,
        at_ms=recalled.at_ms,
        viewer=int(seat),
        mode_words=str(recalled.file["mode_words"]),
        sentence=str(recalled.file["sentence"]),
        is_void=bool(recalled.file["is_void"]),
        staked=sum(line.stake for line in mine),
        net=sum(line.net for line in mine),
        steps=tuple(_steps(played, seat, sentence=str(recalled.file["sentence"]))),
        payments=tuple(_payment(folder, played, line, seat) for line in lines),
        file=recalled.file,
    )


def played_again(registry: Registry, recalled: Recalled) -> tuple[GameFolder, Round] | Refusal:
    """The round of a file through the rules that it names."""
    file = recalled.file
    folder = registry.find(str(file["game"]))
    if isinstance(folder, Refusal):
        return folder
    edition = folder.edition(str(file["edition"]), changes=_changes(file) or None)
    if isinstance(edition, Refusal):
        return edition
    played = read_round(recalled.notation, folder.game, edition)
    return played if isinstance(played, Refusal) else (folder, played)


def _changes(file: dict[str, object]) -> dict[str, str]:
    pairs: Any = file["changes"]
    return {str(name): str(value) for name, value in pairs}


def _lines(played: Round, recalled: Recalled) -> tuple[Line, ...]:
    """The settlement, which must be the one on record."""
    recorded: Any = recalled.file["settlement"]
    if not recorded:
        return ()
    lines = played.lines()
    check([show_line(line) for line in lines] == recorded, "a replay is the settlement on record")
    return lines


def _shown(played: Round, recalled: Recalled) -> tuple[str, ...]:
    draws = [step for step in played.steps if isinstance(step, Draw)]
    if not draws or recalled.file["is_void"]:
        return ()
    return _equipment(draws[-1])


def _equipment(step: Draw) -> tuple[str, ...]:
    return tuple(str(one) if isinstance(one, Card) else one.word for one in step.shown)


# --- moments ----------------------------------------------------------------------------------


def _steps(played: Round, seat: SeatIndex, *, sentence: str) -> Iterator[ReplayStep]:
    game = played.game
    current = accepted(begin(game, played.edition, seats=played.seats, carry=played.start))
    draws = [at for at, step in enumerate(played.steps) if isinstance(step, Draw)]
    last_draw = draws[-1] if draws else len(played.steps)
    yield _moment(current, seat, "open", "The round opens.", is_drawn=False)
    for at, step in enumerate(played.steps):
        following = accepted(take(current, step))
        kind, words = _told(current, step, seat)
        yield _moment(following, seat, kind, words, is_drawn=at >= last_draw)
        current = following
    ends = current.game.say(current.state) if current.is_over else sentence
    yield ReplayStep(
        kind="settle",
        words="Takes, then pays.",
        says=ends,
        felt=game.view(current.state, seat),
        is_drawn=True,
    )


def _moment(
    current: Round, seat: SeatIndex, kind: str, words: str, *, is_drawn: bool
) -> ReplayStep:
    return ReplayStep(
        kind=kind,
        words=words,
        says=current.game.say(current.state),
        felt=current.game.view(current.state, seat),
        is_drawn=is_drawn,
    )


def _told(before: Round, step: Step, viewer: SeatIndex) -> tuple[str, str]:
    """What a step was, in words; cards that lie face down before the viewer are not named."""
    match step:
        case Bet(seat=seat, spot=spot, stake=stake):
            where = _label(before, spot)
            return "bet", f"{_who(seat, viewer)} bet {show_credits(stake)} on {where}."
        case TakeDown(seat=seat, spot=spot):
            return "bet", f"{_who(seat, viewer)} took {_label(before, spot)} down."
        case CloseBets():
            return "close", "No more bets."
        case Draw():
            return "draw", _drawn(before, step, viewer)
        case Decide(actor=actor, option=option):
            return "decide", f"{_who(actor, viewer)} decided: {_option(before, actor, option)}."
        case Call(what=what, reason=reason):
            return "call", f"The dealer called {what}: {reason}"


def _who(seat: int, viewer: SeatIndex) -> str:
    if seat == 0:
        return "The dealer"
    return "You" if seat == viewer else f"Seat {seat}"


def _label(current: Round, spot: str) -> str:
    spots = current.game.all_spots(current.edition)
    return next((one.label for one in spots if one.key == spot), spot)


def _option(before: Round, actor: int, option: str) -> str:
    need = before.need
    if isinstance(need, NeedDecisions):
        for pending in need.pending:
            if pending.actor == actor:
                labels = {str(one.key): one.label for one in pending.options}
                return labels.get(option, option)
    return option


def _drawn(before: Round, step: Draw, viewer: SeatIndex) -> str:
    need = before.need
    shown = ", ".join(_equipment(step))
    if isinstance(need, NeedSpin):
        return f"The Tops landed: {' and '.join(_equipment(step))}."
    if isinstance(need, NeedCards):
        is_mine = need.place == f"seat {viewer}"
        if need.face_up or is_mine:
            whose = "you" if is_mine else need.place
            return f"Dealt to {whose}: {shown}."
        return f"{need.count} cards face down to {need.place}."
    return f"Drawn: {shown}."


# --- payments ---------------------------------------------------------------------------------


@cache
def _clauses(folder: GameFolder) -> dict[str, Clause]:
    return {str(clause.number): clause for clause in folder.clauses()}


def _payment(folder: GameFolder, played: Round, line: Line, seat: SeatIndex) -> PaymentNote:
    clause = _clauses(folder).get(str(line.clause))
    return PaymentNote(
        seat=int(line.seat),
        spot=str(line.spot),
        label=_label(played, line.spot),
        stake=int(line.stake),
        result=line.result.value,
        odds=None if line.odds is None else line.odds.spoken(),
        pays=int(line.pays),
        clause=str(line.clause),
        heading="" if clause is None else clause.heading,
        text="" if clause is None else clause.text,
        source="" if clause is None else clause.source,
        is_mine=line.seat == seat,
    )
