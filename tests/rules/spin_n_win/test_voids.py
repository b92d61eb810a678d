"""Valid and void spins, and the call for a supervisor."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import JOKER
from pitboss.equipment.tops import Face
from pitboss.games.needs import NeedSpin
from pitboss.games.spin_n_win.state import State
from pitboss.games.steps import Call, Draw
from pitboss.refusals import RefusalCode
from tests.rules.spin_n_win.table import (
    CLOSE,
    GAME,
    LEFT,
    after,
    answer,
    bet,
    dealer,
    edition,
    opened,
    refused,
    spin,
    spinning,
    void,
)

RED = "single:red"


def stages() -> dict[str, State]:
    """A round at each point before its end."""
    betting = after(opened(1, 2), bet(1, RED), bet(2, RED))
    choosing_end = after(betting, CLOSE)
    choosing_top = after(choosing_end, LEFT)
    declined = after(choosing_top, answer(1, "decline"))
    return {
        "betting": betting,
        "choosing-end": choosing_end,
        "choosing-top": choosing_top,
        "declined": declined,
        "spinning": after(declined, dealer("spin-both")),
    }


@pytest.mark.clause("SNW-8.1")
def test_the_guide_for_a_valid_spin_is_the_operators() -> None:
    (invalid, supervisor) = GAME.calls(spinning(bet(1, RED)))
    assert (invalid.key, invalid.clause, invalid.shows) == ("invalid-spin", "SNW-8.2", 2)
    assert "fewer than 4 full turns" in invalid.label
    assert (supervisor.key, supervisor.clause) == ("supervisor", "SNW-8.7")
    strict = GAME.calls(spinning(bet(1, RED), edition=edition(options__valid_turns="5")))
    assert "fewer than 5 full turns" in strict[0].label


@pytest.mark.clause("SNW-8.2")
def test_an_invalid_spin_settles_nothing_and_the_same_people_spin_again() -> None:
    state = spinning(bet(1, RED), bet(2, "single:joker"))
    again = after(state, void("two turns only"))
    assert GAME.need(again) == GAME.need(state)
    assert isinstance(GAME.need(again), NeedSpin)
    assert again.bets == state.bets
    assert again.spin_number == state.spin_number
    landed = after(again, spin("RG"))
    assert GAME.settle(landed) == GAME.settle(after(state, spin("RG")))
    assert GAME.carry(landed) == GAME.carry(after(state, spin("RG")))


@pytest.mark.clause("SNW-8.3")
def test_a_bad_spin_by_the_dealer_is_void_too() -> None:
    both = stages()["spinning"]
    again = after(both, void("the dealer's Top hit the rail"))
    need = GAME.need(again)
    assert isinstance(need, NeedSpin)
    assert need.spun_by == (0, 0)


@pytest.mark.clause("SNW-8.4", "SNW-8.5")
def test_every_void_is_recorded_with_attempt_reason_spinners_and_faces() -> None:
    state = after(
        spinning(bet(1, RED)),
        void("Top B left the dish."),
        void("Top A rests cocked", "RJ"),
    )
    first, second = state.voids
    assert (first.attempt, first.reason, first.faces) == (1, "Top B left the dish.", ())
    assert (second.attempt, second.faces) == (2, (Face.RED, Face.JOKER))
    assert first.spun_by == second.spun_by == (1, 0)
    assert GAME.say(state) == (
        "No spin: Top A rests cocked. Nothing is settled. Seat 1 spins Top A, I spin Top B. Spin!"
    )
    assert "Top B left the dish. Nothing" in GAME.say(
        after(spinning(bet(1, RED)), void("Top B left the dish."))
    )
    assert len(after(state, spin("RG")).voids) == 2


@pytest.mark.clause("SNW-8.6")
@pytest.mark.parametrize("stage", ["betting", "choosing-end", "choosing-top", "declined"])
def test_nothing_can_be_void_before_the_spin_is_awaited(stage: str) -> None:
    state = stages()[stage]
    assert [call.key for call in GAME.calls(state)] == ["supervisor"]
    refused(GAME.apply(state, void("weak")), RefusalCode.NOT_NOW, "supervisor")


@pytest.mark.clause("SNW-8.6")
def test_nothing_can_be_void_once_the_faces_decided() -> None:
    landed = after(spinning(bet(1, RED)), spin("GG"))
    refused(GAME.apply(landed, void("too weak after all", "GG")), RefusalCode.ROUND_OVER)


@pytest.mark.clause("SNW-8.7")
@pytest.mark.parametrize("stage", stages())
def test_a_supervisor_can_be_called_at_any_time_and_changes_nothing_else(stage: str) -> None:
    state = stages()[stage]
    called = after(state, Call("supervisor", "players whisper numbers"))
    (record,) = called.supervisor_calls
    assert (record.reason, record.phase) == ("players whisper numbers", stage)
    assert GAME.need(called) == GAME.need(state)
    assert GAME.bets(called) == GAME.bets(state)


def test_calls_are_refused_by_the_first_reason_that_applies() -> None:
    state = spinning(bet(1, RED))
    refused(GAME.apply(state, Call("misdeal", "why")), RefusalCode.UNKNOWN_OPTION, "invalid-spin")
    for reason in ("", "  ", "weak ", "two\nlines", "[RJ] weak", "x" * 201):
        refused(GAME.apply(state, void(reason)), RefusalCode.BAD_TEXT, "reason")
    refused(GAME.apply(state, void("weak", "R")), RefusalCode.WRONG_COUNT, "both faces or none")
    refused(
        GAME.apply(state, Call("supervisor", "why", (Face.RED, Face.RED))),
        RefusalCode.WRONG_COUNT,
        "none",
    )
    cards = Call("invalid-spin", "weak", (JOKER, JOKER))
    refused(GAME.apply(state, cards), RefusalCode.BAD_FACE, "R, G, B, Y, J")
    refused(GAME.apply(state, Call("", "why", (JOKER,))), RefusalCode.UNKNOWN_OPTION)
    assert after(state, void("x" * 200)).voids[0].attempt == 1


def test_draws_that_cannot_be_are_refused() -> None:
    state = spinning(bet(1, RED))
    refused(GAME.apply(state, spin("R")), RefusalCode.WRONG_COUNT, "two")
    refused(GAME.apply(state, spin("RGB")), RefusalCode.WRONG_COUNT)
    refused(GAME.apply(state, Draw((JOKER, JOKER))), RefusalCode.BAD_FACE)
    refused(GAME.apply(stages()["declined"], spin("RG")), RefusalCode.NOT_NOW)
    no_jokers = spinning(bet(1, RED), edition=edition(tops__joker="0"))
    refused(GAME.apply(no_jokers, spin("RJ")), RefusalCode.BAD_FACE, "R, G, B, Y.")


@pytest.mark.clause("SNW-8.8")
def test_void_reasons_are_coded_and_any_other_counts_as_another() -> None:
    void_option = GAME.calls(spinning(bet(1, RED)))[0]
    codes = [code for code, _ in void_option.reasons]
    assert codes == ["short-player", "short-dealer", "cocked", "off-dish", "other"]
    assert void_option.code_of("Came to rest cocked") == "cocked"
    assert void_option.code_of("Left the dish: hit the rail") == "off-dish"
    assert void_option.code_of("A phone rang") == "other"


@pytest.mark.clause("SNW-8.9")
def test_after_a_void_spin_the_dealer_may_spin_both() -> None:
    state = spinning(bet(1, RED), bet(2, RED))
    both = Call("dealer-spins-both", "Player hurt a finger")
    refused(GAME.apply(state, both), RefusalCode.NOT_NOW)
    after_void = after(state, void("Short spin by the player"))
    assert [one.key for one in GAME.calls(after_void)] == [
        "invalid-spin",
        "dealer-spins-both",
        "pass-the-top",
        "supervisor",
    ]
    mine = after(after_void, both)
    need = GAME.need(mine)
    assert isinstance(need, NeedSpin) and need.spun_by == (0, 0)
    over = after(mine, spin("RR"))
    rotation = GAME.carry(over).rotation
    assert rotation is not None and rotation.turn == 2  # the spinner gave the Top up, won or not
    refused(GAME.apply(mine, both), RefusalCode.NOT_NOW)


@pytest.mark.clause("SNW-8.9")
def test_after_a_void_spin_the_dealer_may_pass_the_top() -> None:
    state = after(spinning(bet(1, RED), bet(2, RED)), void("Short spin by the player"))
    passed = after(state, Call("pass-the-top", "Player cannot spin"))
    assert passed.queue == (2,)
    spun = after(passed, answer(2, "spin-b"))
    need = GAME.need(spun)
    assert isinstance(need, NeedSpin) and need.spun_by == (0, 2)
    # Nobody is left to pass it to.
    alone = after(spun, void("Came to rest cocked"))
    assert "pass-the-top" not in [one.key for one in GAME.calls(alone)]
    refused(GAME.apply(alone, Call("pass-the-top", "No")), RefusalCode.NOT_NOW)
    # And without either call the same player spins again, as ever.
    assert after(state, spin("RR")).faces is not None


@pytest.mark.clause("SNW-7.12")
@pytest.mark.parametrize(
    ("letters", "rule", "turn"),
    [
        ("RB", "keep-while-winning", 1),  # Red wins 5, Joker loses 10
        ("RB", "keep-while-ahead", 2),
        ("RR", "keep-while-ahead", 2),  # wins 10, loses 10: no more won than lost
        ("RJ", "keep-while-ahead", 1),
        ("RJ", "pass-every-spin", 2),
    ],
)
def test_the_spinner_keeps_the_top_only_while_ahead(letters: str, rule: str, turn: int) -> None:
    of = edition(options__spinner=rule)
    over = after(spinning(bet(1, RED), bet(1, "single:joker"), edition=of), spin(letters))
    rotation = GAME.carry(over).rotation
    assert rotation is not None and rotation.turn == turn


@pytest.mark.clause("SNW-7.13")
def test_either_end_is_free_to_the_house_and_the_hasty_one_is_the_left() -> None:
    need = GAME.need(stages()["choosing-end"])
    (owed,) = need.pending  # type: ignore[union-attr]
    assert owed.is_free and owed.hasty == "start-left"
    declined = GAME.need(stages()["declined"])
    assert not declined.pending[0].is_free  # type: ignore[union-attr]
