"""Bets are called by their names on the felt, one by one and several together."""

from __future__ import annotations

from pitboss.games.bet_names import BetNames, bet_names, join_words
from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from tests.contract.conftest import CLASSICS

OWN, CLASSIC = Registry(), Registry((CLASSICS,))
SEVEN = BetNames({letter: letter.upper() for letter in "abcdefg"})


def names_in(key: str, own: dict[str, str] | None = None) -> BetNames:
    entry = (OWN.games | CLASSIC.games)[key]
    return bet_names(entry.game.all_spots(unwrap(entry.edition())), own)


def test_a_bet_has_the_name_on_the_felt() -> None:
    names = names_in("spin-n-win")
    assert names("single:red") == "Red"
    # A number alone says too little; a key that is no bet is at least written as words.
    assert names_in("roulette")("straight:17") == "Straight 17"
    assert names("no-such:bet") == "No such bet"


def test_stakes_of_one_wager_are_named_together() -> None:
    names = names_in("three-card", {"whole-hand": "The whole hand"})
    assert names("ante-play") == "Ante and Play"
    assert names("whole-hand") == "The whole hand"
    # Where a bet moves to is no stake beside it.
    assert not [name for name in names_in("craps").labels.values() if " and " in name]


def test_long_lists_are_cut() -> None:
    assert SEVEN.several("abc") == "A, B, C"
    assert SEVEN.several("abcdef") == "A, B, C, D, E, F"
    assert SEVEN.several("abcdefg") == "A, B, C and 4 more"
    assert SEVEN.one_of("abc") == "A, B or C"
    assert SEVEN.one_of("abcd") == "A or 3 others"
    assert join_words(["A"], "and") == "A"
