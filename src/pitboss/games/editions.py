"""Editions: a game's numbers as data, read from TOML, validated and hashed.

The hash covers everything but the `about` table and is the identity of the edition: a PAR sheet, a
live table and an audit record that name the same hash speak of the same game.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Protocol

import msgspec
from msgspec.structs import replace

from pitboss.games.fields import Fields
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, EditionHash, say_credits

EditionData = dict[str, object]

ABOUT = "about"
SHORT_HASH_LENGTH = 12
SEATS_MAX = 20
"""No table of any game has more seats."""

_WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)


class Approval(StrEnum):
    """Whether rules and pays are those of the document; approved is said of tables alone."""

    AS_APPROVED = "as approved"
    AS_DOCUMENTED = "as documented"
    MODIFIED = "modified, not approved"


class Limits(msgspec.Struct, frozen=True):
    """The operator's limits on one stake: least, most, and the smallest chip."""

    minimum: Credits
    maximum: Credits
    chip: Credits
    spots: tuple[tuple[str, Credits], ...] = ()
    """A lower most for single spots or whole areas, by key."""

    def __str__(self) -> str:
        return f"{say_credits(self.minimum)} to {say_credits(self.maximum)}"


class Claim(msgspec.Struct, frozen=True):
    """A figure the document prints, to be checked against the exact one."""

    bet: str
    figure: str
    printed: str
    source: str


class EditionHead(msgspec.Struct, frozen=True):
    game: str
    key: str
    title: str
    document: str
    hash: EditionHash
    seats_max: int
    limits: Limits
    rounds_per_hour: int
    profiles: tuple[str, ...]
    claims: tuple[Claim, ...]
    approval: Approval
    claims_by: str = ""
    """Whose figures the document prints, where it says so."""

    @property
    def short_hash(self) -> str:
        return self.hash[:SHORT_HASH_LENGTH]

    @property
    def words_on_file(self) -> tuple[str, ...]:
        """What a round file may say of the rules; older ones call a profiled edition approved."""
        older = self.profiles and self.approval is Approval.AS_DOCUMENTED
        return (self.approval.value, *([Approval.AS_APPROVED.value] if older else []))


class HasHead(Protocol):
    @property
    def head(self) -> EditionHead: ...


TEXT_MAX = 100_000
"""Characters of an edition file; the longest that ships has 5,000."""


def parse_toml(text: str) -> EditionData | Refusal:
    """TOML text as data, or a sentence about where it cannot be read."""
    if len(text) > TEXT_MAX:
        words = f"The edition file has more than {TEXT_MAX:,} characters; shorten it."
        return Refusal(RefusalCode.BAD_FILE, words)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        return Refusal(RefusalCode.BAD_FILE, f"The edition file is not valid TOML: {problem}.")
    except RecursionError:
        words = "The edition file nests tables too deeply; write them side by side."
        return Refusal(RefusalCode.BAD_FILE, words)


def canonical_bytes(game: str, data: Mapping[str, object]) -> bytes:
    """The rules in the one form that is hashed; names and notes in `about` do not count."""
    rules = {name: value for name, value in data.items() if name != ABOUT}
    return json.dumps(
        {"game": game, "rules": rules},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
        default=str,
    ).encode()


def content_hash(game: str, data: Mapping[str, object]) -> EditionHash:
    """SHA-256 over the canonical bytes: the identity of the rules."""
    return EditionHash(sha256(canonical_bytes(game, data)).hexdigest())


def read_head(
    game: str, key: str, data: EditionData, fields: Fields, *, seats_max: int, is_shipped: bool
) -> EditionHead:
    """The part of an edition that all games share; `is_shipped` when its rules are unchanged."""
    about = fields.table(ABOUT)
    table = fields.table("table")
    limits = Limits(
        minimum=table.credits("minimum"),
        maximum=table.credits("maximum"),
        chip=table.credits("chip"),
    )
    if limits.minimum > limits.maximum:
        table.report("minimum", "the least stake is more than the most; lower it.")
    if limits.minimum % limits.chip or limits.maximum % limits.chip:
        table.report("chip", "both limits must be whole numbers of the smallest chip.")
    limits = replace(limits, spots=_read_spot_limits(table, limits))
    profiles = table.texts("profiles")
    return EditionHead(
        game=game,
        key=key,
        title=about.text("title"),
        document=about.text("document"),
        hash=content_hash(game, data),
        seats_max=table.integer("seats", low=1, high=min(seats_max, SEATS_MAX)),
        limits=limits,
        rounds_per_hour=table.integer("rounds_per_hour", low=1, high=10_000),
        profiles=profiles,
        claims=tuple(_read_claim(claim) for claim in about.tables("claims")),
        approval=Approval.AS_DOCUMENTED if is_shipped else Approval.MODIFIED,
        claims_by=about.text("claims_by") if about.has("claims_by") else "",
    )


def _read_spot_limits(table: Fields, limits: Limits) -> tuple[tuple[str, Credits], ...]:
    """`[table.most]`: spots and areas that take less than the largest bet."""
    if not table.has("most"):
        return ()
    fields = table.table("most")
    found = tuple((name, fields.credits(name)) for name in fields.names())
    for name, most in found:
        if not limits.minimum <= most <= limits.maximum or most % limits.chip:
            fields.report(name, "it must be whole chips, from the least stake to the most.")
    return found


def _read_claim(fields: Fields) -> Claim:
    return Claim(
        bet=fields.text("bet"),
        figure=fields.choice("figure", ("house-edge", "all-money", "pace")),
        printed=fields.text("printed"),
        source=fields.text("source"),
    )


def apply_changes(data: EditionData, changes: Mapping[str, str]) -> EditionData | Refusal:
    """The same edition with fields replaced by dotted name, such as `pays.zero`.

    A value takes the type of the field it replaces, so that a typed text cannot turn a number
    into something else. Fields that do not exist are refused.
    """
    copy: EditionData = json.loads(json.dumps(data))
    for dotted, text in changes.items():
        *path, last = dotted.split(".")
        table: object = copy
        for name in path:
            table = table.get(name) if isinstance(table, dict) else None
        if not isinstance(table, dict) or last not in table or isinstance(table[last], dict | list):
            known = ", ".join(sorted(field_names(data)))
            return Refusal(
                RefusalCode.UNKNOWN_FIELD,
                f"'{dotted}' is not a field of this edition; the fields are {known}.",
                dotted,
            )
        value = _convert(table[last], text)
        if value is None:
            return Refusal(
                RefusalCode.BAD_FIELD,
                f"{dotted} cannot be '{text}'; it is now {table[last]!r}.",
                dotted,
            )
        table[last] = value
    return copy


def field_names(data: Mapping[str, object], prefix: str = "") -> tuple[str, ...]:
    """The dotted names of every single-valued field outside `about`."""
    names: list[str] = []
    for name, value in data.items():
        if isinstance(value, dict) and name != ABOUT:
            names.extend(field_names(value, f"{prefix}{name}."))
        elif not isinstance(value, dict | list):
            names.append(prefix + name)
    return tuple(names)


def _convert(old: object, text: str) -> object | None:
    if isinstance(old, bool):
        return {"true": True, "false": False}.get(text.lower())
    if isinstance(old, int) and _WHOLE.fullmatch(text):
        return int(text)
    return text if isinstance(old, str | int) else None
