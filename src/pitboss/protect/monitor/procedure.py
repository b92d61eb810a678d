"""Procedure: what the record of a table lacks, no matter who gained by it.

Not a test with an error rate: every case is a fact of the record.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pitboss.games.steps import Call
from pitboss.protect.monitor.records import VOID, WatchedRound

SEALED = "sealed"
UNSEEN_VOIDS = "voids without faces"


@dataclass(frozen=True, slots=True)
class Lapse:
    """One way in which procedure was not kept, with every round in which it was not."""

    kind: str
    who: str
    sentence: str
    rounds: tuple[str, ...]


def lapses_of(rounds: Sequence[WatchedRound], voids_of: Collection[str]) -> tuple[Lapse, ...]:
    """Voids of which nobody can say any more what they would have cost.

    `voids_of` are the calls of the game that void a result; a dealer by hand makes others too, such
    as burning a card. On a sealed table a void comes before there is a result, so that there is
    nothing to record.
    """
    void_calls = {VOID, *voids_of}
    voids, unseen = 0, []
    for one in rounds:
        for step in one.steps:
            if isinstance(step, Call) and step.what in void_calls and one.mode != SEALED:
                voids += 1
                if not step.shown:
                    unseen.append(one.round_id)
    if not unseen:
        return ()
    sentence = (
        f"{len(unseen)} of {voids} voids have no record of what was shown, so nobody can tell"
        " whether the house gained by them. Record what the equipment showed with every void."
    )
    return (Lapse(UNSEEN_VOIDS, "dealer", sentence, tuple(dict.fromkeys(unseen))),)
