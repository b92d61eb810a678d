"""Edition files, small shoes, and rounds typed in by a person."""

from __future__ import annotations

import pytest

from pitboss.games.contract import RoundScript, TypedRound
from pitboss.games.flip_it import GAME
from pitboss.games.flip_it.carry import full_shoe
from pitboss.games.rounds import Round, replay
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SpotKey
from tests.rules.flip_it.table import EDITIONS, edition, edition_refusal, folder


def test_four_editions_the_default_first() -> None:
    keys = folder().edition_keys()
    assert keys[0] == "call12-pay1"
    assert set(keys) == set(EDITIONS)
    assert len({edition(key).head.hash for key in keys}) == 4


def test_every_number_can_be_changed() -> None:
    of = edition(
        cards__decks="16", cards__jokers="0", pays__call_it="11", bonus__royal_flush="100/1"
    )
    assert full_shoe(of.deck).total == 832
    assert (str(of.call_it), str(of.bonus[0][1])) == ("11/1", "100/1")
    assert of.head.approval.value == "modified, not approved"
    assert edition(options__shoe="continuous").head.approval.value == "as documented"


def test_small_shoes_for_study() -> None:
    of = edition(
        cards__decks="2", cards__jokers="1", cards__ranks="KAT", cards__suits="sc",
        options__cut_undealt="8",
    )  # fmt: skip
    assert str(full_shoe(of.deck).entries[0][0]) == "JK"
    assert [str(card) for card, _ in full_shoe(of.deck).entries[1:]] == [
        "Ac", "As", "Tc", "Ts", "Kc", "Ks",
    ]  # fmt: skip
    assert full_shoe(of.deck).total == 13


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"cards__decks": "0"}, "cards.decks"),
        ({"cards__decks": "17"}, "cards.decks"),
        ({"cards__jokers": "65"}, "cards.jokers"),
        ({"cards__jokers": "-1"}, "cards.jokers"),
        ({"cards__ranks": "AAK"}, "cards.ranks"),
        ({"cards__ranks": "1"}, "cards.ranks"),
        ({"cards__ranks": ""}, "cards.ranks"),
        ({"cards__suits": "cx"}, "cards.suits"),
        ({"cards__decks": "1", "cards__ranks": "A", "cards__suits": "cdhs"}, "cards.decks"),
        ({"options__cut_undealt": "436"}, "options.cut_undealt"),
        ({"options__cut_undealt": "-1"}, "options.cut_undealt"),
        ({"options__shoe": "by-hand"}, "options.shoe"),
        ({"pays__inside": "evens"}, "pays.inside"),
        ({"bonus__two_pair": "2/0"}, "bonus.two_pair"),
    ],
)
def test_fields_out_of_range(changes: dict[str, str], field: str) -> None:
    answer = edition_refusal(**changes)
    assert answer.code is RefusalCode.BAD_FIELD
    assert answer.sentence.startswith(field)


@pytest.mark.parametrize("table", ["cards", "pays", "bonus", "options"])
def test_missing_and_unknown_fields(table: str) -> None:
    data = folder().edition_data()
    assert isinstance(data, dict)
    fields = data[table]
    assert isinstance(fields, dict)
    for name in fields:
        without = {**data, table: {key: value for key, value in fields.items() if key != name}}
        answer = folder().read("test", without)
        assert isinstance(answer, Refusal)
        assert answer.code is RefusalCode.MISSING_FIELD
        assert f"{table}.{name}" in answer.sentence
    more = folder().read("test", {**data, table: {**fields, "wild": 1}})
    assert isinstance(more, Refusal)
    assert more.code is RefusalCode.UNKNOWN_FIELD


def _typed(draw: str, *spots: str, decide: str | None = None, setting: str | None = None) -> object:
    bets = tuple((SpotKey(spot), Credits(1000)) for spot in spots)
    script = GAME.typed_round(edition(), TypedRound(draw, bets, decide, setting))
    return replay(GAME, edition(), script) if isinstance(script, RoundScript) else script


def test_a_round_typed_in() -> None:
    table = _typed("Ac Ad Kh 2s / 2h", "bonus", "inside:red", "call:3")
    assert isinstance(table, Round)
    assert [(n.spot, n.pays, n.clause) for n in table.lines()] == [
        ("call:3", 0, "FLP-4.1"),
        ("inside:red", 1000, "FLP-3.1"),
        ("bonus", 2000, "FLP-5.6"),
    ]


def test_a_joker_typed_as_the_fifth_card() -> None:
    table = _typed("Ac,Ad,Kh,2s/JK", "inside:red")
    assert isinstance(table, Round)
    assert table.lines()[0].clause == "FLP-2.6"


@pytest.mark.parametrize(
    ("draw", "code"),
    [
        ("Ac Ad Kh 2s 2h", RefusalCode.BAD_TEXT),
        ("Ac Ad / Kh / 2s", RefusalCode.BAD_TEXT),
        ("Ac Ad Kx 2s / 2h", RefusalCode.BAD_CARD),
        ("Ac Ad Kh 2s / 2x", RefusalCode.BAD_CARD),
        ("Ac Ad Kh / 2h", RefusalCode.WRONG_COUNT),
        ("Ac Ad Kh 2s /", RefusalCode.WRONG_COUNT),
        ("Ac Ad Kh 2s / 2h 3h", RefusalCode.WRONG_COUNT),
        ("Ac Ad Kh JK / 2h", RefusalCode.IMPOSSIBLE_CARD),
        ("2c 7d 9h Ks / 3d", RefusalCode.SPOT_CLOSED),
    ],
)
def test_rounds_that_cannot_be_typed(draw: str, code: RefusalCode) -> None:
    answer = _typed(draw, "bonus")
    assert isinstance(answer, Refusal)
    assert answer.code is code


def test_more_copies_than_the_decks_hold() -> None:
    of = edition(cards__decks="4", cards__jokers="0")
    for draw in ("Ac Ac Ac Ac / Ac", "Ac Ad Kh 2s / JK"):
        answer = GAME.typed_round(of, TypedRound(draw, ()))
        assert isinstance(answer, Refusal)
        assert answer.code is RefusalCode.IMPOSSIBLE_CARD
        assert "the shoe holds" in answer.sentence


def test_typed_rounds_have_no_decision_and_need_a_bet() -> None:
    for answer, code in (
        (_typed("Ac Ad Kh 2s / 2h", "bonus", decide="play"), RefusalCode.UNKNOWN_OPTION),
        (_typed("Ac Ad Kh 2s / 2h", "bonus", setting="Ac Ad"), RefusalCode.UNKNOWN_OPTION),
        (_typed("Ac Ad Kh 2s / 2h"), RefusalCode.NO_BETS),
    ):
        assert isinstance(answer, Refusal)
        assert answer.code is code
