"""What is told of a round that is over: its note for the strip of results, and what went wrong.

The same note is made for a round that was just played, for one read from a journal and for a
replay.
"""

from __future__ import annotations

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.shown import Shown, kind_of
from pitboss.games.steps import Draw
from pitboss.table.state import Correction, EndedRound
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
    named = [tuple(" and ".join(call_shown(one)) for one in pair) for pair in correction.changes]
    changes = ", and ".join(f"{was} to {now}" for was, now in named)
    return f"The dealer corrected {changes}: {correction.reason.rstrip('.')}."


def describe_trouble(ended: EndedRound, own: tuple[int, int] | None) -> str:
    """What one viewer should know of a round that was void or corrected; else nothing.

    `own` is what the viewer had in action and what it won or lost.
    """
    if not ended.is_void and not ended.corrections:
        return ""
    told = [describe_correction(one) for one in ended.corrections]
    if ended.is_void:
        told.append(describe_end(ended))
    if own is not None:
        stake, net = own
        if ended.is_void:
            told.append(f"Your {say_credits(Credits(stake))} went back to you.")
        elif net:
            word = "won" if net > 0 else "lost"
            told.append(f"Your bets {word} {say_credits(Credits(abs(net)))}.")
        else:
            told.append("Your bets neither won nor lost.")
    return " ".join(told)
