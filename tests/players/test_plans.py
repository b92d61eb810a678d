"""Bet plans: what a table takes, and how stakes move."""

from __future__ import annotations

import pytest

from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin
from pitboss.invariants import BrokenInvariant
from pitboss.players.plans import (
    SEAT,
    BetPlan,
    PlanRow,
    Visit,
    flat,
    plan_refusal,
    spread,
    visit_refusal,
)
from pitboss.players.strategies import TableBot, find_strategy, hasty, strategies_of, untouched_bets
from pitboss.players.wagers import find_wager, wagers_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SpotKey

RED, JOKERS = SpotKey("single:red"), SpotKey("combo:joker-joker")


def refusal_of(game: str, plan: BetPlan) -> RefusalCode | None:
    folder = Registry().games[game]
    edition = folder.edition()
    assert not isinstance(edition, Refusal)
    found = plan_refusal(folder.game, edition, plan)
    return None if found is None else found.code


def stakes(**amounts: int) -> dict[SpotKey, Credits]:
    names = {"red": RED, "jokers": JOKERS, "ante": SpotKey("ante"), "play": SpotKey("play"),
             "gin": SpotKey("gin-bonus"), "bonus": SpotKey("bonus"), "low": SpotKey("inside:low"),
             "pink": SpotKey("single:pink")}  # fmt: skip
    return {names[name]: Credits(amount) for name, amount in amounts.items()}


@pytest.mark.parametrize(
    ("game", "bets", "code"),
    [
        ("spin-n-win", {"red": 1000, "jokers": 100}, None),
        ("spin-n-win", {"red": 100_100}, RefusalCode.ABOVE_MAXIMUM),
        ("spin-n-win", {"red": 50}, RefusalCode.BELOW_MINIMUM),
        ("spin-n-win", {"red": 150}, RefusalCode.NOT_PAYABLE),
        ("spin-n-win", {"pink": 100}, RefusalCode.UNKNOWN_SPOT),
        ("spin-n-win", {}, RefusalCode.NO_BETS),
        ("gin-and-win", {"ante": 1000, "gin": 500}, None),
        ("gin-and-win", {"gin": 500}, RefusalCode.NO_BETS),
        ("gin-and-win", {"ante": 1000, "play": 1000}, RefusalCode.SPOT_CLOSED),
        ("gin-and-win", {"ante": 30_100}, RefusalCode.ABOVE_MAXIMUM),
        ("flip-it", {"low": 500, "bonus": 100}, None),
        ("flip-it", {"bonus": 100}, None),
        ("flip-it", {"bonus": 200_000}, RefusalCode.ABOVE_MAXIMUM),
    ],
)
def test_a_plan_is_held_against_the_table(
    game: str, bets: dict[str, int], code: RefusalCode | None
) -> None:
    assert refusal_of(game, flat(stakes(**bets))) is code


def test_every_row_of_a_spread_must_fit() -> None:
    assert refusal_of("spin-n-win", spread(stakes(red=1000), (1, 10, 100))) is None
    assert (
        refusal_of("spin-n-win", spread(stakes(red=1000), (1, 10, 101)))
        is RefusalCode.ABOVE_MAXIMUM
    )


def test_a_spread_goes_up_and_comes_back() -> None:
    plan = spread(stakes(red=100), (1, 2, 4))
    bot = TableBot(plan)
    row, seen = 0, []
    for net in (-1, -1, -1, 0, -1, 5, 0, -1):
        seen.append(plan.rows[row].stakes[0][1])
        row = bot.next_row(row, net)
    assert seen == [100, 200, 400, 400, 400, 400, 100, 100]
    won = TableBot(spread(stakes(red=100), (1, 3), raise_after="won"))
    assert [won.next_row(0, 1), won.next_row(1, 1), won.next_row(1, -1)] == [1, 1, 0]
    assert len(flat(stakes(red=100)).rows) == 1
    assert plan.written() != flat(stakes(red=100)).written()


def test_a_table_that_leads_nowhere_is_a_defect() -> None:
    with pytest.raises(BrokenInvariant):
        BetPlan((PlanRow(((RED, Credits(100)),), lost=1),))
    with pytest.raises(BrokenInvariant):
        BetPlan(())
    with pytest.raises(BrokenInvariant):
        spread(stakes(red=100), ())


def test_a_bot_bets_only_what_is_open() -> None:
    folder = Registry().games["flip-it"]
    edition = folder.edition()
    assert not isinstance(edition, Refusal)
    carry = folder.game.read_carry(edition, {"row": "Ac 7d Kh 2s", "out": "Ac 7d Kh 2s"})
    current = begin(folder.game, edition, seats=(SEAT,), carry=carry)
    assert isinstance(current, Round)
    bot = TableBot(flat(stakes(low=500, bonus=100)))
    assert [bet.spot for bet in bot.bets(current, SEAT, 0)] == ["inside:low"]
    carry = folder.game.read_carry(edition, {"row": "Ac Ad Kh 2s", "out": "Ac Ad Kh 2s"})
    current = begin(folder.game, edition, seats=(SEAT,), carry=carry)
    assert isinstance(current, Round)
    assert [bet.spot for bet in bot.bets(current, SEAT, 0)] == ["inside:low", "bonus"]
    assert bot.decide(current, SEAT) is None


def test_visits() -> None:
    plan = flat(stakes(red=1000))
    fine = Visit(Credits(5000), 10, Credits(100), Credits(5000))
    assert visit_refusal(plan, fine, most_at_risk=1000) is None
    for wrong in (
        Visit(Credits(999), 10),
        Visit(Credits(5000), 10, stop_loss=Credits(5001)),
        Visit(Credits(0), 10),
        Visit(Credits(5000), 10, stop_win=Credits(0)),
    ):
        assert visit_refusal(plan, wrong, most_at_risk=1000) is not None


def test_wagers_are_named_by_their_spots() -> None:
    folder = Registry().games["gin-and-win"]
    edition = folder.edition()
    assert not isinstance(edition, Refusal)
    wagers = wagers_of(folder.game, edition)
    assert [wager.name for wager in wagers] == ["ante-play", "gin-bonus"]
    for name in ("ante", "ante-play"):
        assert find_wager(wagers, name) == wagers[0]
    closed = find_wager(wagers, "play")
    assert isinstance(closed, Refusal) and "ante" in closed.sentence
    unknown = find_wager(wagers, "red")
    assert isinstance(unknown, Refusal) and "gin-bonus" in unknown.sentence


@pytest.mark.parametrize(
    ("game", "names", "untouched"),
    [("gin-and-win", ["best", "simple"], 1), ("flip-it", ["best"], 19)],
)
def test_strategies_by_name(game: str, names: list[str], untouched: int) -> None:
    folder = Registry().games[game]
    edition = folder.edition()
    assert not isinstance(edition, Refusal)
    known = strategies_of(folder.game, edition)
    assert list(known) == names
    assert (known["best"] is hasty) is (len(names) == 1)
    found = find_strategy(folder.game, edition, "bold")
    assert isinstance(found, Refusal) and names[-1] in found.sentence
    assert not isinstance(find_strategy(folder.game, edition, "best"), Refusal)
    assert len(untouched_bets(folder.game, edition)) == untouched
