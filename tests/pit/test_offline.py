"""The offline page finds what `pitboss verify` finds: sound rounds, false ones, hostile texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import main
from pitboss.equipment.cards import JOKER, RANKS, STANDARD_CARDS, Card, parse_cards
from pitboss.equipment.draws import SeededBits
from pitboss.games.flip_it.spots import INSIDES
from pitboss.games.game_folder import GameFolder
from pitboss.games.notation import read_round
from pitboss.pit.roundfile import FORMAT, digest_of, draws_of, round_file
from pitboss.pit.verify import verify_text
from pitboss.refusals import Refusal, unwrap
from pitboss.table import commands as cmd
from tests.pit import offline_kit as kit
from tests.pit.falsify import falsified
from tests.pit.one_step import with_start, with_step
from tests.pit.test_recall import PAGE
from tests.table.kit import DEALER, player, registry

ROOT = Path(__file__).parents[2]
GOLDEN = Path("tests/golden/rounds")
VECTORS = Path("tests/pit/round_vectors.json")
SCRIPTS = sorted((ROOT / "src" / "pitboss").rglob("offline/*.js"))
LINES_MAX = 500
ALIKE = {"commitment", "chain", "player seeds", "draws", "file", "settlement", "equipment"}
"""Checks that say the same words in both languages; a rule that refuses may say it shorter."""

SETTLED_BY = {
    *(f"SNW-{n}" for n in ("3.2", "3.3", "3.4", "4.1", "4.2", "4.3", "4.4")),
    *(f"FLP-{n}" for n in ("2.6", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.9", "4.1")),
    *(f"FLP-{n}" for n in ("4.3", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10", "5.11", "5.12")),
    *(f"GNW-{n}" for n in ("6.2", "6.5", "6.6", "6.7", "6.8", "6.9", "7.2", "7.4", "7.5", "7.6")),
    *(f"GNW-{n}" for n in ("7.7", "7.8", "7.9", "7.10", "8.1")),
    "FLP-7.1",
}
"""Every clause that a settlement line can name."""


def rounds(each: int, name: str) -> list[dict[str, Any]]:
    """Rounds of every shipped edition and of changed ones, in every mode."""
    return [
        file
        for design in kit.shipped() + kit.CHANGED
        for mode in kit.MODES
        for file in kit.files_of(design, mode, each, name)
    ]


def false_ones(files: list[dict[str, Any]], each: int, name: str) -> list[dict[str, Any]]:
    bits = SeededBits(name.encode())
    return [falsified(file, bits)[1] for file in files for _ in range(each)]


def agreed(files: list[dict[str, Any]]) -> list[kit.Checks | str]:
    """What both verifiers find in these files, one and the same."""
    texts = [json.dumps(file) for file in files]
    ours, theirs = [kit.by_program(text) for text in texts], kit.by_page(texts)
    for file, mine, other in zip(files, ours, theirs, strict=True):
        assert mine == other, json.dumps(file)
    return ours


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "verify.html"
    assert main(["verify", "--page", str(page)]) == 0
    text = page.read_text("utf-8")
    assert text == PAGE and "{{" not in text
    assert all(path.read_text("utf-8") in text for path in SCRIPTS)
    capsys.readouterr()
    for words in (["verify"], ["verify", "round.json", "--page", str(page)]):
        assert main(words) == 2
        assert "either a round file or --page" in capsys.readouterr().err
    assert main(["verify", "--page", str(tmp_path / "none" / "verify.html")]) == 2
    assert "Cannot write" in capsys.readouterr().err


def test_the_scripts_are_small() -> None:
    assert len(SCRIPTS) > 20
    for path in SCRIPTS:
        text = path.read_text("utf-8")
        assert text.startswith("//"), path
        assert len(text.splitlines()) <= LINES_MAX, path
        assert max(map(len, text.splitlines())) <= 120, path


def test_every_edition_is_sound_in_both_languages() -> None:
    files = rounds(1, "quick")
    for found in agreed(files):
        assert isinstance(found, list)
        assert [sound for name, sound in found if name in ("rules", "settlement", "equipment")] == [
            True
        ] * 3
        assert not any(sound is False for _, sound in found)


def test_whatever_is_falsified_is_found_by_both_or_by_neither() -> None:
    found = agreed(false_ones(rounds(1, "falsified"), 2, "quick"))
    is_false = [isinstance(one, str) or any(sound is False for _, sound in one) for one in found]
    assert sum(is_false) > len(found) // 2


def steps_and_starts(each: int, rounds_each: int, name: str) -> list[dict[str, Any]]:
    """Rounds that are legal but for one step, or but for their start; or legal after all."""
    bits, files = SeededBits(name.encode()), rounds(rounds_each, name)
    stepped = [with_step(file, bits) for file in files for _ in range(each)]
    return stepped + [with_start(file, bits) for file in files for _ in range(1 + each // 4)]


def rules_said(found: list[kit.Checks | str]) -> list[bool | None]:
    return [dict(one)["rules"] for one in found if not isinstance(one, str)]


def test_one_step_or_start_is_legal_in_both_or_in_neither() -> None:
    said = rules_said(agreed(steps_and_starts(2, 1, "steps")))
    assert said.count(True) > len(said) // 10 and said.count(False) > len(said) // 10


DECISIONS = {
    "decide 1 play": True,
    "decide 1 fold": True,
    "decide 1 fold []": False,
    "decide 1 play [Ac Ad Ah | 2c 3c 4c]": True,
    "decide 1 play [2c 3c 4c | Ah Ac Ad]": True,
    "decide 1 play [Ac Ad]": None,
    "decide 1 play []": None,
    "decide 1 play [Ac Ad Ah | Ac 2c 3c]": False,
    "decide 1 play [Ac Ad | Ad Ah]": False,
    "decide 1 play [Ac Ad Ah | 2c 3c]": False,
    "decide 1 play [Ac Ad Ah | 2c 3c 9s]": False,
    "decide 1 play [Ac Ad Ah | Kd]": False,
    "decide 1 play [As Ad]": False,
    "decide 1 play-as-set": False,
    "decide 1 play-as-set [Ac Ad]": None,
    "decide 2 play": False,
    "decide dealer play": False,
}
"""Whether each may follow the deal; None where it depends on how worse settings are treated."""


@pytest.mark.parametrize("design", [one for one in kit.CHANGED if one.game == "gin-and-win"][:2])
def test_settings_are_legal_in_both_or_in_neither(design: kit.Design) -> None:
    plain = kit.Design(design.game, design.edition)
    files = []
    for one in (plain, design):
        file = kit.files_of(one, "scripted", 1)[0]
        dealt = f"pitboss-round 1\ngame {one.game}\nedition x {file['edition_hash']}\nseats 1\n"
        dealt += "start round=1\nbet 1 ante 5.00\nclose\ndraw cards Ac Ad Ah 2c 3c 4c 9s\n"
        dealt += "draw cards Kc Kd 7h 8s 6c 4d 2h\n"
        files += [
            {**file, "notation": f"{dealt}{line}\n", "settlement": [], "is_void": 1}
            for line in DECISIONS
        ]
    said = rules_said(agreed(files))
    half = len(DECISIONS)
    for line, by_cards, as_set in zip(DECISIONS, said[:half], said[half:], strict=True):
        wanted = DECISIONS[line]
        # Cards speak: a worse setting is put right. As set: only who says so keeps it.
        is_as_set = line.startswith("decide 1 play-as-set")
        assert by_cards is (not is_as_set if wanted is None else wanted), line
        assert as_set is (is_as_set if wanted is None else wanted), line


def test_both_say_it_in_the_same_words() -> None:
    files = false_ones(rounds(1, "words"), 1, "words")
    texts = [json.dumps(file) for file in files]
    for text, theirs in zip(texts, kit.whole_by_page(texts), strict=True):
        ours = verify_text(text, registry())
        if isinstance(ours, Refusal):
            assert (ours.code.value, ours.sentence) == (theirs["code"], theirs["refused"])
            continue
        said = {check.name: check.sentence for check in ours.checks}
        for name, sound, sentence in theirs["checks"]:
            assert sentence
            if name in ALIKE or sound:
                assert sentence == said[name]


def test_a_sound_round_is_shown_with_its_own_settlement() -> None:
    files = [file for file in rounds(1, "lines") if file["settlement"]]
    for file, found in zip(files, kit.whole_by_page(list(map(json.dumps, files))), strict=True):
        assert found["lines"] == file["settlement"]
        assert found["sound"] and found["round"] == file["round"]


RED_ROW = unwrap(parse_cards("3h 5h 9d Kd"))


def flipped(card: Card) -> dict[str, Any]:
    """A round of flip~it in which this card is flipped and every spot has a bet."""
    table = kit.evening(kit.Design("flip-it", "call12-pay1"), "entered", "fifths")
    table.open_round()
    for shown in RED_ROW:
        while table.make_due_call():
            pass
        assert table.ask(DEALER, cmd.ShowDraw((shown,)))
    for spot in (*(one.key for one in INSIDES), *(f"call:{rank}" for rank in RANKS[1:])):
        assert table.ask(player(1), cmd.PlaceBet(1, spot, 500))
    assert table.ask(DEALER, cmd.CloseBetting())
    assert table.ask(DEALER, cmd.ShowDraw((card,)))
    before = table.state
    assert table.ask(DEALER, cmd.SettleRound(""))
    assert table.state.last is not None
    return dict(round_file(before, table.state.last))


def test_every_flipped_card_settles_every_spot_alike() -> None:
    files = [flipped(card) for card in (*STANDARD_CARDS, JOKER)]
    for found in agreed(files):
        assert not isinstance(found, str) and ("settlement", True) in found
    assert len({tuple(file["settlement"]) for file in files}) == len(RANKS) * 2 + 1


@pytest.mark.slow
def test_long_evenings_settle_by_every_clause() -> None:
    files = [file for part in range(12) for file in rounds(10, f"long {part}")]
    assert all(isinstance(one, list) for one in agreed(files))
    clauses = {line.split()[-1] for file in files for line in file["settlement"]}
    assert clauses == SETTLED_BY


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_thousands_of_false_files(part: int) -> None:
    agreed(false_ones(rounds(5, f"many {part}"), 15, f"many {part}"))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_thousands_of_steps_and_starts(part: int) -> None:
    agreed(steps_and_starts(20, 5, f"steps {part}"))


# --- shared vectors --------------------------------------------------------------------------


def vectors() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))
    return found


def test_vectors_hold_for_the_program() -> None:
    for vector in vectors():
        found = kit.by_program(json.dumps(vector["file"]))
        assert dict(found) == vector["checks"], vector["what"]  # type: ignore[arg-type]


def test_vectors_hold_for_the_page() -> None:
    found = kit.by_page([json.dumps(vector["file"]) for vector in vectors()])
    for vector, one in zip(vectors(), found, strict=True):
        assert dict(one) == vector["checks"], vector["what"]  # type: ignore[arg-type]


def test_vectors_tell_sound_and_false_rounds_of_every_game() -> None:
    assert VECTORS.stat().st_size < 250_000
    for game in registry().games:
        mine = [vector for vector in vectors() if vector["file"]["game"] == game]
        for name in ("rules", "settlement", "equipment"):
            assert {vector["checks"][name] for vector in mine} >= {True, False}, (game, name)
        for name in ("chain", "player seeds"):
            said = {vector["checks"].get(name) for vector in mine}
            assert said >= {True, False}, (game, name)
        assert {vector["file"]["format"][-1] for vector in mine} == {"1", "2"}


# --- rounds that chance seldom deals ---------------------------------------------------------


def wrapped(path: Path, folder: GameFolder) -> dict[str, Any]:
    """A golden round as a file of a scripted table."""
    text = path.read_text("utf-8")
    edition = text.split("\nedition ")[1].split()
    read = folder.edition(edition[0])
    assert not isinstance(read, Refusal)
    draws, voided = draws_of(unwrap(read_round(text, folder.game, read)))
    file: dict[str, Any] = {
        "format": FORMAT,
        "table": "T1",
        "round": "T1.1",
        "game": folder.game.key,
        "edition": edition[0],
        "edition_hash": edition[1],
        "changes": [],
        "mode": "scripted",
        "commitment": "",
        "seed": "",
        "player_seeds": [],
        "is_void": 0,
        "draws": draws,
        "voided_draws": voided,
        "notation": text,
        "settlement": [line for line in text.splitlines() if line.startswith("= ")],
    }
    return {**file, "digest": digest_of(file)}


def test_golden_rounds_are_sound_and_their_false_copies_are_judged_alike() -> None:
    files = []
    for path in sorted(GOLDEN.glob("*.round")):
        game = next(key for key in registry().games if path.name.startswith(key))
        files.append(wrapped(path, registry().games[game]))
    assert len(files) >= 15
    assert all(map(is_sound, agreed(files)))
    agreed(false_ones(files, 4, "golden"))


# --- hostile texts ---------------------------------------------------------------------------


def is_sound(found: kit.Checks | str) -> bool:
    return not isinstance(found, str) and all(sound is not False for _, sound in found)


UNTYPED = ("--5", "5-", "9" * 5_000, "\u0665", "\ud800", "")
UNSEEDED: tuple[tuple[int, str], ...] = ((1, "\ud800"), (2**60, "luck"), (10**40, "luck"), (-1, ""))


def hostile(file: dict[str, Any]) -> list[str]:
    """Texts that two readers of JSON might take for different things."""
    plain = json.dumps(file)
    deep: Any = []
    for _ in range(20):
        deep = [deep]
    values = [deep, {"ü": 1}, {"": 1}, "\ud800", 1.5, None, True, 2**60, {"a": {"b": 1}}]
    others = [{**file, "sentence": value} for value in values]
    signed = [{**other, "digest": digest_of(other) or "0" * 64} for other in others]
    return [
        *map(json.dumps, signed),
        plain.replace('"is_void": 0', '"is_void": 0.0'),
        plain.replace('"is_void": 0', '"is_void": 0e0'),
        plain.replace('"is_void": 0', '"is_void": -0'),
        plain.replace('"is_void": 0', '"is_void": NaN'),
        plain.replace('"is_void": 0', '"is_void": 1, "is_void": 0'),
        plain.replace('"counter": 0', '"counter": 0.5'),
        "\ufeff" + plain,
        plain + "x",
        plain[:-1],
        "[" * 50,
        json.dumps({**file, "game": "__proto__"}),
        json.dumps({**file, "edition": "constructor"}),
        json.dumps({**file, "changes": [["__proto__.x", "1"]]}),
        json.dumps({**file, "changes": [{"a": 1, "b": 2}]}),
        *(json.dumps({**file, "edition": name}) for name in ("other.toml", "x\0.toml", "\ud800")),
        *(json.dumps({**file, "changes": [["table.seats", text]]}) for text in UNTYPED),
        *(json.dumps({**file, name: "\ud800"}) for name in ("table", "round", "notation", "game")),
        *(json.dumps({**file, "player_seeds": [[seat, text]]}) for seat, text in UNSEEDED),
        json.dumps({**file, "draws": [{**draw, "from": []} for draw in file["draws"]]}),
        json.dumps({**file, "sentence": "ü" * 600_000}, ensure_ascii=False),
        json.dumps({**file, "settlement": [[], {}]}),
        json.dumps({**file, "draws": [7, None]}),
        json.dumps({**file, "notation": file["notation"].replace("\n", "\r\n")}),
        json.dumps({**file, "notation": file["notation"].replace("\n", "\x1e")}),
    ]


@pytest.mark.parametrize("game", registry().games)
def test_no_hostile_text_is_sound_in_one_language_only(game: str) -> None:
    design = next(one for one in kit.shipped() if one.game == game)
    files = [one for one in kit.files_of(design, "sealed", 6, "hostile") if not one["is_void"]]
    texts = [text for file in files[:2] for text in hostile(file)]
    for text, theirs in zip(texts, kit.by_page(texts), strict=True):
        assert is_sound(kit.by_program(text)) == is_sound(theirs), text


def test_no_hostile_text_keeps_the_page_busy() -> None:
    design = kit.shipped()[0]
    file = next(one for one in kit.files_of(design, "sealed", 9) if one["draws"])
    draw = file["draws"][0]
    empty = [{**draw, "from": source} for source in ([], [["Ac", 0]], [["Ac", "x"]], [["Ac", -1]])]
    long = (" " * 300_000 + "x", '"' + '\\"' * 250_000, "[" * 500_000, "bet " * 100_000)
    texts = [json.dumps({**file, "draws": [one, *file["draws"][1:]]}) for one in empty]
    texts += [json.dumps({**file, "notation": f"{file['notation']}call x {one}"}) for one in long]
    texts += [*long, json.dumps({**file, "sentence": 0}).replace(": 0", ": " + "[" * 9**5, 1)]
    assert not any(map(is_sound, kit.by_page(texts)))
    assert not any(map(is_sound, map(kit.by_program, texts)))
