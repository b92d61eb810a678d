"""Biased Tops: exact against the solver and a plain sum, and a running test that keeps its rate."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp, lgamma, log

import numpy as np
import pytest

from pitboss.equipment.tops import Face
from pitboss.exact.spin_n_win import figures
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.games.spin_n_win.edition import Edition
from pitboss.protect.sequential import (
    exchangeable_factor,
    faces_evidence,
    follow,
)
from pitboss.protect.spin_n_win.bias import (
    Tops,
    biased_bets,
    detection,
    divergence,
    fair_chances,
    parse_faces,
)
from pitboss.protect.spin_n_win.spins import read_spins, top_evidence
from pitboss.refusals import Refusal


def faces_wealth(
    counts: Mapping[str, int], chances: Mapping[str, Fraction], *, weight: float = 1.0
) -> float:
    """The same wealth in closed form, which depends on the counts alone: its logarithm."""
    prior = {face: weight * len(chances) * float(chance) for face, chance in chances.items()}
    total, spins = sum(prior.values()), sum(counts.values())
    wealth = lgamma(total) - lgamma(total + spins)
    for face, chance in chances.items():
        wealth += lgamma(prior[face] + counts[face]) - lgamma(prior[face])
        wealth -= counts[face] * log(float(chance))
    return wealth


def edition_of() -> Edition:
    folder = Registry((GAMES_FOLDER,)).find("spin-n-win")
    assert not isinstance(folder, Refusal)
    edition = folder.edition(None)
    assert isinstance(edition, Edition)
    return edition


def tops_of(*texts: str) -> Tops:
    tops = parse_faces(edition_of(), texts)
    assert isinstance(tops, Tops), tops
    return tops


def test_fair_tops_have_the_edges_of_the_sheet() -> None:
    exact = {bet.bet: bet.house_edge for bet in figures(edition_of()).bets}
    for one in biased_bets(edition_of(), tops_of()):
        assert one.house_edge == one.fair_edge == exact[one.bet]


def test_a_heavy_joker_turns_the_colours() -> None:
    edges = {one.bet: one.house_edge for one in biased_bets(edition_of(), tops_of("joker=1/7"))}
    # A colour or a joker shows on a Top with 12/49 + 7/49: half to one on one, even on two.
    shows = Fraction(19, 49)
    player = Fraction(1, 2) * 2 * shows * (1 - shows) + shows**2 - (1 - shows) ** 2
    assert edges["single:red"] == -player == Fraction(-31, 2401)
    assert edges["combo:joker-joker"] < Fraction(3, 64)


def test_one_top_alone_and_whole_lists_of_faces() -> None:
    tops = tops_of("a.red=1/2", "b.joker=0")
    assert tops.top_a[Face.RED] == Fraction(1, 2) and tops.top_b[Face.JOKER] == 0
    assert sum(tops.top_a.values()) == sum(tops.top_b.values()) == 1
    whole = tops_of("red=0.2", "green=0.2", "blue=0.2", "yellow=0.2", "joker=0.2")
    assert set(whole.top_a.values()) == {Fraction(1, 5)}


@pytest.mark.parametrize(
    ("texts", "word"),
    [
        (("joker=2",), "probability"),
        (("joker=-1/8",), "probability"),
        (("joker=1/0",), "probability"),
        (("joker=nan",), "probability"),
        (("joker=" + "1" * 99,), "probability"),
        (("pink=1/2",), "not a face"),
        (("joker",), "not a face"),
        (("c.joker=1/2",), "not a face"),
        (("joker=1/2", "red=3/4"), "add up to 5/4"),
        (("red=0.2", "green=0.2", "blue=0.2", "yellow=0.2", "joker=0.1"), "add up to 9/10"),
        (("joker=1/2", "joker=1/4"), "twice"),
    ],
)
def test_bad_faces_are_refused_in_a_sentence(texts: tuple[str, ...], word: str) -> None:
    refusal = parse_faces(edition_of(), texts)
    assert isinstance(refusal, Refusal) and word in refusal.sentence


def test_a_larger_bias_is_seen_sooner() -> None:
    fair = fair_chances(edition_of())
    needed = [
        detection(tops_of(f"joker={p}").top_a, fair, false_alarm=0.01, missed=0.1)
        for p in ("1/7", "1/6", "1/4")
    ]
    fixed = [one.spins or 0 for one in needed]
    looked = [one.spins_sequential or 0 for one in needed]
    assert fixed == sorted(fixed, reverse=True) and looked == sorted(looked, reverse=True)
    assert all(one < two for one, two in zip(looked, fixed, strict=True))
    assert detection(fair, fair, false_alarm=0.01, missed=0.1).spins is None
    assert divergence(fair, fair) == 0


def spins_of(chances: dict[str, float], *, spins: int, seed: int) -> list[str]:
    generator = np.random.Generator(np.random.PCG64DXSM(seed))
    return [str(face) for face in generator.choice(list(chances), spins, p=list(chances.values()))]


FAIR = {"red": 0.25, "green": 0.25, "blue": 0.25, "yellow": 0.125, "joker": 0.125}
EXACT = {face: Fraction(chance) for face, chance in FAIR.items()}


def test_fair_tops_alarm_no_more_often_than_stated() -> None:
    """300 Tops of 600 spins at one in ten: 30 expected at most; 52 is four deviations more."""
    alarms = sum(
        faces_evidence(spins_of(FAIR, spins=600, seed=seed), EXACT).is_alarm(0.1)
        for seed in range(300)
    )
    assert alarms <= 51


def test_a_loaded_top_is_found() -> None:
    loaded = {**FAIR, "joker": 0.22, "red": 0.155}
    found = sum(
        faces_evidence(spins_of(loaded, spins=1000, seed=seed), EXACT).is_alarm(0.001)
        for seed in range(50)
    )
    assert found >= 45


def test_wealth_depends_on_counts_alone() -> None:
    shown = spins_of(FAIR, spins=200, seed=1)
    counts = {face: shown.count(face) for face in EXACT}
    assert faces_evidence(shown, EXACT).log_wealth == pytest.approx(faces_wealth(counts, EXACT))


def test_wealth_has_a_mean_of_one_under_honesty() -> None:
    """Exactly, over all records of four spins."""
    from itertools import product

    total = 0.0
    for shown in product(EXACT, repeat=4):
        chance = np.prod([FAIR[face] for face in shown])
        total += float(chance) * exp(faces_evidence(shown, EXACT).log_wealth)
    assert total == pytest.approx(1.0)


def test_an_exchangeable_wager_has_a_mean_of_one() -> None:
    scores = [3.0, 1.0, 0.5, 0.0]
    each = [exchangeable_factor([scores[at], *scores[:at], *scores[at + 1 :]]) for at in range(4)]
    assert sum(each) / 4 == pytest.approx(1.0)
    assert exchangeable_factor([0.0, 0.0]) == 1.0


def test_evidence_keeps_its_peak() -> None:
    evidence = follow([2.0, 4.0, 0.25, 0.0])
    assert evidence.peak_at == 2 and evidence.certainty == pytest.approx(1 / 8)
    assert evidence.is_alarm(0.2) and not evidence.is_alarm(0.1)


def test_recorded_spins_are_read_and_tested() -> None:
    lines = '{"a":"J","b":"R"}\n\n{"a":"joker","b":"green","round":7}\n' * 40
    spins = read_spins(lines)
    assert not isinstance(spins, Refusal) and len(spins) == 80
    top_a, top_b = top_evidence(edition_of(), spins)
    assert dict(top_a.counts)["joker"] == 80 and top_a.evidence.is_alarm(0.001)
    assert not top_b.evidence.is_alarm(1e-30)


@pytest.mark.parametrize("text", ["", "R,J", '{"a":"R"}', '{"a":"pink","b":"R"}', "[1]"])
def test_records_that_are_none_are_refused(text: str) -> None:
    assert isinstance(read_spins(text), Refusal)
