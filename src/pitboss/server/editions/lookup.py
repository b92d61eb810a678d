"""Looking editions up by what an address names: a key that ships, or a hash.

A name from outside is never taken for a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pitboss.games.designs import Design, design_edition
from pitboss.games.editions import HasHead
from pitboss.games.registry import GameFolder, Registry
from pitboss.refusals import Refusal
from pitboss.server.editions.schemas import EditionNote
from pitboss.server.editions.store import Designs
from pitboss.server.editions.subjects import Subject


@cache
def shipped(folder: GameFolder) -> dict[str, HasHead]:
    """The editions that ship, by key, the default one first."""
    found = {key: folder.edition(key) for key in folder.edition_keys()}
    return {key: one for key, one in found.items() if not isinstance(one, Refusal)}


@dataclass(frozen=True, slots=True)
class Editions:
    """Every edition of a house: those that ship, and designs that were saved."""

    registry: Registry
    designs: Designs

    def find(self, folder: GameFolder, text: str) -> tuple[HasHead, Design | None] | Refusal:
        """The edition of a key or a hash, or the default one; with its design if it is one."""
        for key, edition in shipped(folder).items():
            if text in (key, edition.head.hash) or not text:
                return edition, None
        design = self.designs.find(folder.game.key, text)
        if isinstance(design, Refusal):
            return design
        found = design_edition(folder, design)
        return found if isinstance(found, Refusal) else (found, design)

    def subject(self, game: str, text: str) -> Subject | Refusal:
        """What a worker is told about an edition or a design."""
        folder = self.registry.find(game)
        if isinstance(folder, Refusal):
            return folder
        found = self.find(folder, text)
        if isinstance(found, Refusal):
            return found
        edition, design = found
        head = edition.head
        if design is None:
            return Subject(game=game, edition=head.key, hash=head.hash)
        return Subject(
            game=game, edition=design.base, hash=head.hash, changes=design.changes, name=design.name
        )

    def notes(self, folder: GameFolder, person: str) -> tuple[EditionNote, ...]:
        """The editions that ship, and somebody's own designs."""
        found = [(key, one, one.head.title) for key, one in shipped(folder).items()]
        for design in self.designs.of(folder.game.key, person) if person else ():
            edition = design_edition(folder, design)
            if not isinstance(edition, Refusal):
                found.append((design.hash, edition, design.name))
        return tuple(
            EditionNote(
                edition=name,
                title=title,
                approval=edition.head.approval.value,
                is_design=name not in shipped(folder),
            )
            for name, edition, title in found
        )
