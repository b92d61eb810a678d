"""Table talk: the words a player types at the terminal table."""

from __future__ import annotations

from dataclasses import dataclass

HELP = (
    "Type a spot and a stake, such as [bold]SPOT 10[/], then [bold]deal[/]. Also:"
    " [bold]spots[/], [bold]undo[/], [bold]repeat[/], [bold]double[/], [bold]clear[/],"
    " SPOT [bold]off[/], [bold]why[/] CLAUSE, [bold]quit[/]."
)
SAME = {"": "deal", "d": "deal", "spin": "deal", "flip": "deal", "u": "undo", "r": "repeat"}
"""Short forms of a word, an empty line included."""


@dataclass(frozen=True, slots=True)
class Words:
    """A line the player typed: its first word, what follows, and the whole of it."""

    verb: str
    rest: str
    text: str


def parse_words(text: str) -> Words:
    """Take a line apart; verbs are the same in either case."""
    first, _, rest = text.partition(" ")
    return Words(SAME.get(first.lower(), first.lower()), rest.strip(), text)
