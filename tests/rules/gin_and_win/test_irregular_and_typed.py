"""GNW-8, typed rounds, the carry, and editions that are wrong."""

from __future__ import annotations

import pytest

from pitboss.games.contract import RoundScript, TypedRound
from pitboss.games.notation import read_round, write_round
from pitboss.games.rounds import Round, replay
from pitboss.games.settlement import Result
from pitboss.games.steps import Call, CloseBets, Draw
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SpotKey
from tests.rules.gin_and_win.felt import (
    FOUR_JACK,
    FOUR_QUEEN,
    TWO_LOW,
    after,
    bet,
    cards,
    changed,
    dealt,
    decide,
    edition,
    game,
    refused,
    seat,
    started,
)

DRAW = f"{TWO_LOW} / Kc Kd Kh 9c 8h 5h 2s"


# --- calls -------------------------------------------------------------------------------


@pytest.mark.clause("GNW-8.1")
@pytest.mark.parametrize("reason", ["misdeal", "card exposed: 7d", "short deck", "six cards dealt"])
def test_a_misdeal_returns_every_stake(reason: str) -> None:
    current = dealt(TWO_LOW, "4c 4d 5c 5d 6c 6h Qs", dealer=FOUR_QUEEN)
    over = after(current, decide(1, "play"), Call("misdeal", reason))
    assert over.is_over
    assert [(line.seat, line.spot, line.stake) for line in over.lines()] == [
        (1, "ante", 1000),
        (1, "play", 1000),
        (1, "gin-bonus", 500),
        (2, "ante", 1000),
        (2, "gin-bonus", 500),
    ]
    for line in over.lines():
        assert (line.result, line.net, line.clause) == (Result.REFUND, 0, "GNW-8.1")
    ending = game().ending(over.state)
    assert (ending.void, ending.clause) == (True, "GNW-8.1")
    assert ending.sentence == game().say(over.state)
    assert reason in ending.sentence
    assert over.carry() == 2
    seen = game().view(over.state, seat(1))
    assert (seen.void, seen.phase, seen.to_decide) == (reason, "void", ())
    assert seen.dealer.cards is None
    assert [hand.cards is not None for hand in seen.hands] == [True, False]


@pytest.mark.clause("GNW-8.1")
def test_a_misdeal_needs_a_deal_and_a_reason() -> None:
    misdeal = Call("misdeal", "card exposed")
    code, sentence = refused(started(), misdeal)
    assert (code, sentence) == (
        RefusalCode.NOT_NOW,
        "The dealer cannot call 'misdeal' now; call supervisor.",
    )
    current = after(started(), bet(1, "ante"), CloseBets())
    assert after(current, misdeal).is_over
    for reason in ("", "  ", "two\nlines"):
        assert refused(current, Call("misdeal", reason))[0] is RefusalCode.BAD_TEXT
    shown = Call("misdeal", "exposed", cards("7d"))
    assert refused(current, shown)[0] is RefusalCode.WRONG_COUNT
    assert refused(current, Call("earthquake", "x"))[0] is RefusalCode.UNKNOWN_OPTION
    over = after(dealt(TWO_LOW, dealer=FOUR_QUEEN), decide(1, "fold"))
    assert refused(over, misdeal)[0] is RefusalCode.ROUND_OVER
    refusal = game().apply(over.state, misdeal)
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.NOT_NOW


@pytest.mark.clause("GNW-8.2")
def test_a_supervisor_can_be_called_until_the_end() -> None:
    call = Call("supervisor", "late bet at seat 1")
    before = started()
    current = after(before, call)
    assert game().view(current.state, seat(1)).calls == ("late bet at seat 1",)
    assert current.need == before.need
    current = after(current, bet(1, "ante"), CloseBets(), call)
    current = after(current, Draw(cards(TWO_LOW)), Draw(cards(FOUR_QUEEN)), call)
    assert game().view(current.state, seat(1)).calls == ("late bet at seat 1",) * 3
    assert [option.clause for option in game().calls(current.state)] == ["GNW-8.1", "GNW-8.2"]
    over = after(current, decide(1, "fold"))
    assert game().calls(over.state) == ()


