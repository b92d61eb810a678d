"""Trips against a plain walk, and against their law."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from pitboss.exact.solvers import game_figures
from pitboss.players.plans import BetPlan, Visit, flat, spread
from pitboss.simulate.checkpoint import SavedTrips
from pitboss.simulate.engines import Engine, local_engine
from pitboss.simulate.kernels.trips import RUIN, STOP_LOSS, STOP_WIN, TIME
from pitboss.simulate.model import SimulatedGame, model_of
from pitboss.simulate.results import TripResults, moments
from pitboss.simulate.tallies import ENDINGS, TripTally
from pitboss.simulate.trip_law import TripLaw, Walk, trip_law
from pitboss.simulate.trips import TripOrder, at_risk, money_table, play_trips, run_trips, walk
from pitboss.units import Credits, SpotKey
from tests.simulate.subjects import FLIP, GIN, KIT_GAME, SPIN, subject
from tests.simulate.test_runner import InterruptedPool

RED = {SpotKey("single:red"): Credits(1000)}


def gamblers_ruin(win: Fraction, lose: Fraction, *, start: int, goal: int) -> Fraction:
    """The chance to lose `start` units before winning `goal`, one unit up or down a round.

    The classical formula, for any number of rounds; pushes only take time.
    """
    ratio = lose / win
    if ratio == 1:
        return Fraction(goal, start + goal)
    return (ratio**start - ratio ** (start + goal)) / (1 - ratio ** (start + goal))


def visit(bankroll: int, rounds: int, win: int | None = None, loss: int | None = None) -> Visit:
    return Visit(
        Credits(bankroll),
        rounds,
        None if win is None else Credits(win),
        None if loss is None else Credits(loss),
    )


def law_of(what: SimulatedGame, plan: BetPlan, stay: Visit) -> TripLaw | str:
    return trip_law(what, plan, stay, game_figures(what.game, what.edition))


def results(what: SimulatedGame, plan: BetPlan, stay: Visit, trips: int) -> TripResults:
    order = TripOrder(what, plan, stay, trips, seed=9)
    with local_engine(2) as engine:
        tally, is_partial = play_trips(order, engine)
    return TripResults(order, tally, law_of(what, plan, stay), is_partial)


def plain_walk(
    nets: list[list[int]], plan: BetPlan, needs: list[int], stay: Visit
) -> tuple[int, int, int, int]:
    """Net, rounds, deepest fall and ending of one trip; `nets[row][round]`."""
    row, money, high, fall = 0, 0, 0, 0
    for at in range(stay.rounds):
        change = nets[row][at]
        money += change
        high = max(high, money)
        fall = max(fall, high - money)
        follows = plan.rows[row]
        row = follows.won if change > 0 else follows.lost if change < 0 else follows.pushed
        if stay.stop_win is not None and money >= stay.stop_win:
            return money, at + 1, fall, STOP_WIN
        if stay.stop_loss is not None and money <= -stay.stop_loss:
            return money, at + 1, fall, STOP_LOSS
        if stay.bankroll + money < needs[row]:
            return money, at + 1, fall, RUIN
    return money, stay.rounds, fall, TIME


@pytest.mark.parametrize(
    ("game", "plan", "stay"),
    [
        pytest.param(
            SPIN,
            flat(RED),
            visit(5000, 60, 3000, 4000),
            marks=[pytest.mark.nojit, pytest.mark.bounds],
        ),
        (SPIN, spread(RED, (1, 2, 4)), visit(9000, 80, 6000)),
        (SPIN, spread(RED, (1, 3), raise_after="won"), visit(9000, 80)),
        (
            GIN,
            flat({SpotKey("ante"): Credits(500), SpotKey("gin-bonus"): Credits(100)}),
            visit(4000, 50, 2000),
        ),
        (
            FLIP,
            flat({SpotKey("inside:red"): Credits(500), SpotKey("bonus"): Credits(200)}),
            visit(9000, 700, 4000),
        ),
    ],
)
def test_trips_are_plain_walks_over_the_traced_rounds(
    game: str, plan: BetPlan, stay: Visit
) -> None:
    what = subject(game, strategy="simple" if game == GIN else "best")
    state = what.state(seed=3, chunk=1, purpose="trips")
    traced = model_of(what).trace(state, trips=40, rounds=stay.rounds)
    money = money_table(what, plan, traced.table)
    found = walk(traced.cells, money, stay)
    for trip in range(40):
        nets = [[int(row[c]) for c in traced.cells[trip]] for row in money.nets]
        plain = plain_walk(nets, plan, money.needs.tolist(), stay)
        assert tuple(found[trip, [0, 1, 3, 4]].tolist()) == plain
    assert len(set(found[:, 4].tolist())) > 1


def test_a_raise_must_be_affordable() -> None:
    what = subject(GIN, strategy="simple")
    table = model_of(what).table
    assert at_risk(table, {"ante-play": 500, "gin-bonus": 100}) == 1100
    assert at_risk(table, {"gin-bonus": 100}) == 100


def test_trips_add_up_in_any_cut() -> None:
    what = subject(SPIN)
    order = TripOrder(what, flat(RED), visit(5000, 30), 700, seed=4)
    whole = results(what, flat(RED), visit(5000, 30), 700)
    with local_engine(3) as engine:
        again, _ = play_trips(TripOrder(what, flat(RED), visit(5000, 30), 700, seed=9), engine)
    assert again == whole.tally
    parts = [run_trips(order, chunk.index, chunk.size) for chunk in order.chunks()]
    assert sum((part.trips for part in parts), 0) == 700
    total = sum(parts, TripTally())
    assert sum(total.results.values()) == sum(total.drawdowns.values()) == sum(total.endings) == 700


def test_interrupted_trips_go_on_to_the_same_end() -> None:
    what = subject(SPIN)
    order = TripOrder(what, flat(RED), visit(5000, 2000), 3000, seed=9)
    with local_engine(2) as engine:
        whole, _ = play_trips(order, engine)
    kept: list[SavedTrips] = []
    stopped, is_partial = play_trips(
        order, Engine("local", InterruptedPool(4), 1), saver=kept.append
    )
    assert is_partial and 0 < stopped.trips < 3000
    assert kept[-1] == SavedTrips(stopped, 3)
    with local_engine(2) as engine:
        resumed, is_partial = play_trips(order, engine, saved=kept[-1], saver=kept.append)
    assert resumed == whole and not is_partial
    # What is kept ends at a whole chunk, so that more trips can follow.
    assert kept[-1].tally.trips < 3000
    longer = TripOrder(what, flat(RED), visit(5000, 2000), 5000, seed=9)
    with local_engine(2) as engine:
        more, _ = play_trips(longer, engine, saved=kept[-1])
        assert more == play_trips(longer, engine)[0]


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "plan", "stay"),
    [
        (SPIN, flat(RED), visit(20_000, 200, 10_000)),
        (SPIN, spread(RED, (1, 2, 4)), visit(20_000, 100, 10_000, 15_000)),
        (SPIN, flat({**RED, SpotKey("combo:joker-joker"): Credits(500)}), visit(10_000, 50)),
        (GIN, flat({SpotKey("ante"): Credits(1000)}), visit(12_000, 160, 20_000)),
    ],
)
def test_trips_agree_with_their_law(game: str, plan: BetPlan, stay: Visit) -> None:
    found = results(subject(game), plan, stay, 30_000)
    assert isinstance(found.law, TripLaw)
    zs = [figure.z for figure in found.figures() if figure.z is not None]
    assert len(zs) >= 3
    assert max(map(abs, zs)) < 4.5
    assert found.rounds_per_trip == pytest.approx(found.law.rounds, rel=0.02)


@pytest.mark.untraced
def test_flips_of_a_shoe_are_near_what_independent_ones_give() -> None:
    plan = flat({SpotKey("inside:red"): Credits(1000)})
    found = results(subject(FLIP), plan, visit(20_000, 60, 15_000), 30_000)
    assert isinstance(found.law, TripLaw) and not found.law.is_exact
    assert all(figure.z is None for figure in found.figures())
    mean, ended = found.figures()[0], found.figures()[1]
    assert mean.exact is not None and ended.exact is not None
    assert abs(mean.value - mean.exact) < 5 * mean.error
    # A shoe repeats itself, so a visit varies less and more of them last to the end.
    assert ended.exact + 5 * ended.error < ended.value < ended.exact + 0.05


def test_why_there_is_no_law() -> None:
    gin = subject(GIN, strategy="simple")
    both = flat({SpotKey("ante"): Credits(1000), SpotKey("gin-bonus"): Credits(500)})
    assert "one by one" in str(law_of(gin, both, visit(9000, 50)))
    bonus = flat({SpotKey("bonus"): Credits(500)})
    assert "one by one" in str(law_of(subject(FLIP), bonus, visit(9000, 50)))
    wide = flat({SpotKey("single:red"): Credits(1000), SpotKey("combo:joker-joker"): Credits(50)})
    assert "too many amounts" in str(law_of(subject(SPIN), wide, visit(10**9, 10**6)))


def test_the_classical_ruin_is_the_limit_of_the_walk() -> None:
    p = Fraction(9, 19)
    chances = {100: p, -100: 1 - p}
    plan = flat({SpotKey("any"): Credits(100)})
    found = Walk.of(plan, [chances], [100], visit(1000, 4000, 500))
    assert found is not None
    law = found.law("")
    exact = gamblers_ruin(p, 1 - p, start=10, goal=5)
    assert law.endings[RUIN] == pytest.approx(float(exact), abs=1e-9)
    assert law.endings[TIME] == pytest.approx(0.0, abs=1e-9)
    assert gamblers_ruin(Fraction(1, 3), Fraction(1, 3), start=10, goal=5) == Fraction(1, 3)
    # By hand: two units against one, fair coin; ruin before winning one is 1/3.
    assert gamblers_ruin(Fraction(1, 2), Fraction(1, 2), start=2, goal=1) == Fraction(1, 3)
    # One unit against one at 1/3 to 2/3: ruin 2/3.
    assert gamblers_ruin(Fraction(1, 3), Fraction(2, 3), start=1, goal=1) == Fraction(2, 3)


def test_a_short_walk_by_hand() -> None:
    """Two rounds at even money from one unit: ruin 1/2, and the mean is zero."""
    half = Fraction(1, 2)
    found = Walk.of(
        flat({SpotKey("any"): Credits(100)}), [{100: half, -100: half}], [100], visit(100, 2)
    )
    assert found is not None
    law = found.law("")
    assert law.endings == (0.5, 0.0, 0.0, 0.5)
    assert law.mean == pytest.approx(0.0)
    assert law.rounds == pytest.approx(1.5)
    assert law.deviation**2 == pytest.approx((100**2) * 0.5 + (200**2) * 0.25)


def test_results_by_share_and_moments() -> None:
    order = TripOrder(subject(SPIN), flat(RED), visit(5000, 30), 4, seed=1)
    tally = TripTally(4, 90, 900, Counter({-500: 3, 700: 1}), Counter({500: 4}), (3, 0, 0, 1),
                      Counter({12: 1}))  # fmt: skip
    found = TripResults(order, tally, "none", False)
    assert (found.quantile(0.05), found.quantile(0.75), found.quantile(0.8)) == (-500, -500, 700)
    assert found.rounds_to_ruin == 12
    assert found.rounds_per_trip == 22.5
    assert moments({1: 1, 3: 1}) == (2.0, 1.0)
    assert moments({}) == (0.0, 0.0)
    names = [figure.name for figure in found.figures()]
    assert names == ["mean result", "stayed to the end", "risk of ruin", "mean deepest fall"]
    assert len(ENDINGS) == 4


def test_trips_through_the_rules() -> None:
    what = subject(KIT_GAME)
    spot = what.game.all_spots(what.edition)[0].key
    found = results(what, flat({spot: Credits(1000)}), visit(5000, 20), 50)
    assert isinstance(found.law, TripLaw)
    assert sum(found.tally.endings) == 50
    assert np.all(np.array(list(found.tally.results)) % 1000 == 0)
