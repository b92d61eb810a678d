"""Recorded spins: read from a file, and tested Top by Top while they come in.

A line is a JSON object with the faces of both Tops: {"a": "R", "b": "joker"}. Voided spins count
too where their faces are recorded: a Top does not know that it was voided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from pitboss.equipment.tops import Face, parse_face
from pitboss.games.spin_n_win.edition import Edition
from pitboss.protect.monitor.records import read_lines
from pitboss.protect.sequential import Evidence, faces_evidence
from pitboss.protect.spin_n_win.bias import fair_chances
from pitboss.refusals import Refusal, RefusalCode

SPINS_MOST = 10_000_000


class SpinLine(msgspec.Struct, frozen=True):
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class TopEvidence:
    top: str
    counts: tuple[tuple[str, int], ...]
    evidence: Evidence

    @property
    def faces(self) -> str:
        return ", ".join(f"{face} {count}" for face, count in self.counts)


def read_spins(text: str) -> tuple[tuple[Face, Face], ...] | Refusal:
    """The faces of both Tops, spin by spin."""
    spins = read_lines(text, SpinLine, _faces, what="recorded spin", most=SPINS_MOST)
    return spins or Refusal(
        RefusalCode.BAD_FILE, 'The file has no spins; write lines like {"a":"R","b":"J"}.'
    )


def _faces(line: SpinLine) -> Sequence[tuple[Face, Face]] | Refusal:
    first, second = parse_face(line.a), parse_face(line.b)
    if isinstance(first, Refusal):
        return first
    return second if isinstance(second, Refusal) else [(first, second)]


def top_evidence(edition: Edition, spins: Sequence[tuple[Face, Face]]) -> tuple[TopEvidence, ...]:
    """Either Top against a fair one."""
    fair = {face.name.lower(): chance for face, chance in fair_chances(edition).items()}
    found = []
    for at, top in enumerate(("a", "b")):
        shown = [pair[at].name.lower() for pair in spins]
        counts = tuple((face, shown.count(face)) for face in fair)
        found.append(TopEvidence(top, counts, faces_evidence(shown, fair)))
    return tuple(found)
