"""Posted paytables: every pay of the documents beside the hand that earns it."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import RANK_NAMES
from pitboss.games.paytables import Paytable, describe_pays, post_pays
from pitboss.games.registry import Registry
from pitboss.games.spots import Spot
from pitboss.refusals import Refusal

REGISTRY = Registry()


def spots(game: str, key: str, **changes: str) -> dict[str, Spot]:
    folder = REGISTRY.find(game)
    assert not isinstance(folder, Refusal)
    dotted = {name.replace("__", "."): to for name, to in changes.items()}
    edition = folder.edition(key, changes=dotted)
    assert not isinstance(edition, Refusal), edition
    return {str(spot.key): spot for spot in folder.game.all_spots(edition)}


def paytable(spot: Spot) -> Paytable:
    return post_pays((spot,))[0]


def lines(spot: Spot) -> list[str]:
    return [str(line) for line in paytable(spot).lines]


@pytest.mark.parametrize(
    ("edition", "pays"), [("wsgc-2017", (1000, 25, 10, 4, 2, 1)), ("ten", (500, 20, 8, 4, 2, 1))]
)
def test_the_gin_bonus(edition: str, pays: tuple[int, ...]) -> None:
    names = (
        "Four of a kind and three of a kind",
        "Five-card flush and a pair",
        "Four of a kind and a three-card flush",
        "Any other score of zero",
        "A score of one",
        "A score of two, both cards Seven or lower",
    )
    found = spots("gin-and-win", edition)["gin-bonus"]
    assert lines(found) == [f"{name} {pay:,} to 1" for name, pay in zip(names, pays, strict=True)]
    assert paytable(found).title == "Gin Bonus paytable"


@pytest.mark.parametrize(("ace", "at"), [("low", 6), ("high", 6)])
def test_the_low_line_is_named_as_the_edition_reads_it(ace: str, at: int) -> None:
    for side in ("lower", "higher"):
        readings = {"readings__ace": ace, "readings__seven_or_better": side}
        found = spots("gin-and-win", "ten", **readings)["gin-bonus"]
        wanted = f"A score of two, both cards {RANK_NAMES[at]} or {side}"
        assert paytable(found).lines[-1].name == wanted


@pytest.mark.parametrize(
    ("edition", "five", "title"),
    [("call12-pay1", 12, "Bonus paytable 1"), ("call10-pay2", 14, "Bonus paytable 2")],
)
def test_both_bonus_tables_of_flip_it_go_by_their_names(
    edition: str, five: int, title: str
) -> None:
    found = spots("flip-it", edition)["bonus"]
    assert paytable(found).title == title
    hands = ("Royal flush", "Five of a kind", "Four of a kind", "Three of a kind")
    pays = (50, five, 7, 6, 5, 2)
    assert lines(found) == [
        f"{name} {pay} to 1"
        for name, pay in zip((*hands, "Full house", "Two pair"), pays, strict=True)
    ]


def test_a_changed_bonus_table_claims_neither_name() -> None:
    found = spots("flip-it", "call12-pay1", bonus__two_pair="3/1")["bonus"]
    assert paytable(found).title == "Bonus paytable, changed"


def test_the_double_pays_of_spin_n_win() -> None:
    found = spots("spin-n-win", "standard")
    assert lines(found["single:red"]) == ["One Top shows Red 1 to 2", "Both Tops show Red 1 to 1"]
    assert [line.clause for line in found["single:red"].pays] == ["SNW-3.2", "SNW-3.3"]
    assert describe_pays(found["single:joker"]) == "one Top 3 to 1, both Tops 6 to 1"
    assert lines(found["combo:yellow-red"]) == ["Yellow and Red, either order 9 to 2"]
    assert lines(found["combo:joker-joker"]) == ["Both Tops show Joker 60 to 1"]


def test_posting_the_pays_changes_no_edition_hash() -> None:
    """The hashes that sheets, tables and records made before this name."""
    hashes = {
        ("spin-n-win", "standard"): "3a86d5c9efff",
        ("gin-and-win", "wsgc-2017"): "d790700b066a",
        ("flip-it", "call12-pay1"): "40afa5ed960a",
    }
    for (game, key), short in hashes.items():
        folder = REGISTRY.find(game)
        assert not isinstance(folder, Refusal)
        edition = folder.edition(key)
        assert not isinstance(edition, Refusal)
        assert edition.head.short_hash == short


def test_a_spot_with_one_pay_is_described_by_its_odds() -> None:
    assert describe_pays(spots("flip-it", "call12-pay1")["inside:red"]) == "1 to 1"
