"""Results of finished rounds, as the ribbon over a table shows them."""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.tops import parse_face
from pitboss.games.steps import Draw
from pitboss.pit.house import Pit
from pitboss.pit.recall import recall_round
from pitboss.refusals import Refusal, accepted
from pitboss.table.state import Ended

HISTORY = 20
"""Results on the ribbon."""


class ResultNote(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="result"):
    """A finished round for the ribbon, oldest first."""

    round_id: str
    is_void: bool
    shown: tuple[str, ...]
    """The faces or the card that decided, or the dealer's hand."""
    note: str


def note_of(ended: Ended) -> ResultNote:
    """A finished round for the ribbon: what was drawn last, which is what decided."""
    draws = [step for step in ended.played.steps if isinstance(step, Draw)]
    shown = draws[-1].shown if draws and not ended.is_void else ()
    words = tuple(str(one) if isinstance(one, Card) else one.word for one in shown)
    return ResultNote(
        round_id=ended.round_id, is_void=ended.is_void, shown=words, note=ended.sentence
    )


def recall_results(pit: Pit, table: str) -> deque[ResultNote]:
    """The last results of a table, read from its journal."""
    notes: deque[ResultNote] = deque(maxlen=HISTORY)
    state = pit.desks[table].state
    for number in range(max(1, state.number - HISTORY), state.number + 1):
        found = recall_round(pit.store, pit.registry, state.rules.round_id(number))
        if not isinstance(found, Refusal):
            notes.append(
                ResultNote(
                    round_id=found.round_id,
                    is_void=bool(found.file["is_void"]),
                    shown=_last_draw(found.file),
                    note=str(found.file["sentence"]),
                )
            )
    return notes


def _last_draw(file: dict[str, Any]) -> tuple[str, ...]:
    """What was drawn last in a round's file."""
    draws = file["draws"]
    if not draws or file["is_void"]:
        return ()
    shown = tuple(map(str, draws[-1]["shown"]))
    if draws[-1]["kind"] != "tops":
        return shown
    return tuple(accepted(parse_face(text)).word for text in shown)