# --- typed rounds ------------------------------------------------------------------------


def typed(
    draw: str = DRAW,
    *,
    decided: str | None = "play",
    setting: str | None = None,
    key: str = "wsgc-2017",
    **stakes: int,
) -> Round | Refusal:
    bets = tuple(
        (SpotKey(name.replace("_", "-")), Credits(stake)) for name, stake in stakes.items()
    )
    script = game().typed_round(edition(key), TypedRound(draw, bets, decided, setting))
    return script if isinstance(script, Refusal) else replay(game(), edition(key), script)


def code_of(answer: Round | Refusal) -> RefusalCode:
    assert isinstance(answer, Refusal), answer
    return answer.code


@pytest.mark.clause("GNW-4.3")
def test_a_typed_play_bet_equals_the_ante() -> None:
    for over in (
        typed(ante=1000),
        typed(ante=1000, play=1000),
        typed(decided=None, ante=1000, play=1000),
    ):
        assert isinstance(over, Round)
        assert [(line.spot, line.pays) for line in over.lines()] == [
            ("ante", 1000),
            ("play", 1000),
        ]
    assert code_of(typed(ante=1000, play=900)) is RefusalCode.NOT_EQUAL_ANTE
    assert code_of(typed(play=1000)) is RefusalCode.NOT_EQUAL_ANTE
    assert code_of(typed(decided="fold", ante=1000, play=1000)) is RefusalCode.SPOT_CLOSED


def test_a_typed_round_needs_a_decision() -> None:
    answer = typed(decided=None, ante=1000)
    assert code_of(answer) is RefusalCode.MISSING_FIELD
    assert "play or fold" in str(answer)
    assert code_of(typed(decided="wait", ante=1000)) is RefusalCode.UNKNOWN_OPTION
    folded = typed(decided="fold", ante=1000, gin_bonus=500)
    assert isinstance(folded, Round)
    assert [line.clause for line in folded.lines()] == ["GNW-6.9", "GNW-7.9"]


@pytest.mark.parametrize(
    ("draw", "code"),
    [
        (TWO_LOW, RefusalCode.WRONG_COUNT),
        (f"{DRAW} / Ac", RefusalCode.WRONG_COUNT),
        (f"{TWO_LOW} / Kc Kd", RefusalCode.WRONG_COUNT),
        (f"Kc Kd / {TWO_LOW}", RefusalCode.WRONG_COUNT),
        (f"{TWO_LOW} / Zz Kd Kh 9c 8h 5h 2s", RefusalCode.BAD_CARD),
        (f"Zz Kd Kh 9c 8h 5h 2s / {TWO_LOW}", RefusalCode.BAD_CARD),
        (f"{TWO_LOW} / Ac Kd Kh 9c 8h 5h 2s", RefusalCode.IMPOSSIBLE_CARD),
    ],
)
def test_a_typed_draw_that_cannot_be(draw: str, code: RefusalCode) -> None:
    assert code_of(typed(draw, ante=1000)) is code


def test_typed_bets_and_settings_pass_the_same_rules() -> None:
    assert code_of(typed(ante=30_001)) is RefusalCode.ABOVE_MAXIMUM
    assert code_of(typed(gin_bonus=1000)) is RefusalCode.NO_BETS
    assert code_of(typed(insurance=1000, ante=1000)) is RefusalCode.UNKNOWN_SPOT
    assert code_of(typed(ante=1000, setting="Ac Qq")) is RefusalCode.BAD_CARD
    assert code_of(typed(ante=1000, setting="Ac 2c")) is RefusalCode.FALSE_COMBINATION
    assert isinstance(typed(ante=1000, setting="Ac Ah | 7d 8d Jd"), Round)


# --- notation and carry ------------------------------------------------------------------


