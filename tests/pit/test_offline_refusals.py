"""Every refusal of the offline page on its own: a round that is legal but for one thing.

Rounds here are not settled, so that a step or a start alone decides; editions that must be refused
are claimed with the hash that they would have.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.pit import offline_kit as kit
from tests.pit.test_offline_editions import file_of
from tests.table.kit import registry

SPIN = ("spin-n-win", "standard")
GIN = ("gin-and-win", "ten")
FLIP = ("flip-it", "call12-pay1")

REFUSED_DESIGNS = (
    (SPIN, {"table.seats": "8"}),
    (SPIN, {"table.minimum": "2.00", "table.maximum": "1.00"}),
    (SPIN, {"table.chip": "0.30"}),
    (SPIN, {"options.spin_seconds_least": "13"}),
    (SPIN, {"options.spin_seconds_most": "61"}),
    (SPIN, {"options.valid_turns": "0"}),
    (SPIN, {"options.spinner": "pass"}),
    (SPIN, {"pays.single_red": "1/0"}),
    (SPIN, {"tops.red": "101"}),
    (
        SPIN,
        dict.fromkeys(("tops.red", "tops.green", "tops.blue", "tops.yellow", "tops.joker"), "0"),
    ),
    (SPIN, {"table.rounds_per_hour": "0"}),
    (SPIN, {"about.document": ""}),
    (GIN, {"cards.ranks": "A2345678XTJQK"}),
    (GIN, {"cards.suits": "cdhh"}),
    (GIN, {"cards.hand": "0"}),
    (GIN, {"table.seats": "7"}),
    (GIN, {"pays.ante": "0"}),
    (GIN, {"bonus.two_low": "0/1"}),
    (GIN, {"bonus.two_low_rank": "1"}),
    (GIN, {"qualifier.score": "8"}),
    (GIN, {"readings.ace": "both"}),
    (FLIP, {"cards.decks": "17"}),
    (FLIP, {"cards.jokers": "65"}),
    (FLIP, {"options.cut_undealt": "436"}),
    (FLIP, {"options.shoe": "none"}),
    (FLIP, {"cards.decks": "1", "cards.ranks": "7", "options.cut_undealt": "0"}),
    (FLIP, {"cards.ranks": "A23456789TJQKK"}),
    (FLIP, {"cards.suits": "cdhsx"}),
    (GIN, {"cards.suits": "cdhss"}),
    (FLIP, {"bonus.full_house": "-1"}),
)

SPIN_BET = "start spins=0\nbet 1 single:red 5.00\n"
SPIN_ASKED = SPIN_BET + "close\ndecide dealer start-left\n"
FLIP_ROW = "start row=Ac Kd 7h 2s\nstart out=Ac Kd 7h 2s\n"
FLIP_BET = FLIP_ROW + "bet 1 inside:red 5.00\n"
GIN_BET = "start round=1\nbet 1 ante 5.00\n"
GIN_DEALT = GIN_BET + "close\ndraw cards Ac Ad Ah 2c 3c 4c 9s\ndraw cards Kc Kd 7h 8s 6c 4d 2h\n"

LEGAL = (
    (SPIN, "start spins=4\nstart spinner=2\nstart direction=down\nstart up=1 single:red 5.00"),
    (SPIN, SPIN_BET + "takedown 1 single:red"),
    (SPIN, SPIN_ASKED + "decide 1 decline\ncall invalid-spin [tops R J] Off the dish"),
    (SPIN, SPIN_ASKED + "decide 1 spin-b\ncall invalid-spin Cocked\ndraw tops R J"),
    (FLIP, FLIP_BET + "close\ncall exposed-card [cards JK] Seen"),
    (FLIP, FLIP_BET + "call exposed-card Seen\ncall supervisor Help\ndraw cards 9c"),
    (FLIP, "start row=7c 7d 2h 3h\nstart out=7c*2 7d 2h 3h JK*3\nbet 2 bonus 5.00"),
    (FLIP, "start row=none\nstart out=none\ndraw cards JK\ndraw cards 10c"),
    (GIN, GIN_DEALT + "decide 1 play [Ac Ad Ah | 2c 3c 4c]\n"),
    (GIN, GIN_DEALT + "call misdeal A card fell."),
)
"""Rounds that may have happened: each refused one below differs from some of these in one thing."""

REFUSED = (
    (SPIN, "seats\nstart spins=0"),
    (SPIN, "seats 1 1\nstart spins=0"),
    (SPIN, "seats 8\nstart spins=0"),
    (SPIN, "edition standard\nstart spins=0"),
    (SPIN, "start spins=0\nstart up"),
    (SPIN, "start word=0"),
    (SPIN, "start spinner=2\nstart direction=left"),
    (SPIN, "start spinner=2"),
    (SPIN, "start spinner=8\nstart direction=up"),
    (SPIN, "start up=8 single:red 5.00"),
    (SPIN, "start up=1 single:red 5.00; 1 single:red 5.00"),
    (SPIN, "start up=1 single:red 0.50"),
    (SPIN, "start up=1 single:red"),
    (SPIN, "start up=1 single:pink 5.00"),
    (SPIN, "start spins=0\nbet 3 single:red 5.00"),
    (SPIN, "start spins=0\nbet 1 single:pink 5.00"),
    (SPIN, "start spins=0\nbet 1 single:red 5.50"),
    (SPIN, "start spins=0\nbet 1 single:red 1000.50"),
    (SPIN, "start spins=0\nbet 1 combo:joker-joker 0.50"),
    (SPIN, "start spins=0\nbet 1 single:red"),
    (SPIN, "start spins=0\nbet x single:red 5.00"),
    (SPIN, "start spins=x"),
    (SPIN, "start spins=1234567890"),
    (SPIN, "start spins=0\nwait"),
    (SPIN, "start spins=0\n close"),
    (SPIN, "start spins=0\nend"),
    (SPIN, "start spins=0\ncall supervisor [dice 6] Help"),
    (SPIN, "start spins=0\ncall supervisor [tops Q] Help"),
    (SPIN, "game flip-it\nstart spins=0"),
    (SPIN, "edition standard 0\nstart spins=0"),
    (SPIN, "start spins=0\nbet 1 single:red 0.00"),
    (SPIN, "start spins=0\nbet 1 single:red 5.000"),
    (SPIN, "start spins=0\nclose"),
    (SPIN, SPIN_BET + "takedown 1 single:blue"),
    (SPIN, SPIN_BET + "close now"),
    (SPIN, SPIN_BET + "close\nbet 1 single:red 5.00"),
    (SPIN, SPIN_BET + "close\ndecide 1 start-left"),
    (SPIN, SPIN_BET + "close\ndecide dealer spin-both"),
    (SPIN, SPIN_BET + "decide dealer start-left"),
    (SPIN, SPIN_BET + "call invalid-spin Cocked"),
    (SPIN, SPIN_BET + "call misdeal Cocked"),
    (SPIN, SPIN_BET + "call supervisor 1 thing"),
    (SPIN, SPIN_BET + "call supervisor a\u200bb"),
    (SPIN, SPIN_BET + "call supervisor [tops R J] Help"),
    (SPIN, SPIN_ASKED + "decide 1 spin-a []"),
    (SPIN, SPIN_ASKED + "draw tops R J"),
    (SPIN, SPIN_ASKED + "decide 2 spin-a"),
    (SPIN, SPIN_ASKED + "decide 1 spin-a\ndraw tops R"),
    (SPIN, SPIN_ASKED + "decide 1 spin-a\ndraw cards Ac Ad"),
    (SPIN, SPIN_ASKED + "decide 1 spin-a\ncall invalid-spin [tops R] Cocked"),
    (SPIN, SPIN_ASKED + "decide 1 spin-a\ndraw tops R J\nclose"),
    (SPIN, SPIN_ASKED + "decide 1 spin-a\nend SNW-5.1"),
    (FLIP, "start row=none"),
    (FLIP, "start row=Ac Kd 7h 2s 3s\nstart out=Ac Kd 7h 2s 3s"),
    (FLIP, "start row=JK\nstart out=JK"),
    (FLIP, "start row=Ac Ac\nstart out=Ac"),
    (FLIP, "start row=none\nstart out=Ac Ac"),
    (FLIP, "start row=none\nstart out=Ac*0"),
    (FLIP, "start row=none\nstart out=Ac*9"),
    (FLIP, FLIP_ROW + "close"),
    (FLIP, FLIP_ROW + "bet 1 bonus 5.00"),
    (FLIP, FLIP_ROW + "bet 1 call:A 5.00"),
    (FLIP, FLIP_ROW + "bet 3 inside:red 5.00"),
    (FLIP, FLIP_ROW + "draw cards 9c"),
    (FLIP, FLIP_BET + "decide 1 play"),
    (FLIP, FLIP_BET + "takedown 1 inside:low"),
    (FLIP, FLIP_BET + "close\nclose"),
    (FLIP, FLIP_BET + "close\nbet 1 inside:red 5.00"),
    (FLIP, FLIP_BET + "close\ndraw cards 9c 9d"),
    (FLIP, FLIP_BET + "close\ndraw tops R"),
    (FLIP, FLIP_BET + "call supervisor [cards 9c] Help"),
    (FLIP, FLIP_BET + "call misdeal Fallen"),
    (FLIP, FLIP_BET + "call exposed-card Seen\ncall exposed-card Seen"),
    (
        FLIP,
        "start row=Ac Kd 7h 2s\nstart out=Ac*8 Kd 7h 2s\nbet 1 call:2 5.00\nclose\ndraw cards Ac",
    ),
    (GIN, "start round=0"),
    (GIN, "start round=01"),
    (GIN, "start round=1\nstart deal=1"),
    (GIN, "start round=1000000000001"),
    (GIN, "start round=1\nclose"),
    (GIN, "start round=1\nbet 1 gin-bonus 5.00\nclose"),
    (GIN, "start round=1\nbet 1 play 5.00"),
    (GIN, "start round=1\nbet 3 ante 5.00"),
    (GIN, GIN_BET + "takedown 1 gin-bonus"),
    (GIN, GIN_BET + "call misdeal Fallen"),
    (GIN, GIN_BET + "draw cards Ac Ad Ah 2c 3c 4c 9s"),
    (GIN, GIN_BET + "close\ndraw cards Ac Ad Ah 2c 3c 4c"),
    (GIN, GIN_BET + "close\ndraw cards Ac Ad Ah 2c 3c 4c JK"),
    (GIN, GIN_BET + "close\ndraw cards Ac Ad Ah 2c 3c 4c 4c"),
    (GIN, GIN_BET + "close\ndraw tops R R R R R R R"),
    (GIN, GIN_BET + "close\nbet 1 ante 5.00"),
    (GIN, GIN_DEALT + "call misdeal [cards Ac] Fallen"),
    (GIN, GIN_DEALT + "call nothing Fallen"),
    (GIN, GIN_DEALT + "decide 1 play\ncall supervisor Help"),
    (GIN, GIN_DEALT + "decide 1 raise"),
)


def told(of: tuple[str, str], rest: str) -> str:
    """The file of a round of two seats that goes so far and no further."""
    game, edition = of
    file: dict[str, Any] = kit.files_of(kit.Design(game, edition), "scripted", 1)[0]
    head = f"pitboss-round 1\ngame {game}\nedition {edition} {file['edition_hash']}\nseats 1 2\n"
    return json.dumps({**file, "notation": f"{head}{rest}\n", "settlement": [], "is_void": 1})


def rules_of(texts: list[str]) -> list[bool | None]:
    """What both verifiers say of the rules, one and the same."""
    said = []
    for text, theirs in zip(texts, kit.by_page(texts), strict=True):
        ours = kit.by_program(text)
        assert ours == theirs, text
        said.append(dict(ours)["rules"])  # type: ignore[arg-type]
    return said


@pytest.mark.parametrize(("rounds", "is_legal"), [(LEGAL, True), (REFUSED, False)])
def test_one_thing_decides(rounds: tuple[tuple[tuple[str, str], str], ...], is_legal: bool) -> None:
    said = rules_of([told(of, rest) for of, rest in rounds])
    for one, found in zip(rounds, said, strict=True):
        assert found is is_legal, one


@pytest.mark.parametrize("of", [SPIN, GIN, FLIP])
def test_bets_are_named_as_on_the_felt(of: tuple[str, str]) -> None:
    game, edition = of
    spots = registry().games[game].game.all_spots(kit.Design(game, edition).read())
    start = {SPIN: "start spins=0\n", GIN: "start round=1\n", FLIP: FLIP_ROW}[of]
    said = kit.whole_by_page([told(of, f"{start}takedown 1 {spot.key}") for spot in spots])
    for spot, found in zip(spots, said, strict=True):
        sentences = [sentence for name, _, sentence in found["checks"] if name == "rules"]
        assert sentences == [f"Seat 1 has no bet on {spot.label} to take down."]


def test_designs_that_cannot_be() -> None:
    designs = [kit.Design(*of, tuple(changes.items())) for of, changes in REFUSED_DESIGNS]
    said = rules_of([json.dumps(file_of(design)) for design in designs])
    assert said == [False] * len(designs)


def test_claims_of_a_file_that_do_not_fit_its_rules() -> None:
    sound = json.loads(told(SPIN, SPIN_BET))
    claims: tuple[dict[str, Any], ...] = (
        {"approval": "as approved"},
        {"approval": 7},
        {"edition": "other"},
        {"edition": "other.toml"},
        {"edition_hash": "0" * 64},
        {"game": "other"},
        {"notation": sound["notation"].replace("pitboss-round 1", "pitboss-round 2")},
        {"notation": ""},
        {"changes": [["pays.none", "1"]]},
        {"changes": [["pays", "1"]]},
        {"changes": [["table.profiles", "1"]]},
        {"changes": [["pays.single_red"]]},
        {"changes": [["pays.single_red", "1/2", "1/2"]]},
        {"changes": [7]},
    )
    assert rules_of([json.dumps(sound)]) == [True]
    said = rules_of([json.dumps({**sound, **claim}) for claim in claims])
    assert said == [False] * len(claims)
