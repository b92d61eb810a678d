"""A round as one person types it."""

from __future__ import annotations

import pytest

from pitboss.games.contract import TypedRound
from pitboss.games.rounds import Round, replay
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SpotKey
from tests.rules.spin_n_win.table import GAME, STANDARD, edition, good, refused

BETS = ((SpotKey("single:red"), Credits(1000)),)


def played(typed: TypedRound) -> Round | Refusal:
    return replay(GAME, STANDARD, good(GAME.typed_round(STANDARD, typed)))


@pytest.mark.parametrize("draw", ["R,J", "r j", "Red / joker", " R ,, J "])
def test_letters_and_names_are_read(draw: str) -> None:
    (line,) = good(played(TypedRound(draw, BETS))).lines()
    assert (str(line.odds), line.pays, line.clause) == ("1/1", 1000, "SNW-3.3")


@pytest.mark.parametrize(
    ("decide", "spun_by"), [(None, (1, 0)), ("spin-b", (0, 1)), ("decline", (0, 0))]
)
def test_who_spins_can_be_typed_and_changes_no_pay(
    decide: str | None, spun_by: tuple[int, int]
) -> None:
    over = good(played(TypedRound("R,G", BETS, decide=decide)))
    assert tuple(top.spun_by for top in GAME.view(over.state, over.seats[0]).tops) == spun_by
    assert [line.pays for line in over.lines()] == [500]


@pytest.mark.parametrize(
    ("draw", "code"),
    [
        ("R", RefusalCode.WRONG_COUNT),
        ("", RefusalCode.WRONG_COUNT),
        ("R,G,B", RefusalCode.WRONG_COUNT),
        ("R,X", RefusalCode.BAD_FACE),
    ],
)
def test_a_draw_that_cannot_be_is_refused(draw: str, code: RefusalCode) -> None:
    refused(GAME.typed_round(STANDARD, TypedRound(draw, BETS)), code)


def test_what_does_not_belong_here_is_refused() -> None:
    refused(
        GAME.typed_round(STANDARD, TypedRound("R,J", BETS, setting="Ac Ah")),
        RefusalCode.UNKNOWN_OPTION,
        "no cards",
    )
    refused(played(TypedRound("R,J", BETS, decide="fold")), RefusalCode.UNKNOWN_OPTION)
    refused(played(TypedRound("R,J", ())), RefusalCode.NO_BETS)
    no_jokers = edition(tops__joker="0")
    script = good(GAME.typed_round(no_jokers, TypedRound("R,J", BETS)))
    refused(replay(GAME, no_jokers, script), RefusalCode.BAD_FACE)
