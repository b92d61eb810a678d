"""Names of people: which ones a table may show, and which of them look alike.

A name is kept in one form of Unicode, so that what is shown is what was typed. Two names whose
folded forms are equal look the same to a reader; one of them may belong to an account, and some
belong to the house.
"""

# ruff: noqa: RUF001
# Letters that look like others are what this is about.

from __future__ import annotations

import re
import unicodedata

from pitboss.refusals import Refusal, RefusalCode
from pitboss.table.validation import NAME

_SPACES = re.compile(r" +")
_NUMBERED = re.compile(r"[0-9]+$")

INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters by their category that show nothing."""

RESERVED = (
    "House",
    "The house",
    "Staff",
    "System",
    "Auditor",
    "Floor",
    "Floor manager",
    "Dealer",
    "The dealer",
    "Pit boss",
    "Supervisor",
    "Croupier",
    "Operator",
    "Admin",
    "Administrator",
    "Moderator",
)
STAFF_WORDS = ("Dealer", "Supervisor", "Croupier", "Admin", "Administrator", "Moderator")
"""Words that speak for the house beside any other name, such as "Dealer Tom"."""

# Letters that look like Latin ones, after case folding; from Unicode's table of confusables.
_LOOKS_LIKE = {
    letter: latin
    for latin, letters in {
        "a": "аαɑ",
        "b": "ьвβƅ",
        "c": "сϲᴄ",
        "d": "ԁɗ",
        "e": "еєεҽɛ",
        "f": "ғƒ",
        "g": "ɡց",
        "h": "һнհ",
        "j": "јϳ",
        "k": "кκқ",
        "l": "i1іιӏıɩլǀ",
        "m": "м",
        "n": "пηռ",
        "o": "0оοσөօ",
        "p": "рρ",
        "q": "ԛգ",
        "r": "гʀ",
        "s": "ѕꜱ",
        "t": "тτ",
        "u": "υսʋ",
        "v": "ѵνᴠ",
        "w": "ԝωшѡա",
        "x": "хχ",
        "y": "уγүʏ",
        "z": "ᴢʐ",
        "th": "þ",
        "ss": "ß",
        "ae": "æ",
    }.items()
    for letter in letters
}
_PAIRS = (("rn", "m"), ("vv", "w"))
# Written together with others as a matter of course.
_TOGETHER = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})


def read_name(text: str) -> str | Refusal:
    """A name in its one form, or why it cannot be one."""
    name = _SPACES.sub(" ", unicodedata.normalize("NFKC", text).strip())
    if NAME.fullmatch(name) is None or INVISIBLE.intersection(name):
        return Refusal(
            RefusalCode.BAD_TEXT, "A name is up to 24 letters, digits, spaces and . ' -."
        )
    if len(_scripts(name)) > 1:
        return Refusal(
            RefusalCode.BAD_TEXT, "A name is written in one alphabet; yours mixes several."
        )
    if is_reserved(name):
        return Refusal(RefusalCode.BAD_TEXT, "That name belongs to the house; choose another.")
    return name


def login_of(name: str) -> str:
    """What an account is found by: its name without regard to case."""
    return unicodedata.normalize("NFKC", name).casefold()


def fold_name(name: str) -> str:
    """A name as a reader takes it in: without case, accents, spaces and look-alikes."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    kept = "".join(_LOOKS_LIKE.get(letter, letter) for letter in plain if letter.isalnum())
    for pair, letter in _PAIRS:
        kept = kept.replace(pair, letter)
    return kept


def is_reserved(name: str) -> bool:
    """Whether a reader would take a name for the house or somebody who works there."""
    words = name.replace("-", " ").replace(".", " ").split()
    whole = (name, _NUMBERED.sub("", name.replace(" ", "")))
    return (
        any(fold_name(one) in _RESERVED for one in whole)
        or _PIT_BOSS in fold_name(name)
        or any(fold_name(_NUMBERED.sub("", word)) in _STAFF_WORDS for word in words)
    )


def _scripts(name: str) -> set[str]:
    """The alphabets that a name's letters come from, those that go with any other left out."""
    letters = (unicodedata.name(one, "UNNAMED") for one in name if one.isalpha())
    return {words.partition(" ")[0] for words in letters} - _TOGETHER


_RESERVED = frozenset(map(fold_name, RESERVED))
_STAFF_WORDS = frozenset(map(fold_name, STAFF_WORDS))
_PIT_BOSS = fold_name("Pit boss")
