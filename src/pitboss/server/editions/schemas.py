"""Pages and forms of editions and designs."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.games.designs import CHANGES_MAX, VALUE_MAX, Design
from pitboss.server.edge.schemas import Form, Key, Page
from pitboss.units import EditionHash

FieldText = Annotated[str, msgspec.Meta(min_length=1, max_length=CHANGES_MAX)]
ValueText = Annotated[str, msgspec.Meta(max_length=VALUE_MAX)]


class EditionChoice(Page, frozen=True):
    """An edition by name."""

    edition: str
    title: str
    approval: str


class ProfileChoice(Page, frozen=True):
    """A regulator's conditions under which a table of an edition can be opened."""

    profile: str
    title: str
    words: str
    """What such a table says of its approval today."""
    is_in_force: bool
    maximum: int
    """The most on one wager, in minor units."""


class EditionCard(EditionChoice, frozen=True):
    """An edition that can be dealt."""

    minimum: int
    """The smallest bet of the edition itself."""
    maximum: int
    """The largest bet of the edition itself."""
    profiles: tuple[ProfileChoice, ...]


class EditionNote(EditionChoice, frozen=True):
    """An edition that has a proof page: one that ships, by its key, or a design, by its hash."""

    is_design: bool


class DesignNote(Page, frozen=True):
    """A design: an edition of somebody's own, kept by the hash of its rules."""

    game: str
    hash: str
    name: str
    base: str
    approval: str
    changes: tuple[tuple[str, str], ...]
    link: str
    is_new: bool
    """False when the same rules were saved before; they keep their first name."""


class DesignForm(Form, frozen=True):
    """Save the numbers of the workbench under a name."""

    game: Key
    base: Key
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    changes: Annotated[dict[FieldText, ValueText], msgspec.Meta(max_length=CHANGES_MAX)]


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """The edition that a job is about: one that ships, with changes, named if it is a design."""

    game: str
    edition: str
    hash: str = ""
    changes: tuple[tuple[str, str], ...] = ()
    name: str = ""

    @property
    def design(self) -> Design:
        return Design(self.game, self.edition, self.changes, self.name, EditionHash(self.hash))
