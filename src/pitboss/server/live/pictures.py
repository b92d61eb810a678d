"""Pictures: what a viewer was shown last, and the changes that are sent in place of the whole.

The welcome holds the table as everybody sees it, facts that never change included. Every message
after it says what changed since the one before. What is alike for several viewers of a table is
compared and encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from operator import attrgetter
from typing import NamedTuple, cast

import msgspec

from pitboss.refusals import Refusal
from pitboss.server.edge.socket_protocol import text_frame
from pitboss.server.live.messages import Changed, Shown
from pitboss.table.changes import Changes, find_changes
from pitboss.table.view_records import TableView
from pitboss.table.views import OWN_PARTS

PUBLIC_MS = 50
"""How old the time in a message to strangers may be."""
PARTS_MAX = 500
PartKey = tuple[str, int, int]
_encode = msgspec.json.Encoder().encode
_SHARED = tuple(name for name in TableView.__struct_fields__ if name not in OWN_PARTS)
_shared_parts, _own_parts = attrgetter(*_SHARED), attrgetter(*OWN_PARTS)
_UNLIKE = frozenset({"balance", "offers", "viewer"})
"""Parts that hardly two viewers share."""


class Picture(NamedTuple):
    """A table as a viewer has it on the screen, under a number that no other picture of it has."""

    number: int
    version: int
    view: TableView
    public: TableView
    """The view whose parts it shares with all other viewers."""


@dataclass(slots=True)
class Sent:
    """What one viewer has: the welcome's picture, and the one that the last message made of it."""

    first: Picture
    last: Picture | None = None
    is_repeated: bool = False
    """Whether the whole was sent again, which is done once."""

    @property
    def newest(self) -> Picture:
        return self.last or self.first

    def forget(self) -> bool:
        """Send all that changed since the welcome again; False when that was done before."""
        self.last = None
        self.is_repeated, was_repeated = True, self.is_repeated
        return not was_repeated


@dataclass(slots=True)
class Pictures:
    """The pictures of one table."""

    look: Callable[[], Shown | Refusal]
    """Shows the table as strangers see it."""
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    public: Picture | None = None
    public_version: int = 0
    """The version of the table that `public` was last seen to show."""
    public_ms: int = 0
    frames: dict[int, bytes] = field(default_factory=dict)
    """Frames that make other pictures the public one, by the numbers of those."""
    parts: dict[PartKey, tuple[object, object, bytes]] = field(default_factory=dict)
    """Changes by part and the identity of what was and is there, kept so that it stays theirs."""

    def show_everybody(self, version: int, now_ms: int) -> Picture | Refusal:
        """The table as strangers see it."""
        kept, is_new = self.public, now_ms - self.public_ms < PUBLIC_MS
        if kept is not None and self.public_version == version and is_new:
            return kept
        shown = self.look()
        if isinstance(shown, Refusal):
            return shown
        if kept is None or kept.view != shown.view:
            kept = Picture(next(self.numbers), shown.version, shown.view, shown.view)
        self.public, self.public_version, self.public_ms = kept, shown.version, now_ms
        self.frames.clear()
        return kept

    def tell_stranger(self, sent: Sent, version: int, now_ms: int) -> bytes | Refusal | None:
        """One frame for all strangers who have the same picture; None when nothing changed."""
        picture = self.show_everybody(version, now_ms)
        if isinstance(picture, Refusal) or picture == sent.last:
            return picture if isinstance(picture, Refusal) else None
        since, sent.last = sent.newest, picture
        data = self.frames.get(since.number)
        if data is None:
            data = self.frames[since.number] = self._write(since, picture, self.public_ms)
        return data

    def tell(
        self, shown: Shown, public: TableView, sent: Sent, *, is_staff: bool = False
    ) -> bytes | None:
        """What changed for one viewer, whose view is made of the public one; None for nothing.

        A desk waits for the version of its page; nobody else learns that something happened which
        they cannot see.
        """
        last = sent.last
        is_known = last is not None and last.view == shown.view
        if is_known and not (is_staff and sent.newest.version != shown.version):
            return None
        picture = Picture(next(self.numbers), shown.version, shown.view, public)
        since, sent.last = sent.newest, picture
        return self._write(since, picture, shown.now_ms)

    def _write(self, since: Picture, picture: Picture, now_ms: int) -> bytes:
        """The frame that makes one picture of the other."""
        parts = [self._find_shared(since.public, picture.public)]
        for name, was, now in zip(
            OWN_PARTS, _own_parts(since.view), _own_parts(picture.view), strict=True
        ):
            if was is not now:
                parts.append(self._changes(name, was, now))
        # Equal parts that are two objects leave nothing to say.
        changes = msgspec.Raw(b"{%b}" % b",".join(filter(None, parts)))
        message = Changed(
            after=since.number,
            number=picture.number,
            version=picture.version,
            now_ms=now_ms,
            # What is encoded already passes as it is.
            changes=cast(Changes, changes),
        )
        return text_frame(_encode(message))

    def _find_shared(self, before: TableView, after: TableView) -> bytes:
        """The entries for all parts that no viewer sees differently: once for all of them."""
        if before is after:
            return b""
        key = "", id(before), id(after)
        kept = self.parts.get(key)
        if kept is not None:
            return kept[2]
        pairs = zip(_SHARED, _shared_parts(before), _shared_parts(after), strict=True)
        parts = [self._changes(name, was, now) for name, was, now in pairs if was is not now]
        return self._keep(key, before, after, b",".join(filter(None, parts)))

    def _changes(self, name: str, before: object, after: object) -> bytes:
        """The entries of a message for one part, without the braces around all of them."""
        if name in _UNLIKE:
            return _encode(find_changes(before, after, name))[1:-1]
        key = name, id(before), id(after)
        kept = self.parts.get(key)
        if kept is not None:
            return kept[2]
        return self._keep(key, before, after, _encode(find_changes(before, after, name))[1:-1])

    def _keep(self, key: PartKey, before: object, after: object, found: bytes) -> bytes:
        if len(self.parts) >= PARTS_MAX:
            self.parts.clear()
        self.parts[key] = before, after, found
        return found
