"""Long studies on a real Dask cluster give what one process gives, digit by digit."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from pitboss.protect.flip_it.counting import count
from pitboss.protect.gin_and_win.sight import Sight, seen_value
from pitboss.protect.runs import Amount
from pitboss.refusals import Refusal
from pitboss.simulate.engines import Engine, local_engine, open_engine
from tests.protect.houses import edition_of
from tests.simulate.test_cluster import address, scheduler, wait_for_workers, worker

SHOES = Amount(samples=3000, seed=5, first=64, full=512)
DEALS = Amount(samples=6000, error=0.004, seed=5, first=64, full=512)


def studies(engine: Engine) -> tuple[object, object]:
    """Counting at a cut card, and six shared hands until their error is small enough."""
    tally = count(edition_of("flip-it"), (104,), engine, SHOES)
    bets = [(bet.bet, bet.units_per_round, bet.standard_error) for bet in tally.bets(0)]
    return bets, seen_value(edition_of("gin-and-win"), Sight(6), engine, DEALS)


@pytest.mark.untraced
def test_a_cluster_changes_no_digit_of_a_study(tmp_path: Path) -> None:
    with local_engine(2) as engine:
        expected = studies(engine)
    assert np.isfinite(expected[1].standard_error)  # type: ignore[attr-defined]
    with ExitStack() as stack:
        stack.enter_context(scheduler(tmp_path))
        name = address(tmp_path)
        for worker_name in ("first", "second"):
            stack.enter_context(worker(tmp_path, worker_name))
        wait_for_workers(name, 2)
        with open_engine(name, None) as cluster:
            assert not isinstance(cluster, Refusal)
            assert cluster.workers == 2
            assert studies(cluster) == expected
