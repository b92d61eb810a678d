"""What goes into the store and what comes out: commits, answers, records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from pitboss.audit.canonical import INTEGER_MAX, Json
from pitboss.ledger.accounts import is_id
from pitboss.ledger.limits import PayoutLimit, SetLimit
from pitboss.ledger.transfers import Hold, Transfer
from pitboss.refusals import Refusal, RefusalCode

EVENTS_MAX = 1_000
TRANSFERS_MAX = 1_000

_STREAM = re.compile(r"[a-z]{1,16}(:[A-Za-z0-9_.~-]{1,64})?", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_.~:-]{1,128}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_KIND = re.compile(r"[a-z0-9_.-]{1,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the words of whoever decided it."""

    kind: str
    body: Mapping[str, Json] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Tip:
    """The end of a stream that a command was decided on, named by the hash of its last record.

    A commit that is still on its way has a tip too: the store fills in the digest when it writes
    the record. A tip without a digest matches no stream, and a digest that was filled in by a
    transaction that failed matches none either, because it covers the record's content.
    """

    digest: str | None = None


class Lease(msgspec.Struct, frozen=True):
    """A table's clock in the hands of one process; each holder has an epoch of its own."""

    table: str
    holder: str
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """What one command does: all of it is written, or nothing.

    `expected` is the end of the stream that the command was decided on: one that was read, or the
    `tip` of an earlier commit. None appends wherever the stream ends. `actor` and `client_id`
    together name the command, so no one can use up another's ids; `fingerprint` says what was
    asked (see `audit.canonical.fingerprint`).
    """

    stream: str
    expected: Tip | None
    at_ms: int
    actor: str
    client_id: str
    fingerprint: str
    events: tuple[Event, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    limits: tuple[SetLimit, ...] = ()
    round_id: str | None = None
    payout_limit: PayoutLimit | None = None
    lease: Lease | None = None
    """Under which a table's clock acts; refused once another process has taken over."""
    tip: Tip = field(default_factory=Tip, compare=False, repr=False)
    """The end of the stream once this commit is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """The acknowledgement: it is on disk. A repeat gets an equal one."""

    stream: str
    version: int
    head: str
    at_ms: int
    balances: tuple[tuple[str, int], ...]
    """Each player whose account moved, with the balance after this record."""
    is_repeat: bool = field(default=False, compare=False)


Answer = Committed | Refusal


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One record of the journal, read back and checked against its head."""

    stream: str
    version: int
    at_ms: int
    actor: str
    client_id: str
    fingerprint: str
    round_id: str | None
    events: tuple[Event, ...]
    canonical: bytes
    head: str


def commit_refusal(commit: Commit) -> Refusal | None:
    """Why a commit cannot be one, before any state is looked at."""
    for what, text, shape in (
        ("stream", commit.stream, _STREAM),
        ("actor", commit.actor, _NAME),
        ("client's id", commit.client_id, _NAME),
        ("fingerprint", commit.fingerprint, _DIGEST),
    ):
        if type(text) is not str or shape.fullmatch(text) is None:
            return Refusal(RefusalCode.BAD_FIELD, f"The {what} is not valid.")
    if type(commit.at_ms) is not int or not 0 <= commit.at_ms <= INTEGER_MAX:
        return Refusal(RefusalCode.BAD_FIELD, "The time is given in milliseconds since 1970.")
    if commit.round_id is not None and not is_id(commit.round_id):
        return Refusal(RefusalCode.BAD_FIELD, "The round's id is not valid.")
    return _content_refusal(commit)


def _content_refusal(commit: Commit) -> Refusal | None:
    if not (commit.events or commit.transfers or commit.limits):
        return Refusal(RefusalCode.MISSING_FIELD, "The commit is empty.")
    if len(commit.events) > EVENTS_MAX or len(commit.transfers) > TRANSFERS_MAX:
        return Refusal(
            RefusalCode.BAD_FIELD, "A commit holds at most 1,000 events and 1,000 transfers."
        )
    if any(_KIND.fullmatch(event.kind) is None for event in commit.events):
        return Refusal(RefusalCode.BAD_FIELD, "An event's kind is lower case, like bet.placed.")
    new = [t for t in commit.transfers if isinstance(t, Hold) and t.carried_from is None]
    if any(hold.round_id != commit.round_id for hold in new):
        return Refusal(RefusalCode.BAD_FIELD, "A bet must be committed with its own round.")
    # A limit that is set acts from the next bet on, so the two never share a commit.
    if commit.limits and any(isinstance(transfer, Hold) for transfer in commit.transfers):
        return Refusal(RefusalCode.BAD_FIELD, "Limits and bets cannot share a commit.")
    return None
