"""A thing or two in a round file made false, and its digest made anew, as a cheat would do it.

Each way takes a copy of a file and chance, and changes the copy; some changes are harmless, and
both verifiers must agree about those as well.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

from pitboss.equipment.cards import STANDARD_CARDS
from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.pit.roundfile import digest_of

File = dict[str, Any]
Below = Callable[[int], int]
Way = Callable[[File, Below], None]

CLAUSES = ("SNW-3.2", "SNW-4.1", "FLP-3.1", "FLP-4.1", "GNW-6.2", "GNW-6.5", "GNW-7.8")
LETTERS = "0123456789 \t\r\x1c\x85\u00a0\u2028\ufeff[]|=;*.,:-#AaKkTtjJcdhsRGBYrg²½_"
BROKEN_LINES = (
    *("bet 1 nothing 5.00", "bet 9 ante 5.00", "bet 1 ante 0.00", "bet 1 single:red 10.005"),
    *("bet 1 inside:red 1.00", "bet 1 call:A 5.00", "bet 1 bonus 5.00", "bet 2 single:red 1.00"),
    *("takedown 1 ante", "takedown 2 single:red", "close", "close now", "draw tops R J", "draw"),
    *("draw cards Ac", "draw cards 10h jk", "draw cards Ac,2c 3c 4c 5c 6c 7c", "draw dice 6"),
    *("decide 1 play", "decide 1 fold", "decide dealer start-left", "decide 1 spin-a", "decide 1"),
    *("decide 1 play [Ac Ah | 2c]", "decide 2 play-as-set []", "decide dealer spin-both"),
    *("call misdeal A card fell.", "call supervisor Help", "call invalid-spin Off the dish."),
    *("call exposed-card [cards Ac] Seen", "call exposed-card Seen", "call supervisor 7 things"),
    *("call invalid-spin [tops R G] Cocked", "call invalid-spin [tops R] Cocked", "call x y"),
    *("= 1 ante 5.00 win 1/1 5.00 GNW-6.5", "end", "end SNW-5.1", "start round=7", "start x=y"),
    *("start up=1 single:red 5.00", "start spinner=1", "start row=none", "start out=Ac*2"),
    *("seats 1 2", "seats 2 1 1", "seats 9", "seats", "# words", "", " ", "fold", "game flip-it"),
    *("edition standard", "pitboss-round 1", "\u2028draw tops R R", "call supervisor \u00a0x"),
)
CHANGES = (
    *(["pays.single_red", "1/3"], ["options.cut_undealt", "-3"], ["cards.decks", "2"]),
    *(["bonus.zero", "0"], ["cards.ranks", "AA"], ["table.seats", "8"], ["about.title", ""]),
    *(["about.title", "Mine"], ["table.maximum", "2.00"], ["readings.ace", "high"], ["x.y", "1"]),
    *(["table.profiles", "x"], ["pays", "1"], ["options.setting", "as-set"], ["tops.red", "many"]),
    *(["table.chip", "0.30"], "ab", ["one"], [1, 2], 7, ["constructor", "x"], ["cards.hand", "9"]),
)


def _lines(file: File) -> list[str]:
    return str(file["notation"]).splitlines()


def _tell(file: File, lines: list[str]) -> None:
    file["notation"] = "\n".join(lines) + "\n"


def _some(below: Below, items: Any) -> Any:
    found = list(items)
    return found[below(len(found))]


# --- the notation ----------------------------------------------------------------------------


def remove_line(file: File, below: Below) -> None:
    lines = _lines(file)
    lines.pop(below(len(lines)))
    _tell(file, lines)


def repeat_line(file: File, below: Below) -> None:
    lines = _lines(file)
    at = below(len(lines))
    lines.insert(at, lines[at])
    _tell(file, lines)


def exchange_lines(file: File, below: Below) -> None:
    lines = _lines(file)
    one, other = below(len(lines)), below(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    _tell(file, lines)


def insert_line(file: File, below: Below) -> None:
    lines = _lines(file)
    lines.insert(1 + below(len(lines)), _some(below, BROKEN_LINES))
    _tell(file, lines)


def cut_short(file: File, below: Below) -> None:
    lines = _lines(file)
    _tell(file, lines[: 1 + below(len(lines))])


def change_letter(file: File, below: Below) -> None:
    """A letter changed, put in or left out; blanks that few readers know among them."""
    text = str(file["notation"])
    at, left = below(len(text)), below(2)
    file["notation"] = text[:at] + _some(below, (*LETTERS, "")) + text[at + left :]


def change_blanks(file: File, below: Below) -> None:
    lines = _lines(file)
    at = below(len(lines))
    lines[at] = lines[at].replace(" ", _some(below, ("  ", "\t", "\u00a0", " \x1f", "\u2003")))
    _tell(file, lines)


def change_case(file: File, below: Below) -> None:
    lines = _lines(file)
    at = below(len(lines))
    lines[at] = _some(below, (str.lower, str.upper, str.title))(lines[at].replace("T", "10"))
    _tell(file, lines)


def exchange_words(file: File, below: Below) -> None:
    lines = _lines(file)
    at = below(len(lines))
    words = lines[at].split(" ")
    one, other = below(len(words)), below(len(words))
    words[one], words[other] = words[other], words[one]
    lines[at] = " ".join(words)
    _tell(file, lines)


def change_amount(file: File, below: Below) -> None:
    """A stake in a bet and wherever else it stands."""
    amounts = re.findall(r"\d+\.\d\d", file["notation"])
    if amounts:
        new = _some(below, ("0.50", "1.00", "10.00", "10.01", "2000.00", "0.00", "12.50"))
        _everywhere(file, _some(below, amounts), new)


def change_seat(file: File, below: Below) -> None:
    old, new = 1 + below(4), 1 + below(9)
    pattern = re.compile(rf"^(bet|takedown|decide|=) {old} ", re.MULTILINE)
    file["notation"] = pattern.sub(rf"\g<1> {new} ", file["notation"])
    lines = map(str, file["settlement"])
    file["settlement"] = [pattern.sub(rf"\g<1> {new} ", line) for line in lines]


def change_start(file: File, below: Below) -> None:
    lines = _lines(file)
    starts = [at for at, line in enumerate(lines) if line.startswith("start ")]
    if starts:
        at = _some(below, starts)
        name, _, value = lines[at].partition("=")
        others = ("", "none", "0", "2", "up", "Ac*2 Kd", "Ac Ad", "1 single:red 10.00", value + "9")
        lines[at] = f"{name}={_some(below, others)}"
        _tell(file, lines)


def _everywhere(file: File, old: str, new: str) -> None:
    file["notation"] = file["notation"].replace(old, new)
    file["settlement"] = [line.replace(old, new) for line in map(str, file["settlement"])]


# --- what was drawn --------------------------------------------------------------------------


def change_draw(file: File, below: Below) -> None:
    """Something else showed, in the draws and in the notation alike."""
    if file["draws"]:
        draw = _some(below, file["draws"])
        at = below(len(draw["shown"]))
        new = _some(below, "RGBYJ" if draw["kind"] == "tops" else map(str, STANDARD_CARDS))
        old_line = " ".join(("draw", draw["kind"], *draw["shown"]))
        draw["shown"][at] = str(new)
        new_line = " ".join(("draw", draw["kind"], *draw["shown"]))
        file["notation"] = file["notation"].replace(old_line, new_line, 1)


def change_source(file: File, below: Below) -> None:
    if file["draws"]:
        draw = _some(below, file["draws"])
        entry = _some(below, draw["from"])
        if draw["kind"] == "tops":
            entry[below(len(entry))] = _some(below, "RGBYJ")
        else:
            entry[1] += _some(below, (-1, 1))


def change_counter(file: File, below: Below) -> None:
    if file["draws"]:
        _some(below, file["draws"])[_some(below, ("counter", "after_bets_closed"))] = below(3)


def change_voided(file: File, below: Below) -> None:
    file["voided_draws"] = _some(below, ([], [0], [1, 2], [len(file["draws"])], ["0"]))


def drop_draw(file: File, below: Below) -> None:
    if file["draws"]:
        file["draws"].pop(below(len(file["draws"])))


# --- the settlement --------------------------------------------------------------------------


def change_line(file: File, below: Below) -> None:
    """A settlement line in both places: seat, bet, stake, result, odds, pay or clause."""
    lines = [line for line in _lines(file) if line.startswith("= ")]
    if lines:
        old = _some(below, lines)
        words = old.split(" ")
        at = 1 + below(len(words) - 1)
        others = {4: ("win", "lose", "push", "refund"), 5: ("1/1", "-", "3/1", "2/4"), 7: CLAUSES}
        words[at] = _some(below, others.get(at, ("1", "2", "5.00", "0.00", "ante", "single:red")))
        _everywhere(file, old, " ".join(words))


def change_settlement(file: File, below: Below) -> None:
    """The list in the file alone."""
    lines = file["settlement"]
    if lines and below(2):
        lines.pop(below(len(lines)))
    else:
        lines.append(_some(below, ("= 1 ante 5.00 win 1/1 5.00 GNW-6.5", "", 7)))


def change_void(file: File, below: Below) -> None:
    file["is_void"] = 1 - file["is_void"]
    if below(2):
        file["settlement"] = []


# --- the edition -----------------------------------------------------------------------------


def change_edition(file: File, below: Below) -> None:
    names = ("standard", "ten", "call10-pay1", "call12-pay2", "wsgc-2017", "other", "x.toml", "")
    name = _some(below, ("edition", "game"))
    games = ("spin-n-win", "gin-and-win", "flip-it", "no-such-game", "constructor", "__proto__")
    file[name] = _some(below, names if name == "edition" else games)


def change_hash(file: File, below: Below) -> None:
    old = file["edition_hash"]
    new = ("0" if old[0] != "0" else "1") + old[1:]
    file["edition_hash"] = new
    if below(2):
        file["notation"] = file["notation"].replace(old, new)


def change_changes(file: File, below: Below) -> None:
    if file["changes"] and below(2):
        file["changes"].pop(below(len(file["changes"])))
    else:
        file["changes"].append(_some(below, CHANGES))


def change_approval(file: File, below: Below) -> None:
    file["approval"] = _some(below, ("as approved", "as documented", "modified, not approved", 3))
    if not below(3):
        del file["approval"]


def change_mode(file: File, below: Below) -> None:
    file["mode"] = _some(below, ("sealed", "entered", "scripted"))


# --- the seeds -------------------------------------------------------------------------------


def change_chain(file: File, below: Below) -> None:
    """The end, the place on the chain, or the round it belongs to."""
    if "chain" in file:
        name = _some(below, ("number", "first", "length", "link", "end", "commitment"))
        if name in ("end", "commitment"):
            (file["chain"] if name == "end" else file)[name] = "0" * 64
        else:
            file["chain"][name] = below(12)


def change_player_seed(file: File, below: Below) -> None:
    """Another seed, hash or seat, one more of them, or one less."""
    name = _some(below, ("player_seeds", "player_hashes"))
    others = ([1, "luck"], [1, "0" * 64], [0, "x"], [100, "x"], ["1", "x"], [1, ""], [1], 7)
    pairs = file.get(name)
    if pairs and below(2):
        pairs.pop(below(len(pairs)))
    elif pairs is not None:
        pairs.insert(0, _some(below, others))


def change_missing(file: File, below: Below) -> None:
    if "missing_reveals" in file:
        file["missing_reveals"] = _some(below, ([], [1], [2], [1, 2], [2, 1], [1, 1], ["1"]))


def change_format(file: File, below: Below) -> None:
    file["format"] = _some(below, [f"pitboss-round-file {n}" for n in (1, 2, 3)])
    if not below(3):
        file.pop(_some(below, ("chain", "player_hashes", "missing_reveals")), None)


WAYS: tuple[Way, ...] = (
    *(change_chain, change_chain, change_player_seed, change_missing, change_format),
    *(remove_line, repeat_line, exchange_lines, insert_line, insert_line, cut_short),
    *(change_letter, change_letter, change_amount, change_seat, change_start),
    *(change_blanks, change_case, exchange_words),
    *(change_draw, change_draw, change_source, change_counter, change_voided, drop_draw),
    *(change_line, change_line, change_settlement, change_void),
    *(change_edition, change_hash, change_changes, change_changes, change_approval, change_mode),
)


def falsified(file: File, bits: SeededBits) -> tuple[str, File]:
    """A copy of a file, changed, with its digest made anew, and what was changed."""

    def below(limit: int) -> int:
        return draw_below(bits, limit)

    changed = copy.deepcopy(file)
    ways = [_some(below, WAYS) for _ in range(_some(below, (1, 1, 1, 2)))]
    for way in ways:
        way(changed, below)
    changed["digest"] = digest_of(changed)
    return " and ".join(way.__name__ for way in ways), changed
