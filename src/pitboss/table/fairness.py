"""Fairness: the chain of round seeds, the hashes of players' seeds, and the draws they give.

The seeds of a table's rounds form a hash chain: each hashes to the one before, the first to the
published end. Draw bits = HMAC-SHA256 with the round's seed as key over the draw's place (table,
round, players' revealed seeds, counter, block). The commitment is never an input of a draw.
docs/reference/fairness.md specifies all of it.
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from pitboss.audit.canonical import canonical
from pitboss.equipment.draws import BlockBits
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal

SEED_BYTES = 32
DRAW_DOMAIN = "pitboss/draw/1"
CHAIN_DOMAIN = b"pitboss/chain/1\0"
PLAYER_DOMAIN = b"pitboss/player-seed/1\0"
KEY_DOMAIN = b"pitboss/round-key-hash/1\0"
CHAIN_LENGTH = 1_024
"""Rounds that one published chain serves."""
CHAIN_LENGTH_MAX = 4_096
"""The longest chain that is accepted: checking a round takes one hash per link before it."""


class DrawPlace(msgspec.Struct, frozen=True):
    """The place of a draw: everything public that its bits depend on."""

    table: str
    round_id: str
    players: tuple[tuple[int, str], ...]
    """The players' revealed seeds by seat; none before bets closed."""
    counter: int


def commitment_of(seed: bytes, *, link: int) -> str:
    """What a round's seed hashes to; link 0 is a round of before there were chains."""
    check(len(seed) == SEED_BYTES, "a round's seed has 256 bits")
    return previous_seed(seed).hex() if link else hashlib.sha256(seed).hexdigest()


def previous_seed(seed: bytes) -> bytes:
    """The seed of the round before on the chain, or the chain's end."""
    return hashlib.sha256(CHAIN_DOMAIN + seed).digest()


def chain_end(seed: bytes, link: int) -> str:
    """Where the chain ends that has this seed as its link of that number."""
    for _ in range(link):
        seed = previous_seed(seed)
    return seed.hex()


def player_hash(round_id: str, seat: int, text: str) -> str:
    """What a player publishes of a seed while bets are open; no other seat or round can use it."""
    place = f"{round_id}\0{seat}\0{text}".encode()
    return hashlib.sha256(PLAYER_DOMAIN + place).hexdigest()


def key_hash(key: bytes) -> str:
    """What a round commits to of the key that its sealed events are encrypted with."""
    return hashlib.sha256(KEY_DOMAIN + key).hexdigest()


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


class SealedBits(BlockBits):
    """The bit source of one draw: its blocks in order, each read from its highest bit."""

    def __init__(self, seed: bytes, place: DrawPlace) -> None:
        super().__init__()
        check(len(seed) == SEED_BYTES, "a round's seed has 256 bits")
        self._seed = seed
        self._place = place

    def block(self, number: int) -> bytes:
        return hmac.digest(self._seed, message(self._place, number), "sha256")
