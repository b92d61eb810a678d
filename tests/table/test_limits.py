"""Posted limits: set by a pit boss, from the next round on, within the edition's own."""

from __future__ import annotations

import pytest

from pitboss.equipment.draws import SeededBits
from pitboss.equipment.tops import Face
from pitboss.players.random_player import random_bets
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table.commands import HOUSE, Command
from pitboss.table.decide import decide
from pitboss.table.evolve import evolve
from pitboss.table.state import open_table
from pitboss.table.view_records import Viewer
from pitboss.table.views import Memory, view
from pitboss.units import SeatIndex
from tests.table.kit import DEALER, SUPERVISOR, Felt, felt, player

LIMITS = cmd.ChangeLimits(500, 20_000)


def finish(table: Felt, first: Face, second: Face) -> None:
    table.do(DEALER, cmd.CloseBetting())
    table.decide_all()
    table.do(DEALER, cmd.ShowDraw((first, second)))
    table.settle()


def test_limits_hold_from_the_next_round_on() -> None:
    table = felt(mode="entered")
    memory = Memory()
    table.sit(1)
    table.open_round()

    def range_of(seat: int = 1) -> tuple[int, int]:
        shown = view(table.state, Viewer(SeatIndex(seat)), memory=memory).spots[0]
        return shown.minimum, shown.maximum

    assert range_of() == (100, 100_000)
    assert table.do(SUPERVISOR, LIMITS) == (ev.LimitsChanged(500, 20_000),)
    assert range_of() == (100, 100_000)
    table.do(player(1), cmd.PlaceBet(1, "single:red", 100))
    finish(table, Face.GREEN, Face.BLUE)
    assert range_of() == (500, 20_000)
    table.open_round()
    assert table.refused(player(1), cmd.PlaceBet(1, "single:red", 400)) == "below-minimum"
    assert table.refused(player(1), cmd.PlaceBet(1, "single:red", 20_100)) == "above-maximum"
    table.do(player(1), cmd.PlaceBet(1, "single:red", 500))
    again = open_table(table.rules)
    for event in table.events:
        again = evolve(again, event)
    assert again == table.state


@pytest.mark.parametrize(
    ("minimum", "maximum", "words"),
    [
        (50, 20_000, "from 1 to 1,000"),
        (500, 100_100, "from 1 to 1,000"),
        (2_000, 1_000, "not above the largest"),
        (525, 20_000, "whole chips of 0.50"),
        (150, 150, "made in steps of 1"),
        (100, 100_000, "already"),
        (100, 900, "A bet of 10 lies on the felt"),
    ],
)
def test_limits_that_cannot_be_are_refused(minimum: int, maximum: int, words: str) -> None:
    table = felt(mode="entered")
    table.sit(1)
    table.open_round()
    table.do(player(1), cmd.PlaceBet(1, "single:red", 1_000))
    refused = decide(table.state, Command(SUPERVISOR, cmd.ChangeLimits(minimum, maximum)))
    assert isinstance(refused, Refusal) and words in refused.sentence
    finish(table, Face.RED, Face.RED)  # the bet stays up
    assert table.state.stakes
    again = decide(table.state, Command(SUPERVISOR, cmd.ChangeLimits(minimum, maximum)))
    assert isinstance(again, Refusal) and words in again.sentence


def test_limits_are_a_pit_boss_s_to_set_and_can_be_set_while_paused() -> None:
    table = felt(mode="entered")
    table.sit(1)
    for by in (DEALER, player(1)):
        assert table.refused(by, LIMITS) == "not-your-turn"
    table.do(SUPERVISOR, cmd.Pause("Dinner."))
    table.do(SUPERVISOR, LIMITS)
    table.do(HOUSE, cmd.ChangeLimits(100, 100_000))  # back to the edition's own


def test_a_bet_that_stayed_up_below_the_new_least_stands() -> None:
    table = felt(mode="entered")
    table.sit(1)
    table.open_round()
    table.do(player(1), cmd.PlaceBet(1, "single:red", 100))
    finish(table, Face.RED, Face.RED)
    table.do(SUPERVISOR, LIMITS)
    table.open_round()
    finish(table, Face.RED, Face.GREEN)
    assert [int(stake.amount) for stake in table.state.stakes] == [100]


def test_bots_keep_to_posted_limits() -> None:
    table = felt("gin-and-win", mode="entered")
    table.sit(1)
    table.do(SUPERVISOR, LIMITS)
    table.open_round()
    assert table.state.current is not None
    for number in range(20):
        bits = SeededBits(str(number).encode())
        bets = random_bets(table.state.current, SeatIndex(1), bits, limits=table.state.limits)
        assert all(500 <= bet.stake <= 20_000 for bet in bets)
