"""Looking editions up by what an address names: a key that ships, or a hash.

A name from outside is never taken for a file.
"""

from __future__ import annotations

from functools import cache

from pitboss.games.designs import Design, design_edition
from pitboss.games.editions import HasHead
from pitboss.games.registry import GameFolder
from pitboss.refusals import Refusal
from pitboss.server.editions.schemas import EditionNote
from pitboss.server.editions.subjects import Subject
from pitboss.server.floor.hall import Hall


@cache
def shipped(folder: GameFolder) -> dict[str, HasHead]:
    """The editions that ship, by key, the default one first."""
    found = {key: folder.edition(key) for key in folder.edition_keys()}
    return {key: one for key, one in found.items() if not isinstance(one, Refusal)}


def find_edition(
    hall: Hall, folder: GameFolder, text: str
) -> tuple[HasHead, Design | None] | Refusal:
    """The edition that a key or a hash names, or the default one; with its design if it is one."""
    for key, edition in shipped(folder).items():
        if text in (key, edition.head.hash) or not text:
            return edition, None
    design = hall.designs.find(folder.game.key, text)
    if isinstance(design, Refusal):
        return design
    found = design_edition(folder, design)
    return found if isinstance(found, Refusal) else (found, design)


def find_subject(hall: Hall, game: str, text: str) -> Subject | Refusal:
    """What a worker is told about an edition or a design."""
    folder = hall.pit.registry.find(game)
    if isinstance(folder, Refusal):
        return folder
    found = find_edition(hall, folder, text)
    if isinstance(found, Refusal):
        return found
    edition, design = found
    head = edition.head
    if design is None:
        return Subject(game=game, edition=head.key, hash=head.hash)
    return Subject(
        game=game, edition=design.base, hash=head.hash, changes=design.changes, name=design.name
    )


def edition_notes(hall: Hall, folder: GameFolder, person: str) -> tuple[EditionNote, ...]:
    """The editions that ship, and somebody's own designs."""
    notes = [
        EditionNote(
            edition=key,
            title=edition.head.title,
            approval=edition.head.approval.value,
            is_design=False,
        )
        for key, edition in shipped(folder).items()
    ]
    for design in hall.designs.of(folder.game.key, person) if person else ():
        found = design_edition(folder, design)
        if not isinstance(found, Refusal):
            notes.append(
                EditionNote(
                    edition=design.hash,
                    title=design.name,
                    approval=found.head.approval.value,
                    is_design=True,
                )
            )
    return tuple(notes)
