"""Every settled bet of a store as one tidy row, read page by page from the journal.

A row joins a line of a settlement with the opening of its round. Rounds that were void have no
lines. Every record is checked against the hash chain on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256

import msgspec

from pitboss.audit.chain import first_head
from pitboss.pit.replay import STREAM, stream_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.store import Store

PAGE = 4_096
COLUMNS = (
    *("table", "round", "at", "game", "edition", "edition_hash", "seat", "player", "spot"),
    *("stake", "result", "odds", "paid", "clause"),
)
"""`paid` is what the bet won beside its stake; `odds` is empty where nothing was paid."""
RoundLine = tuple[str, ...]
"""All texts, exactly as the journal has them; `at` is UTC."""
_OPENED, _SETTLED = "round.opened", "round.settled"
_LINK = b"pitboss/record/1\0"


class _Body(msgspec.Struct):
    """What an opening and a settlement say that a row needs."""

    round_id: str = ""
    game: str = ""
    edition: str = ""
    edition_hash: str = ""
    players: tuple[tuple[int, str], ...] = ()
    lines: tuple[str, ...] = ()


class _Event(msgspec.Struct):
    kind: str
    body: msgspec.Raw


class _Record(msgspec.Struct):
    at_ms: int
    events: tuple[_Event, ...] = ()


_read_record = msgspec.json.Decoder(_Record).decode
_read_body = msgspec.json.Decoder(_Body).decode


def round_lines(store: Store, table: str | None = None) -> Iterator[list[RoundLine] | Refusal]:
    """The rows of one table or of all, some thousand records at a time; a refusal comes last."""
    ends = store.heads()
    if isinstance(ends, Refusal):
        yield ends
        return
    named = None if table is None else stream_of(table)
    streams = [end.stream for end in ends if end.stream.startswith(STREAM)]
    streams = [stream for stream in streams if named in (None, stream)]
    if table is not None and not streams:
        yield Refusal(RefusalCode.UNKNOWN_ROUND, f"The store has no table {table}.")
        return
    for stream in streams:
        for page in _Reader(stream).pages(store):
            yield page
            if isinstance(page, Refusal):
                return


class _Reader:
    """One table's journal, from its first record on."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.table = stream.removeprefix(STREAM)
        self.version = 0
        self.digest = bytes.fromhex(first_head(stream).digest)
        self.opened: dict[str, _Body] = {}

    def pages(self, store: Store) -> Iterator[list[RoundLine] | Refusal]:
        while True:
            rows = store.raw_journal(self.stream, after=self.version, limit=PAGE)
            if isinstance(rows, Refusal):
                yield rows
                return
            found = self._lines(rows)
            yield found
            if isinstance(found, Refusal) or len(rows) < PAGE:
                return

    def _lines(self, rows: list[tuple[int, str, str]]) -> list[RoundLine] | Refusal:
        found: list[RoundLine] = []
        expected, digest = self.version, self.digest
        # Written out rather than called for each record: this loop is what an export waits for.
        for version, record, head in rows:
            expected += 1
            digest = sha256(_LINK + digest + record.encode()).digest()
            if version != expected or digest.hex() != head:
                sentence = f"Record {expected} of {self.stream} is not the one that was written."
                return Refusal(RefusalCode.TAMPERED, sentence)
            if _SETTLED in record or _OPENED in record:
                self._take(record, found)
        self.version, self.digest = expected, digest
        return found

    def _take(self, text: str, found: list[RoundLine]) -> None:
        record = _read_record(text)
        for event in record.events:
            if event.kind == _OPENED:
                body = _read_body(event.body)
                self.opened[body.round_id] = body
            elif event.kind == _SETTLED:
                settled = _read_body(event.body)
                opening = self.opened.pop(settled.round_id, None)
                if opening is not None:
                    found += self._rows(record.at_ms, opening, settled.lines)

    def _rows(self, at_ms: int, opening: _Body, lines: tuple[str, ...]) -> Iterator[RoundLine]:
        players = {str(seat): player for seat, player in opening.players}
        at = datetime.fromtimestamp(at_ms / 1_000, UTC).isoformat(timespec="milliseconds")
        played = (opening.game, opening.edition, opening.edition_hash)
        start = (self.table, opening.round_id, at, *played)
        for line in lines:
            _, seat, spot, stake, result, odds, paid, clause = line.split(" ")
            shown = "" if odds == "-" else odds
            player = players.get(seat, "")
            yield (*start, seat, player, spot, stake, result, shown, paid, clause)
