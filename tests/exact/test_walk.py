"""The oracle's walk: what is equal is walked once, and what is too large is refused."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.equipment.shown import Shown
from pitboss.equipment.stops import DICE, DIE, Stops
from pitboss.exact import oracle
from pitboss.exact.oracle import solve
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedCards, NeedNothing, NeedStops
from pitboss.games.registry import Registry
from pitboss.games.settlement import Verdict
from pitboss.games.steps import Draw, Step
from pitboss.refusals import Refusal, unwrap
from pitboss.units import Credits, SpotKey
from tests.contract.conftest import CLASSICS, KIT

REGISTRY = Registry((CLASSICS,))


def walked_by(game: AnyGame, edition: HasHead, spots: tuple[str, ...]) -> tuple[object, int]:
    """What a walk finds, and how many positions it visits."""
    walked: list[int] = []
    stakes = tuple((SpotKey(spot), Credits(100)) for spot in spots)
    return solve(game, edition, stakes, tell=walked.append), walked[-1]


def test_equal_positions_are_walked_once_and_weighed_together() -> None:
    """Dice of which only the total is kept: 16 positions for 216 results."""
    game = REGISTRY.games["sic-bo"].game
    edition = unwrap(REGISTRY.games["sic-bo"].edition())

    class Total(type(game)):  # type: ignore[misc]
        firsts: dict[int, Shown] = {}  # noqa: RUF012

        def apply(self, state: Any, step: Step) -> Any:
            if isinstance(step, Draw):
                total = sum(int(str(die)) for die in step.shown)
                step = Draw(self.firsts.setdefault(total, step.shown))
            return super().apply(state, step)

    merged, walked = walked_by(Total(), edition, ("total:10",))
    assert merged == walked_by(game, edition, ("total:10",))[0]
    assert walked == 1 + 1 + 16


def test_equal_dice_are_not_told_apart() -> None:
    """56 rolls for 216 results; all of them where one die has its numbers in another order."""
    game = REGISTRY.games["sic-bo"].game
    edition = unwrap(REGISTRY.games["sic-bo"].edition())
    told_apart = NeedStops((DIE, DIE, Stops(DICE, DIE.texts[::-1])))
    other = type("Other", (type(game),), {"equipment": lambda self, edition: told_apart})()
    spots = ("total:10", "single:3")
    merged, walked = walked_by(game, edition, spots)
    assert (merged, 1 + 1 + 216) == walked_by(other, edition, spots)
    assert walked == 1 + 1 + 56


@pytest.mark.parametrize(("game", "spot"), [("three-card", "ante"), ("let-it-ride", "base")])
def test_first_hands_that_differ_only_in_suits_are_walked_once(game: str, spot: str) -> None:
    entry = REGISTRY.games[game]
    edition = unwrap(entry.edition(changes={"cards.ranks": "TJ"}))
    told_apart = type("Other", (type(entry.game),), {"suits_alike": False})()
    merged, walked = walked_by(entry.game, edition, (spot,))
    every, visited = walked_by(told_apart, edition, (spot,))
    assert merged == every and walked * 7 < visited


def test_suits_are_told_apart_where_the_seat_does_not_see_the_first_card() -> None:
    """A hidden card says nothing of what the seat holds: its suit must not follow from the hand."""
    entry = REGISTRY.games["three-card"]
    edition = unwrap(entry.edition(changes={"cards.ranks": "TJ"}))
    three_card: Any = type(entry.game)

    def next_need(self: Any, state: Any) -> Any:
        if not state.closed or state.draws:
            return three_card.next_need(self, replace(state, draws=state.draws[1:]))
        return NeedCards(1, place="burn", face_up=False, undealt=state.shoe)

    assert_suits_are_told_apart(entry.game, edition, "ante", next_need)


def test_suits_are_told_apart_once_something_was_dealt() -> None:
    """A card that is put back leaves equal suits behind, and something that the next can match."""
    entry = Registry((KIT,)).games["red-or-black"]
    edition: Any = unwrap(entry.edition(changes={"cards.jokers": "0"}))

    def next_need(self: Any, state: Any) -> Any:
        return NeedNothing() if len(state.draws) == 2 else self.equipment(edition)

    def verdicts(self: Any, state: Any) -> list[Verdict]:
        first, second = (card.suit for card in state.cards("table"))
        return [Verdict(edition.even if first == second else None, self.end_clause)]

    matches = type("Matches", (type(entry.game),), {"verdicts": verdicts, "suits_alike": True})
    assert_suits_are_told_apart(matches(), edition, "red", next_need)


def assert_suits_are_told_apart(game: Any, edition: HasHead, spot: str, next_need: Any) -> None:
    one = type("One", (type(game),), {"next_need": next_need})
    other = type("Other", (one,), {"suits_alike": False})
    found, _ = walked_by(one(), edition, (spot,))
    assert isinstance(found, dict) and found == walked_by(other(), edition, (spot,))[0]


def test_a_game_too_large_for_the_walk_is_refused_with_an_estimate() -> None:
    entry = Registry().games["gin-and-win"]
    edition = unwrap(entry.edition())
    refused = solve(entry.game, edition, ((SpotKey("ante"), Credits(100)),))
    assert isinstance(refused, Refusal) and "133,784,560 positions" in refused.sentence


def test_a_walk_of_many_small_steps_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """320 positions in all, 66 at the largest step."""
    entry = REGISTRY.games["casino-war"]
    edition = unwrap(entry.edition(changes={"cards.ranks": "359", "cards.decks": "1"}))
    stakes = ((SpotKey("ante"), Credits(1000)),)
    assert isinstance(solve(entry.game, edition, stakes, most=65), Refusal)
    assert isinstance(solve(entry.game, edition, stakes, most=100), dict)
    monkeypatch.setattr(oracle, "STEPS", 2)
    assert isinstance(solve(entry.game, edition, stakes, most=100), Refusal)
