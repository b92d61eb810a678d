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
from tests.examples import in_soak
from tests.protect.houses import edition_of
from tests.simulate.test_cluster import address, scheduler, wait_for_workers, worker

SHOES = Amount(samples=3000, seed=5, first=64, full=512)
DEALS = Amount(samples=6000, error=0.004, seed=5, first=64, full=512)
FEW_SHOES = Amount(samples=300, seed=5, first=64, full=64)
FEW_DEALS = Amount(samples=200, seed=5, first=32, full=64)


def studies(engine: Engine, shoes: Amount, deals: Amount) -> tuple[object, object]:
    """Counting at a cut card, and six shared hands until their error is small enough."""
    tally = count(edition_of("flip-it"), (104,), engine, shoes)
    bets = [(bet.bet, bet.units_per_round, bet.standard_error) for bet in tally.bets(0)]
    return bets, seen_value(edition_of("gin-and-win"), Sight(6), engine, deals)


@pytest.mark.untraced
@pytest.mark.parametrize(("shoes", "deals"), [(FEW_SHOES, FEW_DEALS), in_soak(SHOES, DEALS)])
def test_a_cluster_changes_no_digit_of_a_study(
    tmp_path: Path, shoes: Amount, deals: Amount
) -> None:
    with local_engine(2) as engine:
        expected = studies(engine, shoes, deals)
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
            assert studies(cluster, shoes, deals) == expected
