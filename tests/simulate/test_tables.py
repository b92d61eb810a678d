"""Several seats at one table: the same draw for all, stakes by their own tables."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.players.plans import flat, spread
from pitboss.refusals import RefusalCode, Refused
from pitboss.simulate.batch import Batch
from pitboss.units import Credits, SpotKey

RED, GREEN = SpotKey("single:red"), SpotKey("single:green")


def test_seats_share_the_draw() -> None:
    batch = Batch("spin-n-win")
    plans = [flat({RED: Credits(100)}), flat({RED: Credits(300)}), flat({GREEN: Credits(100)})]
    found = batch.table(plans, 300, seed=5)
    assert found.seats == (1, 2, 3)
    assert (found.nets[:, 1] == 3 * found.nets[:, 0]).all()
    assert (found.nets[:, 2] != found.nets[:, 0]).any()
    assert (found.house == -found.nets.sum(axis=1)).all()
    assert (found.nets == batch.table(plans, 300, seed=5).nets).all()
    assert (found.nets != batch.table(plans, 300, seed=6).nets).any()


def test_a_spread_moves_with_its_own_results() -> None:
    batch = Batch("spin-n-win")
    stakes = {RED: Credits(100)}
    found = batch.table([flat(stakes), spread(stakes, (1, 2, 4))], 300, seed=5).nets
    multiple = 1
    for flat_net, spread_net in found.tolist():
        assert spread_net == multiple * flat_net
        multiple = min(4, 2 * multiple) if flat_net < 0 else 1
    assert set(np.unique(found[:, 1]).tolist()) >= {-400, -200, -100}


def test_a_full_table_of_decisions() -> None:
    batch = Batch("gin-and-win", strategy="simple")
    seats = [flat({SpotKey("ante"): Credits(100 * n)}) for n in range(1, 7)]
    found = batch.table(seats, 60, seed=2)
    assert found.nets.shape == (60, 6)
    # An Ante is lost, pushed or won with its Play bet: never less than twice the Ante.
    for at in range(6):
        assert set((found.nets[:, at] // (100 * (at + 1))).tolist()) <= {-2, -1, 0, 1, 2, 4}


def test_what_the_table_refuses_is_refused() -> None:
    batch = Batch("spin-n-win")
    for plans, code in (
        ([flat({RED: Credits(50)})], RefusalCode.BELOW_MINIMUM),
        ([flat({RED: Credits(100)})] * 8, RefusalCode.NO_SUCH_SEAT),
    ):
        with pytest.raises(Refused) as caught:
            batch.table(plans, 5, seed=1)
        assert caught.value.refusal.code is code
