"""Fairness: the commitment to a round's seed and the draws that follow from the seed alone.

Commitment = SHA-256(seed), shown before bets open. Draw bits = HMAC-SHA256 with the seed as key
over the draw's place (table, round, players' own seeds, counter, block). The commitment is never an
input of a draw.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from pitboss.audit.canonical import canonical
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal

SEED_BYTES = 32
DRAW_DOMAIN = "pitboss/draw/1"
SEAL_DOMAIN = b"pitboss/seal/1\0"
NONCE_BYTES = 16
_BLOCK_BITS = 256


@dataclass(frozen=True, slots=True)
class DrawPlace:
    """Where a draw happens: everything public that its bits depend on."""

    table: str
    round_id: str
    players: tuple[tuple[int, str], ...]
    """The players' own seeds by seat, as fixed when bets closed; none before that."""
    counter: int


def commitment_of(seed: bytes) -> str:
    """What is published before bets open."""
    check(len(seed) == SEED_BYTES, "a round's seed has 256 bits")
    return hashlib.sha256(seed).hexdigest()


def message(place: DrawPlace, block: int) -> bytes:
    """The canonical bytes that one block of a draw is computed over."""
    data = canonical(
        {
            "block": block,
            "counter": place.counter,
            "domain": DRAW_DOMAIN,
            "players": [[seat, text] for seat, text in place.players],
            "round": place.round_id,
            "table": place.table,
        }
    )
    if isinstance(data, Refusal):
        raise BrokenInvariant(f"a draw without canonical bytes: {data}")
    return data


class SealedBits:
    """The bit source of one draw: its blocks in order, each read from its highest bit."""

    def __init__(self, seed: bytes, place: DrawPlace) -> None:
        check(len(seed) == SEED_BYTES, "a round's seed has 256 bits")
        self._seed = seed
        self._place = place
        self._block = 0
        self._pool = 0
        self._pool_bits = 0

    def bits(self, count: int) -> int:
        """The next `count` bits."""
        while self._pool_bits < count:
            digest = hmac.digest(self._seed, message(self._place, self._block), "sha256")
            self._block += 1
            self._pool = (self._pool << _BLOCK_BITS) | int.from_bytes(digest, "big")
            self._pool_bits += _BLOCK_BITS
        self._pool_bits -= count
        drawn = self._pool >> self._pool_bits
        self._pool &= (1 << self._pool_bits) - 1
        return drawn


def sealed_under(key: bytes, seed: bytes, *, nonce: bytes, round_id: str) -> str:
    """The seed as it may be written down: one-time pad from the house's key and a fresh nonce."""
    check(len(nonce) == NONCE_BYTES, "a fresh nonce has 128 bits")
    pad = hmac.digest(key, SEAL_DOMAIN + nonce + round_id.encode(), "sha256")
    return (nonce + bytes(a ^ b for a, b in zip(seed, pad, strict=True))).hex()


def unsealed(key: bytes, text: str, *, round_id: str, commitment: str) -> bytes | None:
    """The seed back, or None when this key is not the one it was sealed under."""
    data = bytes.fromhex(text)
    if len(data) != NONCE_BYTES + SEED_BYTES:
        return None
    pad = hmac.digest(key, SEAL_DOMAIN + data[:NONCE_BYTES] + round_id.encode(), "sha256")
    seed = bytes(a ^ b for a, b in zip(data[NONCE_BYTES:], pad, strict=True))
    return seed if hmac.compare_digest(commitment_of(seed), commitment) else None
