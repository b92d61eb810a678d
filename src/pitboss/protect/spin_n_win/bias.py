"""Biased Tops of Spin N Win: every bet for any chances of the faces, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, log, sqrt
from statistics import NormalDist

from pitboss.equipment.tops import Face
from pitboss.exact.distributions import Distribution
from pitboss.exact.spin_n_win.results import symbol_nets
from pitboss.games.spin_n_win.edition import Edition
from pitboss.refusals import Refusal, RefusalCode

Chances = Mapping[Face, Fraction]

BOTH, TOP_A, TOP_B = "", "a", "b"
DIGITS_MOST = 40


@dataclass(frozen=True, slots=True)
class Tops:
    top_a: Chances
    top_b: Chances

    def by_name(self) -> dict[str, Chances]:
        return {TOP_A: self.top_a, TOP_B: self.top_b}


@dataclass(frozen=True, slots=True)
class BiasedBet:
    bet: str
    distribution: Distribution
    fair_edge: Fraction

    @property
    def house_edge(self) -> Fraction:
        return self.distribution.house_edge


def fair_chances(edition: Edition) -> dict[Face, Fraction]:
    counts = edition.top.counts()
    faces = sum(counts.values())
    return {face: Fraction(count, faces) for face, count in counts.items()}


def parse_faces(edition: Edition, texts: Sequence[str]) -> Tops | Refusal:
    """Chances typed as NAME=PROBABILITY, or a.NAME or b.NAME for one Top only.

    Faces that are not named share what is left as they would on a fair Top.
    """
    given: dict[str, dict[Face, Fraction]] = {TOP_A: {}, TOP_B: {}}
    fair = fair_chances(edition)
    for text in texts:
        read = _parse_face(text, fair)
        if isinstance(read, Refusal):
            return read
        top, face, chance = read
        for name in (TOP_A, TOP_B) if top == BOTH else (top,):
            if face in given[name]:
                return Refusal(
                    RefusalCode.BAD_TEXT,
                    f"The face {face.name.lower()} is named twice; once is enough.",
                )
            given[name][face] = chance
    top_a, top_b = _complete(fair, given[TOP_A]), _complete(fair, given[TOP_B])
    if isinstance(top_a, Refusal):
        return top_a
    return top_b if isinstance(top_b, Refusal) else Tops(top_a, top_b)


def _parse_face(text: str, fair: Chances) -> tuple[str, Face, Fraction] | Refusal:
    name, equals, value = text.partition("=")
    top, dot, word = name.strip().lower().rpartition(".")
    names = {face.name.lower(): face for face in fair}
    if not equals or word not in names or (dot and top not in (TOP_A, TOP_B)):
        known = ", ".join(names)
        return Refusal(
            RefusalCode.BAD_FACE,
            f"'{text}' is not a face; write NAME=PROBABILITY with one of {known}, such as"
            " joker=1/7, or a.joker=1/7 for Top A alone.",
        )
    try:
        chance = Fraction(value.strip()) if len(value) <= DIGITS_MOST else None
    except (ValueError, ZeroDivisionError):
        chance = None
    if chance is None or not 0 <= chance <= 1:
        return Refusal(
            RefusalCode.BAD_AMOUNT,
            f"'{value}' is not a probability; write one from 0 to 1, such as 1/7 or 0.15.",
        )
    return top, names[word], chance


def _complete(fair: Chances, given: Chances) -> Chances | Refusal:
    """The named chances, and the rest shared out."""
    named = sum(given.values(), Fraction(0))
    others = {face: chance for face, chance in fair.items() if face not in given}
    left, share = 1 - named, sum(others.values(), Fraction(0))
    if left < 0 or (left > 0 and not others):
        return Refusal(
            RefusalCode.BAD_AMOUNT,
            f"The probabilities add up to {named} and not to 1; leave a face out to give it the"
            " rest.",
        )
    return {face: given.get(face, Fraction(0)) if face in given else chance * left / share
            for face, chance in fair.items()}  # fmt: skip


def biased_bets(edition: Edition, tops: Tops) -> tuple[BiasedBet, ...]:
    fair = fair_chances(edition)
    found = []
    for key, nets in symbol_nets(edition).items():
        spreads = []
        for top_a, top_b in ((tops.top_a, tops.top_b), (fair, fair)):
            chances: dict[Fraction, Fraction] = {}
            for first, second in product(top_a, top_b):
                net = nets[first, second]
                chances[net] = chances.get(net, Fraction(0)) + top_a[first] * top_b[second]
            spreads.append(Distribution.of_probabilities(chances))
        found.append(BiasedBet(key, spreads[0], spreads[1].house_edge))
    return tuple(found)


def divergence(chances: Chances, fair: Chances) -> float:
    """How much one spin tells a bias from honesty, in natural units (Kullback and Leibler)."""
    return sum(
        float(chance) * log(float(chance / fair[face]))
        for face, chance in chances.items()
        if chance
    )


@dataclass(frozen=True, slots=True)
class Detection:
    """Spins to see a bias of one Top at given error rates."""

    false_alarm: float
    missed: float
    spins: int | None
    """For a test after so many spins; None where there is nothing to see."""
    spins_sequential: int | None
    """On average for a test that looks after every spin (Wald)."""


def detection(chances: Chances, fair: Chances, *, false_alarm: float, missed: float) -> Detection:
    """How many spins of one Top tell this bias, known in advance, from honesty."""
    told = divergence(chances, fair)
    if told <= 0:
        return Detection(false_alarm, missed, None, None)
    upper, lower = log((1 - missed) / false_alarm), log(missed / (1 - false_alarm))
    expected = ((1 - missed) * upper + missed * lower) / told
    return Detection(
        false_alarm, missed, _fixed_sample_size(chances, fair, false_alarm, missed), ceil(expected)
    )


def _fixed_sample_size(chances: Chances, fair: Chances, false_alarm: float, missed: float) -> int:
    """By the log-likelihood ratio of one spin under either hypothesis, taken as normal."""
    floor = Fraction(1, 10**9)
    ratios = {face: log(float(max(chances[face], floor) / fair[face])) for face in fair}
    means, spreads = [], []
    for law in (fair, chances):
        mean = sum(float(law[face]) * ratio for face, ratio in ratios.items())
        square = sum(float(law[face]) * ratio**2 for face, ratio in ratios.items())
        means.append(mean)
        spreads.append(sqrt(max(square - mean**2, 0.0)))
    normal = NormalDist()
    reach = normal.inv_cdf(1 - false_alarm) * spreads[0] + normal.inv_cdf(1 - missed) * spreads[1]
    return ceil((reach / (means[1] - means[0])) ** 2)
