"""What every dealt game refuses, through the classics."""

from __future__ import annotations

from typing import Any

from pitboss.equipment.shown import read_shown
from pitboss.games.contract import TypedRound
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, Step
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.contract.conftest import CLASSICS

REGISTRY = Registry((CLASSICS,))
SEAT, OTHER = SeatIndex(1), SeatIndex(2)


def at_the_tie() -> Round:
    entry = REGISTRY.games["casino-war"]
    current = unwrap(begin(entry.game, unwrap(entry.edition()), seats=(SEAT,)))
    steps: list[Step] = [Bet(SEAT, SpotKey("ante"), Credits(1000)), CloseBets()]
    steps += [Draw(unwrap(read_shown(["cards", card]))) for card in ("Qc", "Qd")]  # type: ignore[arg-type]
    for step in steps:
        current = unwrap(take(current, step))
    return current


def code_of(result: Round | Refusal) -> RefusalCode:
    assert isinstance(result, Refusal)
    return result.code


def test_decisions_are_the_seats_own_and_among_those_offered() -> None:
    current = at_the_tie()
    assert code_of(take(current, Decide(OTHER, "war"))) is RefusalCode.NOT_YOUR_TURN
    assert code_of(take(current, Decide(SEAT, "fold"))) is RefusalCode.UNKNOWN_OPTION
    assert code_of(take(current, Draw(()))) is RefusalCode.NOT_NOW
    assert "war or surrender" in current.game.say(current.state)


def test_a_game_that_decides_nothing_leaves_its_bets() -> None:
    game: Any = REGISTRY.games["baccarat"].game
    edition = unwrap(REGISTRY.games["baccarat"].edition())
    state = game.open(edition, seats=(SEAT,), carry=game.first_carry(edition))
    assert game.decide(state, Decide(SEAT, "none")) == state.bets == ()
    assert REGISTRY.games["sic-bo"].game.alike(edition, frozenset()) is None
    assert not game.keeps_shoe(edition, type(game.fresh_cards(edition))(()))


def test_a_typed_round_of_any_length_and_what_is_wrong_with_others() -> None:
    entry = REGISTRY.games["casino-war"]
    record = unwrap(entry.edition())
    bets = ((SpotKey("ante"), Credits(1000)),)
    whole = TypedRound("Qc / Qd / 2c 3c 4c / 9d / 8h", bets, "war")
    assert not isinstance(entry.game.typed_round(record, whole), Refusal)
    for draw, decide in [("Qc", ""), ("Qc / Zz", ""), ("Kc / Qd / 2c", ""), ("Kc / Qd", "war")]:
        assert isinstance(entry.game.typed_round(record, TypedRound(draw, bets, decide)), Refusal)
    assert isinstance(entry.game.typed_round(record, TypedRound("Kc / Qd", (), None)), Refusal)
