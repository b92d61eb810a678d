"""Edition files are read so strictly that nothing in them goes unnoticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.games.editions import (
    Approval,
    HasHead,
    apply_changes,
    content_hash,
    field_names,
    parse_toml,
)
from pitboss.games.fields import Fields
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import Odds
from tests.contract.conftest import KIT


@pytest.fixture
def kit() -> GameFolder:
    folder = Registry((KIT,)).find("red-or-black")
    assert isinstance(folder, GameFolder)
    return folder


def data_of(kit: GameFolder) -> dict[str, Any]:
    data = kit.edition_data()
    assert isinstance(data, dict)
    return data


def refusal_for(kit: GameFolder, data: dict[str, Any]) -> Refusal:
    refused = kit.read("standard", data)
    assert isinstance(refused, Refusal), refused
    return refused


@pytest.mark.parametrize(
    ("table", "name", "value", "code"),
    [
        ("about", "title", 5, RefusalCode.BAD_FIELD),
        ("about", "title", "", RefusalCode.BAD_FIELD),
        ("table", "seats", 0, RefusalCode.BAD_FIELD),
        ("table", "seats", 21, RefusalCode.BAD_FIELD),
        ("table", "seats", True, RefusalCode.BAD_FIELD),
        ("table", "seats", "5", RefusalCode.BAD_FIELD),
        ("table", "minimum", "0", RefusalCode.BAD_FIELD),
        ("table", "minimum", 1, RefusalCode.BAD_FIELD),
        ("table", "minimum", "200.00", RefusalCode.BAD_FIELD),
        ("table", "minimum", "1.25", RefusalCode.BAD_FIELD),
        ("table", "profiles", "none", RefusalCode.BAD_FIELD),
        ("table", "profiles", [1], RefusalCode.BAD_FIELD),
        ("pays", "even", "-1/1", RefusalCode.BAD_FIELD),
        ("pays", "even", -1, RefusalCode.BAD_FIELD),
        ("pays", "even", 0.5, RefusalCode.BAD_FIELD),
        ("pays", "even", False, RefusalCode.BAD_FIELD),
        ("cards", "jokers", 9, RefusalCode.BAD_FIELD),
        ("cards", "colour", "blue", RefusalCode.UNKNOWN_FIELD),
    ],
)
def test_a_bad_field_is_named(
    kit: GameFolder, table: str, name: str, value: object, code: RefusalCode
) -> None:
    data = data_of(kit)
    data[table][name] = value
    refused = refusal_for(kit, data)
    assert refused.code is code
    assert f"{table}." in refused.sentence


def test_a_missing_field_and_a_missing_table_are_named(kit: GameFolder) -> None:
    data = data_of(kit)
    del data["pays"]["even"]
    assert refusal_for(kit, data).sentence == "pays.even is missing; add it."
    del data["pays"]
    assert refusal_for(kit, data).code is RefusalCode.MISSING_FIELD
    data["pays"] = 5
    assert refusal_for(kit, data).code is RefusalCode.BAD_FIELD


def test_an_unknown_table_is_named(kit: GameFolder) -> None:
    data = data_of(kit)
    data["extras"] = {}
    assert "extras" in refusal_for(kit, data).sentence


def test_claims_are_read_and_checked(kit: GameFolder) -> None:
    data = data_of(kit)
    claim = {"bet": "red", "figure": "house-edge", "printed": "3.7%", "source": "a page"}
    data["about"]["claims"] = [claim]
    edition = kit.read("standard", data)
    assert not isinstance(edition, Refusal)
    assert edition.head.claims[0].printed == "3.7%"
    data["about"]["claims"] = [{**claim, "figure": "weight"}]
    assert "claims[0].figure" in refusal_for(kit, data).sentence
    data["about"]["claims"] = ["red"]
    assert "about.claims" in refusal_for(kit, data).sentence


def test_fields_of_every_kind() -> None:
    fields = Fields({"flag": True, "even": 2, "extra": {"name": "x"}})
    assert fields.flag("flag")
    assert fields.odds("even") == Odds.of(2)
    assert fields.has("extra")
    assert fields.table("extra").names() == ("name",)
    assert fields.tables("absent") == ()
    assert not Fields({"flag": "yes"}).flag("flag")


def test_what_only_the_reader_sees_is_reported() -> None:
    fields = Fields({})
    fields.report("pays", "no bet can win.")
    refused = fields.finish()
    assert refused is not None
    assert refused.sentence == "pays: no bet can win."


def test_broken_toml_is_told_in_a_sentence() -> None:
    refused = parse_toml("[table\nseats = ")
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.BAD_FILE


def test_the_hash_covers_rules_and_not_names(kit: GameFolder) -> None:
    data = data_of(kit)
    original = content_hash("red-or-black", data)
    data["about"]["title"] = "Another name"
    assert content_hash("red-or-black", data) == original
    assert content_hash("other-game", data) != original
    data["cards"]["jokers"] = 3
    assert content_hash("red-or-black", data) != original


def edition(kit: GameFolder, **changes: str) -> HasHead:
    dotted = {name.replace("__", "."): value for name, value in changes.items()}
    record = kit.edition(changes=dotted)
    assert not isinstance(record, Refusal), record
    return record


def test_changed_rules_are_marked_as_modified(kit: GameFolder) -> None:
    assert edition(kit).head.approval is Approval.AS_DOCUMENTED
    assert edition(kit, table__seats="3").head.approval is Approval.AS_DOCUMENTED
    assert edition(kit, cards__jokers="3").head.approval is Approval.MODIFIED
    assert edition(kit).head.short_hash == edition(kit).head.hash[:12]


def test_changes_keep_the_type_of_the_field() -> None:
    data: dict[str, Any] = {"a": {"n": 1, "t": "x", "b": True, "list": [1]}}
    assert apply_changes(data, {"a.n": "-7", "a.t": "y", "a.b": "false"}) == {
        "a": {"n": -7, "t": "y", "b": False, "list": [1]}
    }
    assert apply_changes(data, {"a.n": "9/2"}) == {"a": {**data["a"], "n": "9/2"}}
    for name, value in (("a.b", "maybe"), ("a.z", "1"), ("z.n", "1"), ("a", "1"), ("a.list", "1")):
        assert isinstance(apply_changes(data, {name: value}), Refusal), name
    assert isinstance(apply_changes({"a": None}, {"a": "1"}), Refusal)
    assert field_names(data) == ("a.n", "a.t", "a.b")


def test_unknown_games_and_editions_are_told_with_the_known_ones(kit: GameFolder) -> None:
    refused = Registry((KIT,)).find("whist")
    assert isinstance(refused, Refusal)
    assert "red-or-black" in refused.sentence
    for result in (kit.edition("gold"), kit.edition(changes={"pays.none": "1"})):
        assert isinstance(result, Refusal)


def test_an_edition_may_be_a_file_of_one_s_own(kit: GameFolder, tmp_path: Path) -> None:
    shipped = (kit.folder / "editions" / "standard.toml").read_text("utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(shipped.replace("jokers = 2", "jokers = 5"), "utf-8")
    record = unwrap(kit.edition(str(mine)))
    assert record.head.key == "mine"
    assert record.head.approval is Approval.MODIFIED
    mine.write_text(shipped.replace("jokers = 2", "jokers = 99"), "utf-8")
    refused = kit.edition(str(mine))
    assert isinstance(refused, Refusal)
    assert "cards.jokers" in refused.sentence
    for content in (b"\xff\xfe", None):
        mine.unlink()
        if content is not None:
            mine.write_bytes(content)
        refused = kit.edition(str(mine))
        assert isinstance(refused, Refusal)
        assert refused.code is RefusalCode.BAD_FILE
        mine.touch()
