"""The whole house from a seed, with crashes, retries and clock jumps; a second model agrees."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.examples import in_soak
from tests.floor.model import Model
from tests.floor.simulation import audited, digests_elsewhere, simulate, simulated
from tests.floor.two_houses import simulated_two
from tests.store.house import opened

TURNS = 500
CLASSICS = ((1, "RWL"), (2, "RWL"), (2, "CB"), (3, "CB"))
"""Seeds, and the tables that people come to: let-it-ride, war, roulette; craps, baccarat."""
WAYS = ("stands", "to", "contract", "taken", "taken back", "commission")
"""Ways to settle a stake: `to` is a bet that moves, `contract` one whose owner has left, `taken`
one that loses half."""


@pytest.mark.untraced
@pytest.mark.parametrize("seeds", [2, in_soak(5)])
def test_the_house_survives_its_seeds(seeds: int) -> None:
    crashes = 0
    for seed in range(seeds):
        ran = simulated(seed, TURNS)
        assert ran.counts.taken > 100
        assert ran.counts.refused > 20
        assert ran.counts.repeats > 5
        assert ran.rounds > 10
        crashes += ran.counts.crashes
    assert crashes >= seeds


@pytest.mark.untraced
def test_every_way_to_settle_a_stake_is_conserved() -> None:
    """Half losses, moved and contract bets, stakes that are taken back, commission."""
    ran = [simulated(seed, TURNS, busy) for seed, busy in CLASSICS]
    seen = sum((one.seen for one in ran), Counter[str]())
    assert all(seen[way] > 1 for way in WAYS), seen
    assert sum(one.counts.crashes for one in ran) > 2


@pytest.mark.untraced
@pytest.mark.parametrize("seeds", [1, in_soak(3)])
def test_two_processes_survive_their_seeds(seeds: int) -> None:
    crashes = 0
    for seed in range(seeds):
        ran = simulated_two(seed, 300)
        assert ran.counts.taken > 100
        assert ran.counts.refused > 20
        assert ran.rounds > 5
        crashes += ran.counts.crashes
    assert crashes > seeds
    assert simulated_two(1, 60).digest == simulated_two(1, 60).digest


@pytest.mark.untraced
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    digests = set(digests_elsewhere([99], 150))
    for where in (":memory:", str(tmp_path / "house.db")):
        with opened(where, is_threaded=False) as store:
            digests.add(simulate(store, 99, 150).digest)
    assert len(digests) == 1
    with opened(":memory:", is_threaded=False) as store:
        assert simulate(store, 100, 150).digest not in digests


def test_the_second_model_notices_a_wrong_balance() -> None:
    with opened(":memory:", is_threaded=False) as store:
        simulate(store, 7, 120)
        with store.backend._lock:  # type: ignore[attr-defined]
            connection = store.backend._writer()  # type: ignore[attr-defined]
            connection.execute("UPDATE accounts SET balance = balance + 1 WHERE kind = 'player'")
        with pytest.raises(AssertionError):
            audited(store)


def test_the_second_model_pays_what_the_line_says_and_no_more() -> None:
    model = Model()
    for stream, kind, body in (
        ("player:ann", "credits.refilled", {"player": "ann", "amount": 1000}),
        ("table:T1", "table.opened", {"game": "flip-it"}),
        ("table:T1", "seat.taken", {"seat": 1, "player": "ann"}),
        ("table:T1", "round.opened", {"round_id": "T1.1"}),
        ("table:T1", "bet.placed", {"seat": 1, "spot": "inside:red", "stake": 400}),
    ):
        model.read(stream, kind, body)
    line = "= 1 inside:red 4.00 win 3/2 6.00 FLP-3.1"
    model.read("table:T1", "round.settled", {"round_id": "T1.1", "lines": [line]})
    assert model.purses["ann"] == 1600
    assert model.won["T1"] == -600
    with pytest.raises(KeyError):
        model.read("table:T1", "round.settled", {"round_id": "T1.1", "lines": [line]})
