"""A finished round in words: its note for the strip of results, and what went wrong.

The same note is made for a round that was just played, for one read from a journal and for a
replay.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from pitboss.equipment.cards import SUIT_NAMES, Card
from pitboss.equipment.shown import Shown, kind_of
from pitboss.equipment.stops import Mark
from pitboss.equipment.tops import Face
from pitboss.games.steps import Draw
from pitboss.table.state import Correction, EndedRound, Resettlement
from pitboss.units import Credits, say_credits


class ResultNote(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="result"):
    """A finished round for the strip of results."""

    round_id: str
    is_void: bool
    shown: tuple[str, ...]
    """The faces or the card that decided, or the dealer's score."""
    equipment: str
    """What showed them: `cards`, `tops`, `dice`, `wheel`; empty for words."""
    note: str


def note_of(ended: EndedRound) -> ResultNote:
    """A finished round for the strip of results; nothing is shown of a void one."""
    played = ended.played
    words: tuple[str, ...] = ()
    drawn: Shown = ()
    if not ended.is_void:
        draws = [step for step in played.steps if isinstance(step, Draw)]
        words = played.game.result(played.state) or ()
        drawn = draws[-1].shown if draws and not words else ()
    return ResultNote(
        round_id=ended.round_id,
        is_void=ended.is_void,
        shown=words or name_shown(drawn),
        equipment=kind_of(drawn) if drawn else "",
        note=describe_end(ended),
    )


def name_shown(shown: Shown) -> tuple[str, ...]:
    """Faces by their colours, cards by their codes."""
    return tuple(str(one) if isinstance(one, Card) else one.word for one in shown)


def call_shown(shown: Shown) -> tuple[str, ...]:
    """The same for a sentence, where a joker has its name."""
    return tuple("Joker" if one == "JK" else one for one in name_shown(shown))


def describe_end(ended: EndedRound) -> str:
    """How the round ended, for everybody."""
    if not ended.is_void or ended.clause:
        return ended.sentence
    return f"The round is void: {ended.sentence.rstrip('.')}. Every bet goes back."


def describe_correction(correction: Correction) -> str:
    """What was put right and why, for everybody."""
    return f"The dealer corrected {_changes(correction)}: {correction.reason.rstrip('.')}."


def describe_resettlement(made: Resettlement) -> str:
    """What became of a round after it was settled, for everybody."""
    reason = made.reason.rstrip(".")
    if not made.changes:
        return f"A pit boss declared the settled round void: {reason}. Every bet is put back."
    return f"A pit boss corrected the settled round, {_changes(made)}: {reason}."


def _changes(made: Correction | Resettlement) -> str:
    pairs = [_differing(was, now) for was, now in made.changes]
    named = [tuple(" and ".join(map(_say, one)) for one in pair) for pair in pairs]
    return ", and ".join(f"{was} to {now}" for was, now in named)


def _differing(was: Shown, now: Shown) -> tuple[Shown, Shown]:
    """Of cards those that were put right; of Tops, dice and wheels all that showed."""
    before, after = (Counter(one for one in side if isinstance(one, Card)) for side in (was, now))
    gone, come = (before - after).elements(), (after - before).elements()
    return tuple(gone) or was, tuple(come) or now


def _say(one: Card | Face | Mark) -> str:
    if not isinstance(one, Card):
        return one.word
    return "a Joker" if one.is_joker else f"the {one.rank_name} of {SUIT_NAMES[one.suit]}"


def describe_trouble(ended: EndedRound, own: tuple[int, int] | None, seat: int) -> str:
    """What one viewer should know of a round that was void or corrected; else nothing.

    `own` is what the viewer had in action at the seat and does not stand, and what it won or lost.
    """
    if ended.resettled:
        return _describe_resettled(ended, seat if own is not None else 0)
    if not ended.is_void and not ended.corrections:
        return ""
    told = [describe_correction(one) for one in ended.corrections]
    if ended.is_void:
        told.append(describe_end(ended))
    if own is not None:
        stake, net = own
        if ended.is_void:
            back = f"Your {say_credits(Credits(stake))} went back to you."
            told.append(back if stake else "Your bets stay as they were.")
        elif net:
            word = "won" if net > 0 else "lost"
            told.append(f"Your bets {word} {say_credits(Credits(abs(net)))}.")
        else:
            told.append("Your bets neither won nor lost.")
    return " ".join(told)


def _describe_resettled(ended: EndedRound, seat: int) -> str:
    told = [describe_resettlement(one) for one in ended.resettled]
    if not seat:
        return told[-1]
    moved = sum(amount for one in ended.resettled for at, _, amount in one.moves if at == seat)
    if moved > 0:
        told.append(
            f"You were paid {say_credits(Credits(moved))} too little; the rest is yours now."
        )
    elif moved < 0:
        told.append(f"You were paid {say_credits(Credits(-moved))} too much, which went back.")
    elif any(seat in one.gone for one in ended.resettled):
        told.append("You had left with your chips, so your bets stay as they were paid.")
    else:
        told.append("Your bets were paid right.")
    return " ".join(told)
