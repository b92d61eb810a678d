"""Designs: editions of one's own, as changes to one that ships, named by the hash of their rules.

Pure: where designs are kept is the caller's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

import msgspec
import tomli_w

from pitboss.games.editions import ABOUT, EditionData, HasHead, apply_changes
from pitboss.games.game_folder import GameFolder
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import EditionHash

TITLE = f"{ABOUT}.title"
CHANGES_MAX = 64
VALUE_MAX = 40
NAME_MAX = 48

_NAME = re.compile(r"[^\W_](?:[\w .,:;'()&+/-]{0,46}[\w.')+])?")
_PLAIN = re.compile(r"[\w./~-]*", re.ASCII)


class Design(msgspec.Struct, frozen=True):
    """An edition of one's own; nothing about it ever changes."""

    game: str
    base: str
    """The edition that ships and was changed."""
    changes: tuple[tuple[str, str], ...]
    name: str
    hash: EditionHash

    @property
    def named_changes(self) -> tuple[tuple[str, str], ...]:
        """The changes and the name, which is no part of the rules and of the hash."""
        return (*self.changes, (TITLE, self.name))


def read_design_name(text: str) -> str | Refusal:
    """A name in its one form, or why it cannot be one."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if _NAME.fullmatch(name) is None:
        return Refusal(
            RefusalCode.BAD_TEXT,
            f"name: write up to {NAME_MAX} letters, digits, spaces and . , : ; ' ( ) & + / -.",
        )
    return name


def changes_refusal(changes: Mapping[str, str]) -> Refusal | None:
    """Why these can be no changes at all: too many, too long, or not about the rules."""
    if len(changes) > CHANGES_MAX:
        return Refusal(RefusalCode.WRONG_COUNT, f"At most {CHANGES_MAX} fields can be changed.")
    for field, value in changes.items():
        if field.partition(".")[0] == ABOUT:
            return Refusal(RefusalCode.UNKNOWN_FIELD, f"'{field}' cannot be changed.")
        if len(field) > CHANGES_MAX or _PLAIN.fullmatch(field) is None:
            return Refusal(RefusalCode.UNKNOWN_FIELD, "An edition has no such field.")
        if len(value) > VALUE_MAX or _PLAIN.fullmatch(value) is None:
            return Refusal(
                RefusalCode.BAD_FIELD,
                f"{field} takes letters, digits and . / - only, {VALUE_MAX} at most.",
                field,
            )
    return None


def design_of(
    folder: GameFolder, base: str, changes: Mapping[str, str], *, name: str
) -> Design | Refusal:
    """The design that these changes make, without those that change nothing."""
    title = read_design_name(name)
    if isinstance(title, Refusal):
        return title
    refusal = changes_refusal(changes) or _base_refusal(folder, base)
    if refusal is not None:
        return refusal
    edition = folder.edition(base, changes=dict(changes))
    if isinstance(edition, Refusal):
        return edition
    data = unwrap(folder.edition_data(base))
    shipped = {key: folder.edition(key) for key in folder.edition_keys()}
    for key, one in shipped.items():
        if not isinstance(one, Refusal) and one.head.hash == edition.head.hash:
            return Refusal(
                RefusalCode.NOT_NOW,
                f"Nothing to save: these are the numbers of edition {key} as it ships.",
            )
    return Design(folder.game.key, base, _real(data, changes), title, edition.head.hash)


def design_edition(folder: GameFolder, design: Design) -> HasHead | Refusal:
    """The edition of a design, under its name; refused where the rules have moved on since."""
    refusal = _base_refusal(folder, design.base)
    if refusal is not None:
        return refusal
    return folder.edition(
        design.base, changes=dict(design.named_changes), expected_hash=design.hash
    )


def design_text(folder: GameFolder, design: Design) -> str | Refusal:
    data = folder.edition_data(design.base)
    if isinstance(data, dict):
        data = apply_changes(data, dict(design.named_changes))
    if isinstance(data, Refusal):
        return data
    head = f"# {design.name}: {design.game}, edition {design.base} with changes; not approved.\n"
    return head + tomli_w.dumps(data)


def _real(data: EditionData, changes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The changes that change something, by name."""
    return tuple(
        (field, value)
        for field, value in sorted(changes.items())
        if apply_changes(data, {field: value}) != data
    )


def _base_refusal(folder: GameFolder, base: str) -> Refusal | None:
    """Only editions that ship are changed: a name is never taken for a file."""
    if base in folder.edition_keys():
        return None
    return Refusal(RefusalCode.UNKNOWN_EDITION, f"{folder.game.title} has no edition '{base}'.")