def test_a_round_reads_back_from_its_text() -> None:
    current = dealt(TWO_LOW, "4c 4d 5c 5d 6c 6h Qs", dealer=FOUR_QUEEN)
    over = after(
        current,
        Call("supervisor", "chips spilled"),
        decide(2, "play", "4c 4d | 5c 5d"),
        decide(1, "fold"),
    )
    text = write_round(over)
    assert "start round=1" in text
    assert "decide 2 play [4c 4d | 5c 5d]" in text
    assert read_round(text, game(), edition()) == over


def test_the_carry_is_the_number_of_the_round() -> None:
    assert game().first_carry(edition()) == 1
    for number in (1, 17, 10**12):
        assert game().read_carry(edition(), game().write_carry(number)) == number
    for words in (
        {},
        {"round": ""},
        {"round": "0"},
        {"round": "-1"},
        {"round": "01"},
        {"round": "x"},
        {"round": "²"},
        {"round": "9" * 13},
        {"round": "9" * 5000},
        {"round": "1", "more": "2"},
    ):
        answer = game().read_carry(edition(), words)
        assert isinstance(answer, Refusal)
        assert answer.code is RefusalCode.BAD_TEXT


def test_a_typed_round_is_the_first_of_a_fresh_table() -> None:
    script = game().typed_round(
        edition(), TypedRound(DRAW, ((SpotKey("ante"), Credits(1000)),), "fold")
    )
    assert isinstance(script, RoundScript)
    assert (script.seats, script.carry) == ((1,), 1)


# --- editions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("options.setting", "loose", "options.setting is 'loose'; it must be one of cards-speak"),
        ("readings.ace", "middle", "readings.ace is 'middle'"),
        ("readings.bonus_on_fold", "maybe", "readings.bonus_on_fold"),
        ("readings.seven_or_better", "up", "readings.seven_or_better"),
        ("cards.hand", "8", "cards.hand is 8; it must be a whole number from 1 to 7"),
        ("cards.ranks", "AA2", "cards.ranks: it must hold letters of A23456789TJQK"),
        ("cards.ranks", "A1", "cards.ranks: it must hold letters"),
        ("cards.ranks", "", "cards.ranks is ''; it must be a text"),
        ("cards.suits", "cx", "cards.suits: it must hold letters of cdhs"),
        ("cards.suits", "c", "cards.hand: 13 cards are too few"),
        ("qualifier.score", "9", "qualifier.score"),
        ("qualifier.rank", "1", "qualifier.rank is '1'"),
        ("bonus.two_low_rank", "0", "bonus.two_low_rank"),
        ("bonus.zero", "0", "bonus.zero: a winning bet pays more than nothing"),
        ("pays.play", "much", "pays.play is 'much'; it must be odds"),
        ("pays.play", "0/1", "pays.play: a winning bet pays more than nothing"),
        ("table.chip", "0.07", "table.chip: both limits must be whole numbers"),
    ],
)
def test_a_wrong_field_is_named(name: str, value: str, wanted: str) -> None:
    answer = changed("wsgc-2017", {name: value})
    assert isinstance(answer, Refusal)
    assert answer.sentence.startswith(wanted)


def test_the_editions_differ_where_their_documents_do() -> None:
    washington, ten = edition("wsgc-2017"), edition("ten")
    assert (washington.qualifier.height, ten.qualifier.height) == (11, 10)
    assert [odds.to_one for _, odds in washington.bonus] == [1000, 25, 10, 4, 2, 1]
    assert [odds.to_one for _, odds in ten.bonus] == [500, 20, 8, 4, 2, 1]
    assert washington.pays == ten.pays
    assert washington.head.claims == ten.head.claims == ()


def test_a_step_after_the_end_is_refused_by_the_rules_themselves() -> None:
    over = after(dealt(TWO_LOW, dealer=FOUR_JACK), decide(1, "fold"))
    for step in (bet(1, "ante"), CloseBets(), Draw(cards(TWO_LOW)), decide(1, "play")):
        answer = game().apply(over.state, step)
        assert isinstance(answer, Refusal)
        assert answer.sentence == "Not now: the round is over."
