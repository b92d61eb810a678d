"""The kernel's plan folds exactly the hands that are best folded."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.exact.gin_and_win.edition import parameters_of
from pitboss.exact.gin_and_win.hand_values import hand_value
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.simulate.gin_and_win import GinModel
from pitboss.simulate.kernels.gin_and_win import FOLDED, trace_hands
from pitboss.simulate.model import model_of
from tests.examples import in_soak
from tests.simulate.subjects import GIN, subject


@pytest.mark.parametrize("hands", [15, in_soak(60)])
@pytest.mark.parametrize("key", ["wsgc-2017", "ten"])
def test_hands_in_doubt_are_decided_by_their_own_value(key: str, hands: int) -> None:
    what = subject(GIN, key)
    model, edition = model_of(what), what.edition
    assert isinstance(model, GinModel) and isinstance(edition, GinEdition)
    players, dealers = trace_hands(what.state(seed=1, chunk=0), rounds=200_000)
    state = what.state(seed=1, chunk=0)
    folded = model.trace(state, trips=1, rounds=200_000).cells[0] // 8 == FOLDED
    masks = np.stack([players >> np.uint64(13 * suit) & np.uint64(0x1FFF) for suit in range(4)])
    strengths = model.mask_scores(masks.astype(np.uint16)).strength  # type: ignore[union-attr]
    at = strengths.astype(np.int64) - model.plan.first
    inside = np.flatnonzero((at >= 0) & (at < len(model.plan.rules)))
    mixed = inside[model.plan.rules[at[inside]] > 1]
    near = np.concatenate([mixed[:hands], inside[:hands]])
    assert len(mixed) >= hands and len(dealers) == len(players)
    parameters = parameters_of(edition)
    decided = set()
    for hand in near:
        suits = tuple(int(mask) for mask in masks[:, hand])
        plays = hand_value(suits, parameters).plays
        assert plays is not bool(folded[hand]), suits
        decided.add(plays)
    assert decided == {True, False}


def test_everything_outside_the_plan_is_clear() -> None:
    what = subject(GIN, "ten")
    model, edition = model_of(what), what.edition
    assert isinstance(model, GinModel) and isinstance(edition, GinEdition)
    parameters = parameters_of(edition)
    players, _ = trace_hands(what.state(seed=2, chunk=0), rounds=60)
    for hand in players:
        suits = tuple(int(hand >> np.uint64(13 * suit) & np.uint64(0x1FFF)) for suit in range(4))
        value = hand_value(suits, parameters)
        strength = value.score << 13 | value.left_over
        if strength < model.plan.first:
            assert value.plays
        elif strength >= model.plan.first + len(model.plan.rules):
            assert not value.plays
