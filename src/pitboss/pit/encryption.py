"""Encryption of what the journal may not show yet: AES-256-GCM under a key, bound to its place.

`decrypt_padded` opens the seeds of rounds that older versions sealed with a one-time pad.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from pitboss.invariants import check

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12
_KEY_DOMAIN = b"pitboss/encrypt/1\0"
_PAD_DOMAIN = b"pitboss/seal/1\0"
_PAD_NONCE_BYTES = 16


def encrypt(key: bytes, plain: bytes, *, nonce: bytes, place: str) -> str:
    """Nonce and ciphertext in hexadecimal; only the same key and place decrypt it."""
    check(len(nonce) == NONCE_BYTES, "a nonce has 96 bits")
    return (nonce + _cipher(key).encrypt(nonce, plain, place.encode())).hex()


def decrypt(key: bytes, text: str, *, place: str) -> bytes | None:
    """The plain bytes, or None when key, place or text are not those of the encryption."""
    from cryptography.exceptions import InvalidTag

    try:
        data = bytes.fromhex(text)
        return _cipher(key).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], place.encode())
    except (InvalidTag, ValueError):
        return None


def _cipher(key: bytes) -> AESGCM:
    # An extra that rules and proofs do without, hence not at the top.
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(hmac.digest(key, _KEY_DOMAIN, "sha256"))


def decrypt_padded(key: bytes, text: str, *, round_id: str, commitment: str) -> bytes | None:
    """A seed that an older version sealed, or None when this key did not seal it."""
    data = bytes.fromhex(text)
    nonce, padded = data[:_PAD_NONCE_BYTES], data[_PAD_NONCE_BYTES:]
    pad = hmac.digest(key, _PAD_DOMAIN + nonce + round_id.encode(), "sha256")
    if len(padded) != len(pad):
        return None
    seed = bytes(a ^ b for a, b in zip(padded, pad, strict=True))
    found = hashlib.sha256(seed).hexdigest()
    return seed if hmac.compare_digest(found, commitment) else None
