"""Bad input: one sentence on standard error, exit code 2, nothing on standard output."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from tests.cli.conftest import Pitboss

GIN = "Ac Ah 7d 8d Jd 3s 2c / Kc Qd 9h 8s 6c 4d 2h"
PAIR_ROW = "7c 7d 2h Ks / 7h"
PLAIN_ROW = "Ac 7d Kh 2s / 7c"

REFUSED: list[tuple[str, tuple[str, ...], str]] = [
    ("unknown game", ("settle", "whist", "--draw", "R,J", "--bet", "single:red=1"), "spin-n-win"),
    ("unknown game in rules", ("rules", "whist"), "gin-and-win"),
    ("unknown edition", ("rules", "spin-n-win", "--edition", "gold"), "standard"),
    ("unknown edition of a hand", ("hand", "Ac", "--edition", "gold"), "wsgc-2017"),
    ("unknown spot", ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:pink=1"), "red"),
    ("bet without a stake", ("settle", "spin-n-win", "--draw", "R,J", "--bet", "x"), "SPOT=STAKE"),
    (
        "spot twice",
        ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=1", "--bet", "single:red=2"),
        "twice",
    ),
    ("zero stake", ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=0"), "zero"),
    ("negative stake", ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=-5"), "zero"),
    ("no number", ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=ten"), "amount"),
    (
        "three decimals",
        ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=1.005"),
        "two decimals",
    ),
    (
        "over the limit",
        ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=1000.50"),
        "The most on Red is 1,000.",
    ),
    (
        "over Washington's limit",
        ("settle", "gin-and-win", "--draw", GIN, "--bet", "ante=301", "--decide", "play"),
        "The most on Ante is 300.",
    ),
    (
        "not payable exactly",
        ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=1.50"),
        "bet 1 or 2.",
    ),
    ("not a face", ("settle", "spin-n-win", "--draw", "R,P", "--bet", "single:red=1"), "R, G, B"),
    ("one Top", ("settle", "spin-n-win", "--draw", "R", "--bet", "single:red=1"), "two"),
    ("three Tops", ("settle", "spin-n-win", "--draw", "R,R,R", "--bet", "single:red=1"), "two"),
    ("not a card", ("hand", "Ac Ah 7d 8d Jd 3s 2x"), "2x"),
    ("six cards", ("hand", "Ac Ah 7d 8d Jd 3s"), "7"),
    ("eight cards", ("hand", "Ac Ah 7d 8d Jd 3s 2c 4c"), "7"),
    ("no cards", ("hand",), "7"),
    ("a card twice", ("hand", "Ac Ac 7d 8d Jd 3s 2c"), "Ac"),
    ("a joker where there is none", ("hand", "JK Ac 7d 8d Jd 3s 2c"), "JK"),
    (
        "a card in both hands",
        (
            "settle",
            "gin-and-win",
            "--draw",
            GIN.replace("Kc", "Ac"),
            "--bet",
            "ante=1",
            "--decide",
            "play",
        ),
        "Ac",
    ),
    (
        "dealer's hand missing",
        (
            "settle",
            "gin-and-win",
            "--draw",
            GIN.split(" /", maxsplit=1)[0],
            "--bet",
            "ante=1",
            "--decide",
            "play",
        ),
        "/",
    ),
    (
        "dealer's hand short",
        ("settle", "gin-and-win", "--draw", GIN[:-3], "--bet", "ante=1", "--decide", "play"),
        "7",
    ),
    (
        "Play without Ante",
        ("settle", "gin-and-win", "--draw", GIN, "--bet", "play=5", "--decide", "play"),
        "Ante",
    ),
    (
        "Play of another size",
        (
            "settle",
            "gin-and-win",
            "--draw",
            GIN,
            "--bet",
            "ante=5",
            "--bet",
            "play=6",
            "--decide",
            "play",
        ),
        "bet 5 on play",
    ),
    (
        "bonus without Ante",
        ("settle", "gin-and-win", "--draw", GIN, "--bet", "gin-bonus=5", "--decide", "play"),
        "Ante",
    ),
    ("no decision", ("settle", "gin-and-win", "--draw", GIN, "--bet", "ante=5"), "play"),
    (
        "unknown decision",
        ("settle", "gin-and-win", "--draw", GIN, "--bet", "ante=5", "--decide", "double"),
        "fold",
    ),
    ("false combination", ("hand", "Ac Ah 7d 8d Jd 3s 2c", "--setting", "Ac 7d"), "Ac 7d"),
    ("bonus not offered", ("settle", "flip-it", "--draw", PLAIN_ROW, "--bet", "bonus=1"), "pair"),
    ("call on aces", ("settle", "flip-it", "--draw", PAIR_ROW, "--bet", "call:A=1"), "call:2"),
    (
        "two fifth cards",
        ("settle", "flip-it", "--draw", "7c 7c 7c 7c / JK JK", "--bet", "bonus=1"),
        "fifth card",
    ),
    (
        "a joker in the row",
        ("settle", "flip-it", "--draw", "JK 7d 2h Ks / 7h", "--bet", "inside:red=1"),
        "joker",
    ),
    (
        "three in the row",
        ("settle", "flip-it", "--draw", "7d 2h Ks / 7h", "--bet", "inside:red=1"),
        "four",
    ),
    ("unknown option", ("games", "--colour"), "--colour"),
    ("unknown command", ("deal",), "deal"),
    ("unknown format", ("games", "--format", "xml"), "xml"),
    ("no draw", ("settle", "spin-n-win", "--bet", "single:red=1"), "draw"),
    ("near a game", ("rules", "spinwin"), "Did you mean spin-n-win?"),
    ("near an edition", ("rules", "gin-and-win", "--edition", "wsgc"), "Did you mean wsgc-2017?"),
    (
        "a bet without its area",
        ("settle", "spin-n-win", "--draw", "R,J", "--bet", "red=1"),
        "Did you mean single:red?",
    ),
    ("near a bet", ("simulate", "flip-it", "--bet", "inside:rad=1"), "Did you mean inside:red?"),
    ("hint of a command", ("par", "spin-n-win", "--colour"), "'pitboss par --help'"),
    ("no such round file", ("verify", "nowhere.json"), "There is no file 'nowhere.json'"),
    ("a folder for a round file", ("verify", "."), "Cannot read '.'"),
    (
        "no such record",
        ("protect", "spin-n-win", "monitor", "--records", "nowhere.jsonl"),
        "There is no file 'nowhere.jsonl'",
    ),
    ("no such edition file", ("rules", "spin-n-win", "--edition", "mine.toml"), "does not exist"),
    ("binary on a screen", ("par", "spin-n-win", "--format", "pdf"), "PDF output needs `--out"),
    ("too many seats", ("play", "gin-and-win", "--seats", "7"), "6"),
]


@pytest.mark.parametrize(("words", "names"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_bad_input_gets_one_sentence(pitboss: Pitboss, words: tuple[str, ...], names: str) -> None:
    ran = pitboss(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("pitboss: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    assert names.lower() in ran.err.lower()


def test_no_bets_at_all_is_refused(pitboss: Pitboss) -> None:
    ran = pitboss("settle", "spin-n-win", "--draw", "R,J")
    assert ran.code == 2
    assert "bet" in ran.err.lower()


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ('minimum = "1.00"', "", "table.minimum is missing"),
        ('minimum = "1.00"', 'minimum = "1.00"\ncolour = "red"', "table.colour"),
        ("seats = 7", "seats = 70", "table.seats is 70"),
        ("[table]", "[table", "not valid TOML"),
    ],
)
def test_a_wrong_edition_file_is_refused_by_field(
    pitboss: Pitboss, tmp_path: Path, old: str, new: str, names: str
) -> None:
    folder = unwrap(Registry().find("spin-n-win"))
    shipped = (folder.folder / "editions" / "standard.toml").read_text("utf-8")
    assert old in shipped
    mine = tmp_path / "mine.toml"
    mine.write_text(shipped.replace(old, new), "utf-8")
    ran = pitboss("rules", "spin-n-win", "--edition", str(mine))
    assert ran.code == 2
    assert ran.out == ""
    assert names in ran.err
