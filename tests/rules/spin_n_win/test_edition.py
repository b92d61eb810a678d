"""The edition: what the document prints, what may be changed, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.equipment.tops import Face
from pitboss.games.editions import Approval, parse_toml
from pitboss.refusals import Refusal, RefusalCode
from tests.rules.spin_n_win.oracle import oracle_edge
from tests.rules.spin_n_win.table import GAME, STANDARD, edition, folder, good, refused


@pytest.mark.clause("SNW-1.5")
def test_a_spin_lasts_8_to_12_seconds_unless_the_operator_says_else() -> None:
    assert STANDARD.spin_seconds == (8, 12)
    assert edition(options__spin_seconds_least="2").spin_seconds == (2, 12)


@pytest.mark.clause("SNW-1.6")
def test_the_planned_pace() -> None:
    pace = [claim for claim in STANDARD.head.claims if claim.figure == "pace"]
    assert [claim.printed for claim in pace] == ["45 to 55"]
    assert STANDARD.head.rounds_per_hour == 50


def printed_edges() -> dict[str, str]:
    return {c.bet: c.printed for c in STANDARD.head.claims if c.figure == "house-edge"}


def rounded(edge: Fraction) -> str:
    """A fraction as a percentage with four places, rounded half up."""
    ten_thousandths = int(edge * 1_000_000 + Fraction(1, 2))
    whole, decimals = divmod(ten_thousandths, 10_000)
    return f"{whole}.{decimals:04d}%"


@pytest.mark.clause("SNW-9.1")
def test_the_document_misprints_one_house_advantage() -> None:
    printed = printed_edges()
    assert list(printed) == [spot.key for spot in STANDARD.spots]
    wrong = {bet for bet, figure in printed.items() if rounded(oracle_edge(bet)) != figure}
    assert wrong == {"combo:joker-joker"}
    assert oracle_edge("combo:joker-joker") == Fraction(3, 64)
    assert rounded(Fraction(3, 64)) == "4.6875%"
    assert printed["combo:joker-joker"] == "4.6785%"


def test_the_standard_edition() -> None:
    head = STANDARD.head
    assert (head.game, head.key, head.approval) == (GAME.key, "standard", Approval.AS_DOCUMENTED)
    assert (head.limits.minimum, head.limits.maximum, head.limits.chip) == (100, 100_000, 50)
    assert folder().edition_keys() == ("standard",)
    assert GAME.score_hand(STANDARD, ()) is None


def test_changed_numbers_make_a_modified_edition() -> None:
    changed = edition(tops__joker="2", pays__single_joker="2/1")
    assert changed.head.approval is Approval.MODIFIED
    assert changed.head.hash != STANDARD.head.hash
    assert changed.top.faces.count(Face.JOKER) == 2
    assert [str(odds) for odds in changed.spots[4].odds] == ["2/1", "4/1"]
    assert edition(options__spinner="pass-every-spin").head.approval is Approval.AS_DOCUMENTED


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("tops.red", "-1", "tops.red"),
        ("tops.red", "101", "0 to 100"),
        ("pays.single_red", "-1/2", "pays.single_red"),
        ("options.spinner", "never", "keep-while-winning"),
        ("options.valid_turns", "0", "options.valid_turns"),
        ("options.spin_seconds_least", "13", "lower it"),
        ("table.seats", "8", "7 players"),
    ],
)
def test_fields_out_of_range_are_refused_by_name(name: str, value: str, word: str) -> None:
    refused(folder().edition(changes={name: value}), RefusalCode.BAD_FIELD, word)


def test_a_top_without_faces_is_refused() -> None:
    none = {f"tops.{face}": "0" for face in ("red", "green", "blue", "yellow", "joker")}
    refused(folder().edition(changes=none), RefusalCode.BAD_FIELD, "at least one face")


def test_missing_and_unknown_fields_are_refused() -> None:
    data = good(folder().edition_data())
    pays = data["pays"]
    assert isinstance(pays, dict)
    without = {name: odds for name, odds in pays.items() if name != "combo_yellow_blue"}
    refused(
        folder().read("mine", {**data, "pays": without}),
        RefusalCode.MISSING_FIELD,
        "pays.combo_yellow_blue",
    )
    refused(
        folder().read("mine", {**data, "pays": {**pays, "combo_red_red": "2/1"}}),
        RefusalCode.UNKNOWN_FIELD,
        "pays.combo_red_red",
    )
    assert isinstance(parse_toml("[pays"), Refusal)
