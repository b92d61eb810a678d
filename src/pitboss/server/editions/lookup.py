"""Looking editions up by what an address names: a key that ships, or a hash.

A name from outside is never taken for a file. Unknown ones raise `Refused`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache

from pitboss.games.clauses import Clause
from pitboss.games.designs import Design, design_edition
from pitboss.games.editions import EditionHead, HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.games.profiles import Profile
from pitboss.games.registry import Registry
from pitboss.games.standing import describe_standing, profiles_for
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap_or_raise
from pitboss.server.editions.schemas import (
    EditionCard,
    EditionChoice,
    EditionNote,
    ProfileChoice,
    Subject,
)
from pitboss.server.editions.store import Designs
from pitboss.table.events import TableOpened


@cache
def shipped_editions(folder: GameFolder) -> dict[str, HasHead]:
    """The shipped editions by key, the default one first."""
    found = {key: folder.edition(key) for key in folder.edition_keys()}
    return {key: one for key, one in found.items() if not isinstance(one, Refusal)}


def edition_cards(folder: GameFolder) -> tuple[EditionChoice, ...]:
    return tuple(
        EditionChoice.fill(one.head, edition=key) for key, one in shipped_editions(folder).items()
    )


def open_choices(folder: GameFolder, on: date) -> tuple[EditionCard, ...]:
    """The editions of which a table can be opened, with the profiles that are about each."""
    return tuple(
        EditionCard.fill(
            one.head,
            edition=key,
            minimum=one.head.limits.minimum,
            maximum=one.head.limits.maximum,
            profiles=[
                _profile_choice(one.head, profile, on)
                for profile in profiles_for(one.head.game, one.head.key)
            ],
        )
        for key, one in shipped_editions(folder).items()
    )


def _profile_choice(head: EditionHead, profile: Profile, on: date) -> ProfileChoice:
    return ProfileChoice(
        profile=profile.key,
        title=profile.title,
        words=describe_standing(head, profile, on=on).words,
        is_in_force=profile.in_force(on),
        maximum=profile.max_single_wager,
    )


def find_shipped(folder: GameFolder, key: str) -> HasHead:
    """An edition by key, or the default one; a path is never read from disk."""
    if key and key not in folder.edition_keys():
        sentence = f"{folder.game.title} has no such edition."
        raise Refused(Refusal(RefusalCode.UNKNOWN_EDITION, sentence))
    return unwrap_or_raise(folder.edition(key or None))


@cache
def clauses_of(folder: GameFolder) -> dict[str, Clause]:
    """A game's clauses by number."""
    return {clause.number: clause for clause in folder.clauses()}


def subject_of(opened: TableOpened) -> Subject:
    """The edition that a table deals."""
    return Subject(
        game=opened.game,
        edition=opened.edition,
        hash=opened.edition_hash,
        changes=opened.changes,
    )


def load_subject(registry: Registry, subject: Subject) -> tuple[GameFolder, HasHead]:
    """The edition that a job is about; a design under its own name."""
    if subject.name:
        folder = unwrap_or_raise(registry.find(subject.game))
        return folder, unwrap_or_raise(design_edition(folder, subject.design))
    changes = dict(subject.changes)
    found = registry.load(
        subject.game, subject.edition, changes=changes, expected_hash=subject.hash
    )
    return unwrap_or_raise(found)


@dataclass(frozen=True, slots=True)
class Editions:
    registry: Registry
    designs: Designs

    def folder(self, game: str) -> GameFolder:
        return unwrap_or_raise(self.registry.find(game))

    def find(self, folder: GameFolder, text: str) -> tuple[HasHead, Design | None]:
        """The edition of a key or hash, or the default one; with its design if it is one."""
        for key, edition in shipped_editions(folder).items():
            if text in (key, edition.head.hash) or not text:
                return edition, None
        design = unwrap_or_raise(self.designs.find(folder.game.key, text))
        return unwrap_or_raise(design_edition(folder, design)), design

    def subject(self, game: str, text: str) -> Subject:
        """What a job needs to know about an edition or a design."""
        edition, design = self.find(self.folder(game), text)
        head = edition.head
        if design is None:
            return Subject(game=game, edition=head.key, hash=head.hash)
        return Subject(
            game=game, edition=design.base, hash=head.hash, changes=design.changes, name=design.name
        )

    def notes(self, folder: GameFolder, person: str) -> tuple[EditionNote, ...]:
        """The shipped editions and a person's own designs."""
        found = [
            EditionNote.fill(one.head, edition=key, is_design=False)
            for key, one in shipped_editions(folder).items()
        ]
        for design in self.designs.of(folder.game.key, person) if person else ():
            edition = design_edition(folder, design)
            if not isinstance(edition, Refusal):
                own = {"edition": design.hash, "title": design.name, "is_design": True}
                found.append(EditionNote.fill(edition.head, **own))
        return tuple(found)
