"""Bets that live across rounds, as texts and on the felt; and what a spot can win at most."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.games.bets import place
from pitboss.games.registry import Registry
from pitboss.games.settlement import Line, Result
from pitboss.games.spots import PlacedBet, Spot, Times
from pitboss.games.steps import Bet
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import ClauseId, Credits, Odds, SeatIndex, SpotKey
from tests.contract.conftest import CLASSICS

REGISTRY = Registry((CLASSICS,))
CRAPS = REGISTRY.games["craps"].game
EDITION = unwrap(REGISTRY.games["craps"].edition())
SEAT = SeatIndex(1)
WORDS = CRAPS.write_carry(CRAPS.first_carry(EDITION))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"up": "1/pass"}, "'1/pass' is not a seat, a spot and a stake."),
        ({"up": "1/nowhere/5.00"}, "'1/nowhere/5.00' is not a seat, a spot and a stake."),
        ({"up": "1/pass/5.00 1/pass/5.00"}, "Two bets that stay up lie on one spot."),
        ({"point": "7"}, "The point is one of off, 4, 5, 6, 8, 9, 10."),
    ],
)
def test_a_start_that_cannot_be_is_refused(words: dict[str, str], says: str) -> None:
    refused = CRAPS.read_carry(EDITION, {**WORDS, **words})
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.sentence) == (RefusalCode.BAD_TEXT, says)


def test_a_contract_bet_is_raised_and_never_lowered() -> None:
    lives = Refusal(RefusalCode.SPOT_CLOSED, "It lives.")
    spots = (Spot(SpotKey("a"), "A", "all", (Odds.of(1),), wager="a", contract=lives),)
    lying, limits = (PlacedBet(SEAT, SpotKey("a"), Credits(1000)),), EDITION.head.limits

    def stake(amount: int) -> object:
        return place(lying, Bet(SEAT, SpotKey("a"), Credits(amount)), spots=spots, limits=limits)

    assert stake(500) == lives
    assert stake(1500) == (PlacedBet(SEAT, SpotKey("a"), Credits(1500)),)
    assert place((), Bet(SEAT, SpotKey("a"), Credits(500)), spots=spots, limits=limits) != lives


def test_a_stake_is_not_lowered_below_what_lies_behind_it() -> None:
    first = Spot(SpotKey("a"), "A", "all", (Odds.of(1),), wager="a")
    behind = Spot(SpotKey("b"), "B", "all", (Odds.of(1),), "b", times=Times(SpotKey("a"), 2))
    lying = tuple(PlacedBet(SEAT, SpotKey(key), Credits(1000)) for key in "ab")

    def stake(spot: str, amount: int) -> object:
        bet = Bet(SEAT, SpotKey(spot), Credits(amount))
        return place(lying, bet, spots=(first, behind), limits=EDITION.head.limits)

    refused = stake("a", 400)
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.ABOVE_MAXIMUM
    assert "lower or take down B first" in refused.sentence
    assert isinstance(stake("b", 2100), Refusal)
    assert stake("a", 500) == (PlacedBet(SEAT, SpotKey("a"), Credits(500)), lying[1])


def test_an_award_counts_to_the_most_that_a_stake_can_win() -> None:
    game = REGISTRY.games["three-card"]
    ante = next(s for s in game.game.all_spots(unwrap(game.edition())) if s.key == "ante")
    assert ante.top_odds.to_one == Fraction(6)


def test_only_a_lost_stake_is_taken() -> None:
    line = Line(SEAT, SpotKey("a"), Credits(5), Result.STANDS, None, Credits(0), ClauseId("A-1"))
    assert (line.taken, line.net) == (0, 0)


def test_a_start_is_told_apart_by_all_of_it_and_is_the_only_one() -> None:
    entry = Registry().games["flip-it"]
    first = entry.game.first_carry(unwrap(entry.edition()))
    assert entry.game.starts(unwrap(entry.edition())) == (first,)
    assert entry.game.start_key(first) == first


def test_an_edition_of_tops_is_found_by_its_hash() -> None:
    entry = Registry().games["spin-n-win"]
    one, other = unwrap(entry.edition()), unwrap(entry.edition())
    assert len({one, other}) == 1


def test_rounds_of_a_game_whose_bets_all_end_start_as_they_did() -> None:
    entry = Registry().games["spin-n-win"]
    carry = entry.game.first_carry(unwrap(entry.edition()))
    assert entry.game.give_back(carry, ()) is carry
