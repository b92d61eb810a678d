"""Every kind of row with every fifth card, against the oracle's own reading of the document."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from pitboss.equipment.cards import JOKER, STANDARD_CARDS, Card
from pitboss.games.flip_it.row import RowKind, hands_within_reach, made_hand, row_kind
from pitboss.games.flip_it.settle import verdict
from pitboss.games.settlement import Result
from pitboss.units import SpotKey
from tests.rules.flip_it import oracle
from tests.rules.flip_it.table import EDITIONS, ROWS, bet, cards, edition, flip, laid, spot

FIFTHS = (*STANDARD_CARDS, JOKER)
ROW_AND_KIND = [(row, kind) for kind, rows in ROWS.items() for row in rows]


@pytest.mark.clause("FLP-5.1", "FLP-5.2", "FLP-5.3")
@pytest.mark.parametrize(("row", "kind"), ROW_AND_KIND)
def test_row_kind_and_offer(row: str, kind: str) -> None:
    assert row_kind(cards(row)).value == kind
    assert (spot(laid(row), "bonus").closed is None) == oracle.is_offered(row.split())
    assert {hand.value for hand in hands_within_reach(cards(row))} == {
        made[0].value for fifth in FIFTHS if (made := made_hand(cards(row), fifth)) is not None
    }


@pytest.mark.clause("FLP-2.5", "FLP-2.6")
@pytest.mark.clause(
    "FLP-3.1",
    "FLP-3.2",
    "FLP-3.3",
    "FLP-3.4",
    "FLP-3.5",
    "FLP-3.6",
    "FLP-3.7",
    "FLP-3.8",
    "FLP-3.9",
)
@pytest.mark.clause("FLP-4.1", "FLP-4.2", "FLP-4.3", "FLP-4.4", "FLP-4.5")
@pytest.mark.clause(
    "FLP-5.4",
    "FLP-5.5",
    "FLP-5.6",
    "FLP-5.7",
    "FLP-5.8",
    "FLP-5.9",
    "FLP-5.10",
    "FLP-5.11",
    "FLP-5.12",
    "FLP-5.13",
)
@pytest.mark.parametrize(("row", "kind"), ROW_AND_KIND)
def test_whole_round_settles_as_the_oracle_says(row: str, kind: str) -> None:
    table = laid(row)
    offered = [key for key in oracle.ALL_SPOTS if kind != "none" or key != "bonus"]
    ready = bet(table, *offered)
    for fifth in map(str, FIFTHS):
        lines = {line.spot: line for line in flip(ready, fifth).lines()}
        assert set(lines) == set(offered)
        for key, line in lines.items():
            expected = oracle.wins(key, row=row.split(), fifth=fifth, call_it=12, paytable=1)
            assert (line.odds.to_one if line.odds else None) == expected, (row, fifth, key)
            assert line.result is (Result.LOSE if expected is None else Result.WIN)
            assert line.pays == (0 if expected is None else 100 * expected)


@pytest.mark.clause("FLP-4.4", "FLP-5.13")
@pytest.mark.parametrize("key", EDITIONS)
def test_pays_of_every_edition(key: str) -> None:
    of = edition(key)
    call_it, paytable = (12 if "call12" in key else 10), int(key[-1])
    for row, kind in ROW_AND_KIND:
        spots = ("call:2", "call:K") if kind == "none" else ("call:2", "call:K", "bonus")
        for fifth in FIFTHS:
            for name in spots:
                odds = verdict(of, row=cards(row), fifth=fifth, spot=SpotKey(name)).odds
                expected = oracle.wins(
                    name, row=row.split(), fifth=str(fifth), call_it=call_it, paytable=paytable
                )
                assert (odds.to_one if odds else None) == expected, (key, row, fifth, name)


@pytest.mark.untraced
@pytest.mark.clause("FLP-5.12", "FLP-5.15")
@pytest.mark.parametrize("suits", ["cccc", "cdhs", "hhhd"])
def test_every_row_of_ranks_with_every_fifth_card(suits: str) -> None:
    """All 1,820 sets of four ranks in three patterns of suits, with all 53 fifth cards."""
    names = {"royal": "royal_flush", "five": "five_of_a_kind", "four": "four_of_a_kind"}
    names |= {"three": "three_of_a_kind", "full": "full_house", "two pair": "two_pair"}
    checked = 0
    for ranks in combinations_with_replacement(range(1, 14), 4):
        row = tuple(
            Card(rank=rank, suit="cdhs".index(suit))
            for rank, suit in zip(ranks, suits, strict=True)
        )
        texts = list(map(str, row))
        offered = oracle.is_offered(texts)
        before = oracle.poker_hand(texts)
        assert offered == (row_kind(row) is not RowKind.NOTHING)
        for fifth in FIFTHS:
            after = "nothing" if fifth is JOKER else oracle.poker_hand([*texts, str(fifth)])
            paid = names.get(after) if offered and after != before else None
            made = made_hand(row, fifth)
            assert (made[0].value if made else None) == paid, (texts, fifth)
            checked += 1
    assert checked == 1820 * 53
