"""Editions in the offline page: refused where the program refuses them, with the same hashes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.games.editions import apply_changes, content_hash, field_names
from pitboss.games.round_text import FORMAT as ROUND
from pitboss.pit.roundfile import digest_of
from pitboss.refusals import Refusal
from tests.pit import offline_kit as kit
from tests.table.kit import registry

VALUES = (
    *("0", "1", "2", "3", "5", "7", "8", "9", "10", "-1", "+3", "12", "16", "17", "60", "61", "64"),
    *("65", "100", "101", "430", "435", "436", "10000", "10001", "999999999", "1000000000"),
    *("0/1", "1/2", "9/2", "100/7", "7/0", "1.00", "0.50", "0.01", "0.30", "2.005", "1000000.00"),
    *("10000000000.00", "10000000000.01", "A23", "cdhs", "ch", "AA", "A", "23456789TJQK", "KQJT9"),
    *("low", "high", "stays", "loses", "lower", "higher", "as-set", "cards-speak", "continuous"),
    *("cut-card", "keep-while-winning", "pass-every-spin", "T", "J", "x", "", "true", " 1", "1 "),
    *("٣", 'é"\\\n', "½"),
)
"""Right and wrong ones for every kind of field, and those that only just are or are not."""


def some_design(bits: SeededBits) -> kit.Design:
    """A shipped edition with a few fields set to anything."""
    base = kit.shipped()[draw_below(bits, len(kit.shipped()))]
    data = registry().games[base.game].edition_data(base.edition)
    assert isinstance(data, dict)
    names = (*field_names(data), "about.title", "about.document")
    changes = {
        names[draw_below(bits, len(names))]: VALUES[draw_below(bits, len(VALUES))]
        for _ in range(1 + draw_below(bits, 3))
    }
    return kit.Design(base.game, base.edition, tuple(changes.items()))


def file_of(design: kit.Design) -> dict[str, Any]:
    """A round of the design; where the design is refused, one that opens and claims to be of it.

    Such a claim carries the hash that the changed rules would have and says nothing of approval,
    so that nothing but the reading of the edition can refuse it.
    """
    folder = registry().games[design.game]
    changes = dict(design.changes)
    if not isinstance(folder.edition(design.edition, changes=changes), Refusal):
        return kit.files_of(design, "scripted", 1, "editions")[0]
    plain = kit.Design(design.game, design.edition)
    file = kit.files_of(plain, "scripted", 1, "editions")[0]
    data = folder.edition_data(design.edition)
    assert isinstance(data, dict)
    made = apply_changes(data, changes)
    file["changes"] = [list(pair) for pair in design.changes]
    del file["approval"]
    if not isinstance(made, Refusal):
        file["edition_hash"] = content_hash(design.game, made)
    starts = [line for line in file["notation"].splitlines() if line.startswith("start ")]
    edition = f"edition {design.edition} {file['edition_hash']}"
    lines = [ROUND, f"game {design.game}", edition, "seats 1", *starts]
    file |= {"notation": "\n".join(lines), "settlement": [], "is_void": 1}
    file |= {"draws": [], "voided_draws": []}
    return {**file, "digest": digest_of(file)}


def compared(count: int, name: str) -> list[bool | None]:
    """What both verifiers say of the rules of so many designs."""
    bits = SeededBits(name.encode())
    return said_alike([some_design(bits) for _ in range(count)])


def said_alike(designs: list[kit.Design]) -> list[bool | None]:
    texts = [json.dumps(file_of(design)) for design in designs]
    said = []
    for design, text, theirs in zip(designs, texts, kit.by_page(texts), strict=True):
        ours = kit.by_program(text)
        assert ours == theirs, design
        said.append(dict(ours)["rules"])  # type: ignore[arg-type]
    return said


def test_designs_are_taken_or_refused_alike() -> None:
    said = compared(60, "quick")
    assert said.count(True) > 5 and said.count(False) > 20


def test_seats_are_taken_or_refused_alike() -> None:
    first = {design.game: design.edition for design in reversed(kit.shipped())}
    said = said_alike(
        [
            kit.Design(game, edition, (("table.seats", str(seats)),))
            for game, edition in first.items()
            for seats in (7, 8, 9, 10)
        ]
    )
    assert {True, False} == set(said)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_many_designs_are_taken_or_refused_alike(part: int) -> None:
    compared(500, f"many {part}")
