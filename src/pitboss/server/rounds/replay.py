"""Replay: a finished round step by step, as one seat saw it.

Everything comes from the round's own file: the notation gives the steps, the rules give what a
seat saw after each, and the settlement is the rules' own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from pitboss.games.clauses import Clause
from pitboss.games.game_folder import GameFolder
from pitboss.games.needs import NeedCards, NeedDecisions, NeedDraw, NeedSpin
from pitboss.games.notation import read_round, show_line
from pitboss.games.places import view_places
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.settlement import Line
from pitboss.games.steps import Bet, Call, CloseBets, Decide, Draw, Step, TakeDown
from pitboss.invariants import check
from pitboss.pit.recall import Recalled
from pitboss.refusals import unwrap, unwrap_or_raise
from pitboss.server.editions.lookup import clauses_of
from pitboss.server.rounds.schemas import PaymentNote, ReplayPage, ReplayStep, RoundLine
from pitboss.table.results import call_shown
from pitboss.units import ClauseId, SeatIndex, say_credits

NO_CLAUSE = Clause(ClauseId(""), "", "", "", is_ruling=False)


def round_line(registry: Registry, recalled: Recalled, person: str) -> RoundLine:
    folder, played = replay_round(registry, recalled)
    own = _summary(folder, played, recalled, person)
    return RoundLine.fill(recalled, recalled.result, **own)


def replay_page(registry: Registry, recalled: Recalled, person: str) -> ReplayPage:
    """Replay a finished round for a participant or staff."""
    folder, played = replay_round(registry, recalled)
    seat, head = recalled.seat_of(person), played.edition.head
    own = _summary(folder, played, recalled, person)
    return ReplayPage.fill(
        recalled,
        edition=head.key,
        edition_hash=head.hash,
        edition_title=head.title,
        viewer=seat,
        mode_words=recalled.file["mode_words"],
        steps=tuple(_steps(played, seat, sentence=own["sentence"])),
        payments=[_payment(folder, played, line, seat) for line in _lines(played, recalled)],
        **own,
    )


def _summary(folder: GameFolder, played: Round, recalled: Recalled, person: str) -> dict[str, Any]:
    seat = recalled.seat_of(person)
    lines = [line for line in _lines(played, recalled) if line.seat == seat]
    return {
        "game": folder.game.key,
        "title": folder.game.title,
        "sentence": recalled.result.note,
        "staked": sum(line.stake for line in lines),
        "net": sum(line.net for line in lines),
        "is_void": bool(recalled.file["is_void"]),
    }


def replay_round(registry: Registry, recalled: Recalled) -> tuple[GameFolder, Round]:
    """Play the round of a file by the rules it names."""
    file = recalled.file
    folder = unwrap_or_raise(registry.find(file["game"]))
    changes = {str(name): str(value) for name, value in file["changes"]}
    edition = unwrap_or_raise(folder.edition(file["edition"], changes=changes or None))
    return folder, unwrap_or_raise(read_round(recalled.notation, folder.game, edition))


def _lines(played: Round, recalled: Recalled) -> tuple[Line, ...]:
    """The settlement, which must be the one on record."""
    recorded = recalled.file["settlement"]
    if not recorded:
        return ()
    lines = played.lines()
    check([show_line(line) for line in lines] == recorded, "a replay is the settlement on record")
    return lines


# --- moments ----------------------------------------------------------------------------------


def _steps(played: Round, seat: SeatIndex, *, sentence: str) -> Iterator[ReplayStep]:
    game = played.game
    current = unwrap(begin(game, played.edition, seats=played.seats, carry=played.start))
    draws = [at for at, step in enumerate(played.steps) if isinstance(step, Draw)]
    last_draw = draws[-1] if draws else len(played.steps)
    yield _moment(current, seat, "open", "The round opens.", is_drawn=False)
    for at, step in enumerate(played.steps):
        following = unwrap(take(current, step))
        kind, words = _describe_step(current, step, seat)
        yield _moment(following, seat, kind, words, is_drawn=at >= last_draw)
        current = following
    ends = game.say(current.state) if current.is_over else sentence
    last = _moment(current, seat, "settle", "Takes, then pays.", is_drawn=True)
    yield structs.replace(last, says=ends)


def _moment(
    current: Round, seat: SeatIndex, kind: str, words: str, *, is_drawn: bool
) -> ReplayStep:
    return ReplayStep(
        kind=kind,
        words=words,
        says=current.game.say(current.state),
        felt=current.game.view(current.state, seat),
        places=view_places(current, seat),
        is_drawn=is_drawn,
    )


def _describe_step(before: Round, step: Step, viewer: SeatIndex) -> tuple[str, str]:
    """What a step was, in words; cards face down to the viewer are not named."""
    match step:
        case Bet(seat=seat, spot=spot, stake=stake):
            where = _label(before, spot)
            return "bet", f"{_who(seat, viewer)} bet {say_credits(stake)} on {where}."
        case TakeDown(seat=seat, spot=spot):
            return "bet", f"{_who(seat, viewer)} took {_label(before, spot)} down."
        case CloseBets():
            return "close", "No more bets."
        case Draw():
            return "draw", _drawn(before, step, viewer)
        case Decide(actor=actor, option=option):
            return "decide", f"{_who(actor, viewer)} chose {_option(before, actor, option)}."
        case Call(what=what, reason=reason):
            named = before.find_call(what)
            label = what if named is None else named.label.partition(":")[0]
            return "call", f"{label}. {reason}"


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


def _whose(place: str) -> str:
    """Somebody who is dealt cards, as a sentence has them; empty for a place on the felt."""
    return "the dealer" if place == "dealer" else place if place.startswith("seat ") else ""


def _card_at(need: NeedCards) -> str:
    """`Row card`, `Fifth card`: what is dealt to a place on the felt."""
    return f"{need.place.capitalize()} {'card' if need.count == 1 else 'cards'}"


def _drawn(before: Round, step: Draw, viewer: SeatIndex) -> str:
    need = before.need
    shown = ", ".join(call_shown(step.shown))
    if isinstance(need, NeedSpin):
        return f"The Tops landed: {' and '.join(call_shown(step.shown))}."
    if isinstance(need, NeedCards):
        is_mine = need.place == f"seat {viewer}"
        if need.face_up or is_mine:
            if is_mine:
                return f"Dealt to you: {shown}."
            whose = _whose(need.place)
            return f"Dealt to {whose}: {shown}." if whose else f"{_card_at(need)}: {shown}."
        return f"{need.count} cards face down to {_whose(need.place) or f'the {need.place}'}."
    kind = need.kind.capitalize() if isinstance(need, NeedDraw) else "Drawn"
    return f"{kind}: {shown}."


# --- payments ---------------------------------------------------------------------------------


def _payment(folder: GameFolder, played: Round, line: Line, seat: SeatIndex) -> PaymentNote:
    clause = clauses_of(folder).get(line.clause, NO_CLAUSE)
    return PaymentNote.fill(
        line,
        clause,
        label=_label(played, line.spot),
        odds=None if line.odds is None else line.odds.spoken(),
        is_mine=line.seat == seat,
    )
