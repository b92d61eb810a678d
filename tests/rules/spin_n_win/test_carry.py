"""What a spin leaves behind, as words and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.spin_n_win.carry import Carry
from pitboss.games.spin_n_win.rotation import Direction, Rotation
from pitboss.games.spots import PlacedBet
from pitboss.refusals import RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.rules.spin_n_win.table import (
    GAME,
    STANDARD,
    after,
    bet,
    edition,
    refused,
    spin,
    spinning,
)

ROTATIONS = st.builds(Rotation, st.integers(1, 7).map(SeatIndex), st.sampled_from(Direction))
PLACES = st.tuples(st.integers(1, 7), st.sampled_from([spot.key for spot in STANDARD.spots]))


@given(
    spins=st.integers(0, 10**6),
    rotation=st.none() | ROTATIONS,
    up=st.dictionaries(PLACES, st.integers(1, 1000), max_size=6),
)
def test_a_carry_reads_back_from_its_words(
    spins: int, rotation: Rotation | None, up: dict[tuple[int, SpotKey], int]
) -> None:
    bets = tuple(
        PlacedBet(SeatIndex(seat), spot, Credits(stake * 100)) for (seat, spot), stake in up.items()
    )
    carry = Carry(spins, rotation, bets)
    assert GAME.read_carry(STANDARD, GAME.write_carry(carry)) == carry


def test_the_words() -> None:
    state = after(spinning(bet(1, "single:red"), bet(3, "combo:red-green", 5)), spin("RG"))
    words = {
        "spins": "1",
        "spinner": "1",
        "direction": "up",
        "up": "1 single:red 10.00; 3 combo:red-green 5.00",
    }
    assert GAME.write_carry(GAME.carry(state)) == words
    assert GAME.read_carry(STANDARD, words) == GAME.carry(state)
    assert GAME.write_carry(GAME.first_carry(STANDARD)) == {"spins": "0"}
    assert GAME.read_carry(STANDARD, {}) == GAME.first_carry(STANDARD)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ({"shoe": "full"}, RefusalCode.UNKNOWN_FIELD, "spinner"),
        ({"spins": "-1"}, RefusalCode.BAD_FIELD, "whole number"),
        ({"spins": "9" * 5000}, RefusalCode.BAD_FIELD, "whole number"),
        ({"spinner": "x", "direction": "up"}, RefusalCode.BAD_FIELD, "whole number"),
        ({"direction": "up"}, RefusalCode.BAD_FIELD, "spinner"),
        ({"spinner": "1"}, RefusalCode.BAD_FIELD, "up or down"),
        ({"spinner": "1", "direction": "left"}, RefusalCode.BAD_FIELD, "up or down"),
        ({"spinner": "8", "direction": "up"}, RefusalCode.NO_SUCH_SEAT, "1 to 7"),
        ({"up": "1 single:red"}, RefusalCode.BAD_TEXT, "seat, spot and stake"),
        ({"up": "one single:red 10.00"}, RefusalCode.BAD_FIELD, "whole number"),
        ({"up": "1 single:red ten"}, RefusalCode.BAD_AMOUNT, "10.50"),
        ({"up": "8 single:red 10.00"}, RefusalCode.NO_SUCH_SEAT, "1 to 7"),
        ({"up": "1 single:pink 10.00"}, RefusalCode.UNKNOWN_SPOT, "single:red"),
        ({"up": "1 single:red 10.50"}, RefusalCode.NOT_PAYABLE, "10 or 11"),
        ({"up": "1 single:red 5.00; 1 single:red 5.00"}, RefusalCode.BAD_TEXT, "twice"),
    ],
)
def test_bad_words_are_refused(words: dict[str, str], code: RefusalCode, said: str) -> None:
    refused(GAME.read_carry(STANDARD, words), code, said)


def test_a_carry_of_another_edition_is_refused_when_it_cannot_be_paid() -> None:
    carry = GAME.carry(after(spinning(bet(1, "single:red", 1)), spin("RR")))
    coarse = edition(table__chip="1.00")
    opened = GAME.open(coarse, seats=(SeatIndex(1),), carry=carry)
    refused(opened, RefusalCode.NOT_PAYABLE, "bet 2.")
