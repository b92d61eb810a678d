"""What every dealt game refuses, through the classics."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

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


def test_what_a_game_need_not_say() -> None:
    game: Any = REGISTRY.games["baccarat"].game
    edition = unwrap(REGISTRY.games["baccarat"].edition())
    assert REGISTRY.games["sic-bo"].game.alike(edition, frozenset()) is None
    assert not game.keeps_shoe(edition, type(game.fresh_cards(edition))(()))


def test_a_shoe_and_a_memory_read_back_and_tell_starts_apart() -> None:
    game: Any = REGISTRY.games["baccarat"].game
    edition = unwrap(REGISTRY.games["baccarat"].edition())
    first = game.first_carry(edition)
    again = unwrap(game.read_carry(edition, {**game.write_carry(first), "round": "7"}))
    assert again == replace(first, number=7)
    # A number alone makes no difference; a card that is gone, or a memory, does.
    assert again.is_fresh(first) and game.start_key(first) == game.start_key(again)
    fewer = game.write_carry(first)["shoe"].replace("Ac8", "Ac7")
    less = unwrap(game.read_carry(edition, {"round": "1", "shoe": fewer}))
    assert not less.is_fresh(first) and less.undealt.total == first.undealt.total - 1
    assert len({game.start_key(one) for one in (first, less, replace(first, memory="6"))}) == 3
    more = game.write_carry(first)["shoe"].replace("Ac8", "Ac9")
    refused = game.read_carry(edition, {"round": "1", "shoe": more})
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.IMPOSSIBLE_CARD


@pytest.mark.parametrize("most", ["0.50", "1000000.00", "100.01"])
def test_a_spot_takes_whole_chips_within_the_limits_of_the_table(most: str) -> None:
    refused = REGISTRY.games["craps"].edition(changes={"table.most.centre": most})
    assert isinstance(refused, Refusal) and "from the least stake to the most" in refused.sentence


def test_a_typed_round_of_any_length_and_what_is_wrong_with_others() -> None:
    entry = REGISTRY.games["casino-war"]
    record = unwrap(entry.edition())
    bets = ((SpotKey("ante"), Credits(1000)),)
    whole = TypedRound("Qc / Qd / 2c 3c 4c / 9d / 8h", bets, "war")
    assert not isinstance(entry.game.typed_round(record, whole), Refusal)
    for draw, decide in [("Qc", ""), ("Qc / Zz", ""), ("Kc / Qd / 2c", ""), ("Kc / Qd", "war")]:
        assert isinstance(entry.game.typed_round(record, TypedRound(draw, bets, decide)), Refusal)
    assert isinstance(entry.game.typed_round(record, TypedRound("Kc / Qd", (), None)), Refusal)


def test_burnt_cards_lie_face_down_until_the_round_is_over() -> None:
    current = unwrap(take(at_the_tie(), Decide(SEAT, "war")))
    for text in ("2c 3c 4c", "9d"):
        shown: Any = read_shown(["cards", *text.split()])
        current = unwrap(take(current, Draw(shown)))
    game = current.game
    places = {place.key: place.items for place in game.places(current.state, SEAT)}
    assert places == {"seat 1": ("Qc", "9d"), "dealer": ("Qd",), "burn": ("", "", "")}
    assert "2c" not in str(game.view(current.state, SEAT))
