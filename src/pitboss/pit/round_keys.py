"""Round keys: what is drawn, decided and called in a round is encrypted until the round ends.

Each round has a key of its own, derived from the house's. The round's opening commits to its hash
and the record that ends the round reveals it, so that from then on anybody can read the journal.
Every draw is sealed, face up or not: what the journal hides depends on no game's idea of who sees
what. docs/how-it-works/ledger-and-audit.md specifies the format.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator

import msgspec

from pitboss.pit.encryption import NONCE_BYTES, decrypt, encrypt
from pitboss.refusals import Refusal
from pitboss.store.records import Event as StoredEvent
from pitboss.store.records import Record
from pitboss.table import event_codec
from pitboss.table import events as ev
from pitboss.table.fairness import key_hash
from pitboss.table.state import TableState

SEALED = (ev.OutcomeDrawn, ev.DrawsCorrected, ev.Decided, ev.Called)
BLOCK_BYTES = 256
"""What is encrypted is filled up to a multiple of this, so that its length tells nothing."""
PLACE = "pitboss/event/1"
_KEY_DOMAIN = b"pitboss/round-key/1\0"
_NONCE_DOMAIN = b"pitboss/event-nonce/1\0"

Events = tuple[ev.Event, ...]


def round_key(house_key: bytes, round_id: str) -> bytes:
    return hmac.digest(house_key, _KEY_DOMAIN + round_id.encode(), "sha256")


def is_key_of(house_key: bytes, state: TableState) -> bool:
    """Whether this house's key opens the round in play; also where nothing of it is encrypted."""
    if not state.key_hash or state.round_id is None:
        return True
    return key_hash(round_key(house_key, state.round_id)) == state.key_hash


# --- writing ---------------------------------------------------------------------------------


def encode_events(
    events: Events, key: bytes | None = None, *, position: int = 0
) -> tuple[StoredEvent, ...]:
    """Events as the store keeps them: sealed where there is a key and the event needs it.

    `position` is where in its round the first one stands: equal events look different.
    """
    found = []
    for at, event in enumerate(events, position):
        kept = event
        if key is not None and isinstance(event, SEALED):
            kept = _seal(key, event, at)
        found.append(StoredEvent(ev.kind_of(kept), event_codec.encode(kept)))
    return tuple(found)


def _seal(key: bytes, event: ev.Event, position: int) -> ev.EventSealed:
    plain = msgspec.json.encode([ev.kind_of(event), event_codec.encode(event)])
    plain += b" " * (-len(plain) % BLOCK_BYTES)
    # Derived, so that only the same event at the same place ever meets the same nonce.
    nonce = hashlib.sha256(_NONCE_DOMAIN + key + b"%d\0" % position + plain).digest()
    return ev.EventSealed(encrypt(key, plain, nonce=nonce[:NONCE_BYTES], place=PLACE))


# --- reading ---------------------------------------------------------------------------------


def unseal_events(events: Events, key: bytes | None) -> Events:
    if key is None:
        return events
    return tuple(_open(key, one) if isinstance(one, ev.EventSealed) else one for one in events)


def _open(key: bytes, sealed: ev.EventSealed) -> ev.Event:
    plain = decrypt(key, sealed.text, place=PLACE)
    if plain is None:
        return sealed
    try:
        kind, body = msgspec.json.decode(plain)
    except (msgspec.DecodeError, TypeError, ValueError):
        return sealed
    event = event_codec.decode(kind, body)
    return event if isinstance(event, SEALED) else sealed


def events_of(record: Record) -> Events | Refusal:
    """A record's events as they are written, read back strictly."""
    found = []
    for one in record.events:
        event = event_codec.decode(one.kind, one.body)
        if isinstance(event, Refusal):
            return event
        found.append(event)
    return tuple(found)


def open_record(record: Record, house_key: bytes | None) -> Events | Refusal:
    """A record's events, the sealed ones opened if this is the house's key of their round."""
    found = events_of(record)
    if isinstance(found, Refusal) or house_key is None or not is_sealed(found):
        return found
    return unseal_events(found, round_key(house_key, record.round_id or ""))


Unsealed = tuple[Record, Events | Refusal]


def unseal_records(
    records: Iterable[Record | Refusal], house_key: bytes | None = None
) -> Iterator[Unsealed | Refusal]:
    """Records with their events, opened by the house's key or by the one their round reveals.

    What neither opens stays sealed: of a round in play, or of one that was void with its key lost.
    """
    waiting: list[Unsealed] = []
    for record in records:
        if isinstance(record, Refusal):
            yield record
            return
        found = open_record(record, house_key)
        if isinstance(found, Refusal) or not (waiting or is_sealed(found)):
            yield from waiting
            waiting.clear()
            yield record, found
            continue
        waiting.append((record, found))
        if any(isinstance(one, ev.RoundSettled | ev.RoundVoided) for one in found):
            yield from _unseal_all(waiting, find_key(found))
            waiting.clear()
    yield from waiting


def is_sealed(events: Events) -> bool:
    """Whether any of these is still sealed."""
    return any(isinstance(one, ev.EventSealed) for one in events)


def find_key(events: Events) -> bytes | None:
    for one in events:
        if isinstance(one, ev.KeyRevealed):
            try:
                return bytes.fromhex(one.key)
            except ValueError:
                return None
    return None


def _unseal_all(waiting: list[Unsealed], key: bytes | None) -> Iterator[Unsealed]:
    for record, events in waiting:
        yield record, events if isinstance(events, Refusal) else unseal_events(events, key)
