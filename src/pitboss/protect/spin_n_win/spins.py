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
from pitboss.protect.sequential import Evidence, faces_evidence
from pitboss.protect.spin_n_win.bias import fair_chances
from pitboss.refusals import Refusal, RefusalCode

SPINS_MOST = 10_000_000


class SpinLine(msgspec.Struct, frozen=True, forbid_unknown_fields=False):
    """One recorded spin."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class TopEvidence:
    """One Top's record."""

    top: str
    counts: tuple[tuple[str, int], ...]
    evidence: Evidence


def read_spins(text: str) -> tuple[tuple[Face, Face], ...] | Refusal:
    """The faces of both Tops, spin by spin."""
    decoder = msgspec.json.Decoder(SpinLine)
    spins = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            spin = decoder.decode(line)
        except msgspec.DecodeError as problem:
            return Refusal(RefusalCode.BAD_FILE, f"Line {number} is no recorded spin: {problem}.")
        faces = (parse_face(spin.a), parse_face(spin.b))
        for face in faces:
            if isinstance(face, Refusal):
                return Refusal(RefusalCode.BAD_FILE, f"Line {number}: {face.sentence}")
        spins.append(faces)
        if len(spins) > SPINS_MOST:
            return Refusal(RefusalCode.WRONG_COUNT, f"Take at most {SPINS_MOST} spins at once.")
    if not spins:
        return Refusal(
            RefusalCode.BAD_FILE, 'No spins are recorded there; write lines like {"a":"R","b":"J"}.'
        )
    return tuple(spins)  # type: ignore[arg-type]


def top_evidence(edition: Edition, spins: Sequence[tuple[Face, Face]]) -> tuple[TopEvidence, ...]:
    """Either Top against a fair one."""
    fair = {face.name.lower(): chance for face, chance in fair_chances(edition).items()}
    found = []
    for at, top in enumerate(("a", "b")):
        shown = [pair[at].name.lower() for pair in spins]
        counts = tuple((face, shown.count(face)) for face in fair)
        found.append(TopEvidence(top, counts, faces_evidence(shown, fair)))
    return tuple(found)
