"""Types of card sets: what remains of a set when suits and ranks of equal standing are swapped.

Ranks are sorted into labelled groups. A rank of a set becomes a code, the label above four bits
that say which suits it has; a set becomes the sorted list of its codes. Two sets have one type when
a renaming of suits turns one list into the other.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

WIDTH = 8
"""Codes per row: seven ranks at most, and one byte of padding to fill a machine word."""

Codes = NDArray[np.uint8]
Keys = NDArray[np.uint64]
Counts = NDArray[np.int64]


@cache
def _renamings(suits: int) -> Codes:
    """For each permutation of the suits, every code with its suits renamed."""
    tables = []
    for order in permutations(range(suits)):
        nibble = [
            sum(1 << order[suit] for suit in range(suits) if value >> suit & 1)
            for value in range(16)
        ]
        tables.append([code & 0xF0 | nibble[code & 15] if code & 15 else 0 for code in range(256)])
    return np.array(tables, dtype=np.uint8)


def pack(codes: Codes) -> Keys:
    """One number per row of sorted codes, in the order of the rows as lists."""
    return np.ascontiguousarray(codes).view(">u8")[..., 0].astype(np.uint64)


def unpack(keys: Keys) -> Codes:
    return keys.astype(">u8").view(np.uint8).reshape(-1, WIDTH)


def sorted_keys(codes: Codes) -> Keys:
    """The keys of rows as they stand, suits not renamed."""
    return pack(np.sort(codes, axis=-1))


def canonical(codes: Codes, *, suits: int) -> tuple[Keys, NDArray[np.intp]]:
    """The distinct types among rows of codes, and for each row the index of its type."""
    plain, inverse = np.unique(sorted_keys(codes), return_inverse=True)
    images = _renamings(suits)[:, unpack(plain)]
    least = sorted_keys(images).min(axis=0)
    keys, index = np.unique(least, return_inverse=True)
    return keys, index[inverse]


def suit_images(keys: Keys, *, suits: int) -> Counts:
    """How many different lists of codes a type has: renamings over those that change nothing."""
    images = sorted_keys(_renamings(suits)[:, unpack(keys)])
    fixed = (images == keys).sum(axis=0)
    result: Counts = images.shape[0] // fixed
    return result
