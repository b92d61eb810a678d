"""A lattice of types: given types of hands and all types of their subsets, card by card.

Answers, in integers, how many hands of a family contain a set and how many avoid it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.parameters import FULL_RANKS
from pitboss.exact.gin_and_win.types import (
    WIDTH,
    Codes,
    Counts,
    Keys,
    canonical,
    suit_images,
    unpack,
)
from pitboss.invariants import check


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Level i holds every type of an i-card subset of the seeds, level `hand` the seeds."""

    hand: int
    suits: int
    levels: tuple[Keys, ...]
    less_one: tuple[NDArray[np.intp], ...]
    """less_one[i][a, c]: the type at level i - 1 of type a at level i without its card c."""


def _without_each_card(keys: Keys, *, cards: int) -> Codes:
    """For every type, the rows of codes that are left when one card is taken away."""
    codes = unpack(keys)
    cuts = []
    for suit in range(4):
        bit = np.uint8(1 << suit)
        row, column = np.nonzero(codes & bit)
        cut = codes[row]
        code = cut[np.arange(row.size), column] & ~bit
        cut[np.arange(row.size), column] = np.where(code & 15, code, 0)
        cuts.append((row, cut))
    rows = np.concatenate([row for row, _ in cuts])
    together = np.concatenate([cut for _, cut in cuts])[np.argsort(rows, kind="stable")]
    return together.reshape(keys.size, cards, WIDTH)


def build(seeds: Keys, *, hand: int, suits: int) -> Lattice:
    """The lattice below these types, which must be canonical and distinct."""
    levels = [seeds]
    links: list[NDArray[np.intp]] = []
    for cards in range(hand, 0, -1):
        cuts = _without_each_card(levels[0], cards=cards)
        below, index = canonical(cuts.reshape(-1, WIDTH), suits=suits)
        links.insert(0, index.reshape(-1, cards))
        levels.insert(0, below)
    none = np.zeros((1, 0), dtype=np.intp)
    return Lattice(hand, suits, tuple(levels), (none, *links))


@dataclass(frozen=True, slots=True, eq=False)
class Sizes:
    """How many card sets have each type: a constant times a product of binomials.

    A group of G ranks gives k of them to k codes in C(G, k) ways, and the codes among
    themselves in k! ways over the factorial of how often each code stands there; and a type
    has as many lists of codes as suit images.
    """

    constant: Counts
    uses: Counts
    """(distinct uses, labels): how many ranks of each label a type takes."""
    use: NDArray[np.intp]
    """For each type, its row of `uses`."""

    def ways(self, group_sizes: Counts) -> Counts:
        """(distinct uses, choices): the product of binomials; group_sizes is (labels, choices)."""
        result: Counts = np.prod(binomials()[group_sizes[None], self.uses[:, :, None]], axis=1)
        return result

    def at(self, group_sizes: Counts) -> Counts:
        """(types, choices): how many sets there are of each type."""
        return self.constant[:, None] * self.ways(group_sizes)[self.use]


@cache
def binomials() -> Counts:
    """C(n, k) for n up to the ranks of a deck and k up to the cards of a hand."""
    return np.array([[comb(n, k) for k in range(WIDTH)] for n in range(FULL_RANKS + 1)])


def sizes(keys: Keys, *, suits: int, labels: int) -> Sizes:
    codes = unpack(keys)
    label = np.where(codes, codes >> 4, 255)
    uses = np.stack([(label == one).sum(axis=1) for one in range(labels)], axis=1)
    orders = np.prod(np.array([factorial(k) for k in range(WIDTH)])[uses], axis=1)
    constant = suit_images(keys, suits=suits) * orders // _repetitions(codes)
    # One number a row of uses makes them quick to compare.
    _, first, use = np.unique(
        uses @ WIDTH ** np.arange(labels), return_index=True, return_inverse=True
    )
    return Sizes(constant, uses[first], use)


def _repetitions(codes: Codes) -> Counts:
    """The product, over the codes of a row, of the factorial of how often each stands there."""
    result = np.ones(codes.shape[0], dtype=np.int64)
    run = result.copy()
    for column in range(1, WIDTH):
        # Codes are sorted, so equal ones are neighbours.
        run = np.where(codes[:, column] == codes[:, column - 1], run + 1, 1)
        result *= np.where(codes[:, column], run, 1)
    return result


def within(lattice: Lattice, seeds: Counts) -> tuple[Counts, ...]:
    """For each level and type, the sum over seed hands of their subsets of that type.

    `seeds` weighs the seed types in each of several families (types, families). A subset of
    i cards is reached from a hand of n along (n - i)! orders of taking cards away.
    """
    sums = [seeds]
    for cards in range(lattice.hand, 0, -1):
        index = lattice.less_one[cards].reshape(-1)
        order = np.argsort(index, kind="stable")
        starts = np.searchsorted(index[order], np.arange(lattice.levels[cards - 1].size))
        below = np.add.reduceat(sums[0][order // cards], starts, axis=0)
        less, rest = np.divmod(below, lattice.hand - cards + 1)
        check(not rest.any(), "every order of taking cards away is counted")
        sums.insert(0, less)
    return tuple(sums)


def containing(
    lattice: Lattice, sums: tuple[Counts, ...], group_sizes: Counts
) -> tuple[Counts, ...]:
    """For each level and type, how many hands of the family contain a given set of the type.

    `sums` is what `within` gave; one column of group sizes serves any number of families.
    """
    found = []
    for keys, level_sums in zip(lattice.levels, sums, strict=True):
        many = sizes(keys, suits=lattice.suits, labels=group_sizes.shape[0]).at(group_sizes)
        check(
            not np.where(many == 0, level_sums, 0).any(), "a type that cannot occur lies in no hand"
        )
        contained, rest = np.divmod(level_sums, np.maximum(many, 1))
        check(not rest.any(), "sets of one type lie in equally many hands")
        found.append(contained)
    return tuple(found)


def avoiding(lattice: Lattice, contained: tuple[Counts, ...]) -> Counts:
    """For each seed type, how many hands of the family share no card with a hand of the type.

    Inclusion and exclusion over the subsets A of the hand: the sum of (-1)^|A| N(A). Adding up
    card by card reaches A along (n - |A|)! orders, so A enters with n! / (n - |A|)! and the
    sum is n! times the answer.
    """
    hand = lattice.hand
    total = contained[0]
    for cards in range(1, hand + 1):
        weight = (-1) ** cards * factorial(hand) // factorial(hand - cards)
        total = weight * contained[cards] + total[lattice.less_one[cards]].sum(axis=1)
    check(not (total % factorial(hand)).any(), "the telescoped sum is a multiple of n!")
    return total // factorial(hand)
