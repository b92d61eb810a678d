"""What a screen reader finds on a page, kept as an outline: tests/browser/outlines/NAME.txt.

An outline holds the landmarks, headings and controls of a page by role and name, digits aside;
what chance decides is not part of it. One that is missing is written, to be read and committed.
"""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.visitors import STILL

OUTLINES = Path(__file__).parent / "outlines"
KEPT = (
    "alert|banner|button|checkbox|combobox|contentinfo|dialog|form|group|heading|link|main|"
    "navigation|radio|radiogroup|region|searchbox|slider|spinbutton|table|textbox"
)
# A name that holds a colon makes a line that is quoted whole.
LINE = re.compile(rf'^( *)- \'?({KEPT})\b(?: "((?:[^"\\]|\\.)*)")?( \[level=\d\])?')
# What chance, the clock and the name of a table decide, in names, and what stands for it.
DECIDED = [
    (re.compile(r"\w*\d[\w.,]*"), "#"),
    (re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, # [A-Z][a-z]+ #"), "a day"),
    (re.compile(r"\b[A-Z][a-z]+ of (?:clubs|diamonds|hearts|spades)\b|(?<=card: )Joker"), "a card"),
    (re.compile(r"^(#:#:# \S+) .* (?=staked #)"), r"\1 its result "),
    (re.compile(r"^(Dealer score #) .*"), r"\1 and whether it qualifies"),
    (re.compile(r"^(\S+) .*(?=Bets open with the next round)"), r"\1 and its result "),
]
SEAT = re.compile(r"\bseat #", re.IGNORECASE)
# Combinations of a hand, and a bet that the row of cards opens, are there by chance.
VARIES = {
    "group": re.compile(r"^(?:two|three|four|five|six|seven) |^left over"),
    "button": re.compile(r"why\?|^$|^Bonus (?:up to|and its)"),
    "link": re.compile(r"why\?|^$"),
}


def outline(snapshot: str) -> str:
    """Landmarks, headings and controls, each kind of control once in a place."""
    lines: list[str] = []
    for found in map(LINE.match, snapshot.splitlines()):
        if found is None:
            continue
        name = (found[3] or "").replace("''", "'")
        for pattern, stands in DECIDED:
            name = pattern.sub(stands, name)
        varies = found[2] in VARIES and VARIES[found[2]].search(name)
        line = f"{found[1]}{found[2]} {name}{found[4] or ''}".rstrip()
        if not (varies or SEAT.search(name) or line in lines[-1:]):
            lines.append(line)
    return "\n".join(lines) + "\n"


def is_heard_as_kept(page: Page, name: str) -> None:
    """The page sounds as its outline says, once it has come to rest."""
    page.evaluate(STILL)
    heard, kept = outline(page.locator("body").aria_snapshot()), OUTLINES / f"{name}.txt"
    if not kept.exists():
        kept.write_text(heard, encoding="utf-8")
        raise AssertionError(f"{kept.name} was missing and is written now: read it")
    expected = kept.read_text(encoding="utf-8")
    changes = "\n".join(unified_diff(expected.splitlines(), heard.splitlines(), lineterm=""))
    assert heard == expected, changes
