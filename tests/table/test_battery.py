"""The named statistical tests on every game's own draws, with controls that must pass and fail."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.equipment.draws import SeededBits, draw_below
from tests.examples import in_soak
from tests.table.battery import ALPHA, BATTERY, SURE, Sample, detectable, is_caught, results
from tests.table.streams import GAMES, positions, sample_of, seeded, wrong_schemes

pytestmark = pytest.mark.untraced

ROUNDS = 20_000


@pytest.mark.parametrize("game", GAMES)
def test_the_draws_of_a_game_pass_the_battery(game: str) -> None:
    found = results(sample_of(game, positions(game, ROUNDS, entropy=seeded(f"battery {game}"))))
    assert len(found) == 15
    assert not is_caught(list(found.values())), found


@pytest.mark.parametrize("k", [8, 52, 440])
def test_a_sound_generator_passes_the_same_battery(k: int) -> None:
    """The positive control: bits that know nothing of tables."""
    bits = SeededBits(b"positive control %d" % k)
    rows = np.array([[draw_below(bits, k), draw_below(bits, k - 1)] for _ in range(ROUNDS)])
    found = results(Sample(rows[:, 0], k, (rows[:, 0], rows[:, 1]), (k, k - 1)))
    assert not is_caught(list(found.values())), found


# In the gate each wrong generator deals one of the games.
@pytest.mark.parametrize("games_each", [1, in_soak(len(GAMES))])
def test_every_wrong_generator_is_caught_and_every_test_catches_some(games_each: int) -> None:
    """The negative controls: a battery that passes everything would pass these."""
    teeth = set()
    for number, (name, scheme) in enumerate(wrong_schemes()):
        for more in range(games_each):
            game = GAMES[(number + more) % len(GAMES)]
            rows = positions(game, ROUNDS, entropy=seeded(f"wrong {game}"), scheme=scheme)
            found = results(sample_of(game, rows))
            assert is_caught(list(found.values())), (game, name, found)
            teeth |= {test for test, p_value in found.items() if p_value < SURE}
    assert teeth == set(BATTERY)


def test_the_verdict_allows_what_chance_allows() -> None:
    calm = [0.5] * 150
    assert not is_caught(calm)
    assert not is_caught([*calm[:-2], ALPHA / 2, ALPHA / 2])
    assert is_caught([*calm[:-1], SURE / 2])
    assert is_caught([*calm[:-20], *[ALPHA / 2] * 20])


def test_the_bias_that_can_be_seen_shrinks_with_the_draws() -> None:
    """2.6 million draws find one face in eight that comes 1 % too often."""
    assert detectable(8, 2_600_000) == pytest.approx(0.01, rel=0.05)
    assert detectable(8, 4 * 2_600_000) == pytest.approx(0.005, rel=0.05)
