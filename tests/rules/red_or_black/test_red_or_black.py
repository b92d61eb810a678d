"""The sample game of CONTRIBUTING: its rules, clause by clause, and the games of one draw."""

from __future__ import annotations

import pytest

from pitboss.gamekit.conformance.random_rounds import must
from pitboss.games.contract import RoundScript, TypedRound
from pitboss.games.game_folder import GameFolder
from pitboss.games.needs import NeedCards
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, replay, take
from pitboss.games.settlement import Result
from pitboss.games.steps import Bet, Call, CloseBets, Decide, TakeDown
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.contract.conftest import KIT

ONE = SeatIndex(1)
SAMPLE = KIT / "red_or_black" / "__init__.py"


@pytest.fixture
def kit() -> GameFolder:
    folder = Registry((KIT,)).find("red-or-black")
    assert isinstance(folder, GameFolder)
    return folder


def settled(kit: GameFolder, draw: str) -> Round:
    edition = kit.edition()
    bets = ((SpotKey("red"), Credits(1000)), (SpotKey("black"), Credits(200)))
    script = kit.game.typed_round(edition, TypedRound(draw, bets))
    assert isinstance(script, RoundScript)
    assert not isinstance(edition, Refusal)
    return must(replay(kit.game, edition, script))


def opened(kit: GameFolder) -> Round:
    edition = kit.edition()
    assert not isinstance(edition, Refusal)
    return must(begin(kit.game, edition, seats=(ONE,)))


def test_the_sample_game_is_short_and_found_by_its_folder() -> None:
    assert len(SAMPLE.read_text("utf-8").splitlines()) < 80
    assert "red-or-black" in Registry((KIT,)).games


@pytest.mark.clause("ROB-1.1", "ROB-2.1")
def test_the_colour_of_the_card_wins(kit: GameFolder) -> None:
    lines = settled(kit, "Ah").lines()
    assert [(n.spot, n.result, n.pays) for n in lines] == [
        ("black", Result.LOSE, 0),
        ("red", Result.WIN, 1000),
    ]


@pytest.mark.clause("ROB-2.2")
def test_a_joker_loses_every_bet(kit: GameFolder) -> None:
    assert {line.clause for line in settled(kit, "JK").lines()} == {"ROB-2.2"}


@pytest.mark.clause("ROB-3.1")
def test_a_misdeal_returns_every_stake(kit: GameFolder) -> None:
    current = must(take(opened(kit), Bet(ONE, SpotKey("red"), Credits(500))))
    over = must(take(current, Call("misdeal", "A card fell.")))
    assert [(n.result, n.net) for n in over.lines()] == [(Result.REFUND, 0)]
    assert kit.game.ending(over.state).void
    assert "stakes go back" in kit.game.say(over.state)


def test_a_supervisor_is_noted(kit: GameFolder) -> None:
    current = must(take(opened(kit), Call("supervisor", "A question.")))
    assert current.state.calls == ("A question.",)


@pytest.mark.parametrize("draw", ["Zz", "Ah Ad", "", "JK JK"])
def test_draws_that_cannot_be_are_refused(kit: GameFolder, draw: str) -> None:
    edition = kit.edition()
    assert not isinstance(edition, Refusal)
    script = kit.game.typed_round(edition, TypedRound(draw, ((SpotKey("red"), Credits(100)),)))
    result = script if isinstance(script, Refusal) else replay(kit.game, edition, script)
    assert isinstance(result, Refusal)


def test_more_jokers_than_the_deck_holds_cannot_show(kit: GameFolder) -> None:
    edition = kit.edition(changes={"cards.jokers": "0"})
    assert not isinstance(edition, Refusal)
    refused = kit.game.typed_round(edition, TypedRound("JK", ((SpotKey("red"), Credits(100)),)))
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.IMPOSSIBLE_CARD


def test_steps_out_of_turn_are_refused(kit: GameFolder) -> None:
    current = opened(kit)
    other = Bet(SeatIndex(2), SpotKey("red"), Credits(100))
    for step, code in (
        (other, RefusalCode.NO_SUCH_SEAT),
        (TakeDown(ONE, SpotKey("red")), RefusalCode.UNKNOWN_SPOT),
        (Decide(ONE, "play"), RefusalCode.NOT_NOW),
        (CloseBets(), RefusalCode.NO_BETS),
    ):
        refused = take(current, step)
        assert isinstance(refused, Refusal)
        assert refused.code is code


def test_no_more_bets_is_said(kit: GameFolder) -> None:
    current = must(take(opened(kit), Bet(ONE, SpotKey("red"), Credits(100))))
    closed = must(take(current, CloseBets()))
    assert isinstance(closed.need, NeedCards)
    assert kit.game.say(closed.state) == "No more bets."
    assert isinstance(kit.game.read_carry(closed.edition, {"round": "x"}), Refusal)
