"""Packets of flip~it: independent groups of flips whose sums carry a run's own error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.invariants import check
from pitboss.simulate.kernels.flip_it_settle import BONUS_CELLS, CELLS, CLASSES, Counts

Numbers64 = NDArray[np.int64]
Nets = NDArray[np.int32]

CLASS_ROOM = 32  # classes rounded up to whole vectors
LARGEST_ROUNDS = 2**50
OFFERED = np.array([row not in {"", "none"} for row, _ in BONUS_CELLS], dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a unit on each spot nets, in integers: by card class, and by bonus cell.

    `nets[spot, class]` covers the spots that the fifth card alone decides; `bonus[cell]` the
    bonus, zero where it is not offered.
    """

    nets: Nets
    bonus: Nets

    def __post_init__(self) -> None:
        check(self.nets.ndim == 2 and self.nets.shape[1] == CLASSES, "one net a spot and class")
        check(self.bonus.shape == (CELLS,), "one net a bonus cell")
        check(not self.bonus[OFFERED == 0].any(), "no bonus is lost where none is offered")

    @property
    def columns(self) -> int:
        """Sums kept of a packet: every spot, then the bonus, flips, and flips that offer it."""
        return int(self.nets.shape[0]) + 3

    @property
    def largest(self) -> int:
        return int(max(abs(self.nets).max(initial=0), abs(self.bonus).max(initial=0), 1))


@dataclass(frozen=True, slots=True)
class FlipTally:
    """Counts by class and cell, and sums over packets of products of their columns.

    With X the net of a spot in a packet and n its flips, the mean is sum X / sum n and its
    squared error sum (X - mean n)^2 / (sum n)^2, which the products give exactly.
    """

    counts: Numbers64
    products: Numbers64
    packets: int


class PacketArrays(NamedTuple):
    """What a unit nets, one packet's counts and sums, and the totals of all packets."""

    nets: Nets
    bonus: Nets
    offered: Nets
    counts: Counts
    classes: Nets
    sums: Nets
    total: Numbers64
    products: Numbers64


@kernel(largest=2**62)
def add_packet(arrays: PacketArrays) -> None:
    """Add a packet to the totals and clear it for the next."""
    nets, bonus, offered, counts, classes, sums, total, products = arrays
    spots = nets.shape[0]
    flips = np.int32(0)
    for k in range(CLASSES):
        found = np.uint16(0)
        for z in range(CELLS):
            found = np.uint16(found + counts[k * CELLS + z])
        classes[k] = np.int32(found)
        flips = np.int32(flips + classes[k])
    won = np.int32(0)
    offers = np.int32(0)
    for z in range(CELLS):
        found = np.uint16(0)
        for k in range(CLASSES):
            found = np.uint16(found + counts[k * CELLS + z])
        won = np.int32(won + np.int32(found) * bonus[z])
        offers = np.int32(offers + np.int32(found) * offered[z])
    for b in range(spots):
        net = np.int32(0)
        for k in range(CLASS_ROOM):
            net = np.int32(net + classes[k] * nets[b, k])
        sums[b] = net
    sums[spots] = won
    sums[spots + 1] = flips
    sums[spots + 2] = offers
    for i in range(counts.shape[0]):
        total[i] += np.int64(counts[i])
        counts[i] = np.uint16(0)
    for a in range(sums.shape[0]):
        for b in range(a + 1):
            products[a, b] += np.int64(sums[a]) * np.int64(sums[b])


def tally_packets(
    play: Callable[[PacketArrays], int], stakes: Stakes, *, rounds: int, packet_flips: int
) -> FlipTally:
    """Check that every sum fits, then let a kernel play packets into fresh totals.

    A sum of squares is at most the largest sum of a packet times all that is ever won.
    """
    check(0 <= rounds <= LARGEST_ROUNDS, "more rounds than a tally can hold")
    check(packet_flips * stakes.largest < 2**31, "a packet's net fits 32 bits")
    largest = packet_flips * max(rounds, 1) * stakes.largest**2
    check(largest < 2**62, "the products of a run this long would not fit 64 bits")
    nets = np.zeros((stakes.nets.shape[0], CLASS_ROOM), dtype=np.int32)
    nets[:, :CLASSES] = stakes.nets
    arrays = PacketArrays(
        nets,
        stakes.bonus,
        OFFERED,
        counts=np.zeros(CLASSES * CELLS, dtype=np.uint16),
        classes=np.zeros(CLASS_ROOM, dtype=np.int32),
        sums=np.empty(stakes.columns, dtype=np.int32),
        total=np.zeros(CLASSES * CELLS, dtype=np.int64),
        products=np.zeros((stakes.columns, stakes.columns), dtype=np.int64),
    )
    with np.errstate(over="ignore"):  # words wrap on purpose; heard only with the compiler off
        packets = play(arrays)
    products = arrays.products + np.tril(arrays.products, -1).T
    return FlipTally(arrays.total.reshape(CLASSES, CELLS), products, packets)
