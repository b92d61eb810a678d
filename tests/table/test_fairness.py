"""Sealed draws: vectors, zero bias, the prediction attack, and a broken scheme that it catches."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path

import pytest

from pitboss.equipment.cards import STANDARD_CARDS
from pitboss.equipment.draws import BitSource, SeededBits, draw_below
from pitboss.equipment.shoe import Composition
from pitboss.games.needs import NeedCards
from pitboss.games.registry import Registry
from pitboss.games.rounds import draw_for
from pitboss.table.fairness import (
    DrawPlace,
    SealedBits,
    commitment_of,
    message,
)
from tests.late import stats

VECTORS = Path(__file__).parent / "vectors.json"
ALPHA = 0.01

Scheme = Callable[[bytes, DrawPlace], BitSource]


def place(number: int, seeds: tuple[tuple[int, str], ...] = ()) -> DrawPlace:
    return DrawPlace("T1", f"T1.{number}", seeds, 0)


def test_vectors_that_both_languages_share() -> None:
    for vector in json.loads(VECTORS.read_text("utf-8")):
        seed = bytes.fromhex(vector["seed"])
        where = DrawPlace(
            vector["table"],
            vector["round"],
            tuple((seat, text) for seat, text in vector["players"]),
            vector["counter"],
        )
        assert commitment_of(seed, link=0) == vector["commitment"]
        assert message(where, 0).decode() == vector["message"]
        bits = SealedBits(seed, where)
        assert [draw_below(bits, limit) for limit in vector["limits"]] == vector["drawn"]


def test_a_block_is_hmac_of_its_place_under_the_seed() -> None:
    where = DrawPlace("T1", "T1.7", ((2, "my luck"),), 3)
    text = (
        '{"block":0,"counter":3,"domain":"pitboss/draw/1","players":[[2,"my luck"]],'
        '"round":"T1.7","table":"T1"}'
    )
    digest = hmac.new(bytes(32), text.encode(), hashlib.sha256).hexdigest()
    assert f"{SealedBits(bytes(32), where).bits(256):064x}" == digest


def test_everything_named_in_the_place_changes_the_draw() -> None:
    seed = bytes(range(32))
    first = DrawPlace("T1", "T1.1", ((1, "a"),), 0)
    others = [
        DrawPlace("T2", "T1.1", ((1, "a"),), 0),
        DrawPlace("T1", "T1.2", ((1, "a"),), 0),
        DrawPlace("T1", "T1.1", ((1, "b"),), 0),
        DrawPlace("T1", "T1.1", ((2, "a"),), 0),
        DrawPlace("T1", "T1.1", (), 0),
        DrawPlace("T1", "T1.1", ((1, "a"),), 1),
    ]
    values = {SealedBits(seed, one).bits(128) for one in (first, *others)}
    assert len(values) == len(others) + 1


def test_the_commitment_is_no_input_of_a_draw() -> None:
    assert commitment_of(bytes(32), link=0) not in message(place(1), 0).decode()


# --- the mapping, counted ----------------------------------------------------------------


class Fixed:
    """A bit source that gives one prepared value and counts how often it is asked."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.values = list(values)
        self.asked = 0

    def bits(self, count: int) -> int:
        self.asked += 1
        return self.values.pop(0)


def ranges_in_use() -> set[int]:
    """Every range a game draws from: faces of a Top and every number of undealt cards."""
    found: set[int] = set()
    for folder in Registry().games.values():
        for key in folder.edition_keys():
            edition = folder.edition(key)
            top, deck = getattr(edition, "top", None), getattr(edition, "deck", None)
            found |= {len(top.faces)} if top is not None else set()
            found |= set(range(1, deck.size + 1)) if deck is not None else set()
    return found


