"""Rounds of the classics on the offline page: draws are derived again, and no rule is claimed."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest

from pitboss.games.registry import Registry
from pitboss.pit.offline_page import offline_page
from pitboss.pit.roundfile import digest_of
from pitboss.pit.verify import verify_text
from pitboss.refusals import Refusal
from tests.contract.conftest import CLASSICS
from tests.pit import offline_kit as kit
from tests.table.kit import every_game

GAMES = Registry((CLASSICS,)).games
CHECKED = ("commitment", "chain", "draws", "file")
BY_RULES = ("rules", "settlement", "equipment")
KINDS = {"sic-bo": "dice", "craps": "dice", "roulette": "wheel", "big-six": "wheel"}


@cache
def page() -> str:
    return offline_page(every_game())


@cache
def sealed_round(game: str) -> dict[str, Any]:
    """The last settled round of an evening, so that a shoe that is kept has been dealt from."""
    design = kit.Design(game, GAMES[game].game.default_edition)
    files = kit.files_of(design, "sealed", 8, "classics")
    return [file for file in files if file["draws"] and not file["is_void"]][-1]


def with_other_draw(file: dict[str, Any]) -> dict[str, Any]:
    """The same round with something else shown, told alike everywhere in a file that is whole."""
    other = copy.deepcopy(file)
    draw = other["draws"][-1]
    source = draw["from"] if draw["kind"] == "cards" else [[one, 1] for one in draw["from"][-1]]
    was, now = draw["shown"][-1], next(one for one, _ in source if one not in draw["shown"])
    told = " ".join(("draw", draw["kind"], *draw["shown"]))
    draw["shown"][-1] = now
    assert told.endswith(was) and told in other["notation"]
    other["notation"] = other["notation"].replace(told, f"{told.removesuffix(was)}{now}")
    return {**other, "digest": digest_of(other)}


@pytest.mark.parametrize("game", GAMES)
def test_draws_are_checked_and_rules_are_not(game: str) -> None:
    file = sealed_round(game)
    assert {draw["kind"] for draw in file["draws"]} == {KINDS.get(game, "cards")}
    right, wrong = kit.whole_by_page([json.dumps(file), json.dumps(with_other_draw(file))], page())
    found = {name: sound for name, sound, _ in right["checks"]}
    said = {name: sentence for name, _, sentence in right["checks"]}
    assert right["sound"] and all(found[name] is True for name in CHECKED), right
    assert said["draws"] == f"Every draw follows from the seed: {len(file['draws'])} checked."
    assert all(found[name] is None for name in BY_RULES)
    assert {said[name] for name in BY_RULES} == {
        "Not checked: this page does not know the rules of this game. pitboss verify does."
    }
    unchecked = ", ".join(name for name, sound in found.items() if sound is None)
    assert right["verdict"] == f"Nothing false was found. Not checked: {unchecked}."
    false = [name for name, sound, _ in wrong["checks"] if sound is False]
    assert not wrong["sound"] and false == ["draws"] and "REFUSED" in wrong["verdict"]


@pytest.mark.parametrize("game", GAMES)
def test_the_program_checks_rules_and_pays_too(game: str) -> None:
    verdict = verify_text(json.dumps(sealed_round(game)), every_game())
    assert not isinstance(verdict, Refusal)
    sound = {check.name: check.is_sound for check in verdict.checks}
    assert all(sound[name] for name in (*CHECKED, *BY_RULES)), verdict
