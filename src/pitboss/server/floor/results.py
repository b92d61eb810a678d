"""Results of finished rounds, as the strip over a table shows them."""

from __future__ import annotations

from collections import deque

from pitboss.pit.pit import Pit
from pitboss.pit.recall import recall_end
from pitboss.refusals import Refusal
from pitboss.table.results import ResultNote, note_of

HISTORY = 20


def recall_results(pit: Pit, table: str) -> deque[ResultNote]:
    """The last results of a table, read from its journal."""
    notes: deque[ResultNote] = deque(maxlen=HISTORY)
    state = pit.desks[table].state
    for number in range(max(1, state.number - HISTORY), state.number + 1):
        found = recall_end(pit.store, state.rules, state.rules.round_id(number))
        if not isinstance(found, Refusal):
            notes.append(note_of(found))
    return notes