def test_every_range_in_use_is_mapped_without_bias() -> None:
    limits = ranges_in_use()
    assert {8, 52}.issubset(limits) and max(limits) > 400
    for limit in limits:
        width = (limit - 1).bit_length()
        counts: Counter[int] = Counter()
        for value in range(1 << width):
            source = Fixed((value, 0))
            drawn = draw_below(source, limit)
            if source.asked == 1:
                counts[drawn] += 1
        assert counts == dict.fromkeys(range(limit), 1), limit
        assert limit * 2 > 1 << width, "each try succeeds more often than not"


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_every_order_of_a_few_cards_comes_from_exactly_one_row_of_positions(size: int) -> None:
    """Positions are unbiased, so all orders are exactly equally likely."""
    cards = STANDARD_CARDS[:size]
    need = NeedCards(size, "row", True, Composition.of(dict.fromkeys(cards, 1)))
    orders: Counter[object] = Counter()
    for row in product(*(range(size - dealt) for dealt in range(size))):
        step = draw_for(need, Fixed(row))
        assert step is not None
        orders[step.shown] += 1
    assert orders == dict.fromkeys(permutations(cards), 1)


# --- the prediction attack ---------------------------------------------------------------


def sealed(seed: bytes, where: DrawPlace) -> BitSource:
    """The scheme in use."""
    return SealedBits(seed, where)


def broken(seed: bytes, where: DrawPlace) -> BitSource:
    """What must never be: the draw comes from the published commitment."""
    return SealedBits(hashlib.sha256(seed).digest(), where)


def half_broken(seed: bytes, where: DrawPlace) -> BitSource:
    """As bad: the commitment, hashed once more."""
    return SeededBits(hashlib.sha256(commitment_of(seed, link=0).encode()).digest())


def guesses(commitment: str, where: DrawPlace) -> list[BitSource]:
    """Everything an attacker can try with what is public before the bets."""
    raw = bytes.fromhex(commitment)
    hashed = hashlib.sha256(commitment.encode()).digest()
    return [
        SealedBits(raw, where),
        SealedBits(hashed, where),
        SealedBits(hashlib.sha256(raw).digest(), where),
        SeededBits(raw),
        SeededBits(commitment.encode()),
        SeededBits(hashed),
        SeededBits(raw + message(where, 0)),
    ]


def attacked(scheme: Scheme, rounds: int, *, part: int = 0) -> list[int]:
    """How many of so many rounds each guess gets right, on one of 64 results."""
    fresh = SeededBits(b"prediction attack %d" % part)
    right = [0] * len(guesses("00" * 32, place(0)))
    for number in range(rounds):
        seed = fresh.bits(256).to_bytes(32, "big")
        where = place(number)
        outcome = draw_below(scheme(seed, where), 64)
        for at, guess in enumerate(guesses(commitment_of(seed, link=0), where)):
            right[at] += draw_below(guess, 64) == outcome
    return right


def is_caught(right: list[int], rounds: int) -> bool:
    """Whether any guess does better than chance, at 1 % over all guesses together."""
    least = min(float(stats.binom.sf(hits - 1, rounds, 1 / 64)) for hits in right)
    return least < ALPHA / len(right)


def test_the_prediction_attack_scores_at_chance() -> None:
    assert not is_caught(attacked(sealed, 2_000), 2_000)


@pytest.mark.parametrize("scheme", [broken, half_broken])
def test_a_scheme_that_derives_from_the_commitment_is_caught(scheme: Scheme) -> None:
    right = attacked(scheme, 200)
    assert is_caught(right, 200)
    assert max(right) == 200


def test_draws_of_rounds_in_a_row_are_uniform() -> None:
    fresh = SeededBits(b"uniform rounds")
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(6_400):
        bits = SealedBits(fresh.bits(256).to_bytes(32, "big"), place(number))
        counts[draw_below(bits, 8), draw_below(bits, 8)] += 1
    observed = [counts[pair] for pair in product(range(8), range(8))]
    assert stats.chisquare(observed).pvalue > 0.001
    assert stats.chisquare([*observed[1:], observed[0] + 200]).pvalue < 0.001, (
        "a biased Top is seen"
    )
