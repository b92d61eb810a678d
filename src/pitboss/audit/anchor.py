"""Anchors: signed heads, each line naming the one before it.

The store keeps the lines in the database and in a file outside it; a copy kept elsewhere is what
makes a cut tail or a rewrite visible.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.audit.canonical import Json, canonical
from pitboss.audit.chain import Head
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SEED_BYTES = 32
NO_LINE = "0" * 64
"""What the first line names as the line before it."""


@dataclass(frozen=True, slots=True)
class Signer:
    """An Ed25519 key, made from 32 secret bytes that are handed in."""

    seed: bytes

    def __post_init__(self) -> None:
        check(len(self.seed) == SEED_BYTES, "an Ed25519 seed has 32 bytes")

    def public_key(self) -> str:
        """The public key in hexadecimal, to be published beside the game."""
        return self._key().public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        return self._key().sign(message).hex()

    def _key(self) -> Ed25519PrivateKey:
        # An extra that the verifier does without, hence not at the top.
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed)


def line_digest(line: bytes) -> str:
    """What the next line names: SHA-256 of a line without its line end."""
    return hashlib.sha256(line.rstrip(b"\n")).hexdigest()


def anchor_line(
    heads: Iterable[Head],
    *,
    previous: str,
    number: int,
    at_ms: int,
    signer: Signer,
    ledger: str | None = None,
) -> bytes:
    """One anchor: the heads that moved, the line before, the time, the key, the signature.

    `ledger` is the digest of the ledger in the snapshot that the heads were read from.
    """
    check(len(previous) == len(NO_LINE), "an anchor names the line before it")
    ordered = sorted(heads, key=lambda head: head.stream)
    body: dict[str, Json] = {
        "at_ms": at_ms,
        "heads": [[head.stream, head.version, head.digest] for head in ordered],
        "key": signer.public_key(),
        "number": number,
        "previous": previous,
    }
    if ledger is not None:
        body["ledger"] = ledger
    body["signature"] = signer.sign(_bytes(body))
    return _bytes(body) + b"\n"


def _bytes(body: Json) -> bytes:
    data = canonical(body)
    if isinstance(data, Refusal):
        raise BrokenInvariant(f"an anchor that is not canonical: {data}")
    return data
