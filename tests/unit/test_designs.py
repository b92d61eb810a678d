"""Designs: an edition of one's own by the hash of its rules, and what can be changed at all."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import tomli_w

from pitboss.games.controls import TABLE_WORDS, Control, ControlKind, RecordingFields, controls_of
from pitboss.games.designs import (
    TITLE,
    Design,
    changes_refusal,
    design_edition,
    design_of,
    design_text,
    read_design_name,
)
from pitboss.games.editions import field_names
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry
from pitboss.refusals import Refusal, RefusalCode, unwrap
from tests.contract.conftest import KIT

GAMES = tuple(Registry().games.values())
CHANGES = {
    "spin-n-win": {"pays.single_red": "1/1", "tops.joker": "2"},
    "gin-and-win": {"pays.play_zero": "7/2", "qualifier.rank": "T"},
    "flip-it": {"cards.decks": "6", "bonus.two_pair": "3/1"},
}


def folder_of(game: str) -> GameFolder:
    return unwrap(Registry().find(game))


def made(game: str, **changes: str) -> Design:
    folder = folder_of(game)
    wanted = changes or CHANGES[game]
    return unwrap(design_of(folder, folder.game.default_edition, wanted, name="Mine"))


@pytest.mark.parametrize("game", sorted(CHANGES))
def test_a_design_is_named_by_the_hash_of_its_rules(game: str) -> None:
    folder, design = folder_of(game), made(game)
    plain = unwrap(folder.edition(changes=CHANGES[game]))
    named = unwrap(design_edition(folder, design))
    assert design.hash == plain.head.hash == named.head.hash
    assert named.head.title == "Mine"
    assert named.head.approval.value == "modified, not approved"


@pytest.mark.parametrize("game", sorted(CHANGES))
def test_the_file_of_a_design_reads_back_as_the_same_edition(game: str, tmp_path: Path) -> None:
    folder, design = folder_of(game), made(game)
    path = tmp_path / "mine.toml"
    path.write_text(unwrap(design_text(folder, design)), "utf-8")
    read = unwrap(folder.edition(str(path)))
    assert read.head.hash == design.hash
    assert read.head.title == "Mine"


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.game.key)
def test_every_shipped_edition_is_written_as_it_was_read(folder: GameFolder) -> None:
    for key in folder.edition_keys():
        data = unwrap(folder.edition_data(key))
        assert tomllib.loads(tomli_w.dumps(data)) == data


def test_changes_that_change_nothing_are_left_out() -> None:
    design = made("flip-it", **{"cards.decks": "6", "cards.jokers": "24"})
    assert design.changes == (("cards.decks", "6"),)
    assert design.named_changes == (("cards.decks", "6"), (TITLE, "Mine"))


@pytest.mark.parametrize(
    ("base", "changes", "code"),
    [
        ("call12-pay1", {}, RefusalCode.NOT_NOW),
        ("call12-pay1", {"pays.call_it": "10/1"}, RefusalCode.NOT_NOW),
        ("call12-pay1", {"pays.call_it": "-1/1"}, RefusalCode.BAD_FIELD),
        ("call12-pay1", {"pays.unheard_of": "1/1"}, RefusalCode.UNKNOWN_FIELD),
        ("call12-pay1", {"about.title": "other"}, RefusalCode.UNKNOWN_FIELD),
        ("call12-pay1", {"pays.call_it": "1/1\n"}, RefusalCode.BAD_FIELD),
        ("unheard-of", {"cards.decks": "6"}, RefusalCode.UNKNOWN_EDITION),
        ("../editions/call12-pay1.toml", {"cards.decks": "6"}, RefusalCode.UNKNOWN_EDITION),
    ],
)
def test_what_can_be_no_design(base: str, changes: dict[str, str], code: RefusalCode) -> None:
    refused = design_of(folder_of("flip-it"), base, changes, name="Mine")
    assert isinstance(refused, Refusal)
    assert refused.code is code


def test_too_much_is_refused() -> None:
    many = {f"pays.n{n}": "1" for n in range(65)}
    for changes in (many, {"p" * 65: "1"}, {"pays inside": "1"}, {"pays.inside": "1" * 41}):
        assert isinstance(changes_refusal(changes), Refusal)
    assert changes_refusal({"pays.inside": "1" * 40}) is None


def test_a_design_of_rules_that_moved_on_is_refused() -> None:
    folder, design = folder_of("flip-it"), made("flip-it")
    stale = Design(design.game, design.base, (("cards.decks", "5"),), design.name, design.hash)
    gone = Design(design.game, "gone", design.changes, design.name, design.hash)
    bad = Design(design.game, design.base, (("cards.decks", "0"),), design.name, design.hash)
    for one in (stale, gone, bad):
        assert isinstance(design_edition(folder, one), Refusal)
    nowhere = Design(design.game, "gone", design.changes, design.name, design.hash)
    assert isinstance(design_text(folder, nowhere), Refusal)


@pytest.mark.parametrize("name", ["", "  ", "a" * 49, "a\nb\x00", "<b>", "_x", 'say "no"'])
def test_a_name_that_cannot_be(name: str) -> None:
    assert isinstance(read_design_name(name), Refusal)


def test_a_design_needs_a_name() -> None:
    refused = design_of(folder_of("flip-it"), "call12-pay1", {"cards.decks": "6"}, name=" ")
    assert isinstance(refused, Refusal) and refused.sentence.startswith("name: ")


def test_a_name_is_cleaned() -> None:
    assert read_design_name("  Double   Joker (v2) ") == "Double Joker (v2)"
    assert read_design_name("Éclair") == "Éclair"


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.game.key)
def test_every_field_that_can_be_set_has_a_control(folder: GameFolder) -> None:
    data = unwrap(folder.edition_data())
    controls = {one.field: one for one in controls_of(folder, data)}
    assert set(controls) == {name for name in field_names(data) if not name.startswith("about.")}
    for one in controls.values():
        if one.kind is ControlKind.NUMBER:
            assert one.low <= int(one.value) <= one.high
        if one.kind is ControlKind.CHOICE:
            assert one.value in one.options


# Words that a game spells as its field is spelt.
OWN_NAMES = {
    "Five of a kind",
    "Four of a kind",
    "Full house",
    "Royal flush",
    "Three of a kind",
    "Two pair",
}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.game.key)
def test_every_control_of_every_edition_is_called_by_words(folder: GameFolder) -> None:
    words = folder.field_words()
    used: set[str] = set()
    for key in folder.edition_keys():
        controls = controls_of(folder, unwrap(folder.edition_data(key)))
        assert len({(one.field.partition(".")[0], one.label) for one in controls}) == len(controls)
        for one in controls:
            used.add(one.field)
            assert one.label == {**TABLE_WORDS, **words}[one.field]
            assert one.label[0].isupper() or not one.label[0].isalpha(), one.field
            assert not re.search(r"_|[a-z]\d", one.label), one.label
            spelt = one.field.partition(".")[2].replace("_", " ")
            assert one.label.casefold() != spelt or one.label in OWN_NAMES, one.field
    # No word is left of a field that is no more.
    assert set(words) <= used


def test_a_field_without_words_is_called_by_its_name(tmp_path: Path) -> None:
    kit = unwrap(Registry((KIT,)).find("red-or-black"))
    assert kit.field_words() == {}
    labels = {
        one.field: one.label for one in controls_of(kit, unwrap(kit.edition_data())) if one.label
    }
    assert labels["table.rounds_per_hour"] == "Rounds in an hour"
    own = {field: label for field, label in labels.items() if not field.startswith("table.")}
    assert own == {field: field.partition(".")[2].replace("_", " ").capitalize() for field in own}
    # A file of words that cannot be read is none.
    (tmp_path / "FIELDS.toml").write_text("[pays\n", "utf-8")
    assert GameFolder(kit.game, tmp_path).field_words() == {}
    (tmp_path / "FIELDS.toml").write_text('note = "x"\n[pays]\na_b = "Any"\n', "utf-8")
    assert GameFolder(kit.game, tmp_path).field_words() == {"pays.a_b": "Any"}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.game.key)
def test_the_bounds_of_a_control_are_those_the_game_checks(folder: GameFolder) -> None:
    for one in controls_of(folder, unwrap(folder.edition_data())):
        if one.kind is ControlKind.NUMBER:
            for beyond in (one.low - 1, one.high + 1):
                refused = folder.edition(changes={one.field: str(beyond)})
                assert isinstance(refused, Refusal), (one.field, beyond)


def test_a_flag_is_watched_and_a_missing_field_is_not() -> None:
    fields = RecordingFields({"on": True})
    assert fields.flag("on")
    assert not fields.flag("off")
    assert fields.found == {"on": Control("on", ControlKind.FLAG, "true")}


def test_a_flag_and_amounts_have_kinds_of_their_own() -> None:
    folder = unwrap(Registry((KIT,)).find("red-or-black"))
    kinds = {one.field: one.kind for one in controls_of(folder, unwrap(folder.edition_data()))}
    assert kinds["table.minimum"] is ControlKind.AMOUNT
    assert ControlKind.ODDS in kinds.values()
