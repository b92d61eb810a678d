"""Every result of the two Tops, and what each is worth to each bet, per unit staked.

Written apart from the rules of the table: a bet is reduced to a table of 5 x 5 symbols, so any face
weights of either Top give its exact distribution at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from pitboss.equipment.tops import Face
from pitboss.games.spin_n_win.edition import Edition
from pitboss.invariants import check

Weights = Mapping[Face, int]
Nets = dict[tuple[Face, Face], Fraction]

LOSS = Fraction(-1)
_COLOURS = {face.name.lower(): face for face in Face}


def symbol_nets(edition: Edition) -> dict[str, Nets]:
    """For each spot key, the net result of one unit for each pair of symbols."""
    return {spot.key: _nets(spot.key, spot.odds[0].to_one) for spot in edition.spots}


def joint_nets(edition: Edition) -> dict[tuple[Fraction, ...], Fraction]:
    """The joint probabilities of all bets' net results, in the order of the felt."""
    tables = list(symbol_nets(edition).values())
    weights = edition.top.counts()
    cases = sum(weights.values()) ** 2
    joint: dict[tuple[Fraction, ...], Fraction] = {}
    for first, second in product(weights, weights):
        nets = tuple(table[first, second] for table in tables)
        chance = Fraction(weights[first] * weights[second], cases)
        joint[nets] = joint.get(nets, Fraction(0)) + chance
    return joint


def counts_of(nets: Nets, top_a: Weights, top_b: Weights) -> dict[Fraction, int]:
    """How many equally likely results give each net, for any weights of the two Tops."""
    counts: dict[Fraction, int] = {}
    for first, second in product(top_a, top_b):
        net = nets[first, second]
        counts[net] = counts.get(net, 0) + top_a[first] * top_b[second]
    check(sum(counts.values()) == sum(top_a.values()) * sum(top_b.values()), "every result once")
    return counts


def _nets(key: str, posted: Fraction) -> Nets:
    area, _, name = key.partition(":")
    colours = [_COLOURS[word] for word in name.split("-")]
    return {
        (first, second): _single(colours[0], posted, first, second)
        if area == "single"
        else _combo(colours, posted, first, second)
        for first, second in product(Face, Face)
    }


def _single(colour: Face, posted: Fraction, first: Face, second: Face) -> Fraction:
    """One Top pays the posted odds, two pay double; a joker is every colour."""
    matching = (first in (colour, Face.JOKER)) + (second in (colour, Face.JOKER))
    return posted * matching if matching else LOSS


def _combo(colours: list[Face], posted: Fraction, first: Face, second: Face) -> Fraction:
    """What jokers do not stand for must be different colours of the pair; the order is free."""
    wanted = list(colours)
    for face in (first, second):
        if face in wanted:
            wanted.remove(face)
        elif face is not Face.JOKER:
            return LOSS
    jokers = (first is Face.JOKER) + (second is Face.JOKER)
    return posted if len(wanted) <= jokers else LOSS
