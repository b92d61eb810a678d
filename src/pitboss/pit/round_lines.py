"""Settled rounds of a store, read page by page from the journal, and their bets as tidy rows.

A round joins its settlement with its opening. Rounds that were void have no lines. Every record is
checked against the hash chain on the way.
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
_OPENED, _SETTLED, _VOIDED = "round.opened", "round.settled", "round.voided"
_CORRECTED = "round.corrected"
_CHIPS, _BOUGHT = '"chips.', "chips.bought"
_COUNTED = (_SETTLED, _OPENED, _VOIDED, _CHIPS, _CORRECTED)
_LINK = b"pitboss/record/1\0"


class _Body(msgspec.Struct):
    """What an opening and a settlement say that a row needs."""

    round_id: str = ""
    game: str = ""
    edition: str = ""
    edition_hash: str = ""
    players: tuple[tuple[int, str], ...] = ()
    lines: tuple[str, ...] = ()
    is_void: int = 0
    moves: tuple[tuple[int, str, int], ...] = ()
    asked_by: str = ""


class SettledRound(msgspec.Struct):
    """A round that ended, as far as its bets are concerned."""

    table: str
    opening: _Body
    opened_ms: int
    ended_ms: int
    actor: str
    """Who settled or voided it, such as `dealer:anna`."""
    lines: tuple[str, ...]
    """In the words of the round notation; none where the round was void."""
    is_void: bool

    @property
    def players(self) -> dict[str, str]:
        """Who sat at which seat."""
        return {str(seat): player for seat, player in self.opening.players}


class ChipMove(msgspec.Struct):
    """A walk-up player bought chips at the table, or left with them."""

    table: str
    at_ms: int
    actor: str
    player: str
    bought: int
    """Nothing where chips were coloured up."""


class LateCorrection(msgspec.Struct):
    """A settled round was corrected: by seat and spot, what went to the player."""

    table: str
    at_ms: int
    actor: str
    """Who asked for it."""
    players: dict[int, str]
    moves: tuple[tuple[int, str, int], ...]


class _Chips(msgspec.Struct):
    player: str
    amount: int


Found = list[SettledRound | ChipMove | LateCorrection]


class _Event(msgspec.Struct):
    kind: str
    body: msgspec.Raw


class _Record(msgspec.Struct):
    at_ms: int
    actor: str
    events: tuple[_Event, ...] = ()


_read_record = msgspec.json.Decoder(_Record).decode
_read_body = msgspec.json.Decoder(_Body).decode
_read_chips = msgspec.json.Decoder(_Chips).decode


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
        for page in RoundReader(stream).pages(store):
            if isinstance(page, Refusal):
                yield page
                return
            yield [row for one in page if isinstance(one, SettledRound) for row in _rows(one)]


def _rows(one: SettledRound) -> Iterator[RoundLine]:
    opening, players = one.opening, one.players
    at = datetime.fromtimestamp(one.ended_ms / 1_000, UTC).isoformat(timespec="milliseconds")
    played = (opening.game, opening.edition, opening.edition_hash)
    start = (one.table, opening.round_id, at, *played)
    for line in one.lines:
        _, seat, spot, stake, result, odds, paid, clause, *_ = line.split(" ")
        shown = "" if odds == "-" else odds
        yield (*start, seat, players.get(seat, ""), spot, stake, result, shown, paid, clause)


class RoundReader:
    """One table's journal, from a record on; `digest` is the chain's there."""

    def __init__(self, stream: str, version: int = 0, digest: str | None = None) -> None:
        self.stream = stream
        self.table = stream.removeprefix(STREAM)
        self.version = version
        self.between = version
        """How far the journal was read when no round was open last."""
        self.digest = bytes.fromhex(digest or first_head(stream).digest)
        self.opened: dict[str, tuple[int, _Body]] = {}
        self.moves: Found = []
        """Chips that moved in a round that is still open; handed on with it."""

    def pages(self, store: Store) -> Iterator[Found | Refusal]:
        while True:
            rows = store.raw_journal(self.stream, after=self.version, limit=PAGE)
            if isinstance(rows, Refusal):
                yield rows
                return
            found = self._rounds(rows)
            yield found
            if isinstance(found, Refusal) or len(rows) < PAGE:
                return

    def _rounds(self, rows: list[tuple[int, str, str]]) -> Found | Refusal:
        found: Found = []
        expected, digest = self.version, self.digest
        # Written out rather than called for each record: this loop is what an export waits for.
        for version, record, head in rows:
            expected += 1
            digest = sha256(_LINK + digest + record.encode()).digest()
            if version != expected or digest.hex() != head:
                sentence = f"Record {expected} of {self.stream} is not the one that was written."
                return Refusal(RefusalCode.TAMPERED, sentence)
            if any(kind in record for kind in _COUNTED):
                self._take(record, found)
            if not self.opened:
                self.between = expected
                if self.moves:
                    found += self.moves
                    self.moves = []
        self.version, self.digest = expected, digest
        return found

    def _take(self, text: str, found: Found) -> None:
        record = _read_record(text)
        for event in record.events:
            if event.kind == _OPENED:
                body = _read_body(event.body)
                self.opened[body.round_id] = (record.at_ms, body)
            elif event.kind.startswith("chips."):
                chips = _read_chips(event.body)
                bought = chips.amount if event.kind == _BOUGHT else 0
                self.moves.append(
                    ChipMove(self.table, record.at_ms, record.actor, chips.player, bought)
                )
            elif event.kind == _CORRECTED:
                late = _read_body(event.body)
                players = dict(late.players)
                self.moves.append(
                    LateCorrection(self.table, record.at_ms, late.asked_by, players, late.moves)
                )
            elif event.kind in (_SETTLED, _VOIDED):
                ended = _read_body(event.body)
                opened_ms, opening = self.opened.pop(ended.round_id, (0, None))
                if opening is not None:
                    found.append(
                        SettledRound(
                            self.table,
                            opening,
                            opened_ms,
                            record.at_ms,
                            record.actor,
                            ended.lines,
                            event.kind == _VOIDED or bool(ended.is_void),
                        )
                    )
