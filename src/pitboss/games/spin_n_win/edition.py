"""The edition record: faces of the Tops, posted odds, and what the operator chooses."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.equipment.tops import Face, Top
from pitboss.games.editions import EditionHead
from pitboss.games.fields import Fields
from pitboss.games.spin_n_win.felt import FELT
from pitboss.games.spots import Spot

SEATS_MAX = 7  # SNW-1.4

FACES_MAX = 100
"""Of one symbol on one Top; far beyond any Top that spins."""


class SpinnerRule(StrEnum):
    """When the spinner hands the Top on (SNW-7.4, SNW-7.6, SNW-7.12)."""

    KEEP_WHILE_WINNING = "keep-while-winning"
    KEEP_WHILE_AHEAD = "keep-while-ahead"
    PASS_EVERY_SPIN = "pass-every-spin"  # noqa: S105 - a rule of the table, no secret


class Edition(msgspec.Struct, frozen=True, cache_hash=True):
    head: EditionHead
    top: Top
    """Either Top: both are identical (SNW-1.1)."""
    spots: tuple[Spot, ...]
    spinner: SpinnerRule
    valid_turns: int
    """Full turns below which the dealer may doubt a spin: a guide, never a rule (SNW-8.1)."""
    spin_seconds: tuple[int, int]
    """The shortest and longest a spin is planned to last (SNW-1.5)."""

    def __hash__(self) -> int:
        return hash(self.head.hash)


def read_edition(head: EditionHead, fields: Fields) -> Edition:
    if head.seats_max > SEATS_MAX:
        fields.report("table.seats", f"the table has places for {SEATS_MAX} players at most.")
    options = fields.table("options")
    spinner = SpinnerRule(options.choice("spinner", tuple(SpinnerRule)))
    valid_turns = options.integer("valid_turns", low=1, high=100)
    least = options.integer("spin_seconds_least", low=1, high=60)
    most = options.integer("spin_seconds_most", low=1, high=60)
    if least > most:
        options.report("spin_seconds_least", "the shortest spin outlasts the longest; lower it.")
    pays = fields.table("pays")
    return Edition(
        head=head,
        top=_read_top(fields),
        spots=tuple(wager.spot(pays.odds(wager.pays_field)) for wager in FELT),
        spinner=spinner,
        valid_turns=valid_turns,
        spin_seconds=(least, most),
    )


def _read_top(fields: Fields) -> Top:
    counts = fields.table("tops")
    faces: list[Face] = []
    for face in Face:
        faces += [face] * counts.integer(face.name.lower(), low=0, high=FACES_MAX)
    if not faces:
        counts.report("red", "a Top needs at least one face; give one symbol a count above zero.")
        faces = list(Face)
    return Top(tuple(faces))
